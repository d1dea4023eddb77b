//! R054: people nobody knows, and nothing to tell whether they read.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Platform;

pub(super) const RULE: Rule = Rule {
    code: Code("R054"),
    name: "strangers-without-checks",
    severity: Severity::Advice,
    summary: "participants are strangers, but there are neither checks nor training",
    doc: r#"## What it checks
Studies with people from Prolific, Mechanical Turk or an open link have checks or training questions.

## Why it matters for a study
Some people press buttons, and some programs do. Without a single question whose answer is known, they
cannot be told from the others, and excluding them afterwards looks like choosing the result.

## Example
```toml
[participants]
from = "prolific"
```
and no `lists.checks`.

## Instead
```toml
[lists]
checks = { file = "checks.csv", per_list = 2, on_failure = "replace" }
```
If the original study had none and that is to be repeated, accept the finding and say so.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(participants) = &context.file.participants else { return };
    let strangers = match participants.from {
        Platform::Prolific | Platform::Mturk | Platform::Open => true,
        Platform::Invited => false,
    };
    if strangers && context.file.lists.checks.is_none() && context.file.training.is_none() {
        found.push(
            RULE.at(
                context.places.of("participants.from"),
                "participants are strangers, but nothing checks whether they read",
            )
            .why("careless answers cannot be told from the others without a question whose answer is known")
            .help("add `checks` to `[lists]`, or accept this finding if the original study had none"),
        );
    }
}
