//! Kruskal and Wallis's test of several independent samples.

use super::Test;
use super::rank::tie_sum;
use super::sample::{at_least, finite};
use crate::correlation::average_ranks;
use crate::dist::chi_squared;
use crate::{Estimate, Note, PValue, Result, StatError};

/// H = [12/(N(N+1)) Σ Rᵢ²/nᵢ − 3(N+1)] / [1 − Σ(t³−t)/(N³−N)] on k − 1 degrees of freedom (Kruskal and
/// Wallis 1952, JASA 47). Also `eta2` = (H−k+1)/(N−k) and `epsilon2` = H/(N−1) (Tomczak and Tomczak 2014).
///
/// # Errors
/// When there are fewer than two groups, one is empty, a value is not finite, or all are tied.
pub fn kruskal<G: AsRef<[f64]>>(groups: &[G]) -> Result<Test> {
    at_least("groups", 2, groups.len())?;
    let mut pooled = Vec::new();
    for group in groups {
        at_least("values in a group", 1, group.as_ref().len())?;
        pooled.extend_from_slice(group.as_ref());
    }
    finite("the sample", &pooled)?;
    at_least("values", 3, pooled.len())?;
    let ranks = average_ranks(&pooled);
    let (n, k) = (pooled.len() as f64, groups.len() as f64);
    let ties = 1.0 - tie_sum(&ranks) / (n * (n * n - 1.0));
    if ties <= 0.0 {
        return Err(StatError::Constant { what: "the values", statistic: "H" });
    }
    let mut rest = ranks.as_slice();
    let mut spread = 0.0;
    for group in groups {
        let (own, others) = rest.split_at(group.as_ref().len());
        // Around the expectation, so that nothing large is subtracted from something large.
        let mean = own.iter().sum::<f64>() / own.len() as f64 - (n + 1.0) / 2.0;
        spread += own.len() as f64 * mean * mean;
        rest = others;
    }
    let h = 12.0 / (n * (n + 1.0)) * spread / ties;
    let p = PValue::from_ln(chi_squared::ln_sf(h, k - 1.0));
    let because = "chi-square for the distribution of H";
    let test = Test::new(Estimate::new("H", h).df([k - 1.0]).p(p).note(Note::Asymptotic { because }));
    let eta2 = (n > k).then(|| Estimate::new("eta2", (h - k + 1.0) / (n - k)));
    let test = Test { also: eta2.into_iter().collect(), ..test };
    Ok(test.with_estimate(Estimate::new("epsilon2", h / (n - 1.0))))
}
