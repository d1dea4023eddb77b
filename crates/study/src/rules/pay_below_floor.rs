//! R003: an hour pays less than the study's own floor.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R003"),
    name: "pay-below-floor",
    severity: Severity::Error,
    summary: "the hourly pay is below the floor set by the study",
    doc: r#"## What it checks
`payment.amount` per `payment.estimated_minutes` is at least `payment.floor_per_hour`.

## Why it matters for a study
The floor is a promise to participants and, where an ethics board approved it, a condition.

## Example
```toml
[payment]
currency = "GBP"
amount = 1.00
estimated_minutes = 8
floor_per_hour = 12.00
```

## Instead
Pay at least the floor times the estimate, rounded up once: 12.00 × 8 / 60 = 1.60. Or leave `amount`
out, and it is worked out from the two.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(payment) = &context.file.payment else { return };
    let (Some(amount), Some(floor)) = (payment.amount, payment.floor_per_hour) else { return };
    let least = floor * payment.estimated_minutes / 60.0;
    // Half a hundredth of slack: amounts are written in the smallest coin.
    if amount + 0.005 < least {
        found.push(
            RULE.diagnose(
                context.places.find("payment.amount"),
                format!(
                    "{amount:.2} {} for {} minutes is below the floor of {floor:.2} an hour",
                    payment.currency, payment.estimated_minutes
                ),
            )
            .with_reason("the floor is a promise to participants")
            .help(format!("pay at least {:.2}, or leave `amount` out", (least * 100.0).ceil() / 100.0)),
        );
    }
}
