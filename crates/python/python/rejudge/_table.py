"""Whatever people hold a table in, as names and columns."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Iterable, Mapping
from typing import Any

from ._native import Error

# The columns of the long table that a matrix becomes.
MATRIX = ("rater", "item", "value")

PLAIN = {str, int, float, bool, type(None)}


def is_table(value: Any) -> bool:
    """Whether it holds columns, and is not the path of a file."""
    kind = type(value)
    if isinstance(value, Mapping) or hasattr(kind, "columns") or hasattr(kind, "column_names"):
        return True
    if _module(value) == "numpy":
        return value.dtype.names is not None or value.ndim == 2
    rows = isinstance(value, (list, tuple)) and bool(value)
    return rows and all(isinstance(row, (Mapping, list, tuple)) for row in value)


def is_column(value: Any) -> bool:
    """Whether it holds one value per row."""
    return not isinstance(value, (str, bytes, Mapping)) and (hasattr(value, "__len__") and hasattr(value, "__getitem__"))


def native(name: str, table: Any) -> tuple[str, list[tuple[str, Any]]]:
    """The table as the native part takes it."""
    columns: list[tuple[str, Any]] = []
    lengths: dict[str, int] = {}
    for label, values in named_columns(name, table):
        if label in lengths:
            raise refuse(f"`{name}` has two columns called `{label}`; rename one")
        cells, lengths[label] = _cells(name, label, values)
        columns.append((label, cells))
    if not columns:
        raise refuse(f"`{name}` has no columns")
    first, rows = next(iter(lengths.items()))
    for label, length in lengths.items():
        if length != rows:
            raise refuse(f"`{name}` has {rows} rows in column `{first}` and {length} in column `{label}`")
    return name, columns


def named_columns(name: str, table: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(table, Mapping):
        return [(str(label), values) for label, values in table.items()]
    if hasattr(table, "column_names"):  # pyarrow
        return list(zip(map(str, table.column_names), table.columns))
    if hasattr(table, "iloc"):  # pandas, where two columns may have one name
        columns = [(str(label), table.iloc[:, place]) for place, label in enumerate(table.columns)]
        named = [level for level in table.index.names if level is not None and level not in table.columns]
        return [(str(level), table.index.get_level_values(level)) for level in named] + columns
    if hasattr(table, "get_columns"):  # Polars
        return [(column.name, column) for column in table.get_columns()]
    if hasattr(table, "collect"):
        raise refuse(f"`{name}` is a LazyFrame; call .collect() first")
    if _module(table) == "numpy" and table.dtype.names:
        return [(label, table[label]) for label in table.dtype.names]
    if isinstance(table, (list, tuple)) and all(isinstance(row, Mapping) for row in table):
        labels = list(dict.fromkeys(label for row in table for label in row))
        return [(str(label), [row.get(label) for row in table]) for label in labels]
    raise refuse(f"`{name}` is of type {type(table).__name__}, and no table: give a DataFrame, a dict of columns or a path")


def matrix(table: Any) -> Any | None:
    """A matrix with a row per rater and a column per item, as a long table; None when it is something else."""
    if _module(table) == "numpy" and table.dtype.names is None and table.ndim == 2:
        table = table.tolist()
    if not (isinstance(table, (list, tuple)) and table and all(isinstance(row, (list, tuple)) for row in table)):
        return None
    rated = [(rater, item, value) for rater, row in enumerate(table) for item, value in enumerate(row) if _is_there(value)]
    return dict(zip(MATRIX, map(list, zip(*rated)))) if rated else {name: [] for name in MATRIX}


def _is_there(value: Any) -> bool:
    return value is not None and value == value


def refuse(message: str) -> Error:
    error = Error(message)
    error.code = 1
    return error


def _module(value: Any) -> str:
    return type(value).__module__.partition(".")[0]


def _cells(name: str, label: str, values: Any) -> tuple[Any, int]:
    """Numbers as bytes and texts of pandas by their places, which is quick; anything else as a list."""
    dtype: Any = getattr(values, "dtype", None)
    array = values
    if _module(dtype) == "polars":
        array = values.to_numpy() if dtype.is_numeric() and not dtype.is_decimal() and values.null_count() == 0 else None
    elif _module(values) == "pandas":
        array = values.to_numpy() if _module(dtype) == "numpy" else None
    if _module(array) == "numpy" and array.ndim == 1:
        if array.dtype.kind == "f":
            return (False, array.astype("<f8").tobytes()), len(array)
        if array.dtype.kind == "i" or (array.dtype.kind == "u" and array.dtype.itemsize < 8):
            return (True, array.astype("<i8").tobytes()), len(array)
        if array.dtype.kind == "M":
            values = array.astype("datetime64[us]")
    if _module(values) == "pandas" and (coded := _coded(values)) is not None:
        return coded, len(values)
    listed = cells(values)
    odd = set(map(type, listed)) - PLAIN
    if odd:
        listed = [cell if type(cell) in PLAIN else _plain(name, label, row, cell) for row, cell in enumerate(listed)]
    return listed, len(listed)


def _coded(values: Any) -> Any | None:
    """The different texts of a pandas column, and where each stands; None when it holds other things."""
    try:
        places, levels = values.factorize()
    except TypeError:  # lists and dicts, which are refused by name
        return None
    names = levels.tolist()
    return (names, places.astype("<i8").tobytes()) if set(map(type, names)) <= {str} else None


def cells(values: Any) -> list[Any]:
    for method in ("tolist", "to_list", "to_pylist"):
        if hasattr(values, method):
            return list(getattr(values, method)())
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise refuse(f"a column is {values!r}, where a list of cells is needed")
    return list(values)


def _plain(name: str, label: str, row: int, cell: Any) -> Any:
    """A cell as text or number, as other formats of tables hold it."""
    if type(cell).__name__ in ("NAType", "NaTType"):
        return None
    if _module(cell) == "numpy" and hasattr(cell, "item"):
        cell = cell.item()
    if isinstance(cell, (datetime.datetime, datetime.date, datetime.time)):
        return cell.isoformat()
    if isinstance(cell, decimal.Decimal):
        return None if cell.is_nan() else str(cell)
    for plain in (bool, str, int, float):
        if isinstance(cell, plain):
            return plain.__str__(cell) if plain is str else plain(cell)
    kind = type(cell).__name__
    raise refuse(f"row {row} of `{name}` has a {kind} in column `{label}`, which a cell cannot hold; take the column out")
