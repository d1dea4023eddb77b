//! R068: people who leave a certain way get no code.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::{OnFailure, Platform};

pub(super) const RULE: Rule = Rule {
    code: Code("R068"),
    name: "outcome-without-code",
    severity: Severity::Warning,
    summary: "on Prolific, an outcome that can happen has no completion code",
    doc: r#"## What it checks
With `from = "prolific"`, there is a code for everything that can happen: `completed` and `declined`
always, `screened_out` when there are screening questions, `failed_check` when failing checks has a
consequence, `late` when there is a time limit.

## Why it matters for a study
A submission without a code, or with the wrong one, is left for review by hand, and people wait for
their money. One reproduction had to sort out submissions marked "unknown code" by hand.

## Example
```toml
[participants]
from = "prolific"
codes = { completed = "CDONE7K" }
```

## Instead
```toml
codes = { completed = "CDONE7K", failed_check = "CCHECK2", declined = "CNO41", late = "CLATE9" }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(participants) = &context.file.participants else { return };
    if participants.from != Platform::Prolific {
        return;
    }
    let why = "a submission without its code has to be reviewed by hand, and people wait for their money";
    let Some(codes) = &participants.codes else {
        found.push(
            RULE.diagnose(context.places.find("participants.from"), "there are no completion codes for Prolific")
                .with_reason(why)
                .help("add `codes = { completed = \"…\", declined = \"…\" }` to `[participants]`"),
        );
        return;
    };
    let checks = context.file.lists.checks.as_ref().is_some_and(|checks| checks.on_failure != OnFailure::Flag);
    let can_happen = [
        ("failed_check", checks && codes.failed_check.is_none()),
        ("declined", codes.declined.is_none()),
        ("screened_out", !context.file.screening.is_empty() && codes.screened_out.is_none()),
        ("late", participants.time_limit.is_some() && codes.late.is_none()),
    ];
    let without: Vec<String> =
        can_happen.iter().filter(|(_, missing)| *missing).map(|(outcome, _)| format!("`{outcome}`")).collect();
    if !without.is_empty() {
        found.push(
            RULE.diagnose(context.places.find("participants.codes"), format!("no code for {}", without.join(", ")))
                .with_reason(why)
                .help(format!("add a code for each of {}", without.join(", "))),
        );
    }
}
