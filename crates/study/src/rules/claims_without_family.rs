//! R105: several claims are tested, and nobody says whether they are corrected together.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{correction, tested_claims};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R105"),
    name: "claims-without-family",
    severity: Severity::Warning,
    summary: "several claims are tested, but nothing says whether to correct for multiple tests",
    doc: r#"## What it checks
Where two claims or more are decided by tests, each has a `correction`, its own or that of `[analysis]`. Without
one, Holm's is used. `"none"` is an answer, too. R085 covers three systems or more.

## Why it matters for a study
Of four claims that are all false, each tested at 0.05, one is supported in almost every fifth study. The correction
covers the comparisons on one criterion; readers of several claims must know that.

## Example
```toml
[[claims]]
id = "C1"
decided_by = { test = "mixed-model" }

[[claims]]
id = "C2"
decided_by = { test = "mixed-model" }
```

## Instead
```toml
[analysis]
correction = "holm"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let claims: Vec<_> = tested_claims(context).collect();
    if claims.len() < 2 || context.file.systems.len() > 2 {
        return;
    }
    let unsaid =
        claims.iter().find(|(_, _, test)| correction(context, test).is_none() && !test.test.method().familywise);
    if let Some((index, claim, _)) = unsaid {
        found.push(
            RULE.diagnose(
                context.places.find(&format!("claims.{index}.decided_by")),
                format!(
                    "claim `{}` is one of {} tested claims and names no correction, so Holm's is used",
                    claim.id,
                    claims.len()
                ),
            )
            .with_reason("with several false claims, the chance that one of them is supported exceeds the level")
            .help("say so with `correction = \"holm\"` in `[analysis]`, or `\"none\"` if none is intended"),
        );
    }
}
