#!/usr/bin/env python3
"""Writes reference/agreement/irrcac.csv: chance-corrected coefficients with PyPI irrCAC, rounded to eight decimals.

Run from the repository root, after ratings.py, in an environment with irrCAC.
"""
import importlib.metadata
import sys
import warnings

import pandas as pd

try:
    from irrCAC.raw import CAC
except ImportError:
    # It pins an old SciPy, so it needs an environment of its own.
    sys.exit(print("irrCAC is not installed here; reference/agreement/irrcac.csv is left as it is"))

warnings.simplefilter("ignore")
ratings = pd.read_csv("reference/agreement/ratings.csv", comment="#")
METHODS = ["fleiss", "conger", "gwet", "bp"]
WEIGHTS = ["identity", "linear", "quadratic", "ordinal"]
with open("reference/agreement/irrcac.csv", "w") as out:
    out.write(f"# tool: irrCAC {importlib.metadata.version('irrCAC')}\n")
    out.write("# call: getattr(CAC(table, weights=option, categories=all values, digits=8), method)()\n")
    out.write("dataset,method,option,field,value,rtol,atol\n")
    for name, rows in ratings.groupby("dataset", sort=False):
        if rows.value.nunique() > 12:
            continue
        table = rows.pivot(index="item", columns="rater", values="value")
        for weights in WEIGHTS:
            cac = CAC(table, weights=weights, categories=sorted(rows.value.unique()), digits=8)
            for method in METHODS:
                est = getattr(cac, method)()["est"]
                low, high = est["confidence_interval"]
                for field, value in [("value", est["coefficient_value"]), ("se", est["se"]), ("low", low), ("high", high),
                                     ("observed", est["pa"]), ("expected", est["pe"])]:
                    out.write(f"{name},{method},{weights},{field},{float(value)!r},0,6e-9\n")
