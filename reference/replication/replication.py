"""Replication measures by their published formulas, with SciPy's distributions and quadrature.

Run from the repository root: python reference/replication/replication.py   (scipy 1.17.1, statsmodels 0.15.0)
"""
import csv
import math
import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import nct, norm, t as student
from statsmodels.stats.power import TTestIndPower

rows = []


def put(what, arguments, value, rtol):
    rows.append([what, " ".join(repr(float(a)) for a in arguments), repr(float(value)), rtol])


# Held (2020), eq. (6) solved numerically: (zo²/zS² − 1)(zr²/zS² − 1) = c.
for to, so, tr, sr in [(0.8, 0.2, 0.4, 0.15), (0.5, 0.2, 0.5, 0.2), (0.3, 0.1, -0.1, 0.05), (0.21, 0.05, 0.09, 0.018)]:
    o, r, c = (to / so) ** 2, (tr / sr) ** 2, (so / sr) ** 2
    z2 = brentq(lambda v: (o / v - 1) * (r / v - 1) - c, 1e-12, min(o, r) * (1 - 1e-15), xtol=1e-16, rtol=1e-15)
    put("sceptical z", (to, so, tr, sr), math.sqrt(z2), "1e-9")
    put("sceptical p", (to, so, tr, sr), norm.sf(math.sqrt(z2)) if to * tr > 0 else norm.cdf(math.sqrt(z2)), "1e-9")
    half = norm.ppf(0.975) * math.hypot(so, sr)
    put("prediction low", (to, so, tr, sr), to - half, "1e-11")
    put("prediction high", (to, so, tr, sr), to + half, "1e-11")
    put("bayes z", (to, so, tr, sr), norm.pdf(tr, to, math.hypot(so, sr)) / norm.pdf(tr, 0, sr), "1e-10")

for ro, no, rr, nr in [(0.5, 20, 0.2, 80), (-0.3, 50, -0.35, 45)]:
    half = norm.ppf(0.975) * math.sqrt(1 / (no - 3) + 1 / (nr - 3))
    put("prediction r low", (ro, no, rr, nr), math.tanh(math.atanh(ro) - half), "1e-11")

for n in (12, 20, 60):
    power = lambda d: nct.sf(student.ppf(0.975, 2 * n - 2), 2 * n - 2, d * math.sqrt(n / 2)) + nct.cdf(student.ppf(0.025, 2 * n - 2), 2 * n - 2, d * math.sqrt(n / 2))
    d33 = brentq(lambda d: power(d) - 1 / 3, 0.01, 1.5, xtol=1e-14)
    assert abs(TTestIndPower().power(d33, n, 0.05) - 1 / 3) < 1e-9
    put("d33", (n,), d33, "1e-9")
    # Reproduction: means 3.2 and 3.0, SD 1, 50 and 55 values.
    m, k = 50, 55
    put("telescopes p", (n,), nct.cdf(0.2 * math.sqrt(m * k / (m + k)), m + k - 2, d33 * math.sqrt(m * k / (m + k))), "1e-8")

for to, dfo, no, tr, dfr, nr in [(2.1, 38, 10, 1.5, 98, 25), (3.0, 18, 19, -0.4, 60, 61), (2.5, 20, 5.5, 4.0, 200, 50.5)]:
    # SciPy gives no number where the density is below the range of doubles.
    like = lambda d, t, df, n: np.nan_to_num(nct.pdf(t, df, d * math.sqrt(n)))
    c, w = to / math.sqrt(no), 12 / math.sqrt(no)
    pts = list(np.linspace(c - w, c + w, 41))
    total = lambda f: sum(quad(f, a, b, epsrel=1e-12, epsabs=0)[0] for a, b in zip(pts, pts[1:]))
    bf = total(lambda d: like(d, to, dfo, no) * like(d, tr, dfr, nr)) / total(lambda d: like(d, to, dfo, no)) / student.pdf(tr, dfr)
    put("bayes t", (to, dfo, no, tr, dfr, nr), bf, "1e-8")

# Fieller (1954): the ratios rho for which b - rho a is not significantly different from zero.
for a, sa, b, sb in [(0.8, 0.2, 0.4, 0.15), (-1.2, 0.3, 0.9, 0.1), (0.21, 0.05, 0.09, 0.018), (0.5, 0.2, 0.5, 0.2)]:
    z, rho = norm.ppf(0.975), b / a
    excess = lambda r: (b - r * a) ** 2 - z * z * (sb * sb + r * r * sa * sa)
    put("ratio", (a, sa, b, sb), rho, "1e-12")
    put("ratio low", (a, sa, b, sb), brentq(excess, rho - 1e4, rho, xtol=1e-14), "1e-8")
    put("ratio high", (a, sa, b, sb), brentq(excess, rho, rho + 1e4, xtol=1e-14), "1e-8")
    put("difference p", (a, sa, b, sb), 2 * norm.sf(abs(b - a) / math.hypot(sa, sb)), "1e-10")
    put("difference low", (a, sa, b, sb), b - a - z * math.hypot(sa, sb), "1e-10")

with open("reference/replication/replication.csv", "w", newline="") as file:
    file.write("# scipy 1.17.1, statsmodels 0.15.0; python reference/replication/replication.py\n")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["what", "arguments", "value", "rtol"])
    writer.writerows(rows)
print(len(rows))
