//! Spearman's rho.

use super::ranks::has_ties;
use super::{average_ranks, check, constant, fisher_interval, note_few_ranks, pearson, permutations};
use crate::{Estimate, Note, PValue, Result};

/// Up to this many pairs the exact distribution is computed.
const EXACT: usize = 12;
/// The same with ties, where there are more distinct sums.
const EXACT_WITH_TIES: usize = 10;

/// Spearman's rank correlation, ties sharing their mean rank, with the interval of Bonett & Wright (2000),
/// Psychometrika 65: Fisher's scale with standard error √((1 + ρ²/2)/(n − 3)).
///
/// The p-value is exact, given the ties, up to 12 pairs (10 with ties): the share of the n! orders whose
/// |ρ| is as large; beyond, t = ρ√((n − 2)/(1 − ρ²)) with n − 2 degrees of freedom, and it says which.
///
/// # Errors
/// When the lengths differ, there are fewer than two pairs, a value is not finite, or one side does not vary.
pub fn spearman(x: &[f64], y: &[f64], level: f64) -> Result<Estimate> {
    check(x, y)?;
    let (left, right) = (average_ranks(x), average_ranks(y));
    let Some(pearson::Fit { r: rho, unexplained }) = pearson::Fit::new(&left, &right) else {
        return Err(constant(x, "the correlation"));
    };
    let n = x.len();
    let se = ((1.0 + rho * rho / 2.0) / (n as f64 - 3.0).max(0.0)).sqrt();
    let estimate = Estimate::new("rho", rho)
        .interval(fisher_interval(rho, se, level, "Fisher, Bonett and Wright")?)
        .note(note_few_ranks(n));
    let ties = has_ties(&left) || has_ties(&right);
    if n <= if ties { EXACT_WITH_TIES } else { EXACT } {
        return Ok(estimate.p(PValue::new(permutations::share_as_extreme(&left, &right))).note(Note::Exact));
    }
    let df = n as f64 - 2.0;
    Ok(match pearson::t_test(rho, unexplained, df) {
        Some(p) => estimate.df([df]).p(p).note(Note::Asymptotic { because: "t, since there are many pairs" }),
        // No two of the n! orders are further from chance than a perfect one.
        None => estimate.p(super::smallest_p(n)).note(Note::Exact),
    })
}
