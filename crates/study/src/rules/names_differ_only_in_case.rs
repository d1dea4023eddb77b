//! R028: two names that people will take for one.

use std::collections::BTreeMap;

use diag::{Code, Diagnostic, Place, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R028"),
    name: "names-differ-only-in-case",
    severity: Severity::Warning,
    summary: "two ids or two strata differ only in capitals or blanks",
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
    let systems = context.file.systems.keys();
    let systems = systems.map(|id| (id.as_str(), move || context.places.key(&format!("systems.{id}"))));
    report("systems", systems, found);
    let criteria = context.file.criteria.iter().enumerate();
    let criteria = criteria
        .map(|(at, criterion)| (criterion.id.as_str(), move || context.places.of(&format!("criteria.{at}.id"))));
    report("criteria", criteria, found);
    let Some(study) = context.study else { return };
    for (at, column) in study.strata.iter().enumerate() {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, item) in study.items.iter().enumerate() {
            if let Some(value) = item.strata.get(at) {
                first.entry(value).or_insert(index);
            }
        }
        let values = first.into_iter().map(|(value, item)| (value, move || context.item_place(item, column)));
        report(&format!("values of `{column}`"), values, found);
    }
}

/// Reports every name that an earlier one equals but for case and blanks.
fn report<'a, P: Fn() -> Place>(what: &str, names: impl Iterator<Item = (&'a str, P)>, found: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (name, place) in names {
        let first = *seen.entry(name.trim().to_lowercase()).or_insert(name);
        if first != name {
            found.push(
                RULE.at(place(), format!("{what} `{first}` and `{name}` differ only in capitals or blanks"))
                    .why("they are two for the program and one for everybody else")
                    .help("write them the same way if they are one, or name them apart"),
            );
        }
    }
}
