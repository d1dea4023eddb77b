"""Whatever people hold a table in, as names and columns."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ._native import Error

if TYPE_CHECKING:
    from ._native import Cells, GivenTable

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


def native(name: str, table: Any) -> GivenTable:
    """The table as the native part takes it, which asks for the cells of a column when it needs them."""
    columns = named_columns(name, table)
    if not columns:
        raise refuse(f"`{name}` has no columns")
    first, rows, _ = columns[0]
    for place, (label, length, _) in enumerate(columns):
        if any(label == other for other, _, _ in columns[:place]):
            raise refuse(f"`{name}` has two columns called `{label}`; rename one")
        if length != rows:
            raise refuse(f"`{name}` has {rows} rows in column `{first}` and {length} in column `{label}`")
    return name, rows, [(label, partial(_cells, name, label, values)) for label, _, values in columns]


def named_columns(name: str, table: Any) -> list[tuple[str, int, Callable[[], Any]]]:
    """Every column: its name, how many rows it has, and what gives its values."""
    if isinstance(table, Mapping):
        return [_held(str(label), values) for label, values in table.items()]
    if hasattr(table, "column_names"):  # pyarrow
        return [_held(str(label), values) for label, values in zip(table.column_names, table.columns)]
    if hasattr(table, "iloc"):  # pandas
        rows, labels, index = len(table), table.columns, table.index
        named = [level for level in index.names if level is not None and level not in labels]
        levels = [(str(level), rows, partial(index.get_level_values, level)) for level in named]
        return levels + [(str(label), rows, partial(table.__getitem__, label)) for label in labels]
    if hasattr(table, "get_columns"):  # Polars
        return [_held(column.name, column) for column in table.get_columns()]
    if hasattr(table, "collect"):
        raise refuse(f"`{name}` is a LazyFrame; call .collect() first")
    if _module(table) == "numpy" and table.dtype.names:
        return [_held(label, table[label]) for label in table.dtype.names]
    if isinstance(table, (list, tuple)) and all(isinstance(row, Mapping) for row in table):
        labels = list(dict.fromkeys(label for row in table for label in row))
        return [_held(str(label), [row.get(label) for row in table]) for label in labels]
    raise refuse(f"`{name}` is of type {type(table).__name__}, and no table: give a DataFrame, a dict of columns or a path")


def _held(label: str, values: Any) -> tuple[str, int, Callable[[], Any]]:
    values = values if hasattr(values, "__len__") and not isinstance(values, (str, bytes)) else cells(values)
    return label, len(values), lambda: values


def matrix(table: Any) -> Any | None:
    """A matrix with a row per rater and a column per item, as a long table; None when it is something else."""
    if _module(table) == "numpy" and table.dtype.names is None and table.ndim == 2:
        if table.dtype.kind in "fiu":
            there = table == table
            return dict(zip(MATRIX, (*there.nonzero(), table[there])))
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


def _cells(name: str, label: str, give: Callable[[], Any]) -> Cells:
    """Numbers as bytes and cells that are known to be alike by their places, which is quick; anything else as a list."""
    values = give()
    array = _numbers(values)
    if _module(array) == "numpy" and array.ndim == 1:
        if array.dtype.kind == "f":
            return False, array.astype("<f8").tobytes()
        if array.dtype.kind == "i" or (array.dtype.kind == "u" and array.dtype.itemsize < 8):
            return True, array.astype("<i8").tobytes()
    return _coded(values) or plain_cells(name, label, values)


def _numbers(values: Any) -> Any:
    """What NumPy holds of a column, where it holds all of it exactly."""
    dtype: Any = getattr(values, "dtype", None)
    if _module(dtype) == "polars":
        return values.to_numpy() if dtype.is_numeric() and not dtype.is_decimal() and values.null_count() == 0 else None
    if _module(values) == "pandas":
        return values.to_numpy() if _module(dtype) == "numpy" else None
    return values


def _coded(values: Any) -> tuple[list[Any], bytes] | None:
    """The different cells of a column, and where each stands; None when that is not known, or cells that are equal may be shown
    in different ways, as 1 and True."""
    kind = _module(values)
    if kind == "pandas":
        import pandas

        dtype = values.dtype
        try:
            # Texts that are objects of Python are told apart twice as fast when they are taken for any objects.
            objects = getattr(dtype, "storage", None) == "python"
            places, found = pandas.factorize(values.to_numpy()) if objects else values.factorize()
        except TypeError:  # lists and dicts, which are refused by name
            return None
        levels, exact = found.tolist(), dtype != object
    elif kind == "polars" and str(values.dtype) == "String":
        import polars

        found, exact = values.drop_nulls().unique(maintain_order=True), True
        places = values.cast(polars.Enum(found)).to_physical().cast(polars.Int64).fill_null(-1).to_numpy()
        levels = found.to_list()
    else:
        return None
    kinds = set(map(type, levels))
    alike = kinds <= {str} or (exact and len(kinds) == 1 and kinds <= PLAIN)
    return (levels, places.astype("<i8").tobytes()) if alike else None


def plain_cells(name: str, label: str, values: Any) -> list[Any]:
    """The cells as texts, numbers, truth values and None."""
    array = _numbers(values)
    dated = _module(array) == "numpy" and array.dtype.kind == "M"
    listed = cells(array.astype("datetime64[us]") if dated else values)
    if set(map(type, listed)) - PLAIN:
        listed = [cell if type(cell) in PLAIN else _plain(name, label, row, cell) for row, cell in enumerate(listed)]
    return listed


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
