//! How close repeated measurements of the same thing are: the coefficient of variation CV* and the
//! quantified reproducibility assessment (QRA) built on it.

mod box_extremes;
mod measurement;
mod qra;

pub use measurement::Measurement;
pub use qra::{Experiments, Reproducibility, assess};

use crate::dist::{gamma, student_t};
use crate::{Estimate, Interval, Note, Result, StatError};
use box_extremes::{largest, smallest};

/// Whether the small-sample factor 1 + 1/(4n) multiplies CV*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Correction {
    /// As Belz, Popović & Mille (2022) define CV*.
    Factor,
    /// As the QRA tool computes with `apply_over_correction` off, under the same name.
    None,
}

/// How CV* is to be computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// The lowest value of the scale, subtracted so that the scale starts at zero. Zero for shares and counts.
    pub scale_min: f64,
    /// Whether the factor 1 + 1/(4n) is applied.
    pub correction: Correction,
}

/// CV* = (1 + 1/(4n)) · 100 · (s/c₄(n))/m over n ≥ 2 measurements of the same thing, where m is their
/// mean, s their standard deviation with divisor n − 1 and c₄(n) = √(2/(n−1)) Γ(n/2)/Γ((n−1)/2) makes s
/// unbiased for normal data (Belz, Popović & Mille 2022, ACL; Sokal & Rohlf 1971).
///
/// When measurements are known only as printed, the interval is what CV* can be for any values that
/// round to them; it says nothing about sampling. With n = 2, CV* is 199.4·|a − b|/(a + b).
///
/// # Errors
/// When there are fewer than two measurements, one is not finite or lies below the scale, or their
/// mean is not above zero: CV* is then undefined, not zero.
pub fn cv_star(measurements: &[Measurement], options: Options) -> Result<Estimate> {
    if measurements.len() < 2 {
        return Err(StatError::TooFew { what: "measurements for CV*", needed: 2, found: measurements.len() });
    }
    if let Some(index) = measurements.iter().position(|m| !m.value.is_finite()) {
        return Err(StatError::NotFinite { what: "the measurements", index });
    }
    if !options.scale_min.is_finite() {
        return Err(StatError::Domain { what: "the scale's minimum", must: "finite", found: options.scale_min });
    }
    let shifted: Vec<Measurement> = measurements.iter().map(|m| m.shifted(-options.scale_min)).collect();
    let values: Vec<f64> = shifted.iter().map(|m| m.value).collect();
    let mean = mean(&values);
    if mean <= 0.0 {
        return Err(StatError::Undefined(format!(
            "CV* is undefined, because the mean of the measurements is {mean}, not above zero; \
             if the scale does not start at zero, give its minimum"
        )));
    }
    let scale = 100.0 * factor(values.len(), options.correction);
    let mut estimate = Estimate::new("cv", scale * relative_sd(&values));
    if shifted.iter().any(|m| m.half_width > 0.0) {
        let lows: Vec<f64> = shifted.iter().map(|m| m.value - m.half_width).collect();
        let highs: Vec<f64> = shifted.iter().map(|m| m.value + m.half_width).collect();
        let high = scale * largest(&lows, &highs);
        estimate = estimate.interval(Interval {
            low: scale * smallest(&lows, &highs),
            high,
            level: 1.0,
            kind: "rounding of the inputs",
        });
        if high.is_infinite() {
            let said = "within the rounding of the inputs their mean could be zero".to_owned();
            estimate = estimate.note(Note::Said(said));
        }
    }
    if shifted.iter().any(|m| m.value + m.half_width < 0.0) {
        estimate = estimate.note(Note::Said("a measurement lies below the scale's minimum".to_owned()));
    }
    Ok(estimate)
}

/// The unbiased standard deviation s/c₄(n).
///
/// # Errors
/// When there are fewer than two values, or one is not finite.
pub fn unbiased_sd(values: &[f64]) -> Result<Estimate> {
    let summary = crate::effect::Summary::from_values(values)?;
    Ok(Estimate::new("sd_unbiased", summary.sd / c4(values.len())))
}

/// The unbiased standard deviation with the interval that the QRA tool (Belz & Thomson 2026) prints beside CV*:
/// σ̂ ± t(n − 1) SE, where SE = s²√(2/(n − 1)) / (2σ̂) comes from the standard error of the variance by the
/// delta method. Its lower end can be below zero.
///
/// # Errors
/// When there are fewer than two values, one is not finite, or the level is outside (0, 1).
pub fn unbiased_sd_interval(values: &[f64], level: f64) -> Result<Estimate> {
    crate::effect::check_level(level)?;
    let summary = crate::effect::Summary::from_values(values)?;
    let df = real(values.len()) - 1.0;
    let sd = summary.sd / c4(values.len());
    // s²/σ̂ is s c₄, which is also right when nothing varies.
    let se = summary.sd * c4(values.len()) * (2.0 / df).sqrt() / 2.0;
    let half = student_t::upper_quantile(0.5 * (1.0 - level), df) * se;
    let interval = Interval { low: sd - half, high: sd + half, level, kind: "t" };
    Ok(Estimate::new("sd_unbiased", sd).se(se).df([df]).interval(interval))
}

/// c₄(n) = √(2/(n−1)) Γ(n/2)/Γ((n−1)/2).
fn c4(n: usize) -> f64 {
    let n = real(n);
    (2.0 / (n - 1.0)).sqrt() * gamma::gamma_ratio((n - 1.0) / 2.0, 0.5)
}

fn factor(n: usize, correction: Correction) -> f64 {
    match correction {
        Correction::Factor => (1.0 + 1.0 / (4.0 * real(n))) / c4(n),
        Correction::None => 1.0 / c4(n),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / real(values.len())
}

/// s/m.
fn relative_sd(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
    (squares / (real(values.len()) - 1.0)).sqrt() / mean
}

#[expect(clippy::cast_precision_loss, reason = "a handful of measurements")]
fn real(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests;
