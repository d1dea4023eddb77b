"""The unbiased standard deviation and the t-interval that QRA3 prints for it, with SciPy.

Run from the repository root: python reference/precision/spread.py
"""
import csv
import math
import numpy as np
import scipy
from scipy.special import gammaln
from scipy.stats import t

rows = []
for values in ([3.834, 3.461, 3.566], [84.51, 84.50, 87.46, 85.60, 84.20, 86.61, 86.20], [1.0, 2.0], [30.65, 30.65, 29.13, 30.65, 29.96], [2.0, 2.0, 2.0]):
    for level in (0.95, 0.8):
        x = np.array(values); n = len(x)
        c4 = math.sqrt(2 / (n - 1)) * math.exp(gammaln(n / 2) - gammaln((n - 1) / 2))
        s2 = x.var(ddof=1); sd = math.sqrt(s2) / c4
        se = s2 * math.sqrt(2 / (n - 1)) / (2 * sd) if sd > 0 else 0.0
        half = t.ppf(1 - (1 - level) / 2, n - 1) * se
        rows.append([" ".join(map(repr, values)), level, repr(sd), repr(float(se)), repr(float(sd - half)), repr(float(sd + half)), "1e-10"])
with open("reference/precision/spread.csv", "w", newline="") as file:
    file.write(f"# scipy {scipy.__version__}; python reference/precision/spread.py\n")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["values", "level", "sd", "se", "low", "high", "rtol"])
    writer.writerows(rows)
