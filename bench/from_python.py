#!/usr/bin/env python3
"""The Python package beside others, from a DataFrame to the number, conversion included; started by `bench/run python`.

Each case is one row: the same pandas frame is given to `rejudge` and to the other, turn by turn, in one process. What the
other needs (a matrix of raters by items, lists of pairs) is made within its time, as it is within ours.
"""
import importlib.metadata
import os
import platform
import re
import statistics
import sys
import time

import choix
import evalica
import krippendorff
import numpy as np
import pandas as pd
import rejudge
import statsmodels.formula.api


def ratings(seed, raters, items, missing):
    rng = np.random.default_rng(seed)
    rater, item = (grid.ravel() for grid in np.meshgrid(np.arange(raters), np.arange(items), indexing="ij"))
    keep = rng.random(len(rater)) >= missing
    rater, item = rater[keep], item[keep]
    z = rng.normal(0, 1.0, items)[item] + rng.normal(0, 0.4, raters)[rater] + rng.normal(0, 0.8, len(rater))
    score = 1 + np.searchsorted([-1.5, -0.5, 0.5, 1.5], z)
    system = np.array(["ours", "theirs", "human"])[item % 3]
    return pd.DataFrame({"rater": rater, "item": item, "system": system, "score": score})


def votes(seed, systems, count):
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 1, systems)
    a = rng.integers(0, systems, count)
    b = (a + 1 + rng.integers(0, systems - 1, count)) % systems
    first = rng.random(count) < 1 / (1 + np.exp(strength[b] - strength[a]))
    name = np.array([f"s{number}" for number in range(systems)])
    return pd.DataFrame({"a": name[a], "b": name[b], "choice": np.where(first, "a", "b")})


def alpha_here(frame):
    return rejudge.alpha(frame, rater="rater", item="item", value="score", level="ordinal").value


def alpha_krippendorff(frame):
    matrix = frame.pivot(index="rater", columns="item", values="score").to_numpy()
    return krippendorff.alpha(matrix, level_of_measurement="ordinal")


def strengths_here(frame):
    answered = rejudge.bt(frame, a="a", b="b", choice="choice")
    by_system = {estimate.of[0]: estimate.value for estimate in answered.estimates if estimate.name == "strength"}
    return spread(by_system)


def strengths_evalica(frame):
    winners = [evalica.Winner.X if choice == "a" else evalica.Winner.Y for choice in frame["choice"]]
    scores = evalica.bradley_terry(frame["a"].tolist(), frame["b"].tolist(), winners).scores
    return spread(np.log(scores).to_dict())


def strengths_choix(frame):
    names = sorted(set(frame["a"]) | set(frame["b"]))
    number = {name: place for place, name in enumerate(names)}
    first = (frame["choice"] == "a").to_numpy()
    a, b = (frame[side].map(number).to_numpy() for side in "ab")
    pairs = list(zip(np.where(first, a, b), np.where(first, b, a)))
    return spread(dict(zip(names, choix.ilsr_pairwise(len(names), pairs))))


def spread(strengths):
    """How far the strongest is from the weakest, which does not depend on where zero is put."""
    return max(strengths.values()) - min(strengths.values())


def model_here(frame):
    answered = rejudge.lmm(frame, formula="score ~ system + (1|item)")
    return next(estimate.value for estimate in answered.estimates if estimate.name == "sd" and "Residual" in estimate.of)


def model_statsmodels(frame):
    fitted = statsmodels.formula.api.mixedlm("score ~ system", frame, groups="item").fit(reml=True)
    return float(np.sqrt(fitted.scale))


CASES = [
    ("alpha, 10 × 300", ratings(1, 10, 300, 0.0), alpha_here, [("krippendorff", alpha_krippendorff)], 1e-9),
    ("alpha, 40 × 400, 20 % missing", ratings(2, 40, 400, 0.2), alpha_here, [("krippendorff", alpha_krippendorff)], 1e-9),
    ("alpha, 100 × 5,000, 80 % missing", ratings(3, 100, 5000, 0.8), alpha_here, [("krippendorff", alpha_krippendorff)], 1e-9),
    ("strengths, 20 systems, 2,000 votes", votes(4, 20, 2000), strengths_here,
     [("evalica", strengths_evalica), ("choix", strengths_choix)], 1e-2),
    ("strengths, 100 systems, 100,000 votes", votes(5, 100, 100_000), strengths_here,
     [("evalica", strengths_evalica), ("choix", strengths_choix)], 1e-2),
    ("mixed model, 10 × 300", ratings(6, 10, 300, 0.0), model_here, [("statsmodels", model_statsmodels)], 1e-3),
    ("mixed model, 40 × 400", ratings(7, 40, 400, 0.2), model_here, [("statsmodels", model_statsmodels)], 1e-3),
]


def spent(work, frame):
    started = time.process_time()
    value = work(frame)
    return time.process_time() - started, value


def shown(seconds):
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def main():
    repeats = max(3, int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    lines = ["| from a pandas frame | here | other | | times |", "|---|---|---|---|---|"]
    for name, frame, here, others, tolerance in CASES:
        for other, work in others:
            runs = [(spent(here, frame), spent(work, frame)) for _ in range(repeats + 1)][1:]
            ours, theirs = (statistics.median(run[side][0] for run in runs) for side in (0, 1))
            values = runs[0][0][1], runs[0][1][1]
            if abs(values[0] - values[1]) > tolerance * max(1.0, abs(values[1])):
                sys.exit(f"{name}: {values[0]} here and {values[1]} by {other} are not the same number")
            ratio = f"{theirs / ours:.1f}" if ours > 0 else "–"
            lines.append(f"| {name} | {shown(ours)} | {shown(theirs)} | {other} | {ratio} |")
            print(lines[-1], file=sys.stderr)
    packages = ("krippendorff", "evalica", "choix", "statsmodels", "pandas", "numpy")
    versions = ", ".join(f"{package} {importlib.metadata.version(package)}" for package in packages)
    note = f"Processor time, conversion included, median of {repeats}; {versions}; {platform.machine()}, {os.cpu_count()} cores."
    table = "\n".join(lines) + f"\n\n{note}\n"
    print(table)
    readme = os.path.join(os.path.dirname(os.path.abspath(__file__)), "README.md")
    with open(readme, encoding="utf-8") as file:
        text = file.read()
    mark = re.compile(r"(<!-- python: written by bench/run -->\n).*?(<!-- python: end -->)", re.DOTALL)
    with open(readme, "w", encoding="utf-8") as file:
        file.write(mark.sub(lambda found: found[1] + table + found[2], text))


if __name__ == "__main__":
    main()
