//! R088: a claim about two systems that are never side by side.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, criterion};
use super::{Context, Rule};
use crate::amount::pairs_shown;
use crate::file::Combine;
use crate::response::Arity;

pub(super) const RULE: Rule = Rule {
    code: Code("R088"),
    name: "systems-never-compared",
    severity: Severity::Warning,
    summary: "a claim compares two systems that no participant ever compares",
    doc: r#"## What it checks
In a `one-against-rest` design, claims compare the one with the others, not the others with each other.

## Why it matters for a study
Nobody was asked which of the two is better. That one lost less clearly against a third system does not
say that it would win against the other.

## Example
```toml
[design]
combine = "one-against-rest"
system = "dexperts"

[[claims]]
holds_if = "gedi > pplm on fluency"
```

## Instead
Show all pairs, or put the claim out of scope with `scope = "out"`.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for claimed in conditions(study) {
        let Some(number) = criterion(claimed.condition) else { continue };
        let design = study.design_of(number);
        let asked = study.criteria.get(number);
        if design.combine != Combine::OneAgainstRest || asked.is_none_or(|it| it.response.arity() == Arity::One) {
            continue;
        }
        let shown = pairs_shown(study.systems.len(), design);
        if let Some((a, b)) = claimed.condition.pairs().into_iter().find(|pair| !shown.contains(pair)) {
            let (a, b) = (&study.systems[a].id.0, &study.systems[b].id.0);
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("claims.{}.holds_if", claimed.index)),
                    format!("claim `{}` compares `{a}` with `{b}`, but nobody is shown both", claimed.claim.id),
                )
                .with_place(context.design_place(study.part_of(number), ""), "the design")
                .with_reason("no participant is asked which of the two is better")
                .help("set `combine = \"all-pairs\"` in `[design]`, or `scope = \"out\"` for the claim"),
            );
        }
    }
}
