#!/usr/bin/env python3
"""Writes reference/agreement/ratings.csv, the ratings that all tables of this folder are about.

Run from the repository root. Deterministic: NumPy PCG64, fixed seeds, values rounded when written.
"""
import numpy as np


def scale(seed, raters, items, points, missing, spread=0.9):
    rng = np.random.default_rng(seed)
    truth = rng.normal(0, 1, items)
    bias = rng.normal(0, 0.4, raters)
    cuts = np.linspace(-1.6, 1.6, points - 1)
    for rater in range(raters):
        for item in range(items):
            z = truth[item] + bias[rater] + rng.normal(0, spread)
            if rng.random() >= missing:
                yield rater, item, 1 + int(np.searchsorted(cuts, z))


def skewed(seed, raters, items, share):
    rng = np.random.default_rng(seed)
    for rater in range(raters):
        for item in range(items):
            yield rater, item, int(rng.random() < share)


def measured(seed, raters, items, missing):
    rng = np.random.default_rng(seed)
    truth = rng.gamma(3, 2, items)
    for rater in range(raters):
        for item in range(items):
            if rng.random() >= missing:
                yield rater, item, round(float(truth[item] * np.exp(rng.normal(0, 0.3))), 3)


DATASETS = {
    "two": scale(1, 2, 40, 5, 0.0),
    "two_of_seven": scale(2, 2, 60, 7, 0.0, 0.5),
    "five_missing": scale(3, 5, 30, 5, 0.3),
    "four_complete": scale(4, 4, 25, 4, 0.0),
    "three_names": scale(5, 3, 50, 3, 0.15, 1.5),
    "skewed": skewed(6, 6, 40, 0.92),
    "measured": measured(7, 4, 20, 0.0),
    "measured_missing": measured(8, 6, 25, 0.4),
    "slider": ((r, i, (37 * i + 11 * r * (i % 5)) % 101) for r in range(5) for i in range(40) if (r + i) % 7),
}

with open("reference/agreement/ratings.csv", "w") as out:
    out.write(f"# tool: numpy {np.__version__}; call: python reference/agreement/ratings.py\n")
    out.write("dataset,rater,item,value\n")
    for name, rows in DATASETS.items():
        for rater, item, value in rows:
            out.write(f"{name},{rater},{item},{value}\n")
