//! R091: a margin as wide as the scale, or wider.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, criterion};
use super::{Context, Rule};
use crate::Design;
use crate::claim::Condition;
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R091"),
    name: "margin-outside-scale",
    severity: Severity::Error,
    summary: "a claim's margin is as large as its criterion's scale or larger, or not above zero",
    doc: r#"## What it checks
The number after `by` or `within` is more than zero and less than the scale is long, which is 3 on a scale
from 1 to 4.

## Why it matters for a study
No difference can exceed a margin as long as the scale, and every difference lies within it: the claim would be
decided before anyone is asked. Mostly a percentage was meant.

## Example
```toml
# ratings from 1 to 4
holds_if = "svm = gedi on fluency within 5"
```

## Instead
```toml
holds_if = "svm = gedi on fluency within 0.2"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for claimed in conditions(study) {
        let margin = match claimed.condition {
            Condition::Above { by: Some(by), .. } => *by,
            Condition::Same { within, .. } => *within,
            Condition::Above { by: None, .. } | Condition::Agreement { .. } | Condition::All(_) | Condition::Any(_) => {
                continue;
            }
        };
        let Some(number) = criterion(claimed.condition) else { continue };
        let Some(asked) = study.criteria.get(number) else { continue };
        let length = length(study.design_of(number), &asked.response);
        if margin > 0.0 && length.is_none_or(|length| margin < length) {
            continue;
        }
        let limit = length.map_or_else(|| "zero".to_owned(), |length| format!("zero and below {length}"));
        found.push(
            RULE.diagnose(
                context.places.find(&format!("claims.{}.holds_if", claimed.index)),
                format!(
                    "the margin {margin} of claim `{}` does not fit the scale of `{}`",
                    claimed.claim.id, asked.id.0
                ),
            )
            .with_reason("the claim would be decided before anyone is asked")
            .help(format!("give a margin above {limit}")),
        );
    }
}

/// How long the scale of a criterion's score is, where it has an end.
fn length(design: &Design, response: &Response) -> Option<f64> {
    match response {
        Response::Rating(rating) => Some(f64::from(rating.points.saturating_sub(1))),
        Response::Slider(slider) => Some(slider.maximum - slider.minimum),
        Response::Count(count) => count.maximum.map(f64::from),
        Response::Ranking(_) => Some(f64::from(design.set_size.saturating_sub(1))),
        // Shares of the comparisons won, and of the answers with the first option.
        Response::Pairwise(_) | Response::Choice(_) => Some(1.0),
        // From -100 to 100.
        Response::BestWorst(_) => Some(200.0),
        Response::Spans(_) | Response::Text(_) => None,
    }
}
