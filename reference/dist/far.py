"""Tails of the noncentral t distribution far from zero: noncentralities at which sums over Poisson weights have
thousands of terms. Given the standard normal numerator Z the scale is a chi variable; SciPy's incomplete gamma
functions are integrated over Z with 40001 points.

Run from the repository root: python reference/dist/far.py
"""
import csv
import numpy as np
import scipy
from scipy.special import gammainc, gammaincc

z = np.linspace(-14, 14, 40001)
weight = np.exp(-z * z / 2) / np.sqrt(2 * np.pi) * (z[1] - z[0])
rows = []
for df, delta, t in [
    (2, 1500, 900), (2, 1500, 1500), (2, 1500, 7000), (5, 1001, 800), (5, 1001, 2000), (38, 4000, 3000), (38, 4000, 4100),
    (38, 4000, 6000), (200, 1200, 1100), (200, 1200, 1300), (200, 50000, 46000), (200, 50000, 55000), (11, 1e6, 7e5),
    (11, 1e6, 2e6), (11, 1e12, 9e11), (1, 1e9, 3e10), (20000, 1100, 1090), (20000, 1100, 1112), (2e6, 1300, 1301), (2e6, 1300, 1296),
]:
    half = df * ((delta + z) / t) ** 2 / 2
    lower, upper = (weight * gammaincc(df / 2, half)).sum(), (weight * gammainc(df / 2, half)).sum()
    rows.append([repr(float(df)), repr(float(delta)), repr(float(t)), repr(float(lower)), repr(float(upper)), "1e-9"])
with open("reference/dist/far.csv", "w", newline="") as file:
    file.write(f"# scipy {scipy.__version__}; python reference/dist/far.py\n")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["df", "ncp", "t", "lower", "upper", "rtol"])
    writer.writerows(rows)
