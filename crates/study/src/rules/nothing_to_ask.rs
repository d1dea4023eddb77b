//! R038: no item has the outputs that a question needs.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::amount::Amount;

pub(super) const RULE: Rule = Rule {
    code: Code("R038"),
    name: "nothing-to-ask",
    severity: Severity::Error,
    summary: "no item has the outputs that a question needs",
    doc: r#"## What it checks
At least one item has outputs that can be shown: one for ratings, two for pairs, the named system and
another for `one-against-rest`.

## Why it matters for a study
Such a study has no questions. Mostly the outputs are in other columns than `[systems]` says.

## Example
```csv
item,input,vae,hrq
1,How old is the moon?,,
2,Who wrote Emma?,,
```

## Instead
See that the columns named in `[systems]` hold the outputs.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let amount = Amount::from_study(study);
    let empty = study.parts.iter().zip(&amount.parts).find(|(_, amount)| amount.pages == 0);
    if let (Some((part, _)), false) = (empty, study.items.is_empty()) {
        let where_asked = if study.in_parts() { format!(" in part `{}`", part.id) } else { String::new() };
        found.push(
            RULE.diagnose(
                context.places.find("items.file"),
                format!("none of the {} items has the outputs that a question needs{where_asked}", study.items.len()),
            )
            .with_reason("the study has no questions")
            .help("make sure that the columns named in `[systems]` contain the outputs"),
        );
    }
}
