//! Wilcoxon's signed-rank test of paired values.

use super::mann_whitney::{Approximation, p_value};
use super::rank::RankP;
use super::sample::{at_least, finite};
use super::shift::signs_of;
use super::{Test, TestOptions};
use crate::correlation::average_ranks;
use crate::{Estimate, Note, Result, StatError};

/// What happens to pairs that do not differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zeros {
    /// They are left out before ranking (Wilcoxon 1945).
    #[default]
    LeftOut,
    /// They are ranked with the others and their ranks left out after (Pratt 1959, JASA 54).
    RankedFirst,
}

/// V, the sum of the ranks of |d| over positive differences d. Exact p-values are conditional on ties
/// and zeros; the normal one uses mean Σr/2 and variance Σr²/4 over the ranks r that take part.
///
/// # Errors
/// When there is no difference other than zero, a difference is not finite, or an exact p-value is
/// asked that would take longer than about a minute.
pub fn wilcoxon(differences: &[f64], zeros: Zeros, how: RankP, asked: TestOptions) -> Result<Test> {
    finite("the differences", differences)?;
    let nonzero = differences.iter().filter(|d| **d != 0.0).count();
    let left_out = differences.len() - nonzero;
    at_least("differences other than zero", 1, nonzero)?;
    let kept: Vec<f64> = match zeros {
        Zeros::LeftOut => differences.iter().copied().filter(|d| *d != 0.0).collect(),
        Zeros::RankedFirst => differences.to_vec(),
    };
    let sizes: Vec<f64> = kept.iter().map(|d| d.abs()).collect();
    let ranked: Vec<(f64, f64)> =
        kept.into_iter().zip(average_ranks(&sizes)).filter(|(difference, _)| *difference != 0.0).collect();
    let v: f64 = ranked.iter().filter(|(difference, _)| *difference > 0.0).map(|(_, rank)| rank).sum();
    let ranks: Vec<f64> = ranked.into_iter().map(|(_, rank)| rank).collect();
    let approximation = Approximation {
        distance: v - ranks.iter().sum::<f64>() / 2.0,
        sd: (ranks.iter().map(|rank| rank * rank).sum::<f64>() / 4.0).sqrt(),
    };
    let (p, note) = p_value(how, asked.alternative, |limit| signs_of(&ranks, v, limit), &approximation)?;
    let total: f64 = ranks.iter().sum();
    let said =
        (left_out > 0).then(|| Note::Said(format!("{left_out} pairs without a difference, {}", zeros.treatment())));
    // The matched-pairs rank-biserial correlation (Kerby 2014): (V₊ − V₋) / Σr.
    let correlation = Estimate::new("rank_biserial", (2.0 * v - total) / total);
    Ok(Test::new(Estimate::new("V", v).p(p).note(note).note(said)).with_estimate(correlation))
}

impl Zeros {
    fn treatment(self) -> &'static str {
        match self {
            Zeros::LeftOut => "left out before ranking",
            Zeros::RankedFirst => "ranked and then left out (Pratt)",
        }
    }
}

/// The differences of paired values.
///
/// # Errors
/// When lengths differ.
pub fn differences(a: &[f64], b: &[f64]) -> Result<Vec<f64>> {
    if a.len() == b.len() {
        Ok(a.iter().zip(b).map(|(a, b)| a - b).collect())
    } else {
        let (left_len, right_len) = (a.len(), b.len());
        Err(StatError::Lengths { left: "the first sample", left_len, right: "the second", right_len })
    }
}
