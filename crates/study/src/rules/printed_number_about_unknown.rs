//! R098: a printed number about something the study does not have.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R098"),
    name: "printed-number-about-unknown",
    severity: Severity::Error,
    summary: "a number of `original.toml` names a system, criterion or stratum that the study does not have",
    doc: r#"## What it checks
`criterion`, `system`, `against` and the keys of `stratum` of every printed number are ids of the study.

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
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(original), Some(places)) = (context.original, context.original_places) else { return };
    let criteria: Vec<&str> = context.file.criteria.iter().map(|criterion| criterion.id.as_str()).collect();
    let systems: Vec<&str> = context.file.systems.keys().map(String::as_str).collect();
    let strata: Vec<&str> = context.file.items.strata.iter().map(String::as_str).collect();
    for (index, printed) in original.results.iter().enumerate() {
        let mut names = vec![("criterion".to_owned(), printed.criterion.as_str(), "criterion", &criteria)];
        names.extend(printed.system.iter().map(|id| ("system".to_owned(), id.as_str(), "system", &systems)));
        names.extend(printed.against.iter().map(|id| ("against".to_owned(), id.as_str(), "system", &systems)));
        names.extend(printed.stratum.keys().map(|key| (format!("stratum.{key}"), key.as_str(), "stratum", &strata)));
        for (key, name, what, known) in names {
            if known.contains(&name) {
                continue;
            }
            let help = match diag::nearest(name, known.iter().copied()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("the study has {}", known.join(", ")),
            };
            found.push(
                RULE.at(places.of(&format!("results.{index}.{key}")), format!("the study has no {what} `{name}`"))
                    .why("a printed number that matches nothing is compared with nothing")
                    .help(help),
            );
        }
    }
}
