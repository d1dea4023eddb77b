//! R092: one claim counted as two.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R092"),
    name: "claim-made-twice",
    severity: Severity::Warning,
    summary: "two claims say the same thing and are decided in the same way",
    doc: r#"## What it checks
No two claims have the same condition and the same rule.

## Why it matters for a study
The share of supported claims is a result. A claim made twice counts twice in it.

## Example
```toml
[[claims]]
id = "C1"
holds_if = "vae > hrq on meaning"

[[claims]]
id = "C4"
holds_if = "vae > hrq on meaning"
```

## Instead
Keep one of them, or decide the two by different rules.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for (index, claim) in study.claims.iter().enumerate() {
        let Some(condition) = &claim.holds_if else { continue };
        let before = study.claims[..index]
            .iter()
            .position(|other| other.holds_if.as_ref() == Some(condition) && other.rule == claim.rule);
        if let Some(first) = before {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("claims.{index}.holds_if")),
                    format!("claim `{}` says the same as claim `{}`", claim.id, study.claims[first].id),
                )
                .with_place(context.places.find(&format!("claims.{first}.holds_if")), "first said here")
                .with_reason("it would be counted twice among the supported claims")
                .help("keep one of them"),
            );
        }
    }
}
