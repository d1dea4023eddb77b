#!/usr/bin/env python3
"""Writes starting points for every fuzz target into fuzz/corpus, from the worked studies of this repository.

    python3 fuzz/seed.py target/release/rejudge
"""

import pathlib
import re
import subprocess
import sys
import tempfile

FUZZ = pathlib.Path(__file__).resolve().parent
STUDIES = sorted((FUZZ.parent / "studies").iterdir())
# The order of `FILES` in fuzz_targets/table.rs.
FORMATS = ["csv", "tsv", "jsonl", "xlsx", "parquet"]
FORMULAS = [
    "score ~ system + (1 | rater) + (1 | item)",
    "score ~ system * group + (1 + system | rater) + (1 | item:system)",
    "y ~ 0 + a:b - 1 + (0 + a || r)",
]
# How many addresses `PAGES` has in the server's tests (route_harness.rs): the first byte of a body says which, and which study.
ADDRESSES, STUDIES_SERVED = 21, 3
BODIES = [
    b"q0.0.value=5",
    b"q0.0.value=3&q0.1.value=0.5&q0.2.value=x&q0.2.value=y&comment=A+comment+%E2%9C%93",
    b"q0.0.value=0&q0.0.value=1&q0.1.best=0&q0.1.worst=2",
    b"consent=yes&screening.s=Yes",
]


def keep(target: str, name: str, content: bytes) -> None:
    folder = FUZZ / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


def study_folder(study: pathlib.Path) -> bytes:
    """The study file and the others it is checked with; long tables cut, so that mutations reach the rest."""
    parts = [(study / "study.toml").read_text()]
    for file in sorted(study.iterdir()):
        if file.suffix in {".md", ".csv"} and file.name != "README.md":
            parts.append(f"=== {file.name}\n" + "".join(file.read_text().splitlines(keepends=True)[:8]))
    return "\n".join(parts).encode()


def main(rejudge: str) -> None:
    for study in STUDIES:
        name = study.name
        keep("study_file", name, study_folder(study))
        for number, claim in enumerate(re.findall(r'holds_if = "(.*)"', (study / "study.toml").read_text())):
            # The systems and the criteria that the target knows.
            words = re.sub(r"\bon [\w-]+", "on fluency", claim)
            keep("claim", f"{name}-{number}", re.sub(r"^[\w.-]+ ", "vae ", words).encode())
        for file in study.glob("*.toml"):
            if file.name in {"audit.toml", "original.toml"}:
                keep("audit_file", f"{name}-{file.stem}", file.read_bytes())
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder)
            run = [rejudge, "rehearse", study, "--once", "--bootstrap", "100", "--out", out]
            subprocess.run(run, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            results = (out / "results.json").read_bytes()
            if len(results) < 200_000:  # Mutations of longer ones hardly reach anything in ten minutes.
                keep("results_file", name, results)
            lines = (out / "judgements.csv").read_bytes().splitlines(keepends=True)[:20]
            keep("table", f"{name}.csv", bytes([0]) + b"".join(lines))
            keep("table", f"{name}.tsv", bytes([1]) + b"".join(lines).replace(b",", b"\t"))
    for claim in ["vae better than human on errors", "vae = human within 0.2 on fluency", "vae >= gpt-3.5 + 0.5 on fluency"]:
        keep("claim", re.sub(r"\W+", "-", claim), claim.encode())
    for number, formula in enumerate(FORMULAS):
        keep("formula", str(number), formula.encode())
    for number, body in enumerate(BODIES):
        for first in range(ADDRESSES * STUDIES_SERVED):
            keep("request_body", f"{number}-{first}", bytes([first]) + body)
    for file in (FUZZ.parent / "crates/table/tests/data").iterdir():
        if file.suffix[1:] in FORMATS:
            keep("table", file.name, bytes([FORMATS.index(file.suffix[1:])]) + file.read_bytes())
    keep("table", "rows.jsonl", bytes([2]) + b'{"item": "1", "rating": 4}\n{"item": "2", "rating": null}\n')
    with tempfile.TemporaryDirectory() as folder:
        small = pathlib.Path(folder)
        (small / "study.toml").write_bytes((FUZZ / "plan_study.toml").read_bytes())
        (small / "items.csv").write_text("item,a,b\n1,x,y\n2,z,w\n3,u,v\n")
        plan = small / "plan.json"
        subprocess.run([rejudge, "plan", small, "--out", plan], check=True, stdout=subprocess.DEVNULL)
        keep("plan_file", "plan.json", plan.read_bytes())


if __name__ == "__main__":
    main(sys.argv[1])
