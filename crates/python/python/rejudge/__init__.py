"""Runs a human evaluation of generated text, and runs it again.

Every method of `rejudge stats` is a function here, with the same name, parameters and numbers:

    rejudge.alpha(df, rater="rater", item="item", value="score", level="ordinal")

Tables are pandas or Polars DataFrames, pyarrow Tables, dicts of columns, lists of dicts, NumPy arrays, or paths of files.
`check`, `plan`, `rehearse`, `analyse`, `compare` and `audit` do what the commands of these names do. All are made from
the declarations of the command line, which is inside: `rejudge` in a terminal, or `python -m rejudge`.
"""

from __future__ import annotations

from . import _functions
from ._native import Error, __version__
from ._result import Answer, Figure, Record, Run

_made = _functions.made()
globals().update(_made)

__all__ = ["Answer", "Error", "Figure", "Record", "Run", "__version__", "methods", *_made]


def methods() -> dict[str, str]:
    """Every statistic with the sentence it says about itself."""
    return {_functions.python_name(method["name"]): method["what"] for method in _functions.DECLARED["methods"]}
