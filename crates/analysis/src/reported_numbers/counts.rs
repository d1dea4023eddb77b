//! Means from how often each place or value was given.

use std::collections::BTreeMap;

use stats::effect::Summary;
use study::original::Measure;

use super::{Cell, ReportedNumber, Score};

/// The key of a stratum that turns a count into a distribution, and what its mean is called.
const DISTRIBUTIONS: [(&str, Measure); 3] =
    [("place", Measure::AverageRank), ("value", Measure::Mean), ("outcome", Measure::BestWorstScale)];

/// Replaces printed means by those that follow from printed counts: `measure = "count"` with
/// `stratum = { place = "1" }` for rankings, `{ value = "4" }` for ratings, `{ outcome = "win" }` and
/// `"loss"` for best-worst scores.
pub(super) fn replace_means(mut scores: Vec<Score>) -> Vec<Score> {
    let mut found: Vec<(Cell, Vec<(f64, f64)>)> = Vec::new();
    for score in &scores {
        let Some((cell, value)) = mean_and_counted_value(&score.cell) else { continue };
        let count = score.value.value();
        match found.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, counts)) => counts.push((value, count)),
            None => found.push((cell, vec![(value, count)])),
        }
    }
    scores.retain(|score| mean_and_counted_value(&score.cell).is_none());
    for (cell, counts) in found {
        let Some(precise) = mean(cell, &counts) else { continue };
        match scores.iter_mut().find(|score| score.cell == precise.cell) {
            Some(printed) => *printed = precise,
            None => scores.push(precise),
        }
    }
    scores
}

/// The mean a count belongs to, and the place or value counted.
fn mean_and_counted_value(cell: &Cell) -> Option<(Cell, f64)> {
    if cell.measure != Measure::Count {
        return None;
    }
    DISTRIBUTIONS.iter().find_map(|(key, measure)| {
        let value = match cell.stratum.get(*key)?.trim() {
            "win" => 100.0,
            "loss" => -100.0,
            number => number.parse().ok().filter(|value: &f64| value.is_finite())?,
        };
        let stratum: BTreeMap<String, String> =
            cell.stratum.iter().filter(|(name, _)| name != key).map(|(k, v)| (k.clone(), v.clone())).collect();
        Some((Cell { measure: *measure, stratum, ..cell.clone() }, value))
    })
}

fn mean(cell: Cell, counts: &[(f64, f64)]) -> Option<Score> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts, checked to be none below zero"
    )]
    let counted: Vec<(f64, usize)> = counts
        .iter()
        .map(|(value, count)| (*count >= 0.0).then(|| (*value, count.round() as usize)))
        .collect::<Option<_>>()?;
    let given: Vec<&(f64, usize)> = counted.iter().filter(|(_, count)| *count > 0).collect();
    if let [(value, 1)] = given[..] {
        return Some(Score { cell, value: ReportedNumber::Computed(*value), sd: None, n: Some(1) });
    }
    let summary = Summary::of_counts(&counted).ok()?;
    let sd = Some(ReportedNumber::Computed(summary.sd));
    Some(Score { cell, value: ReportedNumber::Computed(summary.mean), sd, n: u64::try_from(summary.n).ok() })
}
