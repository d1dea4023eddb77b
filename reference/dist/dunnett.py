"""Dunnett's distribution by Gauss-Legendre quadrature in z and ln s, with SciPy's normal and chi functions.

Run from the repository root: python reference/dist/dunnett.py   (numpy 2.3.3, scipy 1.17.1)
Each value is computed with two numbers of nodes that must agree to 1e-12.
"""
import csv
import math
import numpy as np
from scipy.special import gammaln, ndtr


def sf_known(c, loadings, two, nodes):
    z, w = np.polynomial.legendre.leggauss(nodes)
    c = np.atleast_1d(c)[:, None]
    total = 0.0
    edges = [-40.0, -12.0, -6.0, -3.0, 0.0, 3.0, 6.0, 12.0, 40.0]
    for low, high in zip(edges, edges[1:]):
        zz, ww = 0.5 * (high - low) * z + 0.5 * (high + low), 0.5 * (high - low) * w
        ln_none = 0.0
        for l in loadings:
            r = math.sqrt(1 - l * l)
            p = ndtr((l * zz - c) / r) + (ndtr((-l * zz - c) / r) if two else 0.0)
            ln_none = ln_none + np.log1p(-np.minimum(p, 1 - 1e-300))
        total = total + (-np.expm1(ln_none) * np.exp(-zz * zz / 2) / math.sqrt(2 * math.pi) * ww).sum(1)
    return total


def sf(c, loadings, df, two, nodes):
    if math.isinf(df):
        return float(sf_known(c, loadings, two, nodes)[0])
    x, w = np.polynomial.legendre.leggauss(4 * nodes)
    sd = 1 / math.sqrt(2 * df)
    low, high = -14 * sd - 40 / df, max(14 * sd, 2.2 if df < 4 else 0)
    xx, ww = 0.5 * (high - low) * x + 0.5 * (high + low), 0.5 * (high - low) * w
    ln_density = math.log(2) + df / 2 * math.log(df / 2) - gammaln(df / 2) + df * xx - df * np.exp(2 * xx) / 2
    return float((np.exp(ln_density) * sf_known(c * np.exp(xx), loadings, two, nodes) * ww).sum())


rows = []
for sides in ("two", "one"):
    for control, others in [(10, [10, 10]), (10, [10] * 5), (20, [5, 10, 40]), (6, [4]), (3, [100, 100])]:
        for df in (5, 12.5, 60, math.inf):
            for c in (1.0, 2.5, 4.0):
                loadings = [math.sqrt(n / (control + n)) for n in others]
                one, other = (sf(c, loadings, df, sides == "two", nodes) for nodes in (120, 160))
                assert abs(one / other - 1) < 1e-12, (sides, control, others, df, c, one, other)
                rows.append([sides, control, " ".join(map(str, others)), "inf" if math.isinf(df) else df, c, repr(other), "1e-10"])
with open("reference/dist/dunnett.csv", "w", newline="") as file:
    file.write("# numpy 2.3.3, scipy 1.17.1 ndtr; python reference/dist/dunnett.py\n")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["sides", "control", "others", "df", "c", "upper", "rtol"])
    writer.writerows(rows)
print(len(rows))
