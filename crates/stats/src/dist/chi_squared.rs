//! The chi-squared distribution: twice a gamma variable of shape df/2.

use super::gamma;
use crate::estimate::PValue;

/// Density.
#[must_use]
pub fn pdf(x: f64, df: f64) -> f64 {
    0.5 * gamma::pdf(x / 2.0, df / 2.0)
}

/// Lower tail.
#[must_use]
pub fn cdf(x: f64, df: f64) -> f64 {
    gamma::cdf(x / 2.0, df / 2.0)
}

/// Upper tail.
#[must_use]
pub fn sf(x: f64, df: f64) -> f64 {
    gamma::sf(x / 2.0, df / 2.0)
}

/// Logarithm of the lower tail.
#[must_use]
pub fn ln_cdf(x: f64, df: f64) -> f64 {
    gamma::ln_cdf(x / 2.0, df / 2.0)
}

/// Logarithm of the upper tail.
#[must_use]
pub fn ln_sf(x: f64, df: f64) -> f64 {
    gamma::ln_sf(x / 2.0, df / 2.0)
}

/// The value below which a share `p` lies.
#[must_use]
pub fn quantile(p: f64, df: f64) -> f64 {
    2.0 * gamma::quantile(p, df / 2.0)
}

/// The value above which a share `q` lies.
#[must_use]
pub fn upper_quantile(q: f64, df: f64) -> f64 {
    2.0 * gamma::upper_quantile(q, df / 2.0)
}

/// p-value of a chi-squared statistic: the upper tail.
#[must_use]
pub fn p_value(x: f64, df: f64) -> PValue {
    PValue::from_ln(ln_sf(x, df))
}
