//! R090: a claim about agreement that will not be measured.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::conditions;
use super::{Context, Rule};
use crate::claim::Condition;

pub(super) const RULE: Rule = Rule {
    code: Code("R090"),
    name: "agreement-claim-undecidable",
    severity: Severity::Error,
    summary: "a claim about agreement cannot be decided by this design",
    doc: r#"## What it checks
A study with a claim about agreement has at least two people per question, and does not switch
`analysis.agreement` off.

## Why it matters for a study
Agreement compares people who answered the same question. With one person each there is nothing to
compare.

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
    for claimed in conditions(study) {
        let Condition::Agreement { .. } = claimed.condition else { continue };
        let (problem, help) = if study.lists.completions < 2 {
            ("one person answers each question", "set `completions` to 2 or more")
        } else if !study.analysis.agreement {
            ("`analysis.agreement` is off", "set `agreement = true` in `[analysis]`")
        } else {
            continue;
        };
        found.push(
            RULE.diagnose(
                context.places.find(&format!("claims.{}.holds_if", claimed.index)),
                format!("claim `{}` about agreement cannot be decided: {problem}", claimed.claim.id),
            )
            .with_reason("agreement compares people who answered the same question")
            .help(help),
        );
    }
}
