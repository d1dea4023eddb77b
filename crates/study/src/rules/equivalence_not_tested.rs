//! R082: "the same" is concluded from not having found a difference.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::conditions;
use super::{Context, Rule};
use crate::claim;
use crate::claim::Condition;

pub(super) const RULE: Rule = Rule {
    code: Code("R082"),
    name: "equivalence-not-tested",
    severity: Severity::Warning,
    summary: "a claim of equivalence is decided by the point estimates alone",
    doc: r#"## What it checks
A claim of the form `a = b on … within …` is decided by a test.

## Why it matters for a study
A test of difference that finds none has not shown that two systems are the same: with few judgements
it never finds any. Two one-sided tests against the margin (Lakens 2017) can show it; the order of the point
estimates cannot.

## Example
```toml
holds_if = "dexperts = gpt2 on fluency within 0.05"
decided_by = "direction"
```

## Instead
```toml
decided_by = { test = "tost" }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for claimed in conditions(study) {
        // A test that cannot show it is R103.
        let unfit = claimed.claim.rule == claim::Rule::Direction;
        let named = context.file.claims.get(claimed.index).is_some_and(|claim| claim.decided_by.is_some());
        if unfit && named && matches!(claimed.condition, Condition::Same { .. }) {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("claims.{}.decided_by", claimed.index)),
                    format!("claim `{}` says that two systems are the same, which this cannot show", claimed.claim.id),
                )
                .with_place(context.places.find(&format!("claims.{}.holds_if", claimed.index)), "the claim")
                .with_reason("the absence of a significant difference does not show equivalence")
                .help("use `decided_by = { test = \"tost\" }`"),
            );
        }
    }
}
