#!/usr/bin/env python3
"""Mixed models here, in glmm, lme4/lmerTest and ordinal, side by side; growth; the tables of bench/README.md.

usage: models.py quick|full|growth REPEATS

`quick` leaves out what takes lme4 and glmm minutes at 10^6 ratings, `growth` is our own law of growth alone.
Processor time of one thread unless a column says otherwise; from columns in memory to estimates with standard
errors and Satterthwaite's degrees of freedom."""
import json
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
versions = set()


def run(command, threads=1):
    environment = dict(os.environ, RAYON_NUM_THREADS=str(threads), OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        print(" ".join(map(str, command)), "failed:", done.stderr[-500:], file=sys.stderr)
        return None
    result = json.loads(done.stdout.strip().splitlines()[-1])
    versions.update(filter(None, [result.get("version")]))
    print(" ".join(map(str, command)), {k: v for k, v in result.items() if k not in ("wall", "cpu")}, file=sys.stderr)
    return result


def spent(result):
    """Processor seconds of one repeat: the clock ticks coarsely, but what it misses once it counts the next time."""
    return sum(result["cpu"]) / len(result["cpu"])


def text(seconds):
    if seconds is None:
        return "–"
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def ratio(theirs, ours):
    return "–" if theirs is None else f"{theirs / ours:.1f}"


def linear(repeats, full):
    lines = [row("model, ratings (raters × items)", "here", "here, wall on two threads", "glmm", "lmerTest", "lmer", "times glmm", "times lmerTest", "times lmer", "memory here / glmm"),
             "|---|---|---|---|---|---|---|---|---|---|"]
    cases = [("intercepts", "lmm_1800", "1,800 (10 × 300)", 40), ("slope", "lmm_1800", "1,800, random slope", 40),
             ("intercepts", "lmm_1e5", "100,000 (200 × 2,000)", 1), ("slope", "lmm_1e5", "100,000, random slope", 1),
             ("intercepts", "lmm_1e6", "1,000,000 (2,000 × 20,000)", 1)]
    for case, file, name, times in cases:
        path = os.path.join(DATA, file + ".csv")
        large = file == "lmm_1e6"
        often = 1 if large else repeats * times
        ours = run([f"{OURS}/bench_lmm", path, case, max(often, 3)])
        both = run([f"{OURS}/bench_lmm", path, case, max(often, 3)], threads=2)
        glmm = run([RIVAL, path, often, case]) if full or not large else None
        test = run(["Rscript", f"{HERE}/lmm.R", path, 3 if file == "lmm_1800" else 1, "lmerTest", case]) if not large else None
        plain = run(["Rscript", f"{HERE}/lmm.R", path, 1, "lmer", case]) if full or not large else None
        if plain and abs(plain["criterion"] - ours["criterion"]) > 1e-8 * abs(ours["criterion"]):
            raise SystemExit(f"{name}: criterion {ours['criterion']} here, {plain['criterion']} in lme4")
        seconds = [spent(it) if it else None for it in (ours, glmm, test, plain)]
        memory = f"{ours['peak_rss_mb']:.0f} / {glmm['peak_rss_mb']:.0f} MB" if glmm else f"{ours['peak_rss_mb']:.0f} MB"
        lines.append(row(name, text(seconds[0]), text(statistics.median(both["wall"])), *map(text, seconds[1:]),
                         *(ratio(it, seconds[0]) for it in seconds[1:]), memory))
    path = os.path.join(DATA, "lmm_1800.csv")
    ours = run([f"{OURS}/bench_lmm", path, "bootstrap", 3])
    boot = run(["Rscript", f"{HERE}/lmm.R", path, 1, "bootMer", "intercepts"])
    theirs = 5 * spent(boot) if boot else None
    lines.append(row("1,000 bootstrap replicates of the smallest", text(spent(ours)), "–", "–", "–", f"{text(theirs)} (bootMer, 200 replicates × 5)", "–", "–", ratio(theirs, spent(ours)), "–"))
    return lines


def ordinal(repeats):
    lines = [row("ratings (raters × items)", "here", "ordinal::clmm", "times"), "|---|---|---|---|"]
    small, large = (os.path.join(DATA, f"lmm_{size}.csv") for size in ("1800", "1e5"))
    ours = run([f"{OURS}/bench_clmm", small, repeats])
    theirs = run(["Rscript", f"{HERE}/clmm.R", small, 1])
    if theirs and abs(theirs["log_likelihood"] - ours["log_likelihood"]) > 1e-4:
        raise SystemExit(f"log-likelihood {ours['log_likelihood']} here, {theirs['log_likelihood']} in ordinal")
    seconds = spent(theirs) if theirs else None
    lines.append(row("1,800 (10 × 300)", text(spent(ours)), text(seconds), ratio(seconds, spent(ours))))
    ours = run([f"{OURS}/bench_clmm", large, 1])
    lines.append(row("100,000 (200 × 2,000)", text(spent(ours)), "1,234 s, measured once on another day", ratio(1234.0, spent(ours))))
    return lines


def growth():
    import math
    def of(ratings, raters, items):
        result = run([f"{OURS}/bench_lmm", f"{ratings},{raters},{items}", "intercepts", 1])
        return result and (spent(result) or statistics.median(result["wall"]), result["peak_rss_mb"])
    def table(head, cases):
        lines, last = [row(*head, "seconds", "exponent from the row above", "MB"), "|" + "---|" * (len(head) + 3)], None
        for size, case in cases:
            found = of(*case)
            if found:
                step = "–" if last is None else f"{math.log(found[0] / last[1]) / math.log(size / last[0]):.2f}"
                lines.append(row(*(f"{part:,}" for part in case), f"{found[0]:.3g}", step, f"{found[1]:.0f}"))
                last = (size, found[0])
        return lines
    head = ["ratings", "raters", "items"]
    return ["With ratings, raters held:", ""] + table(head, [(n, (n, 2000, n // 50)) for n in (10**4, 10**5, 10**6, 10**7)]) \
        + ["", "With raters:", ""] + table(head, [(r, (10**6, r, 20_000)) for r in (250, 500, 1000, 2000, 4000)]) \
        + ["", "With items:", ""] + table(head, [(i, (10**6, 1000, i)) for i in (5_000, 20_000, 80_000)])


def write(name, lines):
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}"
    body = "\n".join(lines) + f"\n\n{'; '.join(sorted(versions)) + '; ' if versions else ''}{machine}; load {os.getloadavg()[0]:.1f} at the end.\n"
    print(body)
    readme = os.path.join(HERE, "README.md")
    with open(readme) as file:
        before = file.read()
    begin, end = f"<!-- {name}: written by bench/run -->", f"<!-- {name}: end -->"
    after = re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: f"{begin}\n{body}{end}", before, flags=re.S)
    with open(readme, "w") as file:
        file.write(after)


if __name__ == "__main__":
    what, repeats = sys.argv[1], int(sys.argv[2])
    if what in ("quick", "full"):
        write("lmm", linear(repeats, what == "full"))
        versions.clear()
        write("clmm", ordinal(repeats))
        versions.clear()
    if what in ("full", "growth"):
        write("growth", growth())
