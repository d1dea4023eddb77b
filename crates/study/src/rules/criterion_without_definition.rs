//! R001: participants are asked about something nobody defines for them.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R001"),
    name: "criterion-without-definition",
    severity: Severity::Warning,
    summary: "a criterion is asked but not defined for participants",
    doc: r#"## What it checks
Every `[[criteria]]` table has a `definition`.

## Why it matters for a study
Without a definition participants bring their own. Words such as "fluency" or "quality" have been
used for more than a dozen different things, and two studies that asked for the same word may have
measured different ones.

## Example
```toml
[[criteria]]
id = "fluency"
question = "How fluent is the text?"
response = { kind = "rating", points = 4 }
```

## Instead
Add the definition that participants read:
```toml
definition = "Grammatical, and reads as if a native speaker had written it."
```
If the original study gave none, say so with `definition = "none given"`.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        if criterion.definition.as_ref().is_none_or(|definition| definition.trim().is_empty()) {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("criteria.{index}.definition")),
                    format!(
                        "criterion `{}` has no definition, but participants will be asked to judge it",
                        criterion.id
                    ),
                )
                .with_reason("without a definition participants bring their own")
                .help("add `definition = \"…\"`, or `definition = \"none given\"` if the original study gave none"),
            );
        }
    }
}
