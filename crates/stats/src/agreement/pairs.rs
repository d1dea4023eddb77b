//! Who agrees with whom, and which items divide raters.

use std::collections::HashMap;

use super::chance::{Chance, agreement};
use super::cohen::cohen_kappa;
use super::krippendorff::{Level, krippendorff_alpha};
use super::ratings::Ratings;
use super::weighting::Weighting;
use crate::correlation::Correlation;
use crate::resample::Groups;
use crate::{Estimate, Result, StatError};

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
    let groups = Groups::by(ratings.items());
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
