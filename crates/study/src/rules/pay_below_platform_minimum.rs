//! R064: the platform will refuse what a list pays.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Platform;

pub(super) const RULE: Rule = Rule {
    code: Code("R064"),
    name: "pay-below-platform-minimum",
    severity: Severity::Warning,
    summary: "the hourly pay is less than Prolific allows",
    doc: r#"## What it checks
With `from = "prolific"`, an hour pays at least 6 GBP or 8 USD, the platform's minimum when this was
written. Other currencies are left alone.

## Why it matters for a study
The platform does not publish the study, or asks for more money while it runs.

## Example
```toml
[payment]
currency = "GBP"
amount = 0.50
estimated_minutes = 8
```

## Instead
0.80 at the least, and 1.60 at the floor of 12 an hour that reproduction projects have used.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(payment), Some(participants)) = (&context.file.payment, &context.file.participants) else { return };
    let minimum = match payment.currency.as_str() {
        "GBP" => 6.0,
        "USD" => 8.0,
        _ => return,
    };
    if participants.from != Platform::Prolific || payment.estimated_minutes <= 0.0 {
        return;
    }
    let (key, hourly) = match (payment.amount, payment.floor_per_hour) {
        (Some(amount), _) => ("payment.amount", amount * 60.0 / payment.estimated_minutes),
        (None, Some(floor)) => ("payment.floor_per_hour", floor),
        (None, None) => return,
    };
    // Half a hundredth of slack: amounts are written in the smallest coin.
    if hourly + 0.005 < minimum {
        found.push(
            RULE.diagnose(
                context.places.find(key),
                format!(
                    "the hourly pay is {hourly:.2} {}, but Prolific requires at least {minimum:.2}",
                    payment.currency
                ),
            )
            .with_reason("the platform does not publish a study that pays less")
            .help(format!(
                "pay at least {:.2} for a list",
                (minimum * payment.estimated_minutes / 60.0 * 100.0).ceil() / 100.0
            )),
        );
    }
}
