"""Two one-sided tests from statsmodels, and by their formulas where it has none.

Run from the repository root: python reference/equivalence/tost.py   (statsmodels 0.15.0, scipy 1.17.1)
"""
import csv
import math
import numpy as np
from scipy.stats import norm
from statsmodels.stats.weightstats import DescrStatsW, ttost_ind, ttost_paired

x = np.array([4, 3, 5, 4, 2, 5, 4, 3, 4, 5, 3, 4.0])
y = np.array([2, 3, 3, 1, 2, 4, 3, 2, 3.0])
z = np.array([3, 3, 4, 2, 2, 4, 4, 2, 3, 4, 3, 3.0])
rows = []


def put(test, low, high, t_low, p_low, t_high, p_high, rtol="1e-11"):
    rows.append([test, low, high, *(repr(float(v)) for v in (t_low, p_low, t_high, p_high, max(p_low, p_high))), rtol])


for low, high in [(-1, 1), (-0.3, 2.5), (0.5, 3)]:
    for name, usevar in (("means pooled", "pooled"), ("means welch", "unequal")):
        p, a, b = ttost_ind(x, y, low, high, usevar=usevar)
        put(name, low, high, a[0], a[1], b[0], b[1])
    p, a, b = ttost_paired(x, z, low, high)
    put("paired", low, high, a[0], a[1], b[0], b[1])
    p, a, b = DescrStatsW(x - 3).ttost_mean(low, high)
    put("mean 3", low, high, a[0], a[1], b[0], b[1])
for r, n, bound in [(0.05, 100, 0.3), (-0.2, 40, 0.3), (0.9, 30, 0.95)]:
    s = math.sqrt(n - 3)
    a, b = (math.atanh(r) + math.atanh(bound)) * s, (math.atanh(r) - math.atanh(bound)) * s
    put(f"correlation {r} {n}", -bound, bound, a, norm.sf(a), b, norm.cdf(b))
for c in [(12, 30, 11, 28), (148, 226, 180, 324)]:
    p, q = c[0] / c[1], c[2] / c[3]
    se = math.sqrt(p * (1 - p) / c[1] + q * (1 - q) / c[3])
    a, b = (p - q + 0.15) / se, (p - q - 0.15) / se
    put("proportions " + " ".join(map(str, c)), -0.15, 0.15, a, norm.sf(a), b, norm.cdf(b))
with open("reference/equivalence/tost.csv", "w", newline="") as file:
    file.write("# statsmodels 0.15.0 ttost_ind, ttost_paired, ttost_mean; scipy 1.17.1; python reference/equivalence/tost.py\n")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["test", "low", "high", "t_lower", "p_lower", "t_upper", "p_upper", "p", "rtol"])
    writer.writerows(rows)
print(len(rows))
