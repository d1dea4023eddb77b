//! R016: the same item stands in the file twice.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::Item;

pub(super) const RULE: Rule = Rule {
    code: Code("R016"),
    name: "item-under-two-ids",
    severity: Severity::Warning,
    summary: "two items with different ids show exactly the same",
    doc: r#"## What it checks
No two items agree in all shown columns and in all outputs.

## Why it matters for a study
The same item under two ids is counted as two. Its judgements weigh double, intervals come out too
narrow, and "nobody sees the same item twice" no longer holds.

## Example
```csv
item,input,vae,hrq
12,Who wrote Emma?,Who is Emma's author?,Who made Emma?
57,Who wrote Emma?,Who is Emma's author?,Who made Emma?
```

## Instead
Keep one of the two rows.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut seen: HashMap<u64, usize> = HashMap::with_capacity(study.items.len());
    let mut twice = Tally::default();
    for (index, item) in study.items.iter().enumerate() {
        if item.outputs.iter().all(Option::is_none) {
            continue;
        }
        let first = *seen.entry(fingerprint(item)).or_insert(index);
        if first != index && is_same_item(&study.items[first], item) {
            twice.add(|| {
                let words = format!("the same as item `{}`", study.items[first].id.0);
                (context.item_place(index, &context.file.items.id), words)
            });
        }
    }
    let message = |count| format!("{} the same as another under a different id", repeats(count));
    found.extend(twice.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("its judgements count double, and people may see the same item twice")
            .help("keep one row of each")
    }));
}

fn repeats(count: usize) -> String {
    format!("{} {}", count_noun(count, "item"), if count == 1 { "is" } else { "are" })
}

fn fingerprint(item: &Item) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&item.shown, &item.outputs).hash(&mut hasher);
    hasher.finish()
}

fn is_same_item(one: &Item, other: &Item) -> bool {
    one.shown == other.shown && one.outputs == other.outputs
}
