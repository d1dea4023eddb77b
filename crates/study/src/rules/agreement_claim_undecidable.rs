//! R090: a claim about agreement that will not be measured.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, criterion};
use super::{Context, Rule};
use crate::claim::Condition;

pub(super) const RULE: Rule = Rule {
    code: Code("R090"),
    name: "agreement-claim-undecidable",
    severity: Severity::Error,
    summary: "a claim about agreement cannot be decided by this design",
    doc: r#"## What it checks
A study with a claim about agreement has at least two people per question, and does not switch
`analysis.agreement` off. A claim about a slider names alpha.

## Why it matters for a study
Agreement compares people who answered the same question. With one person each there is nothing to
compare. Kappa and percent agreement count equal answers. Two people who agree that a text is good put a slider at 81
and at 84: for kappa they disagree.

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
        let Condition::Agreement { coefficient, .. } = claimed.condition else { continue };
        let asked = criterion(claimed.condition).and_then(|number| study.criteria.get(number));
        let together = "agreement compares people who answered the same question";
        let (problem, reason, help) = if study.lists.completions < 2 {
            ("one person answers each question", together, "set `completions` to 2 or more")
        } else if !study.analysis.agreement {
            ("`analysis.agreement` is off", together, "set `agreement = true` in `[analysis]`")
        } else if asked.is_some_and(|asked| !coefficient.suits(&asked.response)) {
            (
                "its coefficient does not suit a slider",
                "it counts equal answers, which sliders give by chance",
                "name `alpha`",
            )
        } else {
            continue;
        };
        found.push(
            RULE.diagnose(
                context.places.find(&format!("claims.{}.holds_if", claimed.index)),
                format!("claim `{}` about agreement cannot be decided: {problem}", claimed.claim.id),
            )
            .with_reason(reason)
            .help(help),
        );
    }
}
