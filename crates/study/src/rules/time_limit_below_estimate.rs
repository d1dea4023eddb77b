//! R061: people are cut off before they can be done.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R061"),
    name: "time-limit-below-estimate",
    severity: Severity::Error,
    summary: "the time limit is shorter than a list is expected to take",
    doc: r#"## What it checks
`participants.time_limit` is longer than `payment.estimated_minutes`.

## Why it matters for a study
Lists are taken away from people who work at the expected speed, and given to others; half of the
work is paid twice or not at all.

## Example
```toml
[participants]
time_limit = "5 min"

[payment]
estimated_minutes = 8
```

## Instead
Leave room for slow readers and a pause: four or more times the estimate, such as `"60 min"`.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(study), Some(payment)) = (context.study, &context.file.payment) else { return };
    let Some(limit) = study.participants.time_limit_secs else { return };
    let minutes = limit as f64 / 60.0;
    if minutes < payment.estimated_minutes {
        found.push(
            RULE.diagnose(
                context.places.find("participants.time_limit"),
                format!(
                    "a list may be held for {minutes:.0} min, but is expected to take {} min",
                    payment.estimated_minutes
                ),
            )
            .with_place(context.places.find("payment.estimated_minutes"), "the estimate")
            .with_reason("lists are taken away from people who work at the expected speed")
            .help(format!("set `time_limit = \"{:.0} min\"` or more", (payment.estimated_minutes * 4.0).ceil())),
        );
    }
}
