//! R089: a claim orders systems by answers that have no order.

use diag::{Code, Diagnostic, Severity};

use super::claimed::{criterion, parts};
use super::{Context, Rule};
use crate::claim::Condition;
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R089"),
    name: "claim-without-score",
    severity: Severity::Error,
    summary: "a claim orders systems by a criterion that gives no score",
    doc: r#"## What it checks
Claims that order systems, or call them the same, are about criteria whose answers are numbers or
preferences. Free text and choices among named options are not.

## Why it matters for a study
There is no "higher" among words. The claim could never be decided.

## Example
```toml
[[criteria]]
id = "comments"
response = { kind = "text" }

[[claims]]
holds_if = "vae > hrq on comments"
```

## Instead
Ask for what the claim is about with a rating or a pairwise choice, or put the claim out of scope.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for part in parts(study) {
        let Some(asked) = criterion(part.condition).and_then(|criterion| study.criteria.get(criterion)) else {
            continue;
        };
        let without = match (&asked.response, part.condition) {
            (Response::Text(_), _) => true,
            (Response::Choice(_), Condition::Above { .. } | Condition::Same { .. }) => true,
            (
                Response::Choice(_)
                | Response::Rating(_)
                | Response::Slider(_)
                | Response::Ranking(_)
                | Response::Pairwise(_)
                | Response::BestWorst(_)
                | Response::Spans(_)
                | Response::Count(_),
                _,
            ) => false,
        };
        if without {
            found.push(
                RULE.at(
                    context.places.of(&format!("claims.{}.holds_if", part.index)),
                    format!(
                        "claim `{}` needs a score on `{}`, but {} gives none",
                        part.claim.id,
                        asked.id.0,
                        asked.response.kind()
                    ),
                )
                .why("there is no higher and lower among such answers")
                .help("make the claim about a rating or a choice between outputs, or set `scope = \"out\"`"),
            );
        }
    }
}
