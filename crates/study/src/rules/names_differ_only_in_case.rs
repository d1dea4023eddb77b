//! R028: two names that people will take for one.

use std::collections::{HashMap, HashSet};

use diag::{Code, Diagnostic, Place, Severity};

use super::tally::Tally;
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R028"),
    name: "names-differ-only-in-case",
    severity: Severity::Warning,
    summary: "two ids or two strata differ only in case or spaces",
    doc: r#"## What it checks
No two systems, no two criteria and no two values of a stratum differ only in upper and lower case or
in blanks around them.

## Why it matters for a study
`News` and `news` are two strata for a computer and one for everybody else: they are balanced apart,
reported apart, and lost when the data go through a program that ignores case.

## Example
```toml
[systems]
bart = "BART"
BART = "BART large"
```

## Instead
Name them apart: `bart_base` and `bart_large`; or write the same value the same way.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut systems: Vec<(&str, Place)> =
        context.file.systems.keys().map(|id| (id.as_str(), context.places.key(&format!("systems.{id}")))).collect();
    systems.sort_by_key(|(id, _)| context.places.position(&format!("systems.{id}")));
    report("ids of systems", systems, found);
    let criteria = context.file.criteria.iter().enumerate();
    let place = |at: usize| context.places.find(&format!("criteria.{at}.id"));
    report("ids of criteria", criteria.map(|(at, criterion)| (criterion.id.as_str(), place(at))).collect(), found);
    let Some(study) = context.study else { return };
    for (at, column) in study.strata.iter().enumerate() {
        let mut seen = HashSet::new();
        let values = study.items.iter().enumerate().filter_map(|(index, item)| Some((item.strata.get(at)?, index)));
        let values: Vec<(&str, Place)> = values
            .filter(|(value, _)| seen.insert(*value))
            .map(|(value, item)| (value.as_str(), context.item_place(item, column)))
            .collect();
        report(&format!("values of `{column}`"), values, found);
    }
}

/// Reports the names that an earlier one equals but for case and blanks.
fn report(what: &str, names: Vec<(&str, Place)>, found: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut alike = Tally::default();
    for (name, place) in names {
        let first = *seen.entry(name.trim().to_lowercase()).or_insert(name);
        if first != name {
            alike.add(|| (place, format!("`{name}`, and before it `{first}`")));
        }
    }
    let message = |_| format!("{what} differ only in case or spaces");
    found.extend(alike.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("they are different to the program and the same to everybody else")
            .help("write them the same way if they are the same, or give them different names")
    }));
}
