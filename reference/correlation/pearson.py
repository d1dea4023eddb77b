#!/usr/bin/env python3
"""Writes reference/correlation/pearson.csv: Pearson's r and its t-test with 50 digits.

Run from the repository root, after correlation.R. R itself loses digits of p where r is close to one.
"""
import csv

import mpmath as mp

mp.mp.dps = 50
columns = {}
with open("reference/correlation/pairs.csv") as file:
    for row in csv.DictReader(line for line in file if not line.startswith("#")):
        columns.setdefault(row["dataset"], []).append((mp.mpf(row["x"]), mp.mpf(row["y"])))
with open("reference/correlation/pearson.csv", "w") as out:
    out.write(f"# tool: mpmath {mp.__version__}; call: p = betainc((n - 2)/2, 1/2, 0, 1 - r^2, regularized)\n")
    out.write("dataset,method,option,field,value,rtol,atol\n")
    for name, rows in columns.items():
        n = len(rows)
        mean = [mp.fsum(row[i] for row in rows) / n for i in (0, 1)]
        dev = [[row[i] - mean[i] for row in rows] for i in (0, 1)]
        dot = lambda i, j: mp.fsum(a * b for a, b in zip(dev[i], dev[j]))
        r = dot(0, 1) / mp.sqrt(dot(0, 0) * dot(1, 1))
        p = mp.betainc(mp.mpf(n - 2) / 2, mp.mpf(1) / 2, 0, 1 - r * r, regularized=True)
        out.write(f"{name},pearson,t,value,{mp.nstr(r, 20)},1e-12,0\n{name},pearson,t,p,{mp.nstr(p, 20)},1e-10,0\n")
