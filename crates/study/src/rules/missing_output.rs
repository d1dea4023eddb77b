//! R010: a system has no output for an item.

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R010"),
    name: "missing-output",
    severity: Severity::Error,
    summary: "a system has no output for some item",
    doc: r#"## What it checks
Every system of `[systems]` has an output for every item, unless `items.allow_missing = true`.

## Why it matters for a study
Systems are compared on the same items. A system that skips the items it found hard is judged on
easier ones, and its score rests on fewer judgements without anyone having decided so.

## Example
```csv
item,input,vae,hrq
1,How old is the moon?,What is the age of the moon?,
```

## Instead
Fill the cell, or leave the item out for every system. If outputs are missing on purpose, say so:
```toml
[items]
allow_missing = true
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    if context.file.items.allow_missing {
        return;
    }
    let mut missing = Tally::default();
    for (index, item) in study.items.iter().enumerate() {
        for (system, _) in item.outputs.iter().enumerate().filter(|(_, output)| output.is_none()) {
            missing.add(|| {
                let words = format!("nothing from `{}` for item `{}`", study.systems[system].id.0, item.id.0);
                // With one row per output there is no cell to point at, only the item.
                let place = match context.file.items.system {
                    Some(_) => context.item_place(index, &context.file.items.id),
                    None => context.output_place(index, system),
                };
                (place, words)
            });
        }
    }
    found.extend(missing.report(&RULE, |count| format!("{} missing", outputs_phrase(count))).map(|diagnostic| {
        diagnostic
            .with_reason("a system that skips items is compared with the others on different items")
            .help("fill the cells, drop those items, or set `allow_missing = true` in `[items]` if this is intended")
    }));
}

fn outputs_phrase(count: usize) -> String {
    format!("{} {}", count_noun(count, "output"), if count == 1 { "is" } else { "are" })
}
