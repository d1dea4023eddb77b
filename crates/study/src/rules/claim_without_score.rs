//! R089: a claim is about answers that have no score.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, criterion};
use super::{Context, Rule};
use crate::claim::Condition;
use crate::response::Kind;

pub(super) const RULE: Rule = Rule {
    code: Code("R089"),
    name: "claim-without-score",
    severity: Severity::Error,
    summary: "a claim is about a criterion that gives no score",
    doc: r#"## What it checks
No claim is about a criterion asked as free text. A claim about a choice of options is about agreement only.

## Why it matters for a study
There is no "higher" among words or options. The claim could never be decided.

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
    for claimed in conditions(study) {
        let Some(asked) = criterion(claimed.condition).and_then(|criterion| study.criteria.get(criterion)) else {
            continue;
        };
        let without = match asked.response.name() {
            Kind::Text => true,
            Kind::Choice => !matches!(claimed.condition, Condition::Agreement { .. }),
            Kind::Rating
            | Kind::Slider
            | Kind::Ranking
            | Kind::Pairwise
            | Kind::BestWorst
            | Kind::Spans
            | Kind::Count => false,
        };
        if without {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("claims.{}.holds_if", claimed.index)),
                    format!(
                        "claim `{}` needs a score on `{}`, but {} gives none",
                        claimed.claim.id,
                        asked.id.0,
                        asked.response.kind()
                    ),
                )
                .with_reason("such answers are neither higher nor lower than each other")
                .help("make the claim about a rating or a choice between outputs, or set `scope = \"out\"`"),
            );
        }
    }
}
