//! R123: a check can be told from the questions around it at a glance.

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::{CheckQuestion, Study};

pub(super) const RULE: Rule = Rule {
    code: Code("R123"),
    name: "check-looks-different",
    severity: Severity::Warning,
    summary: "a check does not look like the questions around it",
    doc: r#"## What it checks
A check shows as many outputs as a page of its criterion, and what every item shows above its outputs, a check shows, too.

## Why it matters for a study
People notice a page with two texts among pages with four, or one without a source. They take care there and nowhere else, and
passing the checks says nothing about the rest.

## Example
```csv
check,input,a,b,answer,tests
k1,,The cat slept.,Slept cat the.,a,that the sentences are read
```

## Instead
```csv
check,input,a,b,answer,tests
k1,A cat was asleep.,The cat slept.,Slept cat the.,a,that the sentences are read
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let filled = |column: usize, cells: &[String]| cells.get(column).is_some_and(|cell| !cell.trim().is_empty());
    let always: Vec<usize> = (0..study.shown.len())
        .filter(|column| !study.items.is_empty() && study.items.iter().all(|item| filled(*column, &item.shown)))
        .collect();
    let mut different = Tally::default();
    for check in &study.checks {
        let missing = always.iter().find(|column| !filled(**column, &check.shown)).map(|column| &study.shown[*column]);
        if let Some(shown) = missing {
            let column = &shown.column;
            different.add(|| (context.check_place(check, column), format!("no `{column}`, which every item has")));
        } else if let Some(usual) = usual_outputs(study, check).filter(|usual| *usual != check.outputs.len()) {
            let words = format!("{} instead of {usual}", count_noun(check.outputs.len(), "output"));
            different.add(|| (context.check_place(check, "check"), words));
        }
    }
    let message = |count| format!("{} can be told from the questions around it", count_noun(count, "check"));
    found.extend(different.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("people are careful where they notice that they are being checked, and only there")
            .help("make checks show what the other pages show")
    }));
}

/// How many outputs a page of the check's criterion shows, where all items have all of them.
fn usual_outputs(study: &Study, check: &CheckQuestion) -> Option<usize> {
    let whole = study.items.iter().all(|item| item.outputs.iter().all(Option::is_some));
    whole.then(|| study.parts[study.part_of(check.criterion)].design.set_size as usize)
}
