//! R044: what is to be spread evenly over lists cannot be.

use std::collections::BTreeMap;

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::amount::{Amount, pages_of, pairs_shown};
use crate::file::Combine;
use crate::{Part, Study};

pub(super) const RULE: Rule = Rule {
    code: Code("R044"),
    name: "balance-out-of-reach",
    severity: Severity::Warning,
    summary: "the numbers do not allow the balance that `lists.balance` asks for",
    doc: r#"## What it checks
For everything named in `lists.balance`, its pages can be shared out over the lists in equal parts: 24
pages from `news` go into 6 lists, 4 each; 26 do not.

## Why it matters for a study
Lists would differ in what they hold, and with them the people who answer them. A difference between
two lists is then part of the difference between two strata, or two systems.

## Example
102, 100 and 98 pairs from three datasets, in lists of 30:
```toml
[lists]
questions = 30
balance = ["dataset"]
```

## Instead
Take 100 pairs of each, change the length of the lists, or drop the name from `balance`. If as even as
possible is good enough, accept the finding.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let Amount { parts, lists } = Amount::from_study(study);
    // When lists differ in length nothing comes out even; R047 says so.
    if lists < 2 || parts.iter().any(|part| !part.pages.is_multiple_of(lists)) {
        return;
    }
    let factors = study.lists.balance.iter().enumerate();
    for ((at, factor), part) in factors.flat_map(|factor| study.parts.iter().map(move |part| (factor, part))) {
        let Some(pages) = pages_by_level(study, part, factor) else { continue };
        let uneven: Vec<(&String, &u64)> = pages.iter().filter(|(_, pages)| !pages.is_multiple_of(lists)).collect();
        if let Some((level, pages)) = uneven.first() {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("lists.balance.{at}")),
                    format!("`{factor}` cannot be spread evenly over {lists} lists: {pages} pages of `{level}`"),
                )
                .with_reason("lists would differ in content, and so would the people who answer them")
                .help(format!(
                    "make the pages of each `{factor}` a multiple of {lists}, or change the length of the lists"
                )),
            );
        }
    }
}

/// Pages of each level of a factor; `None` where the planner is free to choose them.
fn pages_by_level(study: &Study, part: &Part, factor: &str) -> Option<BTreeMap<String, u64>> {
    let mut pages = BTreeMap::new();
    if let Some(at) = study.strata.iter().position(|name| name == factor) {
        for item in &study.items {
            *pages.entry(item.strata.get(at)?.clone()).or_default() += pages_of(part, item);
        }
        return Some(pages);
    }
    match part.design.combine {
        Combine::SampledPairs | Combine::Blocks | Combine::AllTogether => return None,
        Combine::EveryOutput | Combine::AllPairs | Combine::OneAgainstRest => {}
    }
    let name = |system: usize| study.systems[system].id.0.clone();
    let there = |has: &dyn Fn(usize) -> bool| {
        let count = (0..study.items.len()).filter(|item| part.asks_about(&study.items[*item]) && has(*item)).count();
        count as u64
    };
    let output = |item: usize, system: usize| study.items[item].outputs.get(system).is_some_and(Option::is_some);
    match (factor, part.design.combine) {
        ("system", Combine::EveryOutput) => {
            for system in 0..study.systems.len() {
                pages.insert(name(system), there(&|item| output(item, system)));
            }
        }
        ("pair", _) => {
            for (a, b) in pairs_shown(study.systems.len(), &part.design) {
                pages.insert(format!("{} and {}", name(a), name(b)), there(&|item| output(item, a) && output(item, b)));
            }
        }
        _ => return None,
    }
    Some(pages)
}
