"""Functions from the declarations of the command line."""

from __future__ import annotations

import inspect
import json
import keyword
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from . import _native, _table
from ._result import Answer, Run

DECLARED: dict[str, Any] = json.loads(_native.declarations())

# The commands that are functions, and the file with what they found; None for those that print it with --json.
COMMANDS: dict[str, str | None] = {
    "check": None,
    "plan": None,
    "rehearse": "rehearsal.json",
    "analyse": "results.json",
    "compare": "comparison.json",
    "audit": None,
}

# What a table in memory is called in sentences.
TABLE = "data"


def made() -> dict[str, Callable[..., Any]]:
    """Every function by its name, other names included."""
    functions: dict[str, Callable[..., Any]] = {}
    for method in DECLARED["methods"]:
        function = _function(method, _answer, f"{method['page']}\n")
        functions.update({python_name(name): function for name in [method["name"], *method["aliases"]]})
    for command in DECLARED["commands"]:
        if command["name"] in COMMANDS:
            functions[command["name"]] = _function(command, _run, f"In a terminal\n\n{command['page']}\n")
    return functions


def python_name(word: str) -> str:
    """`kendall-w` is `kendall_w`; a word of Python gets an underscore."""
    name = word.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def signature(declaration: dict[str, Any]) -> inspect.Signature:
    """The parameters as Python has them: by place what stands without a flag, all else by name."""
    parameters = []
    for declared in declaration["parameters"]:
        kind: Any = inspect.Parameter.KEYWORD_ONLY
        default = _default(declared)
        if declared["positional"] and declared["takes"] == "many":
            kind, default = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.empty
        elif declared["positional"]:
            # The table is left out where arrays are given instead; whatever else is missing, the command line says.
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            default = default if declared["kind"] == "path" else None
        parameters.append(inspect.Parameter(parameter_name(declared), kind, default=default))
    if declaration["name"] in COMMANDS:
        parameters.append(inspect.Parameter("progress", inspect.Parameter.KEYWORD_ONLY, default=None))
    return inspect.Signature(sorted(parameters, key=lambda parameter: parameter.kind))


def parameter_name(declared: dict[str, Any]) -> str:
    return TABLE if declared["positional"] and declared["kind"] == "table" else python_name(declared["name"])


def _default(declared: dict[str, Any]) -> Any:
    if declared["takes"] == "flag":
        return False
    # A matrix says these by its shape; where there is none, the command line asks for them.
    if declared["required"] and declared["name"] not in _table.MATRIX:
        return inspect.Parameter.empty
    default = declared["default"]
    if default is None or declared["takes"] == "many":
        return None
    return {"integer": int, "number": float}.get(declared["kind"], str)(default)


def _function(declaration: dict[str, Any], call: Callable[..., Any], page: str) -> Callable[..., Any]:
    declared = signature(declaration)

    def function(*places: Any, **names: Any) -> Any:
        return call(declaration, dict(declared.bind(*places, **names).arguments))

    name = python_name(declaration["name"])
    function.__name__ = function.__qualname__ = name
    function.__module__ = "rejudge"
    function.__signature__ = declared  # type: ignore[attr-defined]
    function.__doc__ = f"{declaration['what']}\n\n{_described(declaration)}\n{page}"
    return function


def _described(declaration: dict[str, Any]) -> str:
    lines = ["Parameters", "----------"]
    for declared in declaration["parameters"]:
        words = " | ".join(declared["choices"]) or declared["value"]
        help_text = declared["help"].replace("The table: ", "The table, or its path: ")
        lines += [f"{parameter_name(declared)} : {words}", f"    {help_text}"]
    if declaration["name"] in COMMANDS:
        lines += ["progress : callable or True", "    Called with what is done, of how much, and what is next; True prints"]
    return "\n".join(lines) + "\n"


def _answer(declaration: dict[str, Any], given: dict[str, Any]) -> Answer:
    given = _arrays_as_table(declaration, given)
    tables: list[Any] = []

    def in_memory(name: str, table: Any) -> str:
        tables.append(_table.native(name, table))
        return f"{DECLARED['table_mark']}{len(tables) - 1}"

    return Answer(_native.answer(_words(declaration, given, in_memory), tables))


def _arrays_as_table(declaration: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Where no table is given, arrays in place of names of columns are its columns; a matrix is raters by items."""
    columns = [declared for declared in declaration["parameters"] if declared["value"].startswith("COLUMN")]
    columns = [declared for declared in columns if declared["takes"] == "one"]
    if given.get(TABLE) is not None:
        matrix = _table.matrix(given[TABLE])
        if matrix is None:
            return given
        named = {declared["name"]: declared["name"] for declared in columns if declared["name"] in matrix}
        return {**named, **given, TABLE: matrix}
    names = [parameter_name(declared) for declared in columns]
    arrays = {name: given[name] for name in names if name in given and _table.is_column(given[name])}
    return {**given, TABLE: arrays, **{name: name for name in arrays}} if arrays else given


def _words(declaration: dict[str, Any], given: dict[str, Any], in_memory: Callable[[str, Any], str]) -> list[str]:
    """What would be typed."""
    options: list[str] = []
    places: list[str] = []
    for declared in declaration["parameters"]:
        name = parameter_name(declared)
        value = given.get(name)
        if value is None or value is False:
            continue
        flag = f"--{declared['name']}"
        if declared["takes"] == "flag":
            options.append(flag)
            continue
        if declared["kind"] in ("table", "path") and _table.is_table(value):
            values = [in_memory(name, value)]
        elif declared["kind"] == "table" and _table.is_column(value):
            kind = type(value).__name__
            raise _table.refuse(f"`{name}` is one column ({kind}), and no table: give it by the name of what it holds, as value=…")
        elif declared["takes"] == "many":
            values = _several(value, in_memory if declared["kind"] == "path" else None)
        else:
            values = [_joined(value)]
        if declared["positional"]:
            places += values
        else:
            options += [f"{flag}={word}" for word in values]
    return [declaration["name"], *options, "--", *places]


def _several(value: Any, in_memory: Callable[[str, Any], str] | None) -> list[str]:
    if isinstance(value, Mapping):  # where={"system": ["a", "b"]}
        return [f"{column}={_joined(wanted)}" for column, wanted in value.items()]
    if in_memory and not isinstance(value, tuple) and _table.is_table(value):
        return [in_memory(TABLE, value)]
    if isinstance(value, (str, os.PathLike)) or not _table.is_column(value):
        return [_word(value)]
    several = value if isinstance(value, tuple) else _table.cells(value)
    return [word for each in several for word in _several(each, in_memory)]


def _joined(value: Any) -> str:
    """One word; of several the command line separates them by commas, and rows by semicolons."""
    if isinstance(value, os.PathLike) or not _table.is_column(value):
        return _word(value)
    parts = _table.cells(value)
    rows = any(isinstance(part, (list, tuple)) for part in parts)
    return (";" if rows else ",").join(_joined(part) for part in parts)


def _word(value: Any) -> str:
    if hasattr(value, "item") and not isinstance(value, (int, float)):
        value = value.item()
    if isinstance(value, bool):
        raise TypeError(f"{value} stands where a word or a number is needed")
    if isinstance(value, float):
        return repr(float(value))
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _run(declaration: dict[str, Any], given: dict[str, Any]) -> Run:
    progress = given.pop("progress", None)
    progress = _line if progress is True else progress
    with tempfile.TemporaryDirectory(prefix="rejudge-") as scratch:

        def in_file(name: str, table: Any) -> str:
            return _written(Path(tempfile.mkdtemp(dir=scratch), f"{name}.jsonl"), table)

        found_in = COMMANDS[declaration["name"]]
        if found_in is None or given.get("qra3") is not None:
            words = _words(declaration, given, in_file)
            problems, text, talk = _finished(words, progress)
            _, printed, _ = _finished([words[0], "--json", *words[1:]], None)
            return Run(json.loads(printed), text, talk, problems=problems, files={})
        out = Path(given.setdefault("out", Path(scratch, "out")))
        problems, text, talk = _finished(_words(declaration, given, in_file), progress)
        # A rehearsal of a single run has results, as an analysis has.
        found = next(path for path in (out / found_in, out / "results.json") if path.is_file())
        shown = [path for path in (out / "report.html", *out.glob("figures/*.svg")) if path.is_file()]
        files = {path.name: path.read_text(encoding="utf-8") for path in shown}
        numbers = json.loads(found.read_text(encoding="utf-8"))
        # The first screen of the report is a file of its own beside the numbers.
        answer = out / "answer.json"
        if found.name != "rehearsal.json" and answer.is_file():
            numbers["answer"] = json.loads(answer.read_text(encoding="utf-8"))
        return Run(numbers, text, talk, problems=problems, files=files)


def _written(path: Path, table: Any) -> str:
    """The table in a file, for commands that read one."""
    name, _, _ = _table.native(path.stem, table)
    columns = {label: give() for label, _, give in _table.named_columns(name, table)}
    kept = [[_jsonable(cell) for cell in _table.plain_cells(name, *column)] for column in columns.items()]
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(dict(zip(columns, row))) + "\n" for row in zip(*kept))
    return str(path)


def _finished(words: list[str], progress: Callable[[int, int, str], object] | None) -> tuple[bool, str, str]:
    problems, output, talk = _native.run_kept(words, progress)
    if problems and not output:
        raise _table.refuse(talk.strip())
    return problems, output, talk


def _jsonable(cell: Any) -> Any:
    return None if isinstance(cell, float) and cell != cell else cell


def _line(done: int, total: int, what: str) -> None:
    end = "\n" if done >= total else ""
    print(f"\r{done}/{total} {what}".ljust(78), end=end, file=sys.stderr, flush=True)
