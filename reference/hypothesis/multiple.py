"""Reference values for comparisons of many groups and for Fisher's odds ratio. From the repository root:
    python reference/hypothesis/multiple.py
writes reference/hypothesis/multiple.jsonl: a header, then one object per case (see tests.R).

R's qtukey stops at 1e-4 and ptukey at about 1e-10, so SciPy is the reference here; its studentized range is
good to about 1e-7 in these cases, its Dunnett draws at random (to about 1e-3).
"""
import json
import itertools

import numpy as np
import scipy
from scipy import stats

fine_a = [2.31, 4.87, 3.05, 5.92, 1.44, 3.38, 4.16, 2.79, 6.01]
fine_b = [3.97, 5.21, 4.45, 7.03, 5.88, 6.12, 4.99]
fine_c = [1.02, 2.2, 3.3, 0.57, 1.93, 2.68, 2.9, 1.1]
likert_a = [3, 4, 5, 4, 2, 5, 4, 4, 3, 5, 1, 4]
likert_b = [2, 3, 3, 4, 1, 2, 5, 3, 2, 4, 3, 2]
likert_c = [5, 5, 4, 5, 3, 4, 5, 5, 4, 5, 2, 5]
likert_d = [1, 2, 1, 3, 2, 2, 4, 1, 3, 2, 1, 1]

cases = []


def case(test, call, data, expect, **options):
    expect = [dict(name=name, value=float(value), rtol=rtol) for name, value, rtol in expect]
    cases.append(dict(test=test, call=call, data=data, options=options, expect=expect))


def tukey(groups, equal, name):
    fit = stats.tukey_hsd(*groups, equal_var=equal)
    interval = fit.confidence_interval(0.95)
    expect = []
    for i, j in itertools.combinations(range(len(groups)), 2):
        label = f"{i}-{j}"
        expect += [(f"difference {label}", fit.statistic[i, j], 1e-12), (f"p {label}", fit.pvalue[i, j], 1e-6),
                   (f"low {label}", interval.low[i, j], 1e-6), (f"high {label}", interval.high[i, j], 1e-6)]
    case("tukey" if equal else "games_howell", f"scipy.stats.tukey_hsd(equal_var={equal}): {name}", dict(groups=groups), expect)


for name, groups in [("unequal sizes", [fine_a, fine_b, fine_c]), ("equal sizes", [likert_a, likert_b, likert_c, likert_d])]:
    tukey(groups, True, name)
    tukey(groups, False, name)
    for alternative in ["two-sided", "less", "greater"]:
        fit = stats.dunnett(*groups[1:], control=groups[0], alternative=alternative, rng=np.random.default_rng(1))
        expect = [(f"t {i}", t, 1e-11) for i, t in enumerate(fit.statistic)]
        expect += [(f"p {i}", p, 5e-3) for i, p in enumerate(fit.pvalue) if p > 1e-3]
        case("dunnett", f"scipy.stats.dunnett: {name}, {alternative}", dict(groups=groups), expect, alternative=alternative)

# Comparisons after Friedman's test, from the formulas.
rows = [list(map(float, row)) for row in zip(likert_a, likert_b, likert_c, likert_d)]
ranks = np.array([stats.rankdata(row) for row in rows])
n, k = ranks.shape
total = ranks.sum(axis=0)
nemenyi, conover = [], []
for i, j in itertools.combinations(range(k), 2):
    q = abs(total[i] - total[j]) / n / np.sqrt(k * (k + 1) / (12 * n))
    nemenyi += [(f"q {i}-{j}", q, 1e-12), (f"p {i}-{j}", stats.studentized_range.sf(q, k, np.inf), 1e-6)]
    df = (n - 1) * (k - 1)
    t = (total[i] - total[j]) / np.sqrt(2 * (n * (ranks ** 2).sum() - (total ** 2).sum()) / df)
    conover += [(f"t {i}-{j}", t, 1e-11), (f"p {i}-{j}", 2 * stats.t.sf(abs(t), df), 1e-10)]
case("nemenyi", "k(k+1)/(12n) and scipy.stats.studentized_range.sf(q, k, inf)", dict(rows=rows), nemenyi)
case("conover", "Conover 1999, section 5.8, and scipy.stats.t.sf", dict(rows=rows), conover)

for table in [[[8, 2], [1, 5]], [[30, 12], [18, 25]], [[400, 20], [15, 380]], [[3, 3], [3, 3]]]:
    for alternative in ["two-sided", "less", "greater"]:
        fit = stats.contingency.odds_ratio(table, kind="conditional")
        interval = fit.confidence_interval(0.95, alternative=alternative)
        expect = [("odds_ratio", fit.statistic, 1e-8)]
        expect += [("low", interval.low, 1e-8)] if interval.low > 0 else []
        expect += [("high", interval.high, 1e-8)] if np.isfinite(interval.high) else []
        case("fisher", f"scipy.stats.contingency.odds_ratio({table}), {alternative}", dict(table=table), expect,
             alternative=alternative)

with open("reference/hypothesis/multiple.jsonl", "w") as out:
    header = dict(tool=f"scipy {scipy.__version__}, numpy {np.__version__}", call="python reference/hypothesis/multiple.py")
    for line in [header, *cases]:
        print(json.dumps(line), file=out)
print(len(cases), "cases")
