//! R084: a correction that cannot be applied to the test.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, correction, tested_claims};
use super::{Context, Rule};
use crate::file::{Correction, TestName};

pub(super) const RULE: Rule = Rule {
    code: Code("R084"),
    name: "correction-unfit-for-test",
    severity: Severity::Error,
    summary: "Tukey's or Dunnett's correction is combined with a test that cannot use it",
    doc: r#"## What it checks
`tukey` goes with `anova-tukey`, `student-t` and `mixed-model`. `dunnett` goes with `student-t` and
`mixed-model`, and with claims in which one and the same system is compared with the others.

## Why it matters for a study
Both corrections rest on the joint distribution of differences between means with a common variance.
The p values of rank tests, sign tests or Bradley–Terry models have no such distribution.

## Example
```toml
decided_by = { test = "wilcoxon", correction = "tukey" }
```

## Instead
```toml
decided_by = { test = "wilcoxon", correction = "holm" }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, claim, test) in tested_claims(context) {
        let problem = match correction(context, test) {
            Some(Correction::Tukey) if !has_means(test.test) && test.test != TestName::AnovaTukey => {
                Some("Tukey's correction cannot be used with this test")
            }
            Some(Correction::Dunnett) if !has_means(test.test) => {
                Some("Dunnett's correction cannot be used with this test")
            }
            Some(Correction::Dunnett) if !one_control(context, index) => {
                Some("Dunnett's correction compares one system with the others, but the claim compares others too")
            }
            Some(
                Correction::Tukey
                | Correction::Dunnett
                | Correction::None
                | Correction::Bonferroni
                | Correction::Holm
                | Correction::Hochberg
                | Correction::BenjaminiHochberg
                | Correction::BenjaminiYekutieli,
            )
            | None => None,
        };
        if let Some(problem) = problem {
            let own = format!("claims.{index}.decided_by.correction");
            let path = if context.places.has_path(&own) { own } else { format!("claims.{index}.decided_by.test") };
            found.push(
                RULE.diagnose(context.places.find(&path), format!("claim `{}`: {problem}", claim.id))
                    .with_reason("the correction assumes differences between means with a common variance")
                    .help("use `correction = \"holm\"`"),
            );
        }
    }
}

fn has_means(test: TestName) -> bool {
    matches!(test, TestName::StudentT | TestName::MixedModel)
}

/// Whether one system is in every pair that a claim compares.
fn one_control(context: &Context<'_>, claim: usize) -> bool {
    let Some(study) = context.study else { return true };
    let compared: Vec<(usize, usize)> = conditions(study)
        .iter()
        .filter(|claimed| claimed.index == claim)
        .flat_map(|claimed| claimed.condition.pairs())
        .collect();
    let Some((a, b)) = compared.first() else { return true };
    [a, b].into_iter().any(|one| compared.iter().all(|(x, y)| x == one || y == one))
}
