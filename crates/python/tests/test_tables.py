"""Whatever holds a table, its cells are those that a list of the same values has."""

import copy
import datetime
import pickle

import numpy
import pandas
import polars
import pyarrow
import pytest

import rejudge

HUGE = 2**63 + 1
MOMENT = datetime.datetime(2026, 3, 4, 5, 6, 7)


def described(column, **others):
    """How often each cell of a column stands there, as the answers to a question about groups name it."""
    table = column if hasattr(column, "columns") else {"x": column}
    rows = len(column)
    if isinstance(table, dict):
        table["score"] = [float(row % 3) for row in range(rows)]
    answered = rejudge.describe(table, value="score", group="x", **others)
    counts = [(tuple(estimate.of), estimate.value) for estimate in answered.estimates if estimate.name == "n"]
    return counts, answered.notes


def pandas_series(values, dtype=None):
    return pandas.Series(values, dtype=dtype)


TEXTS = ["string", "string[python]", "string[pyarrow]", pandas.StringDtype("python", na_value=numpy.nan)]
WAYS = {
    "texts": (["b", "a", "b", "c", "a", "b"], [pandas_series, numpy.array, polars.Series, tuple]),
    "objects": (["b", "a", "b", "c", "a", "b"], [lambda v: pandas_series(v, object), lambda v: numpy.array(v, object)]),
    "texts of Arrow": (["b", "a", "b", None, "a", "b"], [lambda v: pandas_series(v, "string[pyarrow]"), pyarrow.array]),
    "a missing text": (
        ["b", "a", None, "c", "a", "b"],
        [pandas_series, polars.Series, *(lambda v, dtype=dtype: pandas_series(v, dtype) for dtype in TEXTS)],
    ),
    "categories": (
        ["b", "a", None, "b", "a", "b"],
        [lambda v: pandas_series(v, "category"), lambda v: polars.Series(v, dtype=polars.Categorical)],
    ),
    "categories nobody chose": (
        ["b", "a", "b", "b", "a", "b"],
        [lambda v: pandas.Series(pandas.Categorical(v, categories=["z", "a", "b"]))],
    ),
    "categories that are numbers": ([3, 1, None, 3, 1, 3], [lambda v: pandas.Series(pandas.Categorical(v))]),
    "truth values": ([True, False, True, True, False, True], [pandas_series, numpy.array, polars.Series]),
    "truth values, one missing": (
        [True, False, None, True, False, True],
        [lambda v: pandas_series(v, "boolean"), polars.Series, lambda v: pandas_series(v, object)],
    ),
    "whole numbers": ([3, -1, 3, 2, 2, 3], [pandas_series, numpy.array, polars.Series, lambda v: numpy.array(v, "int8")]),
    "whole numbers, backwards": ([3, -1, 3, 2, 2, 3], [lambda v: numpy.array(v[::-1])[::-1], lambda v: numpy.array(v, ">i4")]),
    "every other": ([3, -1, 3, 2, 2, 3], [lambda v: numpy.array([v, v]).T.ravel()[::2], lambda v: numpy.array([v, v]).T[:, 1]]),
    "whole numbers, one missing": (
        [3, None, 3, 2, 2, 3],
        [lambda v: pandas_series(v, "Int64"), lambda v: pandas_series(v, "Int8"), pandas_series, polars.Series, pyarrow.array],
    ),
    "large whole numbers, one missing": (
        [2**53 + 1, None, 2**53, 2**53, 2**53 + 1, 2**53 + 1],
        [lambda v: pandas_series(v, "Int64"), polars.Series, pyarrow.array],
    ),
    "numbers beyond 63 bits": (
        [HUGE, HUGE - 1, HUGE, HUGE, HUGE - 1, HUGE],
        [pandas_series, lambda v: numpy.array(v, "uint64"), polars.Series, lambda v: pandas_series(v, "UInt64")],
    ),
    "numbers of any size": ([10**30, 7, 10**30, 7, 7, 10**30], [pandas_series, lambda v: numpy.array(v, object)]),
    "numbers": ([0.1, 2.0, 0.1, 1e300, -0.0, 0.0], [pandas_series, numpy.array, polars.Series, lambda v: pandas_series(v, "Float64")]),
    "ids as floats": ([1.0, 2.0, float("nan"), 2.0, 1.0, 2.0], [pandas_series, numpy.array, lambda v: numpy.array(v, "float32")]),
    "a mixture": ([1, "1", True, 1.0, None, "true"], [lambda v: pandas_series(v, object), lambda v: numpy.array(v, object)]),
    "categories that are a mixture": ([1, "1", None, 2, "1", 1], [lambda v: pandas_series(v, "category")]),
    "moments": (
        [MOMENT, MOMENT, None, MOMENT + datetime.timedelta(days=1), MOMENT, MOMENT],
        [pandas_series, lambda v: numpy.array(v, "datetime64[ns]"), polars.Series, lambda v: pandas_series(v, object)],
    ),
}


@pytest.mark.parametrize("case", WAYS)
def test_cells_are_those_of_a_list(case):
    values, ways = WAYS[case]
    expected = described(list(values))
    assert expected[0], case
    for number, way in enumerate(ways):
        assert described(way(values)) == expected, (case, number)


def test_a_moment_with_a_zone_and_a_day_are_texts():
    utc = MOMENT.replace(tzinfo=datetime.timezone.utc)
    assert described(pandas.Series([utc] * 4)) == described([utc.isoformat()] * 4)
    day = MOMENT.date()
    assert described([day] * 4) == described(polars.Series([day] * 4)) == described([day.isoformat()] * 4)


def test_columns_that_nobody_asks_for_are_left_alone():
    """A list in a cell is refused only where it is needed, also behind rows that are left out."""
    frame = pandas.DataFrame({"x": ["a", "b"] * 3, "score": [1.0, 2, 3, 4, 5, 6], "vector": [[1, 2]] * 6, "keep": list("yyyyyn")})
    frame["core"] = [{}] * 6  # a part of another name
    plain = frame[["x", "score", "keep"]]
    for others in ({}, {"where": {"keep": "y"}}):
        asked = dict(value="score", group="x", **others)
        assert rejudge.describe(frame, **asked).to_dict() == rejudge.describe(plain, **asked).to_dict()
        with pytest.raises(rejudge.Error, match="row 0 of `data` has a list in column `vector`"):
            rejudge.describe(frame, **{**asked, "group": "vector"})


def test_a_column_is_fetched_though_no_word_names_it():
    """The covariates of strengths are all columns of their table."""
    votes = {"a": list("xyzxyz"), "b": list("yzxyzx"), "c": list("xyzyzx")}
    covariates = pandas.DataFrame({"system": list("xyz"), "length": [1.0, 2.0, 4.0]})
    asked = dict(a="a", b="b", choice="c")
    answered = rejudge.bt(votes, **asked, covariates=covariates)
    assert [estimate.of for estimate in answered.estimates if estimate.name == "coef"] == [["length"]]
    with pytest.raises(rejudge.Error, match="row 1 of `covariates` has a dict in column `length`"):
        rejudge.bt(votes, **asked, covariates=covariates.assign(length=[1.0, {}, 2.0]))


def test_frames_that_hold_nothing_or_one_name_twice_are_refused():
    refused = {
        "`data` has no columns": pandas.DataFrame(),
        "has a header but no rows": pandas.DataFrame({"x": [], "score": []}),
        "two columns called `x`": pandas.DataFrame([[1, 2, 3]], columns=["x", "x", "score"]),
        "two columns called `1`": pandas.DataFrame([[1, 2, 3]], columns=["1", 1, "score"]),
        "`data` has 2 rows in column `x` and 1 in column `score`": {"x": (name for name in "ab"), "score": [1]},
        "a column is 'abc', where a list of cells is needed": {"x": "abc", "score": [1, 2, 3]},
    }
    for sentence, table in refused.items():
        with pytest.raises(rejudge.Error) as raised:
            rejudge.describe(table, value="score", group="x")
        assert sentence in str(raised.value)


def test_names_of_columns_need_not_be_texts():
    frame = pandas.DataFrame({0: list("abab"), ("p", "q"): [1.0, 2.0, 3.0, 5.0]})
    named = frame.set_axis(["x", "score"], axis=1)
    one, other = (
        [(estimate.of, estimate.value) for estimate in answered.estimates]
        for answered in (
            rejudge.describe(frame, value="('p', 'q')", group="0"),
            rejudge.describe(named, value="score", group="x"),
        )
    )
    assert one == other


def test_a_matrix_is_one_whatever_its_numbers_are():
    whole = numpy.array([[1, 2, 3, 3], [1, 2, 3, 4], [2, 2, 3, 3]])
    expected = rejudge.alpha(whole.tolist(), level="interval").to_dict()
    for matrix in (whole, whole.astype("float32"), whole.astype(object), numpy.asfortranarray(whole), whole.astype("uint8")):
        assert rejudge.alpha(matrix, level="interval").to_dict() == expected
    holes = whole.astype(float)
    holes[1, 2] = numpy.nan
    listed = [[None if value != value else value for value in row] for row in holes.tolist()]
    assert rejudge.alpha(holes, level="interval").to_dict() == rejudge.alpha(listed, level="interval").to_dict()


def test_an_answer_is_the_same_when_it_comes_back():
    answered = rejudge.describe({"x": list("abab"), "score": [1.0, 2.0, 3.0, 5.0]}, value="score", group="x")
    for copied in (pickle.loads(pickle.dumps(answered)), copy.deepcopy(answered), copy.copy(answered)):
        assert (copied.to_dict(), copied.text, copied) == (answered.to_dict(), answered.text, answered)
        assert copied.estimates[0].value == answered.value and copied.value == answered.value
    with pytest.raises(AttributeError, match="there is no `vale` here; there are format, method"):
        answered.vale


def test_an_estimate_has_its_members_as_attributes_and_items():
    answered = rejudge.ttest({"x": list("abab"), "score": [1.0, 2.0, 3.0, 5.0]}, value="score", group="x")
    for estimate, members in zip(answered.estimates, answered.to_dict()["estimates"], strict=True):
        assert isinstance(estimate, rejudge.Record) and estimate.to_dict() == members
        assert list(estimate) == list(members) and len(estimate) == len(members) and "p" in estimate
        assert all(estimate[name] == getattr(estimate, name) for name in members)
        assert repr(estimate) == f"Record({members!r})" and set(members) < set(dir(estimate))
        assert estimate == pickle.loads(pickle.dumps(estimate)) == copy.deepcopy(estimate)
    ends = [estimate.interval for estimate in answered.estimates if estimate.interval is not None]
    assert ends and all(interval.low <= interval.high for interval in ends)
    with pytest.raises(AttributeError, match="there is no `vale` here; there are name, of, value"):
        answered.estimates[0].vale
