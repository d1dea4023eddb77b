//! Cohen's kappa for two raters.

use super::ratings::{Ratings, coded_values};
use super::weighting::Weighting;
use crate::dist::normal;
use crate::resample::Groups;
use crate::{Estimate, Interval, Note, Result, StatError};

/// Cohen's κ of two raters, plain or weighted, on the items both rated: Cohen (1960), (1968).
///
/// κ = (p_o − p_e) / (1 − p_e), p_o = Σ w_ij p_ij, p_e = Σ w_ij p_i· p_·j. The standard error is that of
/// Fleiss, Cohen & Everitt (1969), Psychological Bulletin 72, equation 13; the interval is Wald's, cut at
/// −1 and 1; the p-value uses their standard error under independence (equation 14).
///
/// # Errors
/// When there are not exactly two raters, one rated an item twice, they share no item, or both used one
/// and the same value throughout.
pub fn cohen_kappa(ratings: &Ratings<'_>, weighting: Weighting, level: f64) -> Result<Estimate> {
    if !(level > 0.0 && level < 1.0) {
        return Err(StatError::Domain { what: "the level", must: "between 0 and 1", found: level });
    }
    let (left, right) = both_rated(ratings)?;
    let n = left.len();
    let left_out = Groups::from_labels(ratings.items()).len() - n;
    let table = Table::new(&left, &right, weighting);
    let estimate = table.kappa(n as f64, level)?;
    let alone = (left_out > 0).then(|| Note::Said(format!("{left_out} items rated by one rater only are left out")));
    Ok(estimate.note(alone))
}

/// The values of the two raters on the items both rated, in the order of the items' first appearance.
pub(super) fn both_rated(ratings: &Ratings<'_>) -> Result<(Vec<f64>, Vec<f64>)> {
    let raters = Groups::from_labels(ratings.raters());
    if raters.len() != 2 {
        return Err(StatError::Undefined(format!(
            "Cohen's kappa is for two raters, and there are {}; use Fleiss' kappa, or select two",
            raters.len()
        )));
    }
    let items = Groups::from_labels(ratings.items());
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for item in 0..items.len() {
        match items.rows(item) {
            [one, other] if raters.of_row()[*one as usize] != raters.of_row()[*other as usize] => {
                let (first, second) = if raters.of_row()[*one as usize] == 0 { (one, other) } else { (other, one) };
                left.push(ratings.values()[*first as usize]);
                right.push(ratings.values()[*second as usize]);
            }
            [_] => {}
            _ => return Err(rated_twice()),
        }
    }
    if left.is_empty() {
        return Err(StatError::TooFew { what: "items rated by both raters", needed: 1, found: 0 });
    }
    Ok((left, right))
}

pub(super) fn rated_twice() -> StatError {
    StatError::Undefined("a rater rated an item twice; keep one rating per rater and item".to_owned())
}

/// Shares of pairs of values, with weights.
struct Table {
    q: usize,
    joint: Vec<f64>,
    rows: Vec<f64>,
    columns: Vec<f64>,
    weights: Vec<f64>,
}

impl Table {
    fn new(left: &[f64], right: &[f64], weighting: Weighting) -> Table {
        let (values, codes) = coded_values(&[left, right].concat());
        let (q, n) = (values.len(), left.len());
        let share = 1.0 / n as f64;
        let (mut joint, mut rows, mut columns) = (vec![0.0; q * q], vec![0.0; q], vec![0.0; q]);
        for (row, column) in codes[..n].iter().zip(&codes[n..]) {
            joint[*row as usize * q + *column as usize] += share;
            rows[*row as usize] += share;
            columns[*column as usize] += share;
        }
        Table { q, joint, rows, columns, weights: weighting.matrix(&values) }
    }

    fn kappa(&self, n: f64, level: f64) -> Result<Estimate> {
        let cells = || (0..self.q * self.q).map(|cell| (cell, cell / self.q, cell % self.q));
        let observed: f64 = cells().map(|(cell, ..)| self.weights[cell] * self.joint[cell]).sum();
        let expected: f64 = cells().map(|(cell, i, j)| self.weights[cell] * self.rows[i] * self.columns[j]).sum();
        let beyond = 1.0 - expected;
        if beyond <= 1e-15 {
            return Err(StatError::Constant { what: "the ratings", statistic: "kappa" });
        }
        let kappa = (observed - expected) / beyond;
        let row_means: Vec<f64> =
            (0..self.q).map(|i| (0..self.q).map(|j| self.weights[i * self.q + j] * self.columns[j]).sum()).collect();
        let column_means: Vec<f64> =
            (0..self.q).map(|j| (0..self.q).map(|i| self.weights[i * self.q + j] * self.rows[i]).sum()).collect();
        let spread: f64 = cells()
            .map(|(cell, i, j)| {
                let means = row_means[i] + column_means[j];
                self.joint[cell] * (self.weights[cell] * beyond - means * (1.0 - observed)).powi(2)
            })
            .sum();
        let centre = observed * expected - 2.0 * expected + observed;
        let se = ((spread - centre * centre).max(0.0) / n).sqrt() / (beyond * beyond);
        let spread_by_chance: f64 = cells()
            .map(|(cell, i, j)| {
                self.rows[i] * self.columns[j] * (self.weights[cell] - row_means[i] - column_means[j]).powi(2)
            })
            .sum();
        let se_by_chance = ((spread_by_chance - expected * expected).max(0.0) / n).sqrt() / beyond;
        let half = normal::upper_quantile((1.0 - level) / 2.0) * se;
        let interval = Interval { low: (kappa - half).max(-1.0), high: (kappa + half).min(1.0), level, kind: "Wald" };
        let p = (se_by_chance > 0.0).then(|| normal::two_sided(kappa / se_by_chance));
        Ok(Estimate::new("kappa", kappa).se(se).interval(interval).p(p))
    }
}
