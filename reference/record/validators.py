"""Bundles of the worked studies, judged by the public validators.

Makes a bundle of a simulated run of every worked study and asks bagit, roc-validator (RO-Crate 1.2), mlcroissant (which also loads
the records) and cffconvert about it. Writes validators.csv. The program is built by cargo, or is the one that REJUDGE names.
roc-validator fetches the JSON-LD context of RO-Crate; it gets the one that the package rocrate carries (of 1.3, which has every
term of 1.2), so that the verdict does not depend on a network.
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


# Read by every Python that finds it on its path: what is asked of w3id.org is answered from the package rocrate.
SHIM = """
import email.message, importlib.resources, io, urllib.request, urllib.response
import requests

CONTEXT = (importlib.resources.files("rocrate") / "data/ro-crate.jsonld").read_bytes()
urlopen, request = urllib.request.urlopen, requests.Session.request

def opened(url, *rest, **named):
    address = url if isinstance(url, str) else url.full_url
    if "w3id.org/ro/crate" not in address:
        return urlopen(url, *rest, **named)
    head = email.message.Message()
    head["Content-Type"] = "application/ld+json"
    return urllib.response.addinfourl(io.BytesIO(CONTEXT), head, address, 200)

def requested(self, method, url, *rest, **named):
    if "w3id.org/ro/crate" not in url:
        return request(self, method, url, *rest, **named)
    answer = requests.Response()
    answer.status_code, answer.url, answer._content = 200, url, CONTEXT
    answer.headers["Content-Type"] = "application/ld+json"
    return answer

urllib.request.urlopen, requests.Session.request = opened, requested
"""


def rejudge(*arguments):
    subprocess.run([*PROGRAM, *map(str, arguments)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def tool(*arguments, inside):
    with tempfile.TemporaryDirectory() as shim:
        (pathlib.Path(shim) / "sitecustomize.py").write_text(SHIM)
        command = [str(TOOLS / arguments[0]), *map(str, arguments[1:])]
        ran = subprocess.run(command, cwd=inside, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": shim})
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
