//! R124: a claim compares systems on a question that is asked of some outputs only.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, criterion};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R124"),
    name: "claim-on-follow-up",
    severity: Severity::Warning,
    summary: "a claim is about a question that is asked only after some answers",
    doc: r#"## What it checks
No claim is about a criterion with `only_if`.

## Why it matters for a study
A follow-up is asked only about outputs that got certain answers before: many outputs of one system, few of another, and not of the same items. A
difference between systems on it may come from which outputs were asked about.

## Example
```toml
[[criteria]]
id = "severity"
question = "How bad is the error?"
only_if = { criterion = "error", is = ["yes"] }
response = { kind = "rating", points = 5 }

[[claims]]
id = "C1"
text = "The first system's errors are less severe."
holds_if = "svm < gedi on severity"
```

## Instead
Ask it of every output, with a point of the scale for "no error"; or make the claim about the question that decides.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for claimed in conditions(study) {
        let asked = criterion(claimed.condition).and_then(|criterion| study.criteria.get(criterion));
        let Some((asked, follow)) = asked.and_then(|asked| Some((asked, asked.only_if.as_ref()?))) else { continue };
        let message = format!(
            "claim `{}` is about `{}`, which is asked only if {}",
            claimed.claim.id,
            asked.id.0,
            follow.words(study)
        );
        found.push(
            RULE.diagnose(context.places.find(&format!("claims.{}.holds_if", claimed.index)), message)
                .with_reason("systems would be compared on different outputs, selected by another answer")
                .help("ask it about every output, or make the claim about the question it depends on"),
        );
    }
}
