#!/usr/bin/env python3
"""Writes the ratings that the measurements use. Deterministic (NumPy PCG64, fixed seeds).

For agreement: ordinal 1 to 5, columns rater, item, rating; item effects N(0, 1), rater effects N(0, 0.4), error
N(0, 0.8), cut at -1.5, -0.5, 0.5, 1.5. For models: columns rater, item, system, y, likert, steep and shared; six systems, rater
effects N(0, 0.5), item effects N(0, 0.7), error N(0, 1), all drawn at random; likert is y cut at 1.5 to 4.5, and
steep is y with a slope on x that varies from rater to rater, N(0.3, 0.4), where x = (7919 row mod 1000)/500 - 1; shared is
y with single outputs that differ, N(0, 0.6), and raters' tastes for systems, N(0, 0.25).
"""
import os
import sys

import numpy as np


def ratings(rng, rater, item, raters, items):
    z = rng.normal(0, 1.0, items)[item] + rng.normal(0, 0.4, raters)[rater] + rng.normal(0, 0.8, len(rater))
    return 1 + np.searchsorted(np.array([-1.5, -0.5, 0.5, 1.5]), z)


def write(folder, name, rater, item, value):
    path = os.path.join(folder, name + ".csv")
    np.savetxt(path, np.column_stack([rater + 1, item + 1, value]), fmt="%d", delimiter=",",
               header="rater,item,rating", comments="")
    print(f"{path}: {len(value)} ratings")


def dense(folder, name, seed, raters, items, missing):
    rng = np.random.default_rng(seed)
    rater, item = (grid.ravel() for grid in np.meshgrid(np.arange(raters), np.arange(items), indexing="ij"))
    keep = rng.random(len(rater)) >= missing
    rater, item = rater[keep], item[keep]
    write(folder, name, rater, item, ratings(rng, rater, item, raters, items))


def sparse(folder, name, seed, raters, items, per_item):
    rng = np.random.default_rng(seed)
    item = np.repeat(np.arange(items), per_item)
    rater = np.empty(items * per_item, dtype=np.int64)
    for start in range(0, items, 2000):
        stop = min(items, start + 2000)
        order = np.argpartition(rng.random((stop - start, raters)), per_item, axis=1)[:, :per_item]
        rater[start * per_item:stop * per_item] = order.ravel()
    write(folder, name, rater, item, ratings(rng, rater, item, raters, items))


def crossed(folder, name, seed, n, raters, items):
    rng = np.random.default_rng(seed)
    rater, item, system = rng.integers(0, raters, n), rng.integers(0, items, n), rng.integers(0, 6, n)
    effect = np.array([0, 0.10, 0.25, -0.20, 0.40, 0.05])
    y = 3.0 + effect[system] + rng.normal(0, 0.5, raters)[rater] + rng.normal(0, 0.7, items)[item] + rng.normal(0, 1.0, n)
    likert = 1 + np.searchsorted(np.array([1.5, 2.5, 3.5, 4.5]), y)
    x = np.arange(n) * 7919 % 1000 / 500 - 1
    steep = y + rng.normal(0.3, 0.4, raters)[rater] * x
    shared = y + rng.normal(0, 0.6, items * 6)[item * 6 + system] + rng.normal(0, 0.25, raters * 6)[rater * 6 + system]
    path = os.path.join(folder, name + ".csv")
    with open(path, "w") as file:
        file.write("rater,item,system,y,likert,steep,shared\n")
        columns = (rater + 1, item + 1, system + 1, y, likert, steep, shared)
        file.writelines("r%d,i%d,s%d,%.6f,%d,%.6f,%.6f\n" % row for row in zip(*(column.tolist() for column in columns)))
    print(f"{path}: {n} ratings")


if __name__ == "__main__":
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    dense(folder, "10x300", 20260101, 10, 300, 0.0)
    dense(folder, "40x400", 20260102, 40, 400, 0.2)
    sparse(folder, "million", 20260103, 1000, 100_000, 10)
    crossed(folder, "lmm_1800", 20260201, 1_800, 10, 300)
    crossed(folder, "lmm_1e5", 20260202, 100_000, 200, 2_000)
    crossed(folder, "lmm_1e6", 20260203, 1_000_000, 2_000, 20_000)
