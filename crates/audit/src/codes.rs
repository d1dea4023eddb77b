//! The codes of what is wrong with an audit file itself. What is wrong with the paper is a
//! [`super::Finding`].

use diag::{Code, Severity};
use study::Explanation;

/// What `rejudge explain` knows about audit files, in order.
pub const EXPLANATIONS: [Explanation; 4] = [BAD_NUMBER, SAME_ID, BAD_CHECK, NOT_COMPUTED];

pub(crate) const BAD_NUMBER: Explanation = Explanation {
    code: Code("A001"),
    name: "bad-printed-number",
    severity: Severity::Error,
    summary: "a cell of an audit file is not a number, or a row has too few or too many cells",
    doc: r#"## What it checks
Every cell of a table is a number as printed, or `_` where the paper leaves it empty, and every row has as many cells
as the table has columns.

## Why it matters for a study
A printed number stands for every value that rounds to it, so its digits count; a cell that moved one column to the
left would be checked as something it is not.

## Example
Three columns, `mean`, `sd` and `n`, and a row with two cells: `"3.69 0.52"`.

## Instead
Copy the digits as the paper prints them, trailing zeros too, and put `_` where a cell is empty.
"#,
};

pub(crate) const SAME_ID: Explanation = Explanation {
    code: Code("A002"),
    name: "same-number-twice",
    severity: Severity::Error,
    summary: "two numbers of an audit file have one id",
    doc: r#"## What it checks
Every number has an id of its own, whether it stands in a table or alone.

## Why it matters for a study
A check names numbers by id. With two behind one id nobody can say which of them was checked.

## Example
The same table is written down twice, once from the text and once from the appendix, with the same ids.

## Instead
Give the second table ids of its own. That both print the same is then a check like any other.
"#,
};

pub(crate) const BAD_CHECK: Explanation = Explanation {
    code: Code("A003"),
    name: "bad-check",
    severity: Severity::Error,
    summary: "a check of an audit file cannot be read, or names a number that is not there",
    doc: r#"## What it checks
What must hold is written in the language of checks, each function is known, and every id in it is that of a number in
the file.

## Why it matters for a study
A check that is passed over in silence looks like one that the paper passed.

## Example
`mean.svm + 1 == mean.gedi`: only a printed number can stand on the left of `==`.

## Instead
Follow the mark under the check: it shows the word that was not understood, and the line below it says what could
stand there.
"#,
};

pub(crate) const NOT_COMPUTED: Explanation = Explanation {
    code: Code("A004"),
    name: "check-not-computed",
    severity: Severity::Error,
    summary: "a check of an audit file has no value for the numbers given",
    doc: r#"## What it checks
Every check that can be read can also be computed from the printed numbers.

## Why it matters for a study
Where nothing can be computed nothing was checked, and the paper is neither right nor wrong.

## Example
A coefficient of variation of one number, a division by a printed `0`, or a p-value with no degrees of freedom.

## Instead
Look whether the right numbers are named. If the paper really prints too little, leave the check out.
"#,
};
