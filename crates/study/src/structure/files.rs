//! Files that cannot be read or do not fit the format.

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

/// A file that cannot be understood.
pub const NOT_UNDERSTOOD: Explanation = Explanation {
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
