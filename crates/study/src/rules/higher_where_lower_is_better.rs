//! R094: a claim praises, or so it seems, and says the opposite.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::conditions;
use super::{Context, Rule};
use crate::claim::Condition;
use crate::file::Better;

pub(super) const RULE: Rule = Rule {
    code: Code("R094"),
    name: "higher-where-lower-is-better",
    severity: Severity::Advice,
    summary: "a claim uses `>` on a criterion where a lower score is better",
    doc: r#"## What it checks
Claims about criteria with `better = "lower"` are not written with `>`.

## Why it matters for a study
`>` compares numbers: on toxicity, or on average places, the higher number is the worse one. A claim
meant as praise is then confirmed when the system fails.

## Example
```toml
# criterion `errors` has better = "lower"
holds_if = "hrq > vae on errors"
```

## Instead
Say which is meant:
```toml
holds_if = "hrq better than vae on errors"
```
or `hrq worse than vae on errors`; or compare the numbers with `<`.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for claimed in conditions(study) {
        let Condition::Above { system, criterion, .. } = claimed.condition else { continue };
        let (Some(system), Some(criterion)) = (study.systems.get(*system), study.criteria.get(*criterion)) else {
            continue;
        };
        let written =
            context.file.claims.get(claimed.index).and_then(|claim| claim.holds_if.as_deref()).unwrap_or_default();
        // `better than`, `worse than` and `<` say by themselves what is meant.
        if criterion.better == Better::Lower && written.contains('>') && !written.contains(['<', '=']) {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("claims.{}.holds_if", claimed.index)),
                    format!(
                        "claim `{}` puts `{}` higher on `{}`, where lower is better",
                        claimed.claim.id, system.id.0, criterion.id.0
                    ),
                )
                .with_reason("`>` compares numbers, and here the higher number is the worse one")
                .help("write `better than` or `worse than`, whichever is meant"),
            );
        }
    }
}
