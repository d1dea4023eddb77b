//! R063: nobody can tell what a list pays.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R063"),
    name: "pay-unknown",
    severity: Severity::Error,
    summary: "`[payment]` gives neither an amount nor a floor from which to compute it",
    doc: r#"## What it checks
`[payment]` has an `amount`, or a `floor_per_hour` from which it follows.

## Why it matters for a study
What people are paid is part of the design, of the ethics approval and of the datasheet.

## Example
```toml
[payment]
currency = "GBP"
estimated_minutes = 8
```

## Instead
```toml
floor_per_hour = 12.00
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(payment) = &context.file.payment else { return };
    if payment.amount.is_none() && payment.floor_per_hour.is_none() {
        found.push(
            RULE.diagnose(context.places.find("payment"), "neither an amount nor a floor is given")
                .with_reason("pay is part of the design")
                .help("add `floor_per_hour = …` or `amount = …`"),
        );
    }
}
