"""Answers: the JSON of the command line as objects, shown as the terminal shows them, or as HTML in a notebook."""

from __future__ import annotations

import html
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import NativeAnswer


NESTED = {dict, list}


class Record:
    """A JSON object whose members are attributes; those that are no names in Python are items."""

    _members: dict[str, Any]

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members

    def __getattr__(self, name: str) -> Any:
        if name[:1] == "_":
            raise AttributeError(name)
        try:
            value = self._members[name]
        except KeyError:
            raise AttributeError(f"there is no `{name}` here; there are {', '.join(self._members)}") from None
        return _wrapped(value) if type(value) in NESTED else value

    def __getitem__(self, name: str) -> Any:
        return _wrapped(self._members[name])

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._members]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._members == other._members

    def __repr__(self) -> str:
        return f"Record({self._members!r})"

    def to_dict(self) -> dict[str, Any]:
        """The plain dicts, lists, texts and numbers of the JSON."""
        return self._members


class Estimate(Record):
    """One number with its name, its interval and its p-value. There may be thousands, so that its members are attributes at once."""

    def __init__(self, members: dict[str, Any]) -> None:
        self.__dict__ = members

    @property
    def _members(self) -> dict[str, Any]:  # type: ignore[override]
        return self.__dict__

    @property
    def interval(self) -> Any:
        """Where it may lie: `low`, `high`, `level` and `kind`, or None."""
        return _wrapped(self.__dict__["interval"])


class Answer(Record):
    """What a method answers. `value` is its first number; `estimates` has all, with intervals and p-values."""

    def __init__(self, native: NativeAnswer) -> None:
        self._native = native

    @cached_property
    def _members(self) -> dict[str, Any]:  # type: ignore[override]
        return self._native.members()

    @cached_property
    def text(self) -> str:
        """What the terminal shows."""
        return self._native.text()

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs: all that is shown, written down."""
        return {"_members": self._members, "text": self.text}

    @property
    def estimates(self) -> list[Estimate]:
        """All numbers."""
        return [Estimate(members) for members in self._members["estimates"]]

    @property
    def value(self) -> float:
        """The first number."""
        return float(self._members["estimates"][0]["value"])

    def rows(self) -> list[dict[str, Any]]:
        """The estimates as flat rows, which any DataFrame can be made of."""
        rows = []
        for estimate in self._members["estimates"]:
            interval = estimate["interval"] or {}
            of, notes = " – ".join(estimate["of"]), "; ".join(estimate["notes"])
            row = {"name": estimate["name"], "of": of, "value": estimate["value"], "se": estimate["se"]}
            row.update(low=interval.get("low"), high=interval.get("high"), level=interval.get("level"))
            row.update(interval=interval.get("kind"), df=estimate["df"], p=estimate["p"], notes=notes)
            rows.append(row)
        return rows

    def to_pandas(self) -> Any:
        """The estimates as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The estimates as a Polars DataFrame."""
        import polars

        return polars.DataFrame(self.rows(), infer_schema_length=None, strict=False)

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        rows = self.rows()
        shown = [name for name in rows[0] if any(row[name] not in (None, "", []) for row in rows)] if rows else []
        head = "".join(f"<th>{html.escape(name)}</th>" for name in shown)
        body = "".join(f"<tr>{''.join(_cell(row[name]) for name in shown)}</tr>" for row in rows)
        counts = ", ".join(f"{count} {name}" for name, count in self._members["n"].items())
        notes = "".join(f"<p>note: {html.escape(note)}</p>" for note in self._members["notes"])
        title = html.escape(self._members["method"])
        return (
            f"<table><caption>{title}: {html.escape(counts)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}"
        )


class Figure:
    """A figure of a report."""

    def __init__(self, name: str, svg: str) -> None:
        self.name = name
        self.svg = svg

    def __repr__(self) -> str:
        return f"Figure({self.name!r})"

    def _repr_svg_(self) -> str:
        return self.svg


class Run(Record):
    """What a command found: its JSON as attributes, the report and the figures."""

    def __init__(self, members: dict[str, Any], text: str, talk: str, *, problems: bool, files: dict[str, str]) -> None:
        super().__init__(members)
        self.text = text
        """What the terminal shows."""
        self.talk = talk
        """What was said beside it."""
        self.problems = problems
        """Whether problems were found in the input."""
        self.report = files.get("report.html")
        """The report as a page of HTML, where the command makes one."""
        figures = {Path(name).stem: svg for name, svg in files.items() if name.endswith(".svg")}
        self.figures = {name: Figure(name, svg) for name, svg in figures.items()}
        """The figures of the report by name."""

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        text = f"<pre>{html.escape(self.text)}</pre>"
        if self.report is None:
            return text
        style = "width:100%;height:36rem;border:1px solid #ccc"
        page = f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{html.escape(self.report, quote=True)}"></iframe>'
        return f"{page}<details><summary>as text</summary>{text}</details>"


def _wrapped(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return Record(value)
    if kind is list:
        return [_wrapped(element) for element in value]
    return value


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f'<td style="text-align:right">{value:.6g}</td>'
    if isinstance(value, list):
        value = ", ".join(f"{number:.6g}" for number in value)
    return f"<td>{html.escape('' if value is None else str(value))}</td>"
