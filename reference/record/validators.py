"""Bundles of the worked studies, judged by the public validators.

Makes a bundle of a simulated run of every worked study and asks bagit, roc-validator (RO-Crate 1.2), mlcroissant (which also loads
the records) and cffconvert about it. Writes validators.csv. The program is built by cargo, or is the one that REJUDGE names.
"""

import csv
import importlib.metadata
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import bagit
import mlcroissant

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = [os.environ["REJUDGE"]] if "REJUDGE" in os.environ else ["cargo", "run", "-q", "--"]
TOOLS = pathlib.Path(sys.executable).parent
STUDIES = ["best-worst", "fluency", "meaning-pairs", "simplicity-ranking", "toxicity-pairs"]


def rejudge(*arguments):
    subprocess.run([*PROGRAM, *map(str, arguments)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def tool(*arguments, inside):
    ran = subprocess.run([str(TOOLS / arguments[0]), *map(str, arguments[1:])], cwd=inside, capture_output=True, text=True)
    if ran.returncode != 0:
        print(ran.stdout, ran.stderr, file=sys.stderr)
    return "valid" if ran.returncode == 0 else "not valid"


def croissant(file, rows):
    dataset = mlcroissant.Dataset(str(file))
    issues = dataset.metadata.ctx.issues
    counted = sum(1 for _ in dataset.records("judgements"))
    if issues.errors or counted != rows:
        print(issues.errors, counted, rows, file=sys.stderr)
        return "not valid"
    return "valid"


def verdicts(study, home):
    simulated = home / "simulated"
    rejudge("rehearse", f"studies/{study}", "--once", "--bootstrap", 50, "--out", simulated)
    bundle = home / "bundle.zip"
    data = simulated / "judgements.csv"
    rejudge("bundle", f"studies/{study}", "--data", data, "--date", "2026-11-16", "--replicates", 50, "--out", bundle)
    zipfile.ZipFile(bundle).extractall(home)
    bag = home / study
    crate = bag / "data"
    with open(crate / "judgements.csv", newline="") as table:
        rows = sum(1 for _ in csv.DictReader(table))
    bagit.Bag(str(bag)).validate()
    yield "bagit", "valid"
    yield "roc-validator", tool("rocrate-validator", "-y", "validate", ".", "--profile-identifier", "ro-crate-1.2", "--no-paging", inside=crate)
    yield "mlcroissant", croissant(crate / "croissant.json", rows)
    yield "cffconvert", tool("cffconvert", "--validate", inside=crate)


with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="") as out:
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["study", "validator", "version", "verdict"])
    for study in STUDIES:
        with tempfile.TemporaryDirectory() as home:
            for validator, verdict in verdicts(study, pathlib.Path(home)):
                table.writerow([study, validator, importlib.metadata.version(validator), verdict])
