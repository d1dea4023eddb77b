//! R035: a slider whose ends say nothing.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R035"),
    name: "slider-without-words",
    severity: Severity::Advice,
    summary: "a slider has no words at its ends",
    doc: r#"## What it checks
Every `slider` has words at both ends, `low` and `high`.

## Why it matters for a study
On a bare line participants guess which end is good. Some guess the other one, and their answers pull
every mean towards the middle.

## Example
```toml
response = { kind = "slider", minimum = 0, maximum = 100 }
```

## Instead
```toml
response = { kind = "slider", minimum = 0, maximum = 100, low = "not at all", high = "perfectly" }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        if let Response::Slider(slider) = &criterion.response
            && (slider.low.is_none() || slider.high.is_none())
        {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("criteria.{index}.response")),
                    format!(
                        "the slider of `{}` has no words at {}",
                        criterion.id,
                        missing_ends(slider.low.as_ref(), slider.high.as_ref())
                    ),
                )
                .with_reason("participants guess which end is good, and some guess the other one")
                .help("add `low = \"…\"` and `high = \"…\"`"),
            );
        }
    }
}

fn missing_ends(low: Option<&String>, high: Option<&String>) -> &'static str {
    match (low, high) {
        (None, Some(_)) => "its left end",
        (Some(_), None) => "its right end",
        (None, None) | (Some(_), Some(_)) => "its ends",
    }
}
