//! R083: a test that does not fit the answers it is to be run on.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, criterion};
use super::{Context, Rule};
use crate::claim;
use crate::claim::Condition;
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R083"),
    name: "test-unfit-for-kind",
    severity: Severity::Warning,
    summary: "a claim's test does not fit the response kind of its criterion",
    doc: r#"## What it checks
The test of a claim was made for the answers of its criterion. Each test is declared with the response kinds that it
can be computed from and those that it was made for; see `docs/reference/methods.md`.

## Why it matters for a study
The scores of systems that are chosen between add up to a constant: when one rises, another falls.
A t-test or a one-way ANOVA treats them as independent, and its p-value means nothing. Published
evaluations of pairwise choices have been analysed in this way.

## Example
```toml
# criterion `meaning` is pairwise
decided_by = { test = "anova-tukey" }
```

## Instead
```toml
decided_by = { test = "mixed-model", correction = "holm" }
```
To repeat an original's own analysis, accept the finding: the mixed model is computed as well.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut said = Vec::new();
    for claimed in conditions(study) {
        let claim::Rule::Significant { test, .. } = claimed.claim.rule else { continue };
        if matches!(claimed.condition, Condition::Agreement { .. }) {
            continue;
        }
        let Some(number) = criterion(claimed.condition) else { continue };
        let Some(asked) = study.criteria.get(number) else { continue };
        let method = test.method();
        // What cannot be computed at all is R103.
        let computed = method.can_use(&asked.response, study.design_of(number).set_size);
        if !computed || method.suits(&asked.response) || said.contains(&(claimed.index, &asked.id)) {
            continue;
        }
        said.push((claimed.index, &asked.id));
        found.push(
            RULE.diagnose(
                context.places.find(&format!("claims.{}.decided_by.test", claimed.index)),
                format!(
                    "the test of claim `{}` does not fit `{}`, which is asked as {}",
                    claimed.claim.id,
                    asked.id.0,
                    asked.response.kind()
                ),
            )
            .with_reason(explain_response(&asked.response))
            .help("use `test = \"mixed-model\"`; the original's test is computed as well"),
        );
    }
}

fn explain_response(response: &Response) -> &'static str {
    match response {
        Response::Pairwise(_) | Response::Ranking(_) | Response::BestWorst(_) => {
            "when people choose between systems, their scores are not independent: when one rises, another falls"
        }
        Response::Rating(_)
        | Response::Slider(_)
        | Response::Count(_)
        | Response::Spans(_)
        | Response::Choice(_)
        | Response::Text(_) => "the test is made for answers of another kind",
    }
}
