//! R102: "equal" could be answered in the original, but not here, or the other way round.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Deviation;
use crate::original::Measure;
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R102"),
    name: "equal-offered-differently",
    severity: Severity::Warning,
    summary: "the original printed shares of \"equal\", but it is not offered here, and no deviation says so",
    doc: r#"## What it checks
When `original.toml` has a `share-equal` for a pairwise criterion, the criterion has `ties = true`; or a
deviation speaks of "equal" or of ties.

## Why it matters for a study
Without "equal" people choose one of the two, so every share rises. The two studies then differ in what
could be answered, and their shares cannot be compared.

## Example
`original.toml` prints 0.66 for "equal":
```toml
response = { kind = "pairwise" }
```

## Instead
```toml
response = { kind = "pairwise", ties = true }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(original) = context.original else { return };
    let deviations = context.file.reproduces.as_ref().map_or(&[][..], |reproduces| &reproduces.deviations);
    if deviations.iter().any(speaks_of_ties) {
        return;
    }
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        let Response::Pairwise(pairwise) = &criterion.response else { continue };
        let printed = original
            .results
            .iter()
            .position(|printed| printed.criterion == criterion.id && printed.measure == Measure::ShareEqual);
        if let (Some(printed), false) = (printed, pairwise.ties) {
            let mut diagnostic = RULE
                .diagnose(
                    context.places.find(&format!("criteria.{index}.response")),
                    format!(
                        "\"equal\" is not offered for `{}`, but the original prints how often it was chosen",
                        criterion.id
                    ),
                )
                .with_reason("without it people choose one of the two, and every share rises")
                .help("add `ties = true`, or a deviation about it");
            if let Some(places) = context.original_places {
                diagnostic =
                    diagnostic.with_place(places.find(&original.results[printed].key_of("measure")), "printed here");
            }
            found.push(diagnostic);
        }
    }
}

fn speaks_of_ties(deviation: &Deviation) -> bool {
    let text = [&deviation.what, &deviation.original, &deviation.here].map(|text| text.to_lowercase()).join(" ");
    text.contains("equal") || text.contains("ties") || text.contains("tied") || text.contains("draw")
}
