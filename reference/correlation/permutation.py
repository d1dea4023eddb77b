#!/usr/bin/env python3
"""Writes reference/correlation/permutation.csv: exact p-values with ties, over all n! orders.

Run from the repository root, after correlation.R.
"""
import itertools
import math

import numpy as np
import pandas as pd
import scipy
from scipy.stats import kendalltau, rankdata

CASES = {
    "five_tied": ([9.1667, 17.0833, -19.5833, -9.5833, 2.9167], [1, 1, 3, 4, 5]),
    "seven_tied": ([1, 2, 2, 3, 4, 4, 5], [2, 1, 3, 3, 6, 5, 6]),
    "eight_tied": ([1, 1, 2, 2, 3, 3, 4, 4], [2, 1, 1, 3, 4, 3, 5, 4]),
}
with open("reference/correlation/permutation.csv", "w") as out:
    out.write(f"# tool: numpy {np.__version__}, scipy {scipy.__version__}\n")
    out.write("# call: share of itertools.permutations whose |statistic| is at least the observed one\n")
    out.write("dataset,method,x,y,p\n")
    for name, (x, y) in CASES.items():
        a, b = rankdata(x), rankdata(y)
        rho = lambda order: abs(np.corrcoef(a, order)[0, 1])
        signs = np.sign(np.subtract.outer(a, a))
        tau = lambda order: abs((signs * np.sign(np.subtract.outer(np.array(order), np.array(order)))).sum())
        for method, statistic in [("spearman", rho), ("kendall", tau)]:
            observed = statistic(b)
            extreme = sum(statistic(order) >= observed - 1e-9 for order in itertools.permutations(b))
            text = [" ".join(map(str, column)) for column in (x, y)]
            out.write(f"{name},{method},{text[0]},{text[1]},{float(extreme) / math.factorial(len(x))!r}\n")
