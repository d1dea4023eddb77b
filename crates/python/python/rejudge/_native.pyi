from collections.abc import Callable
from typing import Any

__version__: str

class Error(Exception):
    """What rejudge cannot do, in the sentence that its command line prints."""

    code: int

Cells = tuple[bool, bytes] | tuple[list[Any], bytes] | list[Any]
# Its name, how many rows it has, and what gives the cells of each column.
GivenTable = tuple[str, int, list[tuple[str, Callable[[], Cells]]]]

class NativeAnswer:
    """An answer that has not been written down yet."""

    def members(self) -> dict[str, Any]: ...
    def text(self) -> str: ...

def declarations() -> str: ...
def answer(words: list[str], tables: list[GivenTable]) -> NativeAnswer: ...
def run_kept(words: list[str], progress: Callable[[int, int, str], object] | None) -> tuple[bool, str, str]: ...
def run(words: list[str]) -> int: ...
