//! R027: a stratum with a single item.

use std::collections::BTreeMap;

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R027"),
    name: "stratum-of-one",
    severity: Severity::Warning,
    summary: "a stratum has a single item",
    doc: r#"## What it checks
Every value of a column named in `items.strata` belongs to at least two items.

## Why it matters for a study
Strata are balanced over lists and reported separately. One item can be in one list only, so the balance fails, and a result for that stratum is a result for that item. Often the value is a typing
mistake.

## Example
```csv
item,dataset
1,news
2,news
3,nwes
```

## Instead
Correct the value, add items, or merge the stratum with another.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    // With one item every stratum has one; that is not what is wrong.
    if study.items.len() < 2 {
        return;
    }
    for (at, column) in study.strata.iter().enumerate() {
        let mut members: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for (index, item) in study.items.iter().enumerate() {
            if let Some(value) = item.strata.get(at) {
                members.entry(value).or_insert((index, 0)).1 += 1;
            }
        }
        let mut alone: Vec<(usize, &str)> =
            members.iter().filter(|(_, (_, count))| *count == 1).map(|(value, (item, _))| (*item, *value)).collect();
        alone.sort_unstable();
        let mut tally = Tally::default();
        for (item, value) in alone {
            tally.add(|| (context.item_place(item, column), format!("the only item of `{value}`")));
        }
        let verb = |count| if count == 1 { "has" } else { "have" };
        let message = |count| {
            format!(
                "{} of `{column}` {} a single item",
                count_noun(count, "stratum").replace("stratums", "strata"),
                verb(count)
            )
        };
        found.extend(tally.report(&RULE, message).map(|diagnostic| {
            diagnostic
                .with_reason("it cannot be balanced over lists, and its result is the result of one item")
                .help("correct the value, add items, or merge it with another stratum")
        }));
    }
}
