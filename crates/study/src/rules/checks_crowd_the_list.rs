//! R059: a list with more checks than questions between them.

use diag::{Code, Diagnostic, Severity};

use super::tally::count_noun;
use super::{Context, Rule};
use crate::amount::{Amount, PartAmount};
use crate::file::PartOrder;

pub(super) const RULE: Rule = Rule {
    code: Code("R059"),
    name: "checks-crowd-the-list",
    severity: Severity::Error,
    summary: "a list has more checks than pages to put them between",
    doc: r#"## What it checks
`lists.checks.per_list` is not larger than the pages of the shortest list.

## Why it matters for a study
Two checks in a row are recognised as such, and people are paid for answering questions that say nothing about any
system.

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
    let amount = Amount::from_study(study);
    let Some(mut shortest) = amount.pages().checked_div(amount.lists) else { return };
    let mut per_list = checks.per_list as usize;
    if study.in_parts() && study.lists.parts != PartOrder::Interleaved {
        // The checks of a part stand among its own pages.
        for (part, PartAmount { pages, .. }) in study.parts.iter().zip(&amount.parts) {
            let of_part = study.checks.iter().filter(|check| part.criteria.contains(&check.criterion)).count();
            let (most, pages) = (of_part.min(checks.per_list as usize), pages / amount.lists);
            if most as u64 > pages {
                (per_list, shortest) = (most, pages);
            }
        }
    }
    if per_list as u64 > shortest {
        found.push(
            RULE.diagnose(
                context.places.find("lists.checks.per_list"),
                format!(
                    "{} in a {} of {}",
                    count_noun(per_list, "check"),
                    if shortest < amount.pages() / amount.lists { "part" } else { "list" },
                    count_noun(shortest as usize, "page")
                ),
            )
            .with_reason("checks in a row are recognised as such")
            .help(format!("set `per_list` to {shortest} or less, or make lists longer")),
        );
    }
}
