//! R062: the longest time was written where the expected time belongs.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R062"),
    name: "estimate-is-the-maximum",
    severity: Severity::Warning,
    summary: "the expected time and the longest time allowed are the same",
    doc: r#"## What it checks
`payment.estimated_minutes` is smaller than `payment.maximum_minutes` and than
`participants.time_limit`.

## Why it matters for a study
Platforms ask for the time a study is expected to take, pay by it, and set the longest time themselves.
One study entered its maximum there and overpaid; another told readers that its expected eight minutes
were all that people had, and elsewhere that they had an hour.

## Example
```toml
[payment]
estimated_minutes = 60
maximum_minutes = 60
```

## Instead
State what a pilot took, and the limit apart from it:
```toml
[payment]
estimated_minutes = 8
maximum_minutes = 60
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(payment) = &context.file.payment else { return };
    let estimate = payment.estimated_minutes;
    let limit = context.study.and_then(|study| study.participants.time_limit_secs).map(|secs| secs as f64 / 60.0);
    let same = |longest: f64| (longest - estimate).abs() < 0.5;
    let confused = match (payment.maximum_minutes, limit) {
        (Some(maximum), _) if maximum < estimate || same(maximum) => Some("payment.maximum_minutes"),
        // A limit below the estimate is R061.
        (_, Some(limit)) if same(limit) => Some("participants.time_limit"),
        _ => None,
    };
    if let Some(longest) = confused {
        found.push(
            RULE.diagnose(
                context.places.find("payment.estimated_minutes"),
                format!("a list is expected to take {estimate} minutes, which is also the longest time allowed"),
            )
            .with_place(context.places.find(longest), "the longest time")
            .with_reason("platforms base pay on the expected time and set the maximum themselves")
            .help("state the time that a pilot took as `estimated_minutes`"),
        );
    }
}
