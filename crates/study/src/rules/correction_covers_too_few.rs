//! R086: more is compared than the correction counts.

use std::collections::{BTreeMap, BTreeSet};

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, criterion};
use super::{Context, Rule};
use crate::claim;

pub(super) const RULE: Rule = Rule {
    code: Code("R086"),
    name: "correction-covers-too-few",
    severity: Severity::Warning,
    summary: "the claims compare more pairs of systems than the correction covers",
    doc: r#"## What it checks
`analysis.comparisons` is not smaller than the number of pairs of systems that the claims decided by
tests compare on one criterion.

## Why it matters for a study
A correction for three comparisons does not hold when six are made. A fourth system is easily added to
a study whose correction was written for three.

## Example
Four systems, claims about five of their pairs:
```toml
[analysis]
correction = "bonferroni"
comparisons = 3
```

## Instead
Leave `comparisons` out: all pairs of systems are then covered.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(study), Some(covered)) = (context.study, context.file.analysis.comparisons) else { return };
    let mut compared: BTreeMap<usize, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for claimed in conditions(study) {
        if let (claim::Rule::Significant { .. }, Some(criterion)) = (claimed.claim.rule, criterion(claimed.condition)) {
            compared.entry(criterion).or_default().extend(claimed.condition.pairs());
        }
    }
    for (criterion, pairs) in compared {
        if pairs.len() > covered as usize {
            let id = study.criteria.get(criterion).map_or("", |criterion| criterion.id.0.as_str());
            found.push(
                RULE.diagnose(
                    context.places.find("analysis.comparisons"),
                    format!(
                        "the correction covers `comparisons = {covered}`, but the claims make {} on `{id}`",
                        pairs.len()
                    ),
                )
                .with_reason("a correction for fewer comparisons than are made does not keep the level")
                .help(format!("set `comparisons = {}`, or leave it out to cover all pairs", pairs.len())),
            );
        }
    }
}
