"""A thousand rehearsals of a study of seed size: 300 items, three systems, two raters of everything.

    python3 bench/mill.py [target/release/rejudge]

Makes the study of `studies/fluency` with 300 items in a temporary folder, once with its t-tests and once with the crossed
mixed model, rehearses each with `--runs 1000`, and prints a table. The time is that of the whole command: every claim when
true and when false, the smaller sizes, agreement, cost and the report.
"""

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ITEMS = 300


def study(folder, test):
    """The worked study with more items and one test."""
    shutil.copytree(pathlib.Path(__file__).parent.parent / "studies" / "fluency", folder)
    text = (folder / "study.toml").read_text()
    text = text.replace('test = "student-t"', f'test = "{test}"')
    text = text.replace("questions = 6 ", "questions = 90")
    (folder / "study.toml").write_text(text)
    rows = ["item,term,domain,category,svm,gedi,dexperts"]
    for item in range(ITEMS):
        domain, category = ("news", "journal")[item % 2], ("medical", "science")[item // 2 % 2]
        rows.append(f"item-{item:03},Term {item},{domain},{category},First {item}.,Second {item}.,Third {item}.")
    (folder / "items.csv").write_text("\n".join(rows) + "\n")
    return folder


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "target/release/rejudge")
    print("| planned analysis | seconds | processor seconds |\n|---|---|---|")
    for test in ("student-t", "mixed-model"):
        with tempfile.TemporaryDirectory() as place:
            folder = study(pathlib.Path(place) / "study", test)
            used, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            command = [program, "rehearse", folder, "--runs", "1000", "--out", f"{place}/out"]
            subprocess.run(command, check=True, capture_output=True)
            took, now = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
            processor = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
            print(f"| {test} | {took:.1f} | {processor:.1f} |", flush=True)


if __name__ == "__main__":
    main()
