//! R100: printed numbers that must have a certain sum, and have not.

use std::collections::BTreeMap;

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::Study;
use crate::original::{Measure, PrintedNumber};
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R100"),
    name: "printed-numbers-do-not-add-up",
    severity: Severity::Warning,
    summary: "shares, ranks or best-worst scores in `original.toml` do not add up as they must",
    doc: r#"## What it checks
For one criterion, stratum and place in the paper: the two shares of a pair and the share of "equal" add
up to 1; the average ranks of all systems to k(k+1)/2; the best-worst scores of all systems to 0. Room
is left for the rounding of every number.

## Why it matters for a study
A number copied into the wrong row or with a wrong digit changes what the reproduction is compared with.
If the paper itself is at fault, that is worth knowing too.

## Example
```toml
results = [
  { criterion = "fluency", system = "dexperts", against = "gpt2", measure = "share", value = "0.33" },
  { criterion = "fluency", system = "gpt2", against = "dexperts", measure = "share", value = "0.25" },
  { criterion = "fluency", system = "dexperts", against = "gpt2", measure = "share-equal", value = "0.24" },
]
```

## Instead
Correct the digit. If the paper prints it so, accept the finding and say so.
"#,
    check,
};

/// Numbers that belong together, by index.
type Group<'a> = (&'a str, &'a Option<String>, &'a BTreeMap<String, String>, Sort<'a>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort<'a> {
    Pair(&'a str, &'a str),
    Ranks,
    Scores,
}

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(original), Some(places), Some(study)) = (context.original, context.original_places, context.study) else {
        return;
    };
    let mut groups: BTreeMap<Group<'_>, Vec<usize>> = BTreeMap::new();
    for (index, printed) in original.results.iter().enumerate() {
        if let Some(sort) = sort(printed) {
            let group = (printed.criterion.as_str(), &printed.place, &printed.stratum, sort);
            groups.entry(group).or_default().push(index);
        }
    }
    for ((criterion, _, _, sort), members) in groups {
        let numbers: Vec<&PrintedNumber> = members.iter().map(|index| &original.results[*index]).collect();
        let Some(expected) = expected_sum(study, sort, &numbers) else { continue };
        let values: Vec<f64> = numbers.iter().filter_map(|printed| printed.value.trim().parse().ok()).collect();
        let sum: f64 = values.iter().sum();
        let slack: f64 = numbers.iter().map(|printed| half_of_last_digit(printed.value.trim())).sum();
        if values.len() == numbers.len() && (sum - expected).abs() > slack + 1e-9 {
            found.push(
                RULE.diagnose(
                    places.find(&original.results[members[0]].key_of("value")),
                    format!("{} numbers on `{criterion}` add up to {}, not to {expected}", numbers.len(), short(sum)),
                )
                .with_reason("a number in the wrong row, or with a wrong digit, changes what is compared")
                .help("check that they were copied as printed; if they were, accept this finding and say so"),
            );
        }
    }
}

fn sort(printed: &PrintedNumber) -> Option<Sort<'_>> {
    match (printed.measure, printed.system.as_deref(), printed.against.as_deref()) {
        (Measure::Share | Measure::ShareEqual, Some(a), Some(b)) => Some(Sort::Pair(a.min(b), a.max(b))),
        (Measure::AverageRank, Some(_), None) => Some(Sort::Ranks),
        (Measure::BestWorstScale, Some(_), None) => Some(Sort::Scores),
        _ => None,
    }
}

/// The sum that a complete group must have; `None` when something is missing from it.
fn expected_sum(study: &Study, sort: Sort<'_>, numbers: &[&PrintedNumber]) -> Option<f64> {
    let k = study.systems.len();
    match sort {
        Sort::Pair(..) => {
            let shares = numbers.iter().filter(|printed| printed.measure == Measure::Share).count();
            let equal = numbers.len() - shares;
            let criterion = study.criteria.iter().find(|criterion| criterion.id.0 == numbers[0].criterion)?;
            let Response::Pairwise(pairwise) = &criterion.response else { return None };
            let distinct = shares == 2 && numbers.iter().any(|printed| printed.system != numbers[0].system);
            (distinct && equal == usize::from(pairwise.ties)).then_some(1.0)
        }
        Sort::Ranks => (numbers.len() == k && distinct(numbers)).then(|| (k * (k + 1)) as f64 / 2.0),
        Sort::Scores => (numbers.len() == k && distinct(numbers)).then_some(0.0),
    }
}

fn distinct(numbers: &[&PrintedNumber]) -> bool {
    let systems: std::collections::BTreeSet<_> = numbers.iter().map(|printed| &printed.system).collect();
    systems.len() == numbers.len()
}

/// How far a printed number may lie from the one it was rounded from.
fn half_of_last_digit(printed: &str) -> f64 {
    let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    0.5 * 10_f64.powi(-i32::try_from(decimals).unwrap_or(0))
}

fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
