//! R081: nobody says when a claim is confirmed.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Scope;

pub(super) const RULE: Rule = Rule {
    code: Code("R081"),
    name: "claim-without-test",
    severity: Severity::Warning,
    summary: "a claim does not say what decides it",
    doc: r#"## What it checks
Every claim in scope has `decided_by`: `"test"` for the deciding analysis, a test of its own, or `"direction"`.

## Why it matters for a study
The same numbers can support a claim by the order of the means and leave it open by a test. Which of the two counts
must be fixed before anyone sees them.

## Example
```toml
[[claims]]
id = "C1"
text = "The VAE baseline is the best at preserving meaning."
holds_if = "vae > all others on meaning"
```

## Instead
```toml
decided_by = "test"
```
or, openly, `decided_by = "direction"`.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, claim) in context.file.claims.iter().enumerate() {
        if claim.scope == Scope::In && claim.decided_by.is_none() && claim.holds_if.is_some() {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("claims.{index}.holds_if")),
                    format!("claim `{}` does not say which test decides it", claim.id),
                )
                .with_reason("what confirms a claim must be fixed before the numbers are seen")
                .help("add `decided_by = \"test\"` for the mixed model, or `decided_by = \"direction\"` for the order alone"),
            );
        }
    }
}
