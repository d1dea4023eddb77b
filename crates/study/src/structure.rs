//! The codes of what is wrong with the files themselves: they cannot be read, do not fit the format,
//! or do not fit each other. All are errors. What is doubtful about a study that can be read is in
//! [`crate::rules`].

use diag::{Code, Severity};

use crate::explain::Explanation;

pub(crate) const UNREADABLE_FILE: Explanation = Explanation {
    code: Code("S001"),
    name: "unreadable-file",
    severity: Severity::Error,
    summary: "a file that the study names cannot be read",
    doc: r#"## What it checks
Every file named in `study.toml` is in the study folder and can be read.

## Why it matters for a study
A study folder is all that another lab gets; what is not in it cannot be repeated.

## Example
```toml
[items]
file = "item.csv"     # the folder holds items.csv
```

## Instead
Write the name as it is in the folder, with forward slashes. Files outside the folder are not read.
"#,
};

pub(crate) const NOT_UTF8: Explanation = Explanation {
    code: Code("S002"),
    name: "not-utf-8",
    severity: Severity::Error,
    summary: "a file is not UTF-8 text",
    doc: r#"## What it checks
Text files are UTF-8, with or without a byte order mark.

## Why it matters for a study
In any other encoding letters beyond a–z would be shown to participants as something else.

## Example
A spreadsheet program's “CSV” is often Windows-1252, in which `é` is a byte that UTF-8 does not know.

## Instead
Save the file again as UTF-8 (in spreadsheet programs: “CSV UTF-8”).
"#,
};

pub(crate) const SYNTAX: Explanation = Explanation {
    code: Code("S003"),
    name: "toml-syntax",
    severity: Severity::Error,
    summary: "the file is not TOML",
    doc: r#"## What it checks
The file can be read as TOML at all.

## Why it matters for a study
Nothing else can be said about the study until it can.

## Example
```toml
title = "Which is better?
```

## Instead
Close the quotation mark, the bracket or the table at the place shown.
"#,
};

pub(crate) const UNKNOWN_KEY: Explanation = Explanation {
    code: Code("S004"),
    name: "unknown-key",
    severity: Severity::Error,
    summary: "a key that the format does not have",
    doc: r#"## What it checks
Every key is one that the format knows.

## Why it matters for a study
A key with a slip in it would otherwise be passed over silently, and the study would run with the default.

## Example
```toml
[lists]
question = 30
```

## Instead
Write `questions`. All keys are in the reference of the study file.
"#,
};

pub(crate) const WRONG_TYPE: Explanation = Explanation {
    code: Code("S005"),
    name: "wrong-type",
    severity: Severity::Error,
    summary: "a value of the wrong type",
    doc: r#"## What it checks
Every value is of the type its key takes.

## Why it matters for a study
A number in quotation marks is a text, and a list of one is not that one.

## Example
```toml
questions = "30"
```

## Instead
```toml
questions = 30
```
"#,
};

pub(crate) const MISSING_KEY: Explanation = Explanation {
    code: Code("S006"),
    name: "missing-key",
    severity: Severity::Error,
    summary: "a key that must be there is not",
    doc: r#"## What it checks
Every key without a default is there.

## Why it matters for a study
There is no value that would be right for every study.

## Example
```toml
[study]
title = "Which is better?"   # and no seed
```

## Instead
Add the key.
"#,
};

pub(crate) const UNKNOWN_WORD: Explanation = Explanation {
    code: Code("S007"),
    name: "unknown-word",
    severity: Severity::Error,
    summary: "a word that its key does not take",
    doc: r#"## What it checks
Where a key takes one of a few words, the value is one of them.

## Why it matters for a study
A word that is not known cannot be acted upon.

## Example
```toml
response = { kind = "likert", points = 5 }
```

## Instead
```toml
response = { kind = "rating", points = 5 }
```
"#,
};

pub(crate) const OUT_OF_RANGE: Explanation = Explanation {
    code: Code("S008"),
    name: "out-of-range",
    severity: Severity::Error,
    summary: "a number outside what its key takes",
    doc: r#"## What it checks
Numbers lie within the range that their key takes, and are finite.

## Why it matters for a study
A list of −3 questions or an infinite wage has no meaning.

## Example
```toml
questions = -3
```

## Instead
Write a number in the range shown.
"#,
};

pub(crate) const EMPTY_FILE: Explanation = Explanation {
    code: Code("S009"),
    name: "empty-file",
    severity: Severity::Error,
    summary: "a file with nothing in it",
    doc: r#"## What it checks
Files that the study names have something in them.

## Why it matters for a study
An empty text would be an empty page, and an empty table no question.

## Example
An `items.csv` of 0 bytes.

## Instead
Write the file, or leave its name out of `study.toml`.
"#,
};

pub(crate) const NOT_UNDERSTOOD: Explanation = Explanation {
    code: Code("S010"),
    name: "not-understood",
    severity: Severity::Error,
    summary: "the file cannot be understood",
    doc: r#"## What it checks
The file as a whole can be turned into a study.

## Why it matters for a study
This is the net below the more exact findings.

## Example
Two values that each are right but do not go together.

## Instead
The message says what was expected.
"#,
};

pub(crate) const BAD_DURATION: Explanation = Explanation {
    code: Code("S011"),
    name: "bad-duration",
    severity: Severity::Error,
    summary: "a length of time that cannot be read",
    doc: r#"## What it checks
Lengths of time are numbers with `s`, `min` or `h`.

## Why it matters for a study
A time limit that is read wrongly takes lists away from people who are still at work.

## Example
```toml
time_limit = "one hour"
```

## Instead
```toml
time_limit = "60 min"
```
"#,
};

pub(crate) const BAD_ACCEPT: Explanation = Explanation {
    code: Code("S012"),
    name: "bad-accept",
    severity: Severity::Error,
    summary: "`accept` names something that cannot be accepted",
    doc: r#"## What it checks
`accept` names codes that exist, that are warnings or advice, and gives a reason.

## Why it matters for a study
An accepted finding is part of the study's account of itself. An error cannot be reasoned away: the study would not run, or collect something else than it says.

## Example
```toml
accept = { R999 = "" }
```

## Instead
```toml
accept = { R001 = "the original gave no definition" }
```
"#,
};

pub(crate) const BAD_RESPONSE: Explanation = Explanation {
    code: Code("S013"),
    name: "bad-response",
    severity: Severity::Error,
    summary: "a response kind whose options do not go together",
    doc: r#"## What it checks
The options of a response kind make a question that can be answered.

## Why it matters for a study
A scale of one point, or of five points with four labels, is answered differently from how it is read.

## Example
```toml
response = { kind = "rating", points = 5, labels = ["bad", "good"] }
```

## Instead
Give one label for each point, or `labels = { low = "bad", high = "good" }`.
"#,
};

pub(crate) const BAD_TABLE: Explanation = Explanation {
    code: Code("S020"),
    name: "unreadable-table",
    severity: Severity::Error,
    summary: "a table cannot be read",
    doc: r#"## What it checks
Items, checks and training questions are tables with one header and rows of one length.

## Why it matters for a study
A row with a cell too many has its texts under the wrong systems.

## Example
```csv
item,vae,hrq
1,"a text",another, with a comma
```

## Instead
Put texts with commas, quotation marks or line breaks in quotation marks.
"#,
};

pub(crate) const MISSING_COLUMN: Explanation = Explanation {
    code: Code("S021"),
    name: "missing-column",
    severity: Severity::Error,
    summary: "a table lacks a column that the study names",
    doc: r#"## What it checks
Every column that the study names, and one for each system, is in the table.

## Why it matters for a study
A system without a column has no outputs to judge.

## Example
```toml
[systems]
hrq = "HRQ-VAE"      # items.csv has a column `HRQ`
```

## Instead
Name the column as in the file, or say `hrq = { name = "HRQ-VAE", column = "HRQ" }`.
"#,
};

pub(crate) const EMPTY_CELL: Explanation = Explanation {
    code: Code("S022"),
    name: "empty-cell",
    severity: Severity::Error,
    summary: "a cell that must say something is empty",
    doc: r#"## What it checks
Ids, system names and answers of checks are not empty.

## Why it matters for a study
A row that cannot be named cannot be traced from judgement to text.

## Example
A row of `items.csv` without an id.

## Instead
Fill the cell, or take the row out.
"#,
};

pub(crate) const DUPLICATE_ID: Explanation = Explanation {
    code: Code("S023"),
    name: "duplicate-id",
    severity: Severity::Error,
    summary: "one id is given twice",
    doc: r#"## What it checks
Items, criteria, claims and checks have ids of their own; with one row per output, an item has one output per system.

## Why it matters for a study
Two things with one id are one thing in the dataset.

## Example
Two rows of `items.csv` with the id `17`.

## Instead
Give each an id of its own. For one row per output, say which column holds the system: `items.system`.
"#,
};

pub(crate) const NO_ROWS: Explanation = Explanation {
    code: Code("S024"),
    name: "no-rows",
    severity: Severity::Error,
    summary: "a table has a header and no rows",
    doc: r#"## What it checks
Tables have rows.

## Why it matters for a study
Without items there is nothing to judge.

## Example
An `items.csv` with the header alone.

## Instead
Add rows, or leave the table's name out of `study.toml`.
"#,
};

pub(crate) const UNKNOWN_SYSTEM: Explanation = Explanation {
    code: Code("S025"),
    name: "unknown-system",
    severity: Severity::Error,
    summary: "a system that `[systems]` does not have",
    doc: r#"## What it checks
Systems named in the design or in the items file are in `[systems]`.

## Why it matters for a study
An output of a system that nobody declared would never be shown.

## Example
```toml
[design]
combine = "one-against-rest"
system = "GeDi"     # [systems] has `gedi`
```

## Instead
Write the id as in `[systems]`, or add the system there.
"#,
};

pub(crate) const ROWS_DISAGREE: Explanation = Explanation {
    code: Code("S026"),
    name: "rows-disagree",
    severity: Severity::Error,
    summary: "rows of one item say different things about it",
    doc: r#"## What it checks
With one row per output, the shown and strata columns of an item are the same in all its rows.

## Why it matters for a study
Participants would see another input depending on the system, and judge the input instead.

## Example
Two rows of item `17` with different inputs.

## Instead
Make them the same, or give the second an id of its own.
"#,
};

pub(crate) const DESIGN_MISFIT: Explanation = Explanation {
    code: Code("S030"),
    name: "design-misfit",
    severity: Severity::Error,
    summary: "response kind and design do not go together",
    doc: r#"## What it checks
The design shows as many outputs at once as the response kinds ask about, and names what it needs.

## Why it matters for a study
A pair cannot be rated on a scale for one output, nor one output be preferred to itself.

## Example
```toml
[design]
combine = "all-pairs"      # and response = { kind = "rating", … }
```

## Instead
Leave `combine` out: it follows from the response kind. Ask kinds that show one output and kinds that show several in two studies.
"#,
};

pub(crate) const UNKNOWN_CRITERION: Explanation = Explanation {
    code: Code("S031"),
    name: "unknown-criterion",
    severity: Severity::Error,
    summary: "a check asks a criterion that there is not",
    doc: r#"## What it checks
The column `criterion` of checks and training questions names a criterion.

## Why it matters for a study
A check that asks nothing tests nothing.

## Example
`Fluency` in the column `criterion`, where the study has `fluency`.

## Instead
Write the id as in `[[criteria]]`.
"#,
};

pub(crate) const MISSING_TEXT: Explanation = Explanation {
    code: Code("S032"),
    name: "missing-text",
    severity: Severity::Error,
    summary: "a check lacks a text to judge",
    doc: r#"## What it checks
A check has as many texts as its question shows: `text` for one, `a` and `b` for two, `a`, `b`, `c`… for more.

## Why it matters for a study
The check would be answered without being seen.

## Example
A pairwise check with the column `b` left empty.

## Instead
Fill the cell.
"#,
};

pub(crate) const BAD_ANSWER: Explanation = Explanation {
    code: Code("S033"),
    name: "bad-answer",
    severity: Severity::Error,
    summary: "the right answer of a check cannot be given",
    doc: r#"## What it checks
The right answer of a check is one that its response kind allows.

## Why it matters for a study
Everyone would fail it, and be turned away.

## Example
The answer `6` on a scale of five points.

## Instead
Write an answer that can be given; the reference of the response kind says how.
"#,
};

pub(crate) const BAD_CLAIM: Explanation = Explanation {
    code: Code("S034"),
    name: "bad-claim",
    severity: Severity::Error,
    summary: "a claim that cannot be read",
    doc: r#"## What it checks
`holds_if` is written in the language of claims, and names systems and criteria that there are.

## Why it matters for a study
A claim that cannot be read cannot be decided, and must not be decided by hand afterwards.

## Example
```toml
holds_if = "vae is best"
```

## Instead
```toml
holds_if = "vae > all others on meaning"
```
"#,
};

pub(crate) const UNKNOWN_BALANCE: Explanation = Explanation {
    code: Code("S035"),
    name: "unknown-balance",
    severity: Severity::Error,
    summary: "`balance` names something that cannot be balanced",
    doc: r#"## What it checks
`lists.balance` names strata of `items.strata`, `system`, `pair` or `position`.

## Why it matters for a study
What is not known is not balanced, and the lists would differ in it by chance.

## Example
```toml
balance = ["datset"]
```

## Instead
Write it as in `items.strata`.
"#,
};

/// All of them, in order.
pub(crate) const ALL: &[Explanation] = &[
    UNREADABLE_FILE,
    NOT_UTF8,
    SYNTAX,
    UNKNOWN_KEY,
    WRONG_TYPE,
    MISSING_KEY,
    UNKNOWN_WORD,
    OUT_OF_RANGE,
    EMPTY_FILE,
    NOT_UNDERSTOOD,
    BAD_DURATION,
    BAD_ACCEPT,
    BAD_RESPONSE,
    BAD_TABLE,
    MISSING_COLUMN,
    EMPTY_CELL,
    DUPLICATE_ID,
    NO_ROWS,
    UNKNOWN_SYSTEM,
    ROWS_DISAGREE,
    DESIGN_MISFIT,
    UNKNOWN_CRITERION,
    MISSING_TEXT,
    BAD_ANSWER,
    BAD_CLAIM,
    UNKNOWN_BALANCE,
];
