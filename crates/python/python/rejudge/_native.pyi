from collections.abc import Callable, Sequence

__version__: str

class Error(Exception):
    """What rejudge cannot do, in the sentence that its command line prints."""

    code: int

Cells = tuple[bool, bytes] | tuple[list[str], bytes] | list[str | float | int | bool | None]

def declarations() -> str: ...
def answer(words: list[str], tables: Sequence[tuple[str, Sequence[tuple[str, Cells]]]]) -> tuple[str, str]: ...
def run_kept(words: list[str], progress: Callable[[int, int, str], object] | None) -> tuple[bool, str, str]: ...
def run(words: list[str]) -> int: ...
