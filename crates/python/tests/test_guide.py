"""Every snippet of the guide is run, in order, in one folder; what the guide says comes out is what comes out."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent.parent
FENCE = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["docs/guides/python.md", "crates/python/README.md"])
def test_the_snippets_run(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "studies").symlink_to(ROOT / "studies")
    blocks = FENCE.findall((ROOT / page).read_text(encoding="utf-8"))
    assert any(language == "python" for language, _ in blocks)
    names: dict = {}
    said = ""
    for language, text in blocks:
        if language == "python":
            exec(compile(text, page, "exec"), names)
            said = capsys.readouterr().out
        else:
            assert said.strip() == text.strip()
