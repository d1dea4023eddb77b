//! R090: a claim about agreement that will not be measured.

use diag::{Code, Diagnostic, Severity};

use super::claimed::parts;
use super::{Context, Rule};
use crate::claim::{Coefficient, Condition};

pub(super) const RULE: Rule = Rule {
    code: Code("R090"),
    name: "agreement-claim-undecidable",
    severity: Severity::Error,
    summary: "a claim about agreement cannot be decided by this design",
    doc: r#"## What it checks
A claim about agreement needs at least two people per question and `analysis.agreement`, and its
threshold is one that the coefficient can reach: from -1 to 1 for alpha and kappa, from 0 to 1 for a
share.

## Why it matters for a study
Agreement compares people who answered the same question. With one person each there is nothing to
compare, and a threshold of 40 is never reached by a coefficient that ends at 1.

## Example
```toml
[lists]
completions = 1

[[claims]]
holds_if = "alpha on meaning >= 0.4"
```

## Instead
```toml
[lists]
completions = 3
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for part in parts(study) {
        let Condition::Agreement { coefficient, threshold, .. } = part.condition else { continue };
        let least = match coefficient {
            Coefficient::Alpha | Coefficient::Kappa => -1.0,
            Coefficient::Percent => 0.0,
        };
        let (problem, help) = if study.lists.completions < 2 {
            ("one person answers each question".to_owned(), "set `completions` to 2 or more".to_owned())
        } else if !study.analysis.agreement {
            ("`analysis.agreement` is off".to_owned(), "set `agreement = true` in `[analysis]`".to_owned())
        } else if !(least..=1.0).contains(threshold) {
            (format!("{threshold} lies outside {least} to 1"), format!("give a threshold from {least} to 1"))
        } else {
            continue;
        };
        found.push(
            RULE.at(
                context.places.of(&format!("claims.{}.holds_if", part.index)),
                format!("claim `{}` about agreement cannot be decided: {problem}", part.claim.id),
            )
            .why("agreement compares people who answered the same question")
            .help(help),
        );
    }
}
