//! R059: a list with more checks than questions between them.

use diag::{Code, Diagnostic, Severity};

use super::tally::counted;
use super::{Context, Rule};
use crate::amount::Amount;

pub(super) const RULE: Rule = Rule {
    code: Code("R059"),
    name: "checks-crowd-the-list",
    severity: Severity::Error,
    summary: "a list has more checks than pages to stand between",
    doc: r#"## What it checks
`lists.checks.per_list` is not larger than the pages of the shortest list.

## Why it matters for a study
Two checks in a row are recognised as such, and people are paid for answering questions that tell
nothing about any system.

## Example
Lists of two pages:
```toml
[lists]
questions = 2
completions = 3
checks = { file = "checks.csv", per_list = 3 }
```

## Instead
Longer lists, or fewer checks: one for every ten pages is usual.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(study), Some(checks)) = (context.study, &context.file.lists.checks) else { return };
    let Amount { pages, lists, .. } = Amount::of(study);
    let Some(shortest) = pages.checked_div(lists) else { return };
    if u64::from(checks.per_list) > shortest {
        found.push(
            RULE.at(
                context.places.of("lists.checks.per_list"),
                format!(
                    "{} in a list of {}",
                    counted(checks.per_list as usize, "check"),
                    counted(shortest as usize, "page")
                ),
            )
            .why("checks in a row are recognised as such")
            .help(format!("set `per_list` to {shortest} or less, or make lists longer")),
        );
    }
}
