//! What residuals look like: whether they lean, have long tails, follow a normal distribution, and spread the same
//! everywhere. For other than residuals, too: conditional modes of random effects are looked at alike.

use crate::dist::{chi_squared, normal};
use crate::hypothesis::Summary;
use crate::{Estimate, Result, StatError};

/// How values are distributed, beside a normal distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shape {
    /// m₃/m₂^(3/2), with mₖ the k-th central moment: 0 when symmetric, above 0 with a long upper tail.
    pub skewness: f64,
    /// m₄/m₂² − 3: 0 for a normal distribution, above 0 with heavy tails (Joanes & Gill 1998, The Statistician 47).
    pub excess_kurtosis: f64,
    /// The correlation of the ordered values with normal quantiles (Filliben 1975, Technometrics 17, 111–117): 1 when
    /// the points of a Q–Q plot lie on a line.
    pub qq_correlation: f64,
}

/// The shape of values.
///
/// # Errors
/// When there are fewer than three values, one is not finite, or all are equal.
pub fn shape(values: &[f64]) -> Result<Shape> {
    if values.len() < 3 {
        return Err(StatError::TooFew { what: "values", needed: 3, found: values.len() });
    }
    let Summary { mean, sd, .. } = Summary::from_values(values)?;
    if sd <= 0.0 {
        return Err(StatError::Constant { what: "the values", statistic: "their shape" });
    }
    let n = values.len() as f64;
    // In units of the standard deviation, so that powers neither overflow nor vanish.
    let scaled = || values.iter().map(|x| (x - mean) / sd);
    let moment = |k: i32| scaled().map(|z| z.powi(k)).sum::<f64>() / n;
    let variance = moment(2);
    let mut sorted: Vec<f64> = scaled().collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let quantiles: Vec<f64> = (0..sorted.len()).map(|place| normal::quantile(plotting_position(place, n))).collect();
    let products: f64 = sorted.iter().zip(&quantiles).map(|(z, q)| z * q).sum();
    let squares: f64 = quantiles.iter().map(|q| q * q).sum();
    Ok(Shape {
        skewness: moment(3) / variance.powf(1.5),
        excess_kurtosis: moment(4) / (variance * variance) - 3.0,
        qq_correlation: (products / (squares * n * variance).sqrt()).min(1.0),
    })
}

/// (i − a)/(n + 1 − 2a) with a = 3/8 up to ten values and ½ beyond (Blom 1958), as Q–Q plots in R have it.
fn plotting_position(place: usize, n: f64) -> f64 {
    let a = if n <= 10.0 { 0.375 } else { 0.5 };
    (place as f64 + 1.0 - a) / (n + 1.0 - 2.0 * a)
}

/// Whether the spread of residuals changes with the fitted values: n·R² of squared residuals on fitted values,
/// against χ² with one degree of freedom (Breusch & Pagan 1979, Econometrica 47; studentised by Koenker 1981, Journal
/// of Econometrics 17, which keeps its level when residuals are not normal).
///
/// # Errors
/// When the two differ in length, there are fewer than three, or one of them does not vary.
pub fn breusch_pagan(residuals: &[f64], fitted: &[f64]) -> Result<Estimate> {
    if residuals.len() != fitted.len() {
        let (left_len, right_len) = (residuals.len(), fitted.len());
        return Err(StatError::Lengths { left: "the residuals", left_len, right: "the fitted values", right_len });
    }
    if residuals.len() < 3 {
        return Err(StatError::TooFew { what: "residuals", needed: 3, found: residuals.len() });
    }
    let squares: Vec<f64> = residuals.iter().map(|e| e * e).collect();
    let (y, x) = (Summary::from_values(&squares)?, Summary::from_values(fitted)?);
    // Values equal but for rounding have no trend.
    if x.sd <= 1e-12 * x.mean.abs() || y.sd <= 1e-12 * y.mean.abs() {
        return Err(StatError::Constant { what: "fitted values or residuals", statistic: "a trend of the spread" });
    }
    let n = residuals.len() as f64;
    let products: f64 = squares.iter().zip(fitted).map(|(e, f)| (e - y.mean) / y.sd * ((f - x.mean) / x.sd)).sum();
    let r = (products / (n - 1.0)).clamp(-1.0, 1.0);
    let statistic = n * r * r;
    Ok(Estimate::new("breusch_pagan", statistic).df([1.0]).p(chi_squared::p_value(statistic, 1.0)))
}
