//! R045: a list cannot be filled without showing an item twice.

use diag::{Code, Diagnostic, Severity};

use super::amount::Amount;
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R045"),
    name: "items-must-repeat",
    severity: Severity::Error,
    summary: "a list has more pages than there are items, but items may not repeat",
    doc: r#"## What it checks
Unless `design.repeat_items = true`, a list has no more pages than there are items.

## Why it matters for a study
Someone who has judged one output of an item judges the next one by comparison. Therefore nobody sees
an item twice unless the study says so, and a list longer than the items file cannot be filled.

## Example
12 items with 3 systems, each output rated:
```toml
[lists]
questions = 36
```

## Instead
Shorter lists, such as `questions = 12`; or, if the original study showed everything to everyone:
```toml
[design]
repeat_items = true
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let pages = Amount::of(study).pages_per_list;
    let items = study.items.len() as u64;
    if !study.design.repeat_items && items > 0 && pages > items {
        found.push(
            RULE.at(
                context.places.of("lists.questions"),
                format!("a list has {pages} pages, but there are only {items} items and none may be seen twice"),
            )
            .why("who has judged one output of an item judges the next one by comparison")
            .help("make lists shorter, or set `repeat_items = true` in `[design]`"),
        );
    }
}
