//! R054: participants from a crowd platform or an open link, and no attention checks.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Platform;

pub(super) const RULE: Rule = Rule {
    code: Code("R054"),
    name: "strangers-without-checks",
    severity: Severity::Advice,
    summary: "participants come from a crowd platform or an open link, and there are no attention checks",
    doc: r#"## What it checks
Studies with people from Prolific, Mechanical Turk or an open link have checks or training questions.

## Why it matters for a study
Some participants click through, and some are programs. Without a single question whose answer is known they
cannot be identified, and excluding people afterwards looks like choosing the result.

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
            RULE.diagnose(context.places.find("participants.from"), "crowd participants, but no attention checks")
                .with_reason(
                    "without a question whose answer is known, careless answers cannot be distinguished from careful ones",
                )
                .help("add `checks` to `[lists]`, or accept this finding if the original study had none"),
        );
    }
}
