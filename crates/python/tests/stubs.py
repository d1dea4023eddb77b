"""The types of the functions, for editors and type checkers, from the declarations that the functions are made from."""

import inspect

from rejudge import _functions

HEAD = '''# Written from the declarations of the command line by tests/test_stubs.py.
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Protocol

from ._native import Error as Error, __version__ as __version__
from ._result import Answer as Answer, Figure as Figure, Record as Record, Run as Run

Path = str | PathLike[str]
# A DataFrame of pandas or Polars, a pyarrow Table, a dict of columns, a list of dicts, a NumPy array, or a path.
Table = Any
# A column's name, or its values where no table is given.
Column = Any

class Values(Protocol):
    """Several words or numbers: a list, a NumPy array, a column of a DataFrame."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: Any, /) -> Any: ...

def methods() -> dict[str, str]: ...
'''


def stubs() -> str:
    text = HEAD
    for declaration in _functions.DECLARED["methods"]:
        text += stub(declaration, "Answer")
        others = [_functions.python_name(alias) for alias in declaration["aliases"]]
        name = _functions.python_name(declaration["name"])
        text += "".join(f"\n{other} = {name}\n" for other in others if other != name)
    for declaration in _functions.DECLARED["commands"]:
        if declaration["name"] in _functions.COMMANDS:
            text += stub(declaration, "Run")
    return text


def stub(declaration: dict, result: str) -> str:
    by_name = {_functions.parameter_name(declared): declared for declared in declaration["parameters"]}
    lines, named = [], False
    for parameter in _functions.signature(declaration).parameters.values():
        declared = by_name.get(parameter.name)
        kind = annotation(declared) if declared else "Callable[[int, int, str], object] | bool | None"
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            lines.append(f"*{parameter.name}: {kind}")
            named = True
            continue
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not named:
            lines.append("*")
            named = True
        given = "" if parameter.default is inspect.Parameter.empty else f" = {parameter.default!r}"
        optional = " | None" if parameter.default is None and "None" not in kind and kind not in ("Table", "Column") else ""
        lines.append(f"{parameter.name}: {kind}{optional}{given}")
    name = _functions.python_name(declaration["name"])
    body = "".join(f"    {line},\n" for line in lines)
    return f'\ndef {name}(\n{body}) -> {result}:\n    """{declaration["what"]}"""\n'


# What is the path of a table in a terminal may be a table here.
TABLES = ("input", "inputs", "data", "fit-to")


def annotation(declared: dict) -> str:
    if declared["takes"] == "flag":
        return "bool"
    if declared["name"] == "where":
        return "str | Sequence[str] | Mapping[str, Any]"
    if declared["choices"]:
        kind = f"Literal[{', '.join(repr(choice) for choice in declared['choices'])}]"
        return f"{kind} | Sequence[{kind}]" if declared["takes"] == "many" else kind
    if declared["kind"] == "path" and declared["name"] in TABLES:
        return "Table"
    if declared["value"].startswith("COLUMN"):
        kind = "Column"
    else:
        kind = {"text": "str", "integer": "int", "number": "float", "path": "Path", "table": "Table"}[declared["kind"]]
    # A p-value may be printed as `<0.01`.
    kind = "float | str" if declared["name"] in ("p", "measurements") else kind
    several = declared["takes"] == "many" or kind == "str"
    return f"{kind} | Values" if several and kind not in ("Column", "Table") else kind
