//! Files that do not fit each other: names that lead nowhere, parts that do not go together.

use diag::{Code, Severity};

use crate::explain::Explanation;

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
Leave `combine` out: it follows from the response kind. Ask kinds that show one output and kinds that show several in
two parts, with `[[parts]]`.
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

pub(crate) const BAD_QUESTION: Explanation = Explanation {
    code: Code("S036"),
    name: "bad-question",
    severity: Severity::Error,
    summary: "a screening or closing question that cannot be asked",
    doc: r#"## What it checks
Screening questions accept some of the answers they offer, and offer each once; or they let people type a number, a day
or words, and accept what can be typed. Closing questions are of a kind that needs no output to look at.

## Why it matters for a study
An accepted answer that is not offered turns everyone away. A closing question shows no text, so there is
nothing to rank or to mark.

## Example
```toml
[[screening]]
id = "english"
question = "Is English your first language?"
options = ["Yes", "No"]
accept = ["yes"]
```

## Instead
```toml
accept = ["Yes"]
```
"#,
};

pub(crate) const BAD_PART: Explanation = Explanation {
    code: Code("S037"),
    name: "bad-part",
    severity: Severity::Error,
    summary: "the parts of the study do not fit its criteria and items",
    doc: r#"## What it checks
A study with `[[parts]]` has at least two; every criterion is asked in exactly one of them; what a part says about items
names columns of `items.strata` and values that are there; designs stand in the parts, not in `[design]`.

## Why it matters for a study
A criterion without a part is never asked. One in two parts would be asked twice of the same outputs, and its answers
would be counted as if people had agreed with each other.

## Example
```toml
[[parts]]
id = "alone"
title = "Each summary by itself"
criteria = ["faithfulness"]
```

## Instead
```toml
[[parts]]
id = "alone"
title = "Each summary by itself"
criteria = ["faithfulness"]

[[parts]]
id = "pairs"
title = "Two summaries side by side"
criteria = ["preference"]
```
"#,
};

pub(crate) const BAD_FOLLOW_UP: Explanation = Explanation {
    code: Code("S038"),
    name: "bad-follow-up",
    severity: Severity::Error,
    summary: "a question follows an answer that cannot be given before it",
    doc: r#"## What it checks
`only_if` names a criterion that is asked on the same page before this one, and answers that it can have. A check or a training
question does not ask a follow-up.

## Why it matters for a study
A question that waits for an answer which nobody can give is never asked, and nobody would notice.

## Example
```toml
[[criteria]]
id = "why"
question = "What is wrong with it?"
only_if = { criterion = "fluency", is = [6] }     # on a scale of five points
response = { kind = "text" }
```

## Instead
```toml
only_if = { criterion = "fluency", is = [1, 2] }
```
"#,
};
