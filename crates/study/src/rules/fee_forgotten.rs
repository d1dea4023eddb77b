//! R065: the platform's fee is not in the budget.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Platform;

pub(super) const RULE: Rule = Rule {
    code: Code("R065"),
    name: "fee-forgotten",
    severity: Severity::Advice,
    summary: "the platform's fee is not stated, so the cost of the study is too low",
    doc: r#"## What it checks
With people from Prolific or Mechanical Turk, `payment.platform_fee` is given; and it is a share, not a
percentage.

## Why it matters for a study
Platforms take a share on top of every payment. A budget that leaves it out does not last to the last
list.

## Example
```toml
[payment]
currency = "GBP"
estimated_minutes = 8
floor_per_hour = 12.00
```

## Instead
```toml
platform_fee = 0.33     # a third of what people are paid
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(payment), Some(participants)) = (&context.file.payment, &context.file.participants) else { return };
    let platform = match participants.from {
        Platform::Prolific => "Prolific",
        Platform::Mturk => "Mechanical Turk",
        Platform::Invited | Platform::Open => return,
    };
    match payment.platform_fee {
        None => found.push(
            RULE.diagnose(context.places.find("payment"), format!("the fee of {platform} is not stated"))
                .with_reason("the cost of the study would be underestimated")
                .help("add `platform_fee = 0.33`, or whatever share of the payment it takes"),
        ),
        Some(fee) if !(0.0..=1.0).contains(&fee) => found.push(
            RULE.diagnose(context.places.find("payment.platform_fee"), format!("a fee of {fee} times the payment"))
                .with_reason("the fee is a share of the payment, from 0 to 1")
                .help(format!("write `platform_fee = {}`", fee / 100.0)),
        ),
        Some(_) => {}
    }
}
