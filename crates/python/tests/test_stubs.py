"""The stubs are current. `UPDATE_EXPECT=1` writes them anew."""

import os
from pathlib import Path

import stubs

KEPT = Path(__file__).parent.parent / "python/rejudge/__init__.pyi"


def test_the_stubs_are_current():
    if os.environ.get("UPDATE_EXPECT"):
        KEPT.write_text(stubs.stubs(), encoding="utf-8")
    assert KEPT.read_text(encoding="utf-8") == stubs.stubs(), "UPDATE_EXPECT=1 writes the stubs anew"
