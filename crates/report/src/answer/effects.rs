//! The effects that a claim is about, each turned so that above zero is as claimed.

use ::reproduction::{Comparison, ComparisonNumber, Reading};
use analysis::{Results, Statistic};
use study::claim::{Claim, Condition};

use crate::number::Number;

/// One comparison of two systems that a claim needs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub(crate) criterion: String,
    /// The criterion's printed name, where there are several.
    pub(crate) on: Option<String>,
    /// The system that is claimed to be higher, and the other; for a claim of equality, in their order.
    pub(crate) pair: [String; 2],
    pub(crate) names: [String; 2],
    pub(crate) aim: Aim,
}

/// What is claimed of the difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Aim {
    Above(f64),
    Within(f64),
}

/// The ids and names that a claim's indexes mean.
pub(crate) struct Names<'a> {
    pub(crate) systems: Vec<(&'a str, &'a str)>,
    pub(crate) criteria: Vec<(&'a str, &'a str)>,
}

/// The comparisons of a claim, in its order.
pub(crate) fn parts(claim: &Claim, names: &Names<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut push = |criterion: usize, (a, b): (usize, usize), aim: Aim| {
        if let (Some(criterion), Some(a), Some(b)) =
            (names.criteria.get(criterion), names.systems.get(a), names.systems.get(b))
        {
            parts.push(Part {
                criterion: criterion.0.to_owned(),
                on: (names.criteria.len() > 1).then(|| criterion.1.to_owned()),
                pair: [a.0.to_owned(), b.0.to_owned()],
                names: [a.1.to_owned(), b.1.to_owned()],
                aim,
            });
        }
    };
    for part in claim.holds_if.iter().flat_map(Condition::parts) {
        match part {
            Condition::Above { system, others, criterion, by } => {
                for other in others {
                    push(*criterion, (*system, *other), Aim::Above(by.unwrap_or(0.0)));
                }
            }
            Condition::Same { systems, criterion, within } => push(*criterion, *systems, Aim::Within(*within)),
            Condition::Agreement { .. } | Condition::All(_) | Condition::Any(_) => {}
        }
    }
    parts
}

/// The difference by the deciding model.
pub(super) fn in_results(results: &Results, part: &Part) -> Option<Number> {
    let [a, b] = part.pair.each_ref().map(String::as_str);
    let of =
        |first, second| results.get(Statistic::DIFFERENCE, part.criterion.as_str(), &[first, second]).map(Number::from);
    of(a, b).or_else(|| of(b, a).map(Number::reversed))
}

/// The effect in one run of a comparison.
pub(super) fn in_run(comparison: &Comparison, part: &Part, run: &str) -> Option<Number> {
    let find = |a: &String, b: &String| {
        let fits = |number: &&ComparisonNumber| {
            number.reading == Reading::Effects
                && matches!(number.statistic, Statistic::EffectD | Statistic::NetPreference)
                && number.criterion.as_deref() == Some(&part.criterion)
                && number.estimate.of == [a.clone(), b.clone()]
                && number.between == [run]
        };
        comparison.numbers.iter().find(fits).map(Number::from)
    };
    let [a, b] = &part.pair;
    find(a, b).or_else(|| find(b, a).map(Number::reversed))
}

/// The effect over all runs of a comparison.
pub(super) fn pooled_effect(comparison: &Comparison, part: &Part) -> Option<Number> {
    let [a, b] = &part.pair;
    let find = |a: &String, b: &String| over_runs(comparison, part, Statistic::PooledEffect, [a, b]);
    find(a, b).or_else(|| find(b, a).map(Number::reversed))
}

/// How much of the spread of the effect between runs is more than chance, in per cent.
pub(super) fn heterogeneity(comparison: &Comparison, part: &Part) -> Option<Number> {
    let [a, b] = &part.pair;
    let find = |a: &String, b: &String| over_runs(comparison, part, Statistic::I2, [a, b]);
    find(a, b).or_else(|| find(b, a))
}

fn over_runs(comparison: &Comparison, part: &Part, statistic: Statistic, pair: [&String; 2]) -> Option<Number> {
    let fits = |number: &&ComparisonNumber| {
        number.reading == Reading::Effects
            && number.statistic == statistic
            && number.criterion.as_deref() == Some(&part.criterion)
            && number.estimate.of.iter().eq(pair)
            && number.between.is_empty()
    };
    comparison.numbers.iter().find(fits).map(Number::from)
}

/// Whether the effects of a comparison are differences of shares, as claims name them, or standard deviations.
pub(super) fn is_share(comparison: &Comparison, criterion: &str) -> bool {
    comparison
        .numbers
        .iter()
        .any(|number| number.statistic == Statistic::NetPreference && number.criterion.as_deref() == Some(criterion))
}
