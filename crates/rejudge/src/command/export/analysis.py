"""Reads judgements.csv with its types and computes the headline numbers again.

Made by `rejudge export --for python`. Needs pandas, and krippendorff for the agreement.
"""

import pandas as pd

text = {"participant": str, "item": str, "criterion": str, "kind": str, "systems": str, "check": str, "excluded": str}
judgements = pd.read_csv("judgements.csv", dtype=text)
# Checks are no judgements of systems, and what a rule excludes does not count.
counted = judgements[judgements["excluded"].isna() & judgements["check"].isna()]


def alpha(rows, unit, values, level):
    """Krippendorff's alpha of these values; who judged a unit again counts again."""
    try:
        import krippendorff
    except ImportError:
        return print("for Krippendorff's alpha: pip install krippendorff")
    table = pd.DataFrame({"who": rows["participant"], "unit": unit, "value": values})
    table["again"] = table.groupby(["who", "unit"]).cumcount()
    table = table.pivot(index=["who", "again"], columns="unit", values="value")
    try:
        print("alpha", krippendorff.alpha(table.to_numpy(dtype=float), level_of_measurement=level))
    except (AssertionError, ValueError) as problem:
        print(f"no alpha: {problem}")


def alpha_of_pairs(rows, chosen):
    """Alpha of choices between two. Where everyone saw the two in one order it is the side that was chosen, else the system."""
    together = rows["systems"].str.split().map(lambda systems: " ".join(sorted(systems)))
    unit = rows["item"] + " " + together
    fixed = rows["systems"].groupby(unit).nunique().eq(1).all()
    first = (rows["systems"] if fixed else together).str.split().str[0]
    values = (chosen == first).astype(int) - (chosen.notna() & (chosen != first)).astype(int)
    alpha(rows, unit, values, "nominal")


def scores(rows, name, points):
    """The mean over all who saw a system of what it got, in per cent."""
    each = rows.assign(system=rows["systems"].str.split()).explode("system")
    got = 100.0 * points(each)
    print(got.groupby(each["system"]).agg(["mean", "count"]).rename(columns={"mean": name}))


for criterion, rows in counted.groupby("criterion"):
    kind = rows["kind"].iloc[0]
    print(f"\n{criterion} ({kind})")
    unit = rows["item"] + " " + rows["systems"]
    if kind in ("rating", "slider", "count"):
        values = pd.to_numeric(rows["value"])
        print(values.groupby(rows["systems"]).agg(["mean", "std", "count"]))
        alpha(rows, unit, values, "ordinal" if kind == "rating" else "interval")
    elif kind == "pairwise":
        scores(rows, "win percent", lambda each: (each["choice"] == each["system"]).astype(int))
        alpha_of_pairs(rows, rows["choice"])
    elif kind == "best-worst":
        got = lambda each: (each["best"] == each["system"]).astype(int) - (each["worst"] == each["system"]).astype(int)
        scores(rows, "best-worst score", got)
        if rows["systems"].str.split().str.len().eq(2).all():
            alpha_of_pairs(rows, rows["best"])
    elif kind == "choice":
        print(pd.crosstab(rows["systems"], rows["choice"], normalize="index"))
        alpha(rows, unit, pd.Series(pd.factorize(rows["choice"])[0], index=rows.index), "nominal")
    else:
        print("see the columns of this kind in codebook.md")
