//! Who agrees with whom, and which items divide raters.

use std::collections::HashMap;

use super::chance::{Chance, agreement};
use super::cohen::cohen_kappa;
use super::krippendorff::{Level, krippendorff_alpha};
use super::ratings::Ratings;
use super::weighting::Weighting;
use crate::correlation::Correlation;
use crate::dist::student_t;
use crate::resample::Groups;
use crate::{Estimate, Interval, Result, StatError};

/// How the agreement of two raters is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairMeasure {
    /// The share of items on which they gave the same value.
    Percent,
    /// Cohen's κ.
    Kappa(Weighting),
    /// Krippendorff's α.
    Alpha(Level),
    /// A correlation.
    Correlation(Correlation),
}

/// The agreement of two raters on the items both rated.
#[derive(Debug, Clone, PartialEq)]
pub struct RaterPair {
    /// The codes of the two.
    pub raters: [u32; 2],
    /// Items both rated.
    pub items: usize,
    /// Their agreement, or why there is none.
    pub agreement: Result<Estimate>,
}

/// The agreement of every two raters, in the order of their codes.
#[must_use]
pub fn rater_pairs(ratings: &Ratings<'_>, measure: PairMeasure, level: f64) -> Vec<RaterPair> {
    let mut raters: Vec<u32> = ratings.raters().to_vec();
    raters.sort_unstable();
    raters.dedup();
    let by_item: HashMap<u32, HashMap<u32, f64>> = by_rater(ratings);
    let mut pairs = Vec::new();
    for (index, left) in raters.iter().enumerate() {
        for right in &raters[index + 1..] {
            let (ones, others) = (&by_item[left], &by_item[right]);
            let mut shared: Vec<u32> = ones.keys().filter(|item| others.contains_key(item)).copied().collect();
            shared.sort_unstable();
            let column = |of: &HashMap<u32, f64>| shared.iter().map(|item| of[item]).collect::<Vec<_>>();
            let agreement = pair_agreement(&column(ones), &column(others), measure, level);
            pairs.push(RaterPair { raters: [*left, *right], items: shared.len(), agreement });
        }
    }
    pairs
}

/// The last value each rater gave to each item.
fn by_rater(ratings: &Ratings<'_>) -> HashMap<u32, HashMap<u32, f64>> {
    let mut by_rater: HashMap<u32, HashMap<u32, f64>> = HashMap::new();
    for ((rater, item), value) in ratings.raters().iter().zip(ratings.items()).zip(ratings.values()) {
        by_rater.entry(*rater).or_default().insert(*item, *value);
    }
    by_rater
}

fn pair_agreement(left: &[f64], right: &[f64], measure: PairMeasure, level: f64) -> Result<Estimate> {
    let n = left.len() as u32;
    if n == 0 {
        return Err(StatError::TooFew { what: "items rated by both raters", needed: 1, found: 0 });
    }
    if let PairMeasure::Correlation(which) = measure {
        return which.estimate(left, right, level);
    }
    let raters: Vec<u32> = (0..2 * n).map(|row| row / n).collect();
    let items: Vec<u32> = (0..2 * n).map(|row| row % n).collect();
    let values = [left, right].concat();
    let pair = Ratings::new(&raters, &items, &values)?;
    match measure {
        PairMeasure::Percent => Ok(agreement(&pair, Chance::Nothing, Weighting::Identity, level)?.estimate),
        PairMeasure::Kappa(weighting) => cohen_kappa(&pair, weighting, level),
        PairMeasure::Alpha(scale) => Ok(krippendorff_alpha(&pair, scale)?.estimate),
        PairMeasure::Correlation(which) => which.estimate(left, right, level),
    }
}

/// Krippendorff's α without each rater in turn, in the order of their codes. A rater whose absence raises
/// it judges differently from the others.
#[must_use]
pub fn without_each_rater(ratings: &Ratings<'_>, level: Level) -> Vec<(u32, Result<f64>)> {
    let mut raters: Vec<u32> = ratings.raters().to_vec();
    raters.sort_unstable();
    raters.dedup();
    let without = |rater: u32| {
        let kept: Vec<usize> = (0..ratings.len()).filter(|row| ratings.raters()[*row] != rater).collect();
        let who: Vec<u32> = kept.iter().map(|row| ratings.raters()[*row]).collect();
        let what: Vec<u32> = kept.iter().map(|row| ratings.items()[*row]).collect();
        let values: Vec<f64> = kept.iter().map(|row| ratings.values()[*row]).collect();
        Ok(krippendorff_alpha(&Ratings::new(&who, &what, &values)?, level)?.estimate.value)
    };
    raters.into_iter().map(|rater| (rater, without(rater))).collect()
}

/// How much higher or lower one rater scores than the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Severity {
    /// The rater's code.
    pub rater: u32,
    /// Items that others rated, too.
    pub items: usize,
    /// The mean over these items of the rater's value minus the mean of the others': below zero is severe. Its interval is t over
    /// items.
    pub estimate: Estimate,
}

/// The severity of every rater with two items or more in common with others, in the order of their codes:
/// s = (1/n) Σ (x − m) over the n items that others rated, too, with x the rater's value and m the mean of the others', and
/// s ± t(n − 1) · sd/√n. The usual difference of a rater from the panel (Myford and Wolfe 2003, section on leniency and
/// severity), without a model. Of several ratings of one item by a rater the last counts.
#[must_use]
pub fn severities(ratings: &Ratings<'_>, level: f64) -> Vec<Severity> {
    let by_rater = by_rater(ratings);
    let mut items: HashMap<u32, (f64, usize)> = HashMap::new();
    let mut raters: Vec<u32> = by_rater.keys().copied().collect();
    raters.sort_unstable();
    for (item, value) in raters.iter().flat_map(|rater| &by_rater[rater]) {
        let (sum, n) = items.entry(*item).or_default();
        (*sum, *n) = (*sum + value, *n + 1);
    }
    let of = |rater: u32| {
        let mut own: Vec<(u32, f64)> = by_rater[&rater].iter().map(|(item, value)| (*item, *value)).collect();
        own.sort_unstable_by_key(|(item, _)| *item);
        let differences: Vec<f64> = own
            .iter()
            .filter_map(|(item, value)| {
                let (sum, n) = items[item];
                (n > 1).then(|| value - (sum - value) / (n - 1) as f64)
            })
            .collect();
        let n = differences.len();
        if n < 2 {
            return None;
        }
        let size = n as f64;
        let mean = differences.iter().sum::<f64>() / size;
        let variance = differences.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (size - 1.0);
        let se = (variance / size).sqrt();
        let half = student_t::upper_quantile((1.0 - level) / 2.0, size - 1.0) * se;
        let interval = Interval { low: mean - half, high: mean + half, level, kind: "t" };
        Some(Severity { rater, items: n, estimate: Estimate::from(mean).se(se).interval(interval) })
    };
    raters.into_iter().filter_map(of).collect()
}

/// How far the ratings of one item lie apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Division {
    /// The item's code.
    pub item: u32,
    /// How many ratings it has.
    pub ratings: usize,
    /// Its mean.
    pub mean: f64,
    /// Largest minus smallest rating.
    pub difference: f64,
    /// Mean squared deviation from its mean.
    pub mse: f64,
}

/// Items with two ratings or more, the most divided first: by mean squared deviation, then by largest
/// difference, then by code.
#[must_use]
pub fn divided_items(ratings: &Ratings<'_>) -> Vec<Division> {
    let groups = Groups::from_labels(ratings.items());
    let division = |group: usize| {
        let rows = groups.rows(group);
        let values = || rows.iter().map(|row| ratings.values()[*row as usize]);
        let n = rows.len() as f64;
        let mean = values().sum::<f64>() / n;
        let (low, high) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        Division {
            item: ratings.items()[rows[0] as usize],
            ratings: rows.len(),
            mean,
            difference: high - low,
            mse: values().map(|value| (value - mean).powi(2)).sum::<f64>() / n,
        }
    };
    let mut items: Vec<Division> =
        (0..groups.len()).filter(|group| groups.rows(*group).len() >= 2).map(division).collect();
    items.sort_by(|a, b| b.mse.total_cmp(&a.mse).then(b.difference.total_cmp(&a.difference)).then(a.item.cmp(&b.item)));
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severity_is_the_mean_distance_from_the_others() {
        // Three raters, three items; the third rater has one item, which is too little.
        let raters = [0, 0, 0, 1, 1, 1, 2];
        let items = [0, 1, 2, 0, 1, 2, 0];
        let values = [1.0, 2.0, 4.0, 3.0, 3.0, 4.0, 2.0];
        let found = severities(&Ratings::new(&raters, &items, &values).unwrap(), 0.95);
        // By hand: rater 0 has 1 − 2.5, 2 − 3, 4 − 4; rater 1 has 3 − 1.5, 3 − 2, 4 − 4.
        let means: Vec<(u32, usize, f64)> = found.iter().map(|it| (it.rater, it.items, it.estimate.value)).collect();
        assert_eq!(means.len(), 2);
        for ((rater, n, mean), (expected, hand)) in means.into_iter().zip([(0, -2.5 / 3.0), (1, 2.5 / 3.0)]) {
            assert!(rater == expected && n == 3 && (mean - hand).abs() < 1e-12, "{rater} {mean}");
        }
        // −0.8333 ± t(0.975; 2) · 0.7638/√3, and t(0.975; 2) = 4.302653 in the tables.
        let interval = found[0].estimate.interval.unwrap();
        assert!((interval.low + 2.730_626).abs() < 1e-5 && (interval.high - 1.063_959).abs() < 1e-5, "{interval:?}");
    }
}
