//! R116: a payment for people who are screened out that Prolific would refuse or that nobody gets.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R116"),
    name: "screen-out-unusable",
    severity: Severity::Error,
    summary: "people who are screened out should be paid, but nobody can be screened out, or they get as much as for a whole list",
    doc: r#"## What it checks
With `platform.prolific.screen_out` there are screening questions and a code `screened_out`, and the amount
is less than a list pays.

## Why it matters for a study
Prolific knows whom to pay by the code, and refuses a study in which being screened out pays as much as
taking part.

## Example
```toml
[payment]
currency = "GBP"
amount = 1.60
estimated_minutes = 8

[platform.prolific]
description = "Read 20 short texts and say how fluent they are."
screen_out = { amount = 2.00, places = 30 }
```

## Instead
```toml
screen_out = { amount = 0.20, places = 30 }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let prolific = context.file.platform.prolific.as_ref();
    let Some(screen_out) = prolific.and_then(|prolific| prolific.screen_out.as_ref()) else { return };
    let place = "platform.prolific.screen_out";
    if context.file.screening.is_empty() {
        found.push(
            RULE.diagnose(context.places.find(place), "nobody is screened out: there are no screening questions")
                .with_reason("the payment would never be made")
                .help("add a `[[screening]]` question, or remove `screen_out`"),
        );
        return;
    }
    let codes = context.file.participants.as_ref().and_then(|participants| participants.codes.as_ref());
    if codes.is_none_or(|codes| codes.screened_out.is_none()) {
        found.push(
            RULE.diagnose(context.places.find(place), "there is no completion code for being screened out")
                .with_reason("Prolific uses the code to decide whom to pay")
                .help("add `screened_out = \"…\"` to `participants.codes`"),
        );
    }
    let Some(payment) = &context.file.payment else { return };
    let hours = payment.estimated_minutes / 60.0;
    let Some(list) = payment.amount.or(payment.floor_per_hour.map(|floor| floor * hours)) else { return };
    if screen_out.amount >= list {
        let (amount, currency) = (screen_out.amount, &payment.currency);
        let message = format!("being screened out pays {amount:.2} {currency}, a whole list {list:.2}");
        found.push(
            RULE.diagnose(context.places.find(place), message)
                .with_reason("Prolific refuses a screen-out payment that is not below the reward")
                .help("pay for the minutes that the screening takes"),
        );
    }
}
