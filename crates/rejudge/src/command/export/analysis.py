"""Reads judgements.csv with its types and computes the headline numbers again.

Made by `rejudge export --for python`. Needs pandas, and krippendorff for the agreement.
"""

import pandas as pd

text = {"participant": str, "item": str, "criterion": str, "kind": str, "systems": str, "check": str, "excluded": str}
judgements = pd.read_csv("judgements.csv", dtype=text)
# Checks are no judgements of systems, and what a rule excludes does not count.
counted = judgements[judgements["excluded"].isna() & judgements["check"].isna()]

for criterion, rows in counted.groupby("criterion"):
    kind = rows["kind"].iloc[0]
    print(f"\n{criterion} ({kind})")
    if kind in ("rating", "slider", "count"):
        rows = rows.assign(value=pd.to_numeric(rows["value"]))
        print(rows.groupby("systems")["value"].agg(["mean", "std", "count"]))
        ratings = rows.pivot_table(index="participant", columns=["item", "systems"], values="value", aggfunc="first")
        try:
            import krippendorff
        except ImportError:
            print("for Krippendorff's alpha: pip install krippendorff")
            continue
        level = "ordinal" if kind == "rating" else "interval"
        print("alpha", krippendorff.alpha(ratings.to_numpy(dtype=float), level_of_measurement=level))
    elif kind == "pairwise":
        print(rows.assign(choice=rows["choice"].fillna("equal")).groupby(["systems", "choice"]).size())
    else:
        print("see the columns of this kind in codebook.md")
