#!/usr/bin/env python3
"""Writes reference/agreement/alpha.csv: alpha with PyPI krippendorff, Cohen's kappa with statsmodels.

Run from the repository root, after ratings.py.
"""
import importlib.metadata

import krippendorff
import numpy as np
import pandas as pd
from statsmodels.stats.inter_rater import cohens_kappa

version = importlib.metadata.version
ratings = pd.read_csv("reference/agreement/ratings.csv", comment="#")
with open("reference/agreement/alpha.csv", "w") as out:
    out.write(f"# tool: krippendorff {version('krippendorff')}, statsmodels {version('statsmodels')}, numpy {np.__version__}\n")
    out.write("# call: krippendorff.alpha(reliability_data=matrix, level_of_measurement=option)\n")
    out.write("# call: cohens_kappa(table, wt=option): kappa, std_kappa, pvalue_two_sided (with std_kappa0)\n")
    out.write("dataset,method,option,field,value,rtol,atol\n")
    for name, rows in ratings.groupby("dataset", sort=False):
        wide = rows.pivot(index="rater", columns="item", values="value")
        for level in ["nominal", "ordinal", "interval", "ratio"]:
            alpha = krippendorff.alpha(reliability_data=wide.to_numpy(), level_of_measurement=level)
            out.write(f"{name},alpha,{level},value,{float(alpha)!r},1e-12,1e-14\n")
        if len(wide) == 2:
            values = sorted(rows.value.unique())
            table = pd.crosstab(wide.iloc[0], wide.iloc[1]).reindex(index=values, columns=values, fill_value=0)
            for option, wt in [("identity", None), ("linear", "linear"), ("quadratic", "quadratic")]:
                kappa = cohens_kappa(table.to_numpy(), wt=wt)
                for field, value in [("value", kappa.kappa), ("se", kappa.std_kappa), ("low", kappa.kappa_low),
                                     ("high", kappa.kappa_upp), ("p", kappa.pvalue_two_sided)]:
                    out.write(f"{name},cohen,{option},{field},{float(value)!r},1e-10,1e-14\n")
