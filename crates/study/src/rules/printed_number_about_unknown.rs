//! R098: a printed number about something the study does not have.

use std::collections::BTreeMap;

use diag::{Code, Diagnostic, Severity};

use super::tally::Tally;
use super::{Context, Rule};
use crate::original::Measure;

/// What a printed count may say was counted, beside strata.
const COUNTED: [&str; 3] = ["place", "value", "outcome"];

pub(super) const RULE: Rule = Rule {
    code: Code("R098"),
    name: "printed-number-about-unknown",
    severity: Severity::Warning,
    summary: "a number in `original.toml` names a system, criterion or stratum that the study does not have",
    doc: r#"## What it checks
`criterion`, `system`, `against` and the keys of `stratum` of every printed number are ids of the study. A
count may also say what was counted: a `place` of a ranking, a `value` of a rating, an `outcome`.

## Why it matters for a study
A number that matches nothing is compared with nothing: the table of the reproduction would have a gap
where the original has a result.

## Example
```toml
[[results]]
criterion = "meaning"
system = "hqr"
measure = "mean"
value = "3.71"
```

## Instead
```toml
system = "hrq"
```
Numbers about criteria or systems that are not repeated here are best left out; or accept the finding.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(original), Some(places)) = (context.original, context.original_places) else { return };
    let criteria: Vec<&str> = context.file.criteria.iter().map(|criterion| criterion.id.as_str()).collect();
    let systems: Vec<&str> = context.file.systems.keys().map(String::as_str).collect();
    let strata: Vec<&str> = context.file.items.strata.iter().map(String::as_str).collect();
    let mut unknown: BTreeMap<(&str, &str), Tally> = BTreeMap::new();
    for printed in &original.results {
        let mut names = vec![("criterion".to_owned(), printed.criterion.as_str(), "criterion", &criteria)];
        names.extend(printed.system.iter().map(|id| ("system".to_owned(), id.as_str(), "system", &systems)));
        names.extend(printed.against.iter().map(|id| ("against".to_owned(), id.as_str(), "system", &systems)));
        let counted = |key: &str| printed.measure == Measure::Count && COUNTED.contains(&key);
        let keys = printed.stratum.keys().filter(|key| !counted(key));
        names.extend(keys.map(|key| (format!("stratum.{key}"), key.as_str(), "stratum", &strata)));
        for (key, name, what, known) in names {
            if !known.contains(&name) {
                let place = || (places.find(&printed.key_of(&key)), String::new());
                unknown.entry((what, name)).or_default().add(place);
            }
        }
    }
    for ((what, name), tally) in unknown {
        let known = match what {
            "criterion" => &criteria,
            "system" => &systems,
            _ => &strata,
        };
        let help = match diag::nearest(name, known.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None if known.is_empty() => "the study has none".to_owned(),
            None => format!("the study has {}", known.join(", ")),
        };
        let why = "a published number that matches nothing is compared with nothing";
        let message = |_| format!("the study has no {what} `{name}`");
        found.extend(tally.report(&RULE, message).map(|diagnostic| diagnostic.with_reason(why).help(help)));
    }
}
