//! R031: nobody says which end of a scale is the good one.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R031"),
    name: "scale-without-direction",
    severity: Severity::Warning,
    summary: "a scale does not say which end is better",
    doc: r#"## What it checks
Every criterion asked by `rating`, `slider` or `count` has `better`.

## Why it matters for a study
"System A scored higher" is good on a fluency scale and bad on a toxicity scale. Tables get bold
numbers at the wrong end, and claims are decided the wrong way round.

## Example
```toml
[[criteria]]
id = "repetition"
question = "How many facts are repeated?"
response = { kind = "count" }
```

## Instead
```toml
better = "lower"        # or "higher", or "neither"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        let needs = match &criterion.response {
            Response::Rating(_) | Response::Slider(_) | Response::Count(_) => true,
            Response::Ranking(_)
            | Response::Pairwise(_)
            | Response::BestWorst(_)
            | Response::Choice(_)
            | Response::Spans(_)
            | Response::Text(_) => false,
        };
        if needs && criterion.better.is_none() {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("criteria.{index}")),
                    format!("the scale of `{}` does not say which end is better", criterion.id),
                )
                .with_reason("a higher number is good on one scale and bad on another")
                .help("add `better = \"higher\"`, `\"lower\"` or `\"neither\"`"),
            );
        }
    }
}
