//! Tables whose rows or columns are not what the study says.

use diag::{Code, Severity};

use crate::explain::Explanation;

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
Fill the cell, or remove the row.
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
