"""The numbers are those of the command line, and those of the packages that people know."""

import json
import subprocess
import sys

import krippendorff
import numpy
import pandas
import polars
import pyarrow
import pytest
import scipy.stats
import statsmodels.formula.api

import rejudge

DRAW = numpy.random.default_rng(20)


@pytest.fixture(scope="module")
def ratings():
    """Six raters, eighty items, three systems; a tenth of the ratings is missing."""
    rows = [(f"r{rater}", f"i{item}", "abc"[item % 3]) for rater in range(6) for item in range(80)]
    frame = pandas.DataFrame(rows, columns=["rater", "item", "system"])
    quality = {f"i{item}": DRAW.normal() for item in range(80)}
    score = 3.5 + frame["item"].map(quality) + frame["system"].map({"a": 0.0, "b": 0.4, "c": 0.9})
    score = (score + DRAW.normal(scale=0.8, size=len(frame))).round().clip(1, 7)
    return frame.assign(score=score.mask(DRAW.random(len(frame)) < 0.1))


@pytest.fixture(scope="module")
def votes():
    systems = numpy.array(["ours", "theirs", "baseline", "human"])
    strength = {"ours": 0.6, "theirs": 0.2, "baseline": -0.7, "human": 1.0}
    pairs = [DRAW.choice(systems, 2, replace=False) for _ in range(400)]
    first = [DRAW.random() < 1 / (1 + numpy.exp(strength[b] - strength[a])) for a, b in pairs]
    return pandas.DataFrame(
        {
            "system_a": [a for a, _ in pairs],
            "system_b": [b for _, b in pairs],
            "choice": ["a" if won else "b" for won in first],
        }
    )


def command_line(tmp_path, frame, *words):
    """What the command line in the wheel prints about the same table in a file."""
    path = tmp_path / "data.csv"
    frame.to_csv(path, index=False)
    command = [sys.executable, "-m", "rejudge", "stats", words[0], str(path), *words[1:], "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


ASKED = dict(rater="rater", item="item", value="score")
ASKED_WORDS = ["--rater", "rater", "--item", "item", "--value", "score"]
CASES = {
    "alpha": (dict(**ASKED, level="ordinal", bootstrap=200), [*ASKED_WORDS, "--level", "ordinal", "--bootstrap", "200"]),
    "icc": (ASKED, ASKED_WORDS),
    "describe": (dict(value="score", group="system"), ["--value", "score", "--group", "system"]),
    "lmm": (
        dict(formula="score ~ system + (1|rater) + (1|item)"),
        ["score ~ system + (1|rater) + (1|item)"],
    ),
    "kruskal": (dict(value="score", group="system"), ["--value", "score", "--group", "system"]),
    "ttest": (
        dict(value="score", group="system", levels=["a", "b"]),
        ["--value", "score", "--group", "system", "--levels", "a,b"],
    ),
}


@pytest.mark.parametrize("method", CASES)
def test_every_digit_is_that_of_the_command_line(method, ratings, tmp_path):
    asked, words = CASES[method]
    assert getattr(rejudge, method)(ratings, **asked).to_dict() == command_line(tmp_path, ratings, method, *words)


def test_strengths_are_those_of_the_command_line(votes, tmp_path):
    words = ["--a", "system_a", "--b", "system_b", "--choice", "choice"]
    answered = rejudge.bt(votes, a="system_a", b="system_b", choice="choice")
    assert answered.to_dict() == command_line(tmp_path, votes, "bt", *words)


def test_alpha_is_that_of_krippendorff(ratings):
    wide = ratings.pivot(index="rater", columns="item", values="score").to_numpy()
    for level in ["nominal", "ordinal", "interval", "ratio"]:
        theirs = krippendorff.alpha(wide, level_of_measurement=level)
        assert rejudge.alpha(ratings, **ASKED, level=level).value == pytest.approx(theirs, abs=1e-12)
        assert rejudge.alpha(wide, level=level).value == pytest.approx(theirs, abs=1e-12)


def test_tests_are_those_of_scipy(ratings):
    a, b = (ratings.loc[ratings["system"] == system, "score"].dropna() for system in "ab")
    theirs = scipy.stats.ttest_ind(a, b, equal_var=False)
    ours = rejudge.ttest(ratings, value="score", group="system", levels=["a", "b"], welch=True)
    t = next(estimate for estimate in ours.estimates if estimate.name == "t")
    assert (t.value, t.p) == (pytest.approx(theirs.statistic, rel=1e-10), pytest.approx(theirs.pvalue, rel=1e-10))
    x, y = DRAW.normal(size=50), DRAW.normal(size=50)
    ours = rejudge.pearson(xs=x, ys=y)
    assert ours.estimates[0].p == pytest.approx(scipy.stats.pearsonr(x, y).pvalue, rel=1e-9)
    assert rejudge.spearman(x=x, y=y).value == pytest.approx(scipy.stats.spearmanr(x, y).statistic, rel=1e-12)
    table = [[8, 2], [1, 5]]
    ours = {estimate.name: estimate for estimate in rejudge.fisher(counts=table).estimates}
    p = next(estimate.p for estimate in ours.values() if estimate.p is not None)
    assert p == pytest.approx(scipy.stats.fisher_exact(table).pvalue, rel=1e-9)


def test_a_mixed_model_is_that_of_statsmodels(ratings):
    complete = ratings.dropna()
    fitted = statsmodels.formula.api.mixedlm("score ~ system", complete, groups="item").fit(reml=True)
    ours = rejudge.lmm(ratings, formula="score ~ system + (1|item)")
    fixed = {tuple(estimate.of): estimate for estimate in ours.estimates if estimate.name == "coef"}
    assert len(fixed) == 3, [estimate.name for estimate in ours.estimates]
    values = sorted(estimate.value for estimate in fixed.values())
    assert values == pytest.approx(sorted(fitted.fe_params), rel=1e-4)


def test_p_values_are_corrected_however_they_are_given():
    p = [0.01, 0.04, 0.03]
    expected = [0.03, 0.06, 0.06]
    for answered in (rejudge.adjust(*p), rejudge.adjust(p), rejudge.adjust(numpy.array(p), method="holm")):
        assert [estimate.value for estimate in answered.estimates] == pytest.approx(expected)


def test_every_way_to_hold_a_table_gives_one_answer(ratings):
    expected = rejudge.alpha(ratings, **ASKED, level="ordinal").to_dict()
    columns = {name: ratings[name].tolist() for name in ratings}
    categorical = ratings.astype({"rater": "category", "item": "string", "score": "Int64"})
    ways = {
        "polars": polars.DataFrame({**columns, "score": [None if s != s else s for s in columns["score"]]}),
        "pyarrow": pyarrow.table(columns),
        "dict of lists": columns,
        "dict of arrays": {name: ratings[name].to_numpy() for name in ratings},
        "list of dicts": ratings.to_dict("records"),
        "other dtypes": categorical,
        "a named index": ratings.set_index(["rater", "item"]),
        "structured array": ratings[["rater", "item", "score"]].to_records(index=False),
    }
    for way, table in ways.items():
        assert rejudge.alpha(table, **ASKED, level="ordinal").to_dict() == expected, way
    arrays = dict(rater=ratings["rater"], item=columns["item"], value=ratings["score"].to_numpy())
    assert rejudge.alpha(**arrays, level="ordinal").to_dict() == expected


def test_rows_are_chosen_and_columns_are_joined_as_on_the_command_line(ratings, tmp_path):
    words = ["--rater", "rater", "--item", "item,system", "--value", "score", "--level", "ordinal", "--where", "system=a,b"]
    expected = command_line(tmp_path, ratings, "alpha", *words)
    asked = dict(rater="rater", item=["item", "system"], value="score", level="ordinal", where={"system": ["a", "b"]})
    assert rejudge.alpha(ratings, **asked).to_dict() == expected
    assert rejudge.krippendorff(ratings, **{**asked, "where": "system=a,b"}).to_dict() == expected


def test_a_file_is_read_as_the_command_line_reads_it(ratings, tmp_path):
    path = tmp_path / "ratings.parquet"
    polars.from_pandas(ratings).write_parquet(path)
    asked = dict(**ASKED, level="interval")
    assert rejudge.alpha(path, **asked).to_dict() == rejudge.alpha(ratings, **asked).to_dict()


REFUSED = [
    (dict(rater="rater", item="item", value="scor"), 1, "`data` has no column `scor`; did you mean `score`?"),
    (dict(rater="rater", value="score"), 2, "the following required arguments were not provided:\n  --item <COLUMN"),
    (dict(rater="rater", items="item", value="score"), None, "got an unexpected keyword argument 'items'"),
    (dict(rater="rater", item="item", value="system"), 1, "row 0 of `data`: `a` in column `system` is not a number"),
    (dict(rater="rater", item="item", value="score", confidence=2, bootstrap=10), 2, "`--confidence 2` must lie between"),
]


@pytest.mark.parametrize("asked, code, sentence", REFUSED)
def test_what_cannot_be_done_is_said_in_the_words_of_the_command_line(asked, code, sentence, ratings):
    with pytest.raises(rejudge.Error if code else TypeError) as raised:
        rejudge.alpha(ratings, **asked, level="ordinal")
    assert sentence in str(raised.value)
    assert code is None or raised.value.code == code


def test_tables_that_are_none_are_refused():
    asked = dict(**ASKED, level="ordinal")
    cases = {
        "`data` has 2 rows in column `rater` and 1 in column `item`": {"rater": ["a", "b"], "item": [1], "score": [1, 2]},
        "row 1 of `data` has a dict in column `score`": {"rater": ["a", "b"], "item": [1, 1], "score": [1, {}]},
        "row 0 of `data` has a list in column `item`": pandas.DataFrame({"rater": ["a"], "item": [["x"]], "score": [1]}),
        "two columns called `x`": pandas.DataFrame([[1, 2]], columns=["x", "x"]),
        "call .collect() first": polars.LazyFrame({"rater": ["a"]}),
        "has a header but no rows": {"rater": [], "item": [], "score": []},
        "`data` is one column (Series), and no table": pandas.Series([1, 2, 3]),
    }
    for sentence, table in cases.items():
        with pytest.raises(rejudge.Error) as raised:
            rejudge.alpha(table, **asked)
        assert sentence in str(raised.value), table


def test_an_answer_is_shown_as_the_terminal_shows_it_and_as_html(ratings, tmp_path):
    answered = rejudge.alpha(ratings, **ASKED, level="ordinal")
    path = tmp_path / "data.csv"
    ratings.to_csv(path, index=False)
    command = [sys.executable, "-m", "rejudge", "stats", "alpha", str(path), *ASKED_WORDS, "--level", "ordinal"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert repr(answered) == printed.rstrip("\n")
    page = answered._repr_html_()
    assert "<table>" in page and f"{answered.value:.6g}" in page
    assert answered.n.raters == 6 and answered.options.level == "ordinal"
    for frame in (answered.to_pandas(), answered.to_polars()):
        assert frame["value"][0] == answered.value


def test_texts_of_others_do_not_become_markup():
    frame = {"system": ["<b>x</b>", "y"] * 4, "score": [1, 2, 3, 5, 2, 4, 1, 3]}
    page = rejudge.describe(frame, value="score", group="system")._repr_html_()
    assert "<b>" not in page and "&lt;b&gt;x" in page


def test_every_statistic_is_a_function_that_says_what_it_does():
    listed = subprocess.run([sys.executable, "-m", "rejudge", "stats", "list", "--json"], capture_output=True, text=True)
    names = [method["method"] for method in json.loads(listed.stdout)]
    assert len(names) > 40 and [name.replace("-", "_") for name in names] == list(rejudge.methods())
    for name in rejudge.methods():
        function = getattr(rejudge, name)
        assert "When not to use it" in function.__doc__ and "Parameters" in function.__doc__
