//! One-way analysis of variance between independent groups.

use super::sample::{at_least, finite};
use super::{Summary, Test};
use crate::dist::fisher_f;
use crate::{Estimate, PValue, Result, StatError};

/// F = (SSB/(k−1)) / (SSW/(N−k)) with SSB = Σ nᵢ(x̄ᵢ − x̄)² and SSW = Σ (nᵢ−1)sᵢ² (Fisher 1925). Also
/// `eta2` = SSB/(SSB+SSW) and the sums of squares.
///
/// # Errors
/// When there are fewer than two groups or nothing varies within them.
pub fn one_way(groups: &[Summary]) -> Result<Test> {
    at_least("groups", 2, groups.len())?;
    let n: f64 = groups.iter().map(|group| group.size()).sum();
    let grand = grand_mean(groups, |group| group.size());
    let between: f64 = groups.iter().map(|group| group.size() * (group.mean - grand).powi(2)).sum();
    let within: f64 = groups.iter().map(|group| group.squares()).sum();
    let df = [groups.len() as f64 - 1.0, n - groups.len() as f64];
    check_spread(groups, within)?;
    let f = between / df[0] / (within / df[1]);
    Ok(test(f, df)?
        .with_estimate(Estimate::new("eta2", between / (between + within)))
        .with_estimate(Estimate::new("ss_between", between).df([df[0]]))
        .with_estimate(Estimate::new("ss_within", within).df([df[1]])))
}

/// The same when variances differ (Welch 1951, Biometrika 38): with weights wᵢ = nᵢ/sᵢ², W = Σwᵢ and
/// x̃ = Σwᵢx̄ᵢ/W, F = [Σwᵢ(x̄ᵢ−x̃)²/(k−1)] / [1 + 2(k−2)Λ/(k²−1)], Λ = Σ(1−wᵢ/W)²/(nᵢ−1), on k−1 and
/// (k²−1)/(3Λ) degrees of freedom.
///
/// # Errors
/// When there are fewer than two groups or one of them does not vary.
pub fn welch(groups: &[Summary]) -> Result<Test> {
    at_least("groups", 2, groups.len())?;
    if groups.iter().any(|group| group.sd == 0.0) {
        return Err(StatError::Constant { what: "the values of one group", statistic: "Welch's F" });
    }
    let k = groups.len() as f64;
    let weight = |group: &Summary| 1.0 / group.se2();
    let total: f64 = groups.iter().map(weight).sum();
    let grand = grand_mean(groups, weight);
    let between = groups.iter().map(|g| weight(g) * (g.mean - grand).powi(2)).sum::<f64>() / (k - 1.0);
    let lambda: f64 = groups.iter().map(|g| (1.0 - weight(g) / total).powi(2) / (g.size() - 1.0)).sum();
    let f = between / (1.0 + 2.0 * (k - 2.0) * lambda / (k * k - 1.0));
    test(f, [k - 1.0, (k * k - 1.0) / (3.0 * lambda)])
}

/// The groups' summaries.
///
/// # Errors
/// When a group has fewer than two values or one that is not finite.
pub fn summaries<G: AsRef<[f64]>>(groups: &[G]) -> Result<Vec<Summary>> {
    groups.iter().map(|group| Summary::from_values(group.as_ref())).collect()
}

fn grand_mean(groups: &[Summary], weight: impl Fn(&Summary) -> f64) -> f64 {
    let total: f64 = groups.iter().map(&weight).sum();
    groups.iter().map(|group| weight(group) * group.mean).sum::<f64>() / total
}

/// A spread that is nothing but rounding would give an enormous F for constant data.
pub(super) fn check_spread(groups: &[Summary], within: f64) -> Result<()> {
    let scale = groups.iter().fold(0.0_f64, |scale, group| scale.max(group.mean.abs()));
    let n: f64 = groups.iter().map(|group| group.size()).sum();
    if within.sqrt() <= 10.0 * f64::EPSILON * scale * n.sqrt() || within == 0.0 {
        return Err(StatError::Constant { what: "the values within groups", statistic: "F" });
    }
    Ok(())
}

pub(super) fn test(f: f64, df: [f64; 2]) -> Result<Test> {
    finite("F", &[f, df[0], df[1]])?;
    Ok(Test::new(Estimate::new("F", f).df(df).p(PValue::from_ln(fisher_f::ln_sf(f, df[0], df[1])))))
}
