//! R066: paid workers without pay.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Platform;

pub(super) const RULE: Rule = Rule {
    code: Code("R066"),
    name: "crowd-unpaid",
    severity: Severity::Warning,
    summary: "participants come from a platform where people are paid, but there is no `[payment]`",
    doc: r#"## What it checks
With `from = "prolific"` or `"mturk"` there is a `[payment]` section.

## Why it matters for a study
What people are paid belongs to the design: another lab cannot repeat a study without it, and the
datasheet asks for it.

## Example
```toml
[participants]
from = "prolific"
```

## Instead
```toml
[payment]
currency = "GBP"
estimated_minutes = 8
floor_per_hour = 12.00
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(participants) = &context.file.participants else { return };
    let paid = match participants.from {
        Platform::Prolific | Platform::Mturk => true,
        Platform::Invited | Platform::Open => false,
    };
    if paid && context.file.payment.is_none() {
        found.push(
            RULE.diagnose(
                context.places.find("participants.from"),
                "people are paid there, but the study does not say how much",
            )
            .with_reason("pay is part of the design")
            .help("add a `[payment]` section with `currency`, `estimated_minutes` and `floor_per_hour`"),
        );
    }
}
