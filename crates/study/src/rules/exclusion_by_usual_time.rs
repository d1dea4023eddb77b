//! R074: people who work at the expected speed are left out.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Exclusion;

pub(super) const RULE: Rule = Rule {
    code: Code("R074"),
    name: "exclusion-by-usual-time",
    severity: Severity::Warning,
    summary: "an exclusion by time excludes people who work at the expected speed",
    doc: r#"## What it checks
`faster-than` is shorter, and `slower-than` is longer, than `payment.estimated_minutes`.

## Why it matters for a study
Half of the people are faster than the expected time, half are slower. A rule that cuts there excludes
one of the halves, and with it much of what was paid for.

## Example
A list is expected to take 8 minutes:
```toml
[analysis]
exclude = [{ rule = "faster-than", seconds = 480 }]
```

## Instead
Exclude what nobody can do by reading: a quarter of the expected time, say.
```toml
exclude = [{ rule = "faster-than", seconds = 120 }]
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(payment) = &context.file.payment else { return };
    let expected = payment.estimated_minutes * 60.0;
    for (index, exclusion) in context.file.analysis.exclude.iter().enumerate() {
        let (bound, seconds) = match exclusion {
            Exclusion::FasterThan { seconds } if *seconds >= expected => ("faster", seconds),
            Exclusion::SlowerThan { seconds } if *seconds <= expected => ("slower", seconds),
            Exclusion::FasterThan { .. }
            | Exclusion::SlowerThan { .. }
            | Exclusion::FailedChecks
            | Exclusion::Incomplete
            | Exclusion::SameAnswer => continue,
        };
        found.push(
            RULE.diagnose(
                context.places.find(&format!("analysis.exclude.{index}.seconds")),
                format!("sessions {bound} than {seconds} s are excluded, but {expected} s are expected"),
            )
            .with_place(context.places.find("payment.estimated_minutes"), "the estimate")
            .with_reason("about half of the people would be excluded")
            .help("choose a time that no careful reader would take"),
        );
    }
}
