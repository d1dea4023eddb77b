//! Mann and Whitney's test of two independent samples.

use super::rank::{RankP, tie_sum};
use super::sample::{at_least, finite};
use super::shift::{Limit, Tails, sample_of};
use super::{Alternative, Test, TestOptions};
use crate::correlation::average_ranks;
use crate::dist::normal;
use crate::{Estimate, Note, PValue, Result, StatError};

/// U = R₁ − n₁(n₁+1)/2 for the rank sum R₁ of the first sample, which counts the pairs in which the
/// first is larger, ties half (Mann and Whitney 1947). Also `superiority`, U/(n₁n₂).
///
/// The exact p-value is conditional on the ties; two-sided, it sums all samples whose U lies at least
/// as far from its expectation n₁n₂/2. The normal one uses variance n₁n₂/12·(N + 1 − Σ(t³−t)/(N(N−1)))
/// (Lehmann 1975, §1.4).
///
/// # Errors
/// When a sample is empty, a value is not finite, all values are tied, or an exact p-value is asked
/// that would take longer than about a minute.
pub fn mann_whitney(a: &[f64], b: &[f64], how: RankP, asked: TestOptions) -> Result<Test> {
    at_least("values in a sample", 1, a.len().min(b.len()))?;
    finite("the first sample", a)?;
    finite("the second sample", b)?;
    let ranks = average_ranks(&a.iter().chain(b).copied().collect::<Vec<f64>>());
    let (n1, n2) = (a.len() as f64, b.len() as f64);
    let u = ranks[..a.len()].iter().sum::<f64>() - n1 * (n1 + 1.0) / 2.0;
    let n = n1 + n2;
    let variance = n1 * n2 / 12.0 * (n + 1.0 - tie_sum(&ranks) / (n * (n - 1.0)));
    if variance <= 0.0 {
        return Err(StatError::Constant { what: "the values", statistic: "U" });
    }
    let approximation = Approximation { distance: u - n1 * n2 / 2.0, sd: variance.sqrt() };
    let (p, note) = p_value(how, asked.alternative, |limit| sample_of(&ranks, a.len(), limit), &approximation)?;
    let statistic = Estimate::new("U", u).p(p).note(note);
    Ok(Test::new(statistic).with_estimate(Estimate::new("superiority", u / (n1 * n2))))
}

/// A normal approximation: how far the statistic is from its expectation, and its standard deviation.
pub(super) struct Approximation {
    pub(super) distance: f64,
    pub(super) sd: f64,
}

/// The p-value in the way asked for, and the note that says which way it was.
pub(super) fn p_value(
    how: RankP,
    alternative: Alternative,
    exact: impl Fn(Limit) -> Option<Tails>,
    approximation: &Approximation,
) -> Result<(PValue, Note)> {
    let found = match how {
        RankP::Auto => exact(Limit::Affordable),
        RankP::Exact => Some(exact(Limit::Insisted).ok_or_else(|| {
            StatError::Undefined("the sample is too large for an exact p-value; ask for the normal one".to_owned())
        })?),
        RankP::Normal | RankP::NormalCorrected => None,
    };
    if let Some(tails) = found {
        let ln = match alternative {
            Alternative::TwoSided => tails.ln_both,
            Alternative::Less => tails.ln_lower,
            Alternative::Greater => tails.ln_upper,
        };
        return Ok((PValue::from_ln(ln), Note::Exact));
    }
    let half = match (how, alternative) {
        (RankP::Normal | RankP::Exact, _) => 0.0,
        (RankP::Auto | RankP::NormalCorrected, Alternative::Less) => -0.5,
        (RankP::Auto | RankP::NormalCorrected, Alternative::Greater) => 0.5,
        // Never past the expectation: a statistic at it, or a quarter beside it, has p = 1.
        (RankP::Auto | RankP::NormalCorrected, Alternative::TwoSided) => {
            approximation.distance.signum() * approximation.distance.abs().min(0.5)
        }
    };
    let z = (approximation.distance - half) / approximation.sd;
    let because = match how {
        RankP::Auto => "too many values for the exact one; normal with continuity correction",
        RankP::NormalCorrected => "normal with continuity correction was asked for",
        RankP::Normal | RankP::Exact => "normal without continuity correction was asked for",
    };
    Ok((alternative.p(normal::ln_sf(-z), normal::ln_sf(z)), Note::Asymptotic { because }))
}
