//! R126: a HIT that Mechanical Turk would refuse.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Platform;

/// What the interface allows (CreateHIT in the requester's reference).
const TITLE_LONGEST: usize = 128;
const DESCRIPTION_LONGEST: usize = 2000;

pub(super) const RULE: Rule = Rule {
    code: Code("R126"),
    name: "mturk-section-unusable",
    severity: Severity::Error,
    summary: "a study with `[platform.mturk]` cannot be offered on Mechanical Turk as it is",
    doc: r#"## What it checks
With `[platform.mturk]`, participants come from Mechanical Turk, `[payment]` says what a list pays, in USD, and
title and description are no longer than Mechanical Turk takes: 128 and 2000 characters.

## Why it matters for a study
The HIT is made from these parts of the study. Mechanical Turk refuses one without a reward, pays in no other
currency, and cuts nothing: it refuses.

## Example
```toml
[participants]
from = "mturk"

[payment]
currency = "GBP"
amount = 1.60
estimated_minutes = 8

[platform.mturk]
description = "Read 20 short texts and say how fluent they are."
```

## Instead
```toml
[payment]
currency = "USD"
amount = 2.00
estimated_minutes = 8
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(section) = &context.file.platform.mturk else { return };
    let mut refuse = |key: &str, message: String, help: &str| {
        found.push(
            RULE.diagnose(context.places.find(key), message)
                .with_reason("the HIT on Mechanical Turk is made from this")
                .help(help),
        );
    };
    let participants = context.file.participants.as_ref();
    if participants.is_none_or(|participants| participants.from != Platform::Mturk) {
        refuse(
            "platform.mturk",
            "participants do not come from Mechanical Turk".to_owned(),
            "set `from = \"mturk\"` in `[participants]`, or remove `[platform.mturk]`",
        );
        return;
    }
    match context.file.payment.as_ref() {
        Some(payment) if payment.currency != "USD" => refuse(
            "payment.currency",
            format!("pay on Mechanical Turk is in USD, not in {}", payment.currency),
            "set `currency = \"USD\"`, and the amounts in it",
        ),
        Some(payment) if payment.amount.is_some() || payment.floor_per_hour.is_some() => {}
        Some(_) | None => refuse(
            "platform.mturk",
            "nothing says how much a list pays".to_owned(),
            "add `[payment]` with `amount` or `floor_per_hour`, in USD",
        ),
    }
    let title = section.title.as_ref().unwrap_or(&context.file.study.title);
    for (key, text, longest) in [
        ("platform.mturk", title, TITLE_LONGEST),
        ("platform.mturk.description", &section.description, DESCRIPTION_LONGEST),
    ] {
        let length = text.chars().count();
        if length > longest {
            let what = if longest == TITLE_LONGEST { "title" } else { "description" };
            let message = format!("the {what} has {length} characters, but Mechanical Turk allows {longest}");
            refuse(key, message, "shorten it, here or with a separate `title` in `[platform.mturk]`");
        }
    }
}
