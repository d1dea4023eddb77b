#!/usr/bin/env python3
"""Mixed models here, in glmm, lme4, lmerTest and ordinal, side by side; growth; the tables of bench/README.md.

usage: models.py REPEATS [deciding] [afresh]

Runs what has not been measured yet, what takes least first, and writes the tables after each measurement; what was
measured stands in bench/data/measured.json, so that a run that was cut off goes on where it stopped (`afresh` forgets
it). `deciding` measures the deciding analysis alone and leaves the other tables as they are; MOST_SECONDS leaves out what takes
longer. Processor time of one thread, median of the repeats, from columns in memory to estimates with standard errors
and, but for lme4 alone, Satterthwaite's degrees of freedom."""
import datetime
import json
import math
import os
import platform
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
DATA = os.path.join(HERE, "data")
OURS = os.environ.get("OURS", os.path.join(ROOT, "target/release/examples"))
RIVAL = os.environ.get("RIVAL", os.path.join(HERE, "target/release/rival"))
# The reference BLAS that Debian ships, as what LD_PRELOAD takes; R uses what is installed otherwise.
REFERENCE_BLAS = os.environ.get("REFERENCE_BLAS", "")
MEASURED = os.path.join(DATA, "measured.json")

SMALL, MIDDLE, LARGE = (os.path.join(DATA, f"lmm_{size}.csv") for size in ("1800", "1e5", "1e6"))
LINEAR = [("1,800 (10 × 300)", SMALL, "intercepts"), ("1,800, random slope", SMALL, "slope"),
          ("100,000 (200 × 2,000)", MIDDLE, "intercepts"), ("100,000, random slope", MIDDLE, "slope"),
          ("1,000,000 (2,000 × 20,000)", LARGE, "intercepts")]
# The deciding analysis; a million ratings are simulated by our own program, with as many raters as it can take.
DECIDING = [("1,800 (10 × 300)", SMALL), ("100,000 (200 × 2,000)", MIDDLE), ("1,000,000 (200 × 20,000)", "1000000,200,20000"),
            ("1,000,000 (500 × 20,000)", "1000000,500,20000"), ("1,000,000 (1,000 × 20,000)", "1000000,1000,20000")]
RATINGS = [(n, 2000, n // 50) for n in (10**4, 10**5, 10**6, 10**7)]
DENSE = [(n, 2000, 200) for n in (10**4, 10**5, 10**6, 10**7)]
RATERS = [(10**6, r, 20_000) for r in (250, 500, 1000, 2000, 4000)]
ITEMS = [(10**6, 1000, i) for i in (5_000, 20_000, 80_000)]


def jobs(repeats):
    """What to measure: name, command, environment, and roughly how many seconds it takes."""
    found = []
    def job(cost, name, *command, **environment):
        found.append((cost, name, [str(part) for part in command], environment))
    r = ("Rscript", f"{HERE}/lmm.R")
    for index, (_, path, case) in enumerate(LINEAR):
        here, glmm, plain, test = [(4, 4, 5, 9), (4, 4, 5, 9), (5, 5, 12, 30), (8, 40, 40, 90), (20, 30, 75, 500)][index]
        often = 3 if path == LARGE else repeats
        job(here, f"here {index}", f"{OURS}/bench_lmm", path, case, often)
        job(glmm, f"glmm {index}", RIVAL, path, 1 if path == LARGE or (path, case) == (MIDDLE, "slope") else often, case)
        job(plain, f"lmer {index}", *r, path, 3 if path == SMALL else 1, "lmer", case)
        job(test, f"lmerTest {index}", *r, path, 3 if path == SMALL else 1, "lmerTest", case)
        if REFERENCE_BLAS:
            job(2.5 * plain, f"reference {index}", *r, path, 3 if path == SMALL else 1, "lmer", case, LD_PRELOAD=REFERENCE_BLAS)
    for index, (_, path) in enumerate(DECIDING):
        job((4, 15, 20, 60, 300)[index], f"here decide {index}", f"{OURS}/bench_lmm", path, "decide", repeats if index < 2 else 1)
        if index < 2:
            job((15, 900)[index], f"lmerTest decide {index}", *r, path, 3 if path == SMALL else 1, "lmerTest", "decide")
    job(5, "here boot", f"{OURS}/bench_lmm", SMALL, "bootstrap", 3)
    job(10, "lmer boot", *r, SMALL, 1, "bootMer", "intercepts")
    job(3, "here clmm 1800", f"{OURS}/bench_clmm", SMALL, repeats)
    job(14, "clmm 1800", "Rscript", f"{HERE}/clmm.R", SMALL, 1)
    job(10, "here clmm 1e5", f"{OURS}/bench_clmm", MIDDLE, 1)
    job(1300, "clmm 1e5", "Rscript", f"{HERE}/clmm.R", MIDDLE, 1)
    for case in dict.fromkeys(RATINGS + DENSE + RATERS + ITEMS):
        job(case[0] / 4e5 + 2, f"growth {case}", f"{OURS}/bench_lmm", ",".join(map(str, case)), "intercepts", 1 if case[0] > 10**6 else 3)
    return sorted(found, key=lambda job: job[0])


def run(command, environment):
    whole = dict(os.environ, RAYON_NUM_THREADS="1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", **environment)
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=whole)
    except OSError as error:
        print(" ".join(command), "cannot be run:", error, file=sys.stderr)
        return None
    if done.returncode != 0:
        print(" ".join(command), "failed:", done.stderr[-500:], file=sys.stderr)
        return None
    result = json.loads(done.stdout.strip().splitlines()[-1])
    result["at"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M")
    result["load"] = os.getloadavg()[0]
    print(" ".join(command), {k: v for k, v in result.items() if k not in ("wall", "cpu")}, flush=True)
    return result


def text(seconds):
    if seconds is None:
        return "–"
    if seconds >= 1000:
        return f"{seconds:,.0f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def head(*cells):
    return [row(*cells), "|" + "---|" * len(cells)]


class Table:
    """Measurements by name; remembers which it was asked for."""

    def __init__(self, measured):
        self.measured, self.used = measured, []

    def get(self, name):
        found = self.measured.get(name)
        if found:
            self.used.append(found)
        return found

    def seconds(self, name):
        found = self.get(name)
        return found and statistics.median(found["cpu"])

    def megabytes(self, name):
        found = self.get(name)
        return f"{found['peak_rss_mb']:.0f}" if found and "peak_rss_mb" in found else "–"

    def foot(self):
        versions = sorted({it["version"] for it in self.used if it.get("version")})
        times, loads = [it["at"] for it in self.used], [it["load"] for it in self.used]
        if not times:
            return []
        machine = f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}"
        return ["", f"{'; '.join(versions + [machine])}; measured from {min(times)} to {max(times)} UTC, load {min(loads):.0f} to {max(loads):.0f}."]


def ratio(theirs, ours):
    return "–" if theirs is None or not ours else f"{theirs / ours:.1f}"


def same(table, names, field, tolerance):
    """Refuses to compare times of different answers."""
    values = [it[field] for it in map(table.get, names) if it and field in it]
    if values and max(values) - min(values) > tolerance * abs(values[0]):
        raise SystemExit(f"{names}: {field} differs: {values}")


def linear(table):
    lines = head("model, ratings (raters × items)", "here", "glmm", "lmerTest", "lmer", "lmer, reference BLAS",
                 "times glmm", "times lmerTest", "times lmer", "times lmer, reference BLAS", "MB here / glmm / lmer")
    for index, (name, _, _) in enumerate(LINEAR):
        others = [f"{who} {index}" for who in ("glmm", "lmerTest", "lmer", "reference")]
        same(table, [f"here {index}", *others[1:]], "criterion", 1e-8)
        ours, theirs = table.seconds(f"here {index}"), [table.seconds(other) for other in others]
        memory = " / ".join(table.megabytes(f"{who} {index}") for who in ("here", "glmm", "lmer"))
        lines.append(row(name, text(ours), *map(text, theirs), *(ratio(it, ours) for it in theirs), memory))
    ours, boot = table.seconds("here boot"), table.seconds("lmer boot")
    boot = boot and 5 * boot
    lines.append(row("1,000 bootstrap replicates of the smallest", text(ours), "–", "–", f"{text(boot)} (bootMer: 200, times 5)",
                     "–", "–", "–", ratio(boot, ours), "–", f"{table.megabytes('here boot')} / – / –"))
    return lines + table.foot()


def deciding(table):
    lines = head("ratings (raters × items)", "here", "lmerTest", "times lmerTest", "MB here / lmerTest")
    for index, (name, _) in enumerate(DECIDING):
        names = [f"{who} decide {index}" for who in ("here", "lmerTest")]
        same(table, names, "difference", 1e-3)
        same(table, names, "se", 1e-3)
        ours, theirs = map(table.seconds, names)
        if ours is not None:
            lines.append(row(name, text(ours), text(theirs), ratio(theirs, ours), " / ".join(map(table.megabytes, names))))
    return lines + table.foot()


def ordinal(table):
    lines = head("ratings (raters × items)", "here", "ordinal::clmm", "times", "MB here / clmm")
    for size, name in (("1800", "1,800 (10 × 300)"), ("1e5", "100,000 (200 × 2,000)")):
        same(table, [f"here clmm {size}", f"clmm {size}"], "log_likelihood", 1e-7)
        ours, theirs = table.seconds(f"here clmm {size}"), table.seconds(f"clmm {size}")
        memory = " / ".join(table.megabytes(f"{who}clmm {size}") for who in ("here ", ""))
        lines.append(row(name, text(ours), text(theirs), ratio(theirs, ours), memory))
    return lines + table.foot()


def growth(table):
    def grown(title, cases, by):
        lines, last = ["", title, "", *head("ratings", "raters", "items", "seconds", "exponent", "evaluations", "MB")], None
        for case in cases:
            found = table.get(f"growth {case}")
            if not found:
                continue
            seconds = statistics.median(found["cpu"])
            step = "–" if last is None else f"{math.log(seconds / last[1]) / math.log(case[by] / last[0]):.2f}"
            lines.append(row(*(f"{part:,}" for part in case), f"{seconds:.3g}", step, str(found["evaluations"]), f"{found['peak_rss_mb']:.0f}"))
            last = (case[by], seconds)
        return lines
    lines = grown("With ratings and items, 2,000 raters, 50 ratings of each item:", RATINGS, 0)
    lines += grown("With ratings alone, 2,000 raters and 200 items:", DENSE, 0)
    lines += grown("With raters:", RATERS, 1) + grown("With items:", ITEMS, 2)
    return lines[1:] + table.foot()


def write(name, lines):
    """Puts lines between the markers of a table in bench/README.md."""
    readme = os.path.join(HERE, "README.md")
    with open(readme) as file:
        before = file.read()
    begin, end = f"<!-- {name}: written by bench/run -->", f"<!-- {name}: end -->"
    body = "\n".join(lines)
    after = re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: f"{begin}\n{body}\n{end}", before, flags=re.S)
    with open(readme, "w") as file:
        file.write(after)


def write_all(measured, only):
    for name, lines in (("lmm", linear), ("deciding", deciding), ("clmm", ordinal), ("growth", growth)):
        if only in ("", name):
            write(name, lines(Table(measured)))


if __name__ == "__main__":
    measured = {}
    if os.path.exists(MEASURED) and "afresh" not in sys.argv:
        with open(MEASURED) as file:
            measured = json.load(file)
    only = "deciding" if "deciding" in sys.argv else ""
    most = float(os.environ.get("MOST_SECONDS", "inf"))
    for cost, name, command, environment in jobs(int(sys.argv[1])):
        if name in measured or cost > most or (only and " decide " not in name):
            continue
        result = run(command, environment)
        if result:
            measured[name] = result
            with open(MEASURED, "w") as file:
                json.dump(measured, file, indent=1)
            write_all(measured, only)
    write_all(measured, only)
