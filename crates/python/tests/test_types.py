"""What the guide shows, and other ways to hand things over, pass a type checker."""

import subprocess
import sys
from pathlib import Path

from test_guide import FENCE, ROOT

USES = """
import numpy
import pandas
import rejudge

frame = pandas.DataFrame({"rater": ["a"], "item": [1], "score": [2]})
answered: rejudge.Answer = rejudge.kappa(frame, rater="rater", item="item", value="score", weights="quadratic")
number: float = answered.value
ran: rejudge.Run = rejudge.analyse(frame, participant="rater", value="score", claim="a > b on score", progress=True)
svg: str = ran.figures["scores"].svg
rejudge.adjust(0.1, 0.2, method="holm")
rejudge.adjust(["<0.01", "0.2"])
rejudge.adjust(numpy.array([0.1, 0.2]))
rejudge.cv(3.71, 3.12, scale_min=1)
rejudge.pearson(xs=[1.0, 2.0], ys=numpy.array([1.0, 2.0]))
rejudge.fisher(counts=numpy.array([[8, 2], [1, 5]]))
rejudge.ttest(frame, value="score", group="system", levels=["a", "b"])
rejudge.rehearse("study", runs=10, items=[10, 20], fit_to=frame, progress=lambda done, total, what: None)
rejudge.compare(Path("a.toml"), frame, "b.toml")
rejudge.audit("audit.toml")
"""

WRONG = """
import rejudge

rejudge.alpha("a.csv", rater="r", item="i", value="v", level="ordnial")
rejudge.alpha("a.csv", rater="r", item="i", value="v", level="ordinal", bootstrap="many")
rejudge.alfa("a.csv")
"""


def checked(path, text):
    path.write_text("from pathlib import Path\n" + text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--disable-error-code", "import-untyped", str(path)]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True).stdout


def test_the_guide_and_other_uses_pass_mypy(tmp_path):
    guide = (ROOT / "docs/guides/python.md").read_text(encoding="utf-8")
    snippets = [text for language, text in FENCE.findall(guide) if language == "python"]
    said = checked(tmp_path / "uses.py", USES + "\n".join(snippets))
    assert said.startswith("Success"), said


def test_a_wrong_word_a_wrong_type_and_a_wrong_name_do_not(tmp_path):
    said = checked(tmp_path / "wrong.py", WRONG)
    assert "Found 3 errors" in said, said
