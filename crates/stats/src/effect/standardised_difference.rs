//! Standardised mean differences, with intervals from the noncentral t distribution.
//!
//! If t = d/√h with h the squared standard error of d in its own denominator, the interval holds the
//! noncentralities δ for which t is neither in the upper nor in the lower tail, times √h (Steiger &
//! Fouladi 1997; Cumming & Finch 2001).

use super::check_level;
use super::spread::{pooled_sd, welch_df};
use crate::dist::{gamma, noncentral_t};
use crate::hypothesis::Summary;
use crate::{Estimate, Interval, Note, Result, StatError};

/// What a difference of two independent means is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denominator {
    /// The pooled standard deviation: Cohen's d (Cohen 1988, p. 66).
    Pooled,
    /// The second sample's: Glass's delta, the second sample being the control (Glass 1976).
    Control,
    /// √((s₁² + s₂²)/2), for unequal variances (Cohen 1988, p. 44), with Welch's degrees of freedom.
    Average,
}

/// What a mean of paired differences is divided by (Lakens 2013, Frontiers in Psychology 4:863).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairedDenominator {
    /// d_z: the standard deviation of the differences.
    Differences,
    /// d_av: the mean of the two standard deviations.
    Average,
    /// d_rm: the standard deviation of the differences over √(2(1 − r)).
    RepeatedMeasures,
}

/// Two measurements of the same things.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedSummary {
    /// The first.
    pub first: Summary,
    /// The second.
    pub second: Summary,
    /// Their differences, first minus second.
    pub differences: Summary,
    /// The correlation of the two.
    pub r: f64,
}

impl PairedSummary {
    /// From data.
    ///
    /// # Errors
    /// When the two differ in length, hold fewer than two values, or one that is not finite.
    pub fn from_values(first: &[f64], second: &[f64]) -> Result<Self> {
        if first.len() != second.len() {
            let (left_len, right_len) = (first.len(), second.len());
            return Err(StatError::Lengths { left: "the first", left_len, right: "the second", right_len });
        }
        let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
        let (first, second, differences) =
            (Summary::from_values(first)?, Summary::from_values(second)?, Summary::from_values(&differences)?);
        let products = first.variance() + second.variance() - differences.variance();
        let scale = 2.0 * first.sd * second.sd;
        let r = if scale > 0.0 { (products / scale).clamp(-1.0, 1.0) } else { 0.0 };
        Ok(PairedSummary { first, second, differences, r })
    }

    /// From published summaries and the correlation between the two measurements.
    ///
    /// # Errors
    /// When the sizes differ or the correlation is outside [−1, 1].
    pub fn from_summaries(first: Summary, second: Summary, r: f64) -> Result<Self> {
        if first.n != second.n {
            let (left_len, right_len) = (first.n, second.n);
            return Err(StatError::Lengths { left: "the first", left_len, right: "the second", right_len });
        }
        if !(-1.0..=1.0).contains(&r) {
            return Err(StatError::Domain { what: "a correlation", must: "between -1 and 1", found: r });
        }
        let variance = first.variance() + second.variance() - 2.0 * r * first.sd * second.sd;
        let differences = Summary::from_published(first.n, first.mean - second.mean, variance.max(0.0).sqrt())?;
        Ok(PairedSummary { first, second, differences, r })
    }
}

/// Standardised difference of two independent means, first minus second.
///
/// # Errors
/// When the denominator is zero or the level is outside (0, 1).
pub fn cohen_d(a: Summary, b: Summary, denominator: Denominator, level: f64) -> Result<Estimate> {
    let (sd, df) = match denominator {
        Denominator::Pooled => (pooled_sd(a, b), a.size() + b.size() - 2.0),
        Denominator::Control => (b.sd, b.size() - 1.0),
        Denominator::Average => ((0.5 * (a.variance() + b.variance())).sqrt(), welch_df(a, b)),
    };
    let h = match denominator {
        Denominator::Pooled => 1.0 / a.size() + 1.0 / b.size(),
        Denominator::Control | Denominator::Average => (a.se2() + b.se2()) / (sd * sd),
    };
    if sd <= 0.0 {
        return Err(no_spread());
    }
    let name = match denominator {
        Denominator::Pooled => "d",
        Denominator::Control => "glass_delta",
        Denominator::Average => "d_average",
    };
    standardised_estimate(name, (a.mean - b.mean) / sd, h, df, level)
}

/// Standardised distance of a mean from a fixed value.
///
/// # Errors
/// When the values do not vary or the level is outside (0, 1).
pub fn one_sample_d(sample: Summary, mu: f64, level: f64) -> Result<Estimate> {
    if sample.sd <= 0.0 {
        return Err(no_spread());
    }
    standardised_estimate("d", (sample.mean - mu) / sample.sd, 1.0 / sample.size(), sample.size() - 1.0, level)
}

/// Standardised mean of paired differences.
///
/// The intervals of d_av and d_rm are that of d_z times the ratio of denominators, which is taken as
/// known, and are noted as approximate.
///
/// # Errors
/// When the denominator is zero or the level is outside (0, 1).
pub fn paired_d(paired: PairedSummary, denominator: PairedDenominator, level: f64) -> Result<Estimate> {
    let spread = paired.differences.sd;
    let (name, sd) = match denominator {
        PairedDenominator::Differences => ("d_z", spread),
        PairedDenominator::Average => ("d_av", 0.5 * (paired.first.sd + paired.second.sd)),
        PairedDenominator::RepeatedMeasures => ("d_rm", spread / (2.0 * (1.0 - paired.r)).sqrt()),
    };
    if !(spread > 0.0 && sd > 0.0 && sd.is_finite()) {
        return Err(no_spread());
    }
    let n = paired.differences.size();
    let estimate =
        standardised_estimate(name, paired.differences.mean / sd, (spread / sd).powi(2) / n, n - 1.0, level)?;
    Ok(estimate.note(match denominator {
        PairedDenominator::Differences => None,
        PairedDenominator::Average | PairedDenominator::RepeatedMeasures => {
            Some(Note::Said("interval of d_z rescaled, the ratio of standard deviations taken as known".to_owned()))
        }
    }))
}

/// Hedges' exact correction J(df) = Γ(df/2) / (√(df/2) Γ((df − 1)/2)) (Hedges 1981, eq. 6e).
///
/// # Errors
/// When there is one degree of freedom or less.
pub fn hedges_correction(df: f64) -> Result<f64> {
    if df > 1.0 {
        Ok(gamma::gamma_ratio((df - 1.0) / 2.0, 0.5) / (df / 2.0).sqrt())
    } else {
        Err(StatError::Domain { what: "the degrees of freedom", must: "above 1 for Hedges' correction", found: df })
    }
}

/// Hedges' g: a standardised difference and its interval, corrected for small samples by
/// [`hedges_correction`].
///
/// # Errors
/// When there is one degree of freedom or less.
pub fn hedges_g(d: &Estimate) -> Result<Estimate> {
    let j = hedges_correction(d.df.first().copied().unwrap_or(0.0))?;
    let interval = d.interval.map(|i| Interval { low: j * i.low, high: j * i.high, ..i });
    Ok(Estimate { name: "g", value: j * d.value, se: d.se.map(|se| j * se), interval, ..d.clone() })
}

fn standardised_estimate(name: &'static str, d: f64, h: f64, df: f64, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let root = h.sqrt();
    let tail = 0.5 * (1.0 - level);
    let low = root * noncentral_t::noncentrality(d / root, df, tail);
    let high = root * noncentral_t::noncentrality(d / root, df, 1.0 - tail);
    // Large-sample standard error (Hedges & Olkin 1985, eq. 5.14, in terms of h and df).
    let se = root.hypot(d / (2.0 * (df + 2.0)).sqrt());
    if ![d, low, high, se].iter().all(|x| x.is_finite()) {
        return Err(StatError::Undefined("the difference is too large for its standard deviation".to_owned()));
    }
    Ok(Estimate::new(name, d).se(se).df([df]).interval(Interval { low, high, level, kind: "noncentral t" }))
}

fn no_spread() -> StatError {
    StatError::Constant { what: "the values", statistic: "a standardised difference" }
}
