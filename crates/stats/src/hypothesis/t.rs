//! t-tests: two samples with equal variances (Student) or not (Welch), paired, and one sample.

use super::sample::{at_least, finite};
use super::{Summary, Test, TestOptions};
use crate::dist::student_t;
use crate::{Estimate, Interval, Result, StatError};

/// Two independent samples with equal variances: t = (x̄₁ − x̄₂) / √(s²(1/n₁ + 1/n₂)) with the pooled
/// variance s² and n₁ + n₂ − 2 degrees of freedom (Student 1908).
///
/// # Errors
/// When neither sample varies.
pub fn student(a: Summary, b: Summary, asked: TestOptions) -> Result<Test> {
    let df = a.size() + b.size() - 2.0;
    let pooled = (a.squares() + b.squares()) / df;
    let se = (pooled * (1.0 / a.size() + 1.0 / b.size())).sqrt();
    judge(Contrast { difference: a.mean - b.mean, se, df, scale: a.mean.abs().max(b.mean.abs()) }, asked)
}

/// Two independent samples whose variances may differ: t = (x̄₁ − x̄₂) / √(s₁²/n₁ + s₂²/n₂) with
/// degrees of freedom (s₁²/n₁ + s₂²/n₂)² / Σ (sᵢ²/nᵢ)²/(nᵢ − 1) (Welch 1947; Satterthwaite 1946).
///
/// # Errors
/// When neither sample varies.
pub fn welch(a: Summary, b: Summary, asked: TestOptions) -> Result<Test> {
    let total = a.se2() + b.se2();
    // Shares, so that tiny variances do not underflow when squared.
    let (share_a, share_b) = (a.se2() / total, b.se2() / total);
    let df = 1.0 / (share_a * share_a / (a.size() - 1.0) + share_b * share_b / (b.size() - 1.0));
    let scale = a.mean.abs().max(b.mean.abs());
    judge(Contrast { difference: a.mean - b.mean, se: total.sqrt(), df, scale }, asked)
}

/// Paired values: the one-sample test of their differences against zero.
///
/// # Errors
/// When lengths differ, there are fewer than two pairs, or the differences do not vary.
pub fn paired_samples(a: &[f64], b: &[f64], asked: TestOptions) -> Result<Test> {
    if a.len() != b.len() {
        return Err(StatError::Lengths {
            left: "the first sample",
            left_len: a.len(),
            right: "the second",
            right_len: b.len(),
        });
    }
    finite("the first sample", a)?;
    finite("the second sample", b)?;
    at_least("pairs", 2, a.len())?;
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    let summary = Summary::from_values(&differences)?;
    let scale = a.iter().fold(0.0_f64, |scale, x| scale.max(x.abs()));
    let (se, df) = (summary.se2().sqrt(), summary.size() - 1.0);
    judge(Contrast { difference: summary.mean, se, df, scale }, asked)
}

/// One sample against a given mean: t = (x̄ − μ) / (s/√n) with n − 1 degrees of freedom.
///
/// # Errors
/// When the sample does not vary or μ is not finite.
pub fn one_sample(a: Summary, mu: f64, asked: TestOptions) -> Result<Test> {
    finite("the mean tested", &[mu])?;
    let (se, df) = (a.se2().sqrt(), a.size() - 1.0);
    judge(Contrast { difference: a.mean - mu, se, df, scale: a.mean.abs().max(mu.abs()) }, asked)
}

/// A difference with its standard error on its degrees of freedom, and how large the numbers are.
#[derive(Clone, Copy)]
struct Contrast {
    difference: f64,
    se: f64,
    df: f64,
    scale: f64,
}

fn judge(contrast: Contrast, asked: TestOptions) -> Result<Test> {
    let TestOptions { alternative, level } = asked.check()?;
    let Contrast { difference, se, df, scale } = contrast;
    let t = difference / se;
    // A spread that is nothing but rounding of the values would give an enormous t for constant data.
    if se <= 10.0 * f64::EPSILON * scale || se == 0.0 || !t.is_finite() || !df.is_finite() {
        return Err(StatError::Constant { what: "the values", statistic: "t" });
    }
    let margin = -se * student_t::quantile(alternative.tail_probability(level), df);
    let (low, high) =
        alternative.interval_ends(difference - margin, difference + margin, (f64::NEG_INFINITY, f64::INFINITY));
    let p = alternative.p(student_t::ln_sf(-t, df), student_t::ln_sf(t, df));
    let interval = Interval { low, high, level, kind: "t" };
    let statistic = Estimate::new("t", t).df([df]).p(p);
    Ok(Test::new(statistic)
        .with_estimate(Estimate::new("difference", difference).se(se).interval(interval).df([df]).p(p)))
}
