"""Exact power of two one-sided t-tests by adaptive quadrature over the standard deviation.

Run from the repository root: python reference/power/tost.py   (scipy 1.17.1)
"""
import csv
import math
import numpy as np
from scipy.integrate import quad
from scipy.stats import chi, norm, t as student

rows = []
for kind, groups in (("tost two-sample", 2), ("tost one-sample", 1)):
    for effect in (0.0, 0.1, -0.2):
        for margin in (0.3, 0.5):
            for n in (12, 50, 200):
                se, df = math.sqrt(groups / n), groups * (n - 1)
                c, m, e = student.ppf(0.95, df), margin / se, effect / se
                f = lambda s: (norm.cdf(m - c * s - e) - norm.cdf(-m + c * s - e)) * chi.pdf(s * math.sqrt(df), df) * math.sqrt(df)
                # Pieces around one, where s lies: the rule must not miss a narrow peak.
                ends = sorted({0.0, m / c, *[min(max(1 + k / math.sqrt(2 * df), 0), m / c) for k in range(-12, 13, 2)]})
                value = sum(quad(f, a, b, epsabs=1e-16, epsrel=1e-13)[0] for a, b in zip(ends, ends[1:]))
                if value > 1e-6:
                    rows.append([f"{kind} {margin}", "power", repr(effect), n, repr(value), 0.05, "1e-9"])
with open("reference/power/tost.csv", "w", newline="") as file:
    file.write("# scipy 1.17.1 quad; python reference/power/tost.py; n is per group\n")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["test", "asked", "effect", "n", "power", "alpha", "rtol"])
    writer.writerows(rows)
print(len(rows))
