//! Kendall's coefficient of concordance.

use super::complete::Complete;
use super::ratings::Ratings;
use crate::correlation::average_ranks;
use crate::dist::chi_squared;
use crate::resample::{Plan, Tail, permutation_p};
use crate::{Estimate, Note, Result, StatError};

/// Kendall's W.
#[derive(Debug, Clone, PartialEq)]
pub struct Concordance {
    /// W corrected for ties, with its χ² test.
    pub corrected: Estimate,
    /// W as if there were none.
    pub uncorrected: Estimate,
    /// χ² = m(k − 1)W of the corrected one, with its p-value.
    pub chi_squared: Estimate,
    /// Raters.
    pub raters: usize,
    /// Items that all of them ranked.
    pub items: usize,
    /// Items left out because a rating is missing.
    pub left_out: usize,
}

/// Kendall's W, the agreement of m rankings of k items: Kendall & Babington Smith (1939), Annals of
/// Mathematical Statistics 10; ties after Kendall & Gibbons (1990), chapter 6.
///
/// W = 12 S / (m²(k³ − k) − m Σ T_j), S the squared deviations of the items' rank sums and T_j = Σ (t³ − t)
/// over the ties of rater j. The p-value is that of χ² = m(k − 1)W with k − 1 degrees of freedom; with
/// `permutations` each rater's ranks are shuffled instead, which is right for few items too.
///
/// # Errors
/// When fewer than two raters rated two items in common, or none of them tells any two items apart.
pub fn kendall_w(ratings: &Ratings<'_>, permutations: Option<Plan>) -> Result<Concordance> {
    let complete = Complete::new(ratings)?;
    let (m, k) = (complete.raters as f64, complete.items as f64);
    let ranks: Vec<Vec<f64>> =
        (0..complete.raters).map(|rater| average_ranks(&complete.column(rater).collect::<Vec<_>>())).collect();
    let squares = squared_deviations(&ranks);
    let cubes = k.powi(3) - k;
    let ties: f64 = ranks.iter().map(|ranks| tie_term(ranks)).sum();
    let room = m * m * cubes - m * ties;
    if room <= 0.0 {
        return Err(StatError::Constant { what: "the ratings of every rater", statistic: "W" });
    }
    let corrected = 12.0 * squares / room;
    let uncorrected = uncorrected_w(&ranks);
    let tested = |w: f64| chi_squared::p_value(m * (k - 1.0) * w, k - 1.0);
    let (p, how) = match permutations {
        None => (tested(corrected), Note::Asymptotic { because: "chi-square; ask for permutations with few items" }),
        Some(plan) => {
            let permuted = plan.run(
                || ranks.clone(),
                |ranks, stream| {
                    ranks.iter_mut().for_each(|ranks| stream.shuffle(ranks));
                    Some(squared_deviations(ranks))
                },
            );
            (permutation_p(squares, &permuted, Tail::Upper), permuted.note())
        }
    };
    let left_out = complete.left_out;
    let missing = (left_out > 0).then_some(Note::Missing { count: left_out, treatment: "items left out" });
    Ok(Concordance {
        corrected: Estimate::new("W", corrected).df([k - 1.0]).p(p).note(how).note(missing),
        uncorrected: Estimate::new("W_uncorrected", uncorrected)
            .df([k - 1.0])
            .p(tested(uncorrected))
            .note(Note::Said("as if there were no ties".to_owned())),
        chi_squared: Estimate::new("chi2", m * (k - 1.0) * corrected).df([k - 1.0]).p(tested(corrected)),
        raters: complete.raters,
        items: complete.items,
        left_out,
    })
}

/// W = 12 S/(m²(k³ − k)) of m rankings of k items, as if there were no ties.
pub(crate) fn uncorrected_w(ranks: &[Vec<f64>]) -> f64 {
    let (m, k) = (ranks.len() as f64, ranks.first().map_or(0, Vec::len) as f64);
    12.0 * squared_deviations(ranks) / (m * m * (k.powi(3) - k))
}

/// Σ (R_i − mean)² over the items' rank sums.
fn squared_deviations(ranks: &[Vec<f64>]) -> f64 {
    let items = ranks.first().map_or(0, Vec::len);
    let mean = ranks.len() as f64 * (items as f64 + 1.0) / 2.0;
    (0..items).map(|item| (ranks.iter().map(|ranks| ranks[item]).sum::<f64>() - mean).powi(2)).sum()
}

/// Σ (t³ − t) over the ties of a ranking.
fn tie_term(ranks: &[f64]) -> f64 {
    let mut sorted = ranks.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.chunk_by(|a, b| a.total_cmp(b).is_eq()).map(|tie| (tie.len() as f64).powi(3) - tie.len() as f64).sum()
}
