//! R115: a draft for Prolific that cannot be made.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Platform;

pub(super) const RULE: Rule = Rule {
    code: Code("R115"),
    name: "prolific-section-unusable",
    severity: Severity::Error,
    summary: "a study with `[platform.prolific]` lacks something that Prolific needs",
    doc: r#"## What it checks
With `[platform.prolific]`, participants come from Prolific, `[payment]` says what a list pays, and
`participants.codes` has the code of whoever finishes.

## Why it matters for a study
The draft on Prolific is made from these parts of the study. Without them there is nothing to offer
people, and nobody could be approved.

## Example
```toml
[participants]
from = "open"

[platform.prolific]
description = "Read 20 short texts and say how fluent they are."
```

## Instead
```toml
[participants]
from = "prolific"
codes = { completed = "CDONE7K", declined = "CNO41" }

[payment]
currency = "GBP"
estimated_minutes = 8
floor_per_hour = 12.00

[platform.prolific]
description = "Read 20 short texts and say how fluent they are."
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if context.file.platform.prolific.is_none() {
        return;
    }
    let participants = context.file.participants.as_ref();
    let mut missing = |message: &str, help: &str| {
        found.push(
            RULE.diagnose(context.places.find("platform.prolific"), message)
                .with_reason("the draft on Prolific is made from this")
                .help(help),
        );
    };
    if participants.is_none_or(|participants| participants.from != Platform::Prolific) {
        missing(
            "participants do not come from Prolific",
            "set `from = \"prolific\"` in `[participants]`, or remove `[platform.prolific]`",
        );
        return;
    }
    if participants.is_some_and(|participants| participants.codes.is_none()) {
        missing(
            "there is no completion code by which Prolific could recognise finished work",
            "add `codes = { completed = \"…\", declined = \"…\" }` to `[participants]`",
        );
    }
    let paid = context.file.payment.as_ref();
    if paid.is_none_or(|payment| payment.amount.is_none() && payment.floor_per_hour.is_none()) {
        missing("nothing says how much a list pays", "add `[payment]` with `amount` or `floor_per_hour`");
    }
}
