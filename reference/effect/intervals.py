"""Intervals of effect sizes that R's packages do not give in the form used here.

Run from the repository root: python reference/effect/intervals.py   (scipy 1.17.1, statsmodels 0.15.0)
"""
import csv
import math
import numpy as np
from scipy.optimize import brentq
from scipy.stats import ncf, nct, t as student
from statsmodels.stats.proportion import confint_proportions_2indep

x = np.array([4, 3, 5, 4, 2, 5, 4, 3, 4, 5, 3, 4.0])
y = np.array([2, 3, 3, 1, 2, 4, 3, 2, 3.0])
w = np.array([1, 2, 2, 4, 3, 5, 1, 2.0])
rows = []


def put(case, name, value, low, high, rtol_interval):
    rows.append([case, name, repr(float(value)), repr(float(low)), repr(float(high)), "1e-12", rtol_interval])


def ncp_t(t, df):
    solve = lambda p: brentq(lambda d: nct.sf(t, df, d) - p, t - 12, t + 12, xtol=1e-13, rtol=1e-13)
    return solve(0.025), solve(0.975)


# Every d with the noncentral t interval, tighter than R's own noncentral t allows.
a, b = x, y
sp = math.sqrt(((len(a) - 1) * a.var(ddof=1) + (len(b) - 1) * b.var(ddof=1)) / (len(a) + len(b) - 2))
d, h = (a.mean() - b.mean()) / sp, 1 / len(a) + 1 / len(b)
low, high = ncp_t(d / math.sqrt(h), len(a) + len(b) - 2)
put("xy", "d", d, low * math.sqrt(h), high * math.sqrt(h), "1e-9")

for f, d1, d2 in [(4.5, 2, 57), (0.8, 3, 20), (60.0, 1, 40), (2.2, 4, 995)]:
    case = f"F {f} {d1} {d2}"
    def bound(p):
        g = lambda l: ncf.sf(f, d1, d2, l) - p
        return 0.0 if g(1e-12) >= 0 else brentq(g, 1e-12, 2000, xtol=1e-12, rtol=1e-13)
    share = lambda l: l / (l + d1 + d2 + 1)
    low, high = share(bound(0.025)), share(bound(0.975))
    put(case, "eta2", f * d1 / (f * d1 + d2), low, high, "1e-9")
    put(case, "omega2", (f - 1) * d1 / (f * d1 + d2 + 1), low, high, "1e-9")
    put(case, "epsilon2", (f - 1) * d1 / (f * d1 + d2), low, high, "1e-9")

for c in [(12, 30, 5, 28), (148, 226, 180, 324), (0, 10, 4, 12)]:
    low, high = confint_proportions_2indep(*c, compare="diff", method="newcomb")
    put(" ".join(map(str, c)), "risk_difference", c[0] / c[1] - c[2] / c[3], low, high, "1e-10")

for case, second in [("xy", y), ("xw", w)]:
    D = np.sign(x[:, None] - second[None, :])
    delta, (n, m) = D.mean(), D.shape
    si = ((D.mean(1) - delta) ** 2).sum() / (n - 1)
    sj = ((D.mean(0) - delta) ** 2).sum() / (m - 1)
    sij = ((D - delta) ** 2).sum() / ((n - 1) * (m - 1))
    v = ((m - 1) * si + (n - 1) * sj + sij) / (n * m)
    t = student.ppf(0.975, n + m - 2)
    root = t * math.sqrt(v) * math.sqrt((1 - delta**2) ** 2 + t * t * v)
    low, high = (delta - delta**3 - root) / (1 - delta**2 + t * t * v), (delta - delta**3 + root) / (1 - delta**2 + t * t * v)
    put(case, "cliff_delta", delta, low, high, "1e-11")
    put(case, "superiority", (delta + 1) / 2, (low + 1) / 2, (high + 1) / 2, "1e-11")

with open("reference/effect/intervals.csv", "w", newline="") as file:
    file.write("# scipy 1.17.1, statsmodels 0.15.0; python reference/effect/intervals.py\n")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["case", "name", "value", "low", "high", "rtol", "rtol_interval"])
    writer.writerows(rows)
print(len(rows))
