//! R063: nobody can tell what a list pays.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R063"),
    name: "pay-unknown",
    severity: Severity::Error,
    summary: "`[payment]` gives neither an amount nor a floor to work it out from",
    doc: r#"## What it checks
`[payment]` has an `amount`, or a `floor_per_hour` from which it follows; neither is negative, and
`estimated_minutes` is more than zero.

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
    let why = "what people are paid is part of the design";
    if payment.amount.is_none() && payment.floor_per_hour.is_none() {
        found.push(
            RULE.at(context.places.of("payment"), "neither an amount nor a floor is given")
                .why(why)
                .help("add `floor_per_hour = …` or `amount = …`"),
        );
    }
    let numbers = [("amount", payment.amount), ("floor_per_hour", payment.floor_per_hour)];
    for (key, value) in numbers.into_iter().filter_map(|(key, value)| Some((key, value?))) {
        if !value.is_finite() || value < 0.0 {
            found.push(
                RULE.at(context.places.of(&format!("payment.{key}")), format!("`{key}` is {value}"))
                    .why(why)
                    .help("give an amount of money"),
            );
        }
    }
    if !payment.estimated_minutes.is_finite() || payment.estimated_minutes <= 0.0 {
        found.push(
            RULE.at(
                context.places.of("payment.estimated_minutes"),
                format!("a list is expected to take {} minutes", payment.estimated_minutes),
            )
            .why("pay per hour cannot be worked out")
            .help("state the time that a pilot took"),
        );
    }
}
