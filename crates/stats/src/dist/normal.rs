//! The standard normal distribution.

use std::f64::consts::{LN_2, PI, SQRT_2};

use cdflib::special;

use super::tails::{LnTails, Target, solve};
use crate::estimate::PValue;

/// Density.
#[must_use]
pub fn pdf(z: f64) -> f64 {
    ln_pdf(z).exp()
}

/// Logarithm of the density.
#[must_use]
pub fn ln_pdf(z: f64) -> f64 {
    -0.5 * z * z - 0.5 * (2.0 * PI).ln()
}

/// Lower tail.
#[must_use]
pub fn cdf(z: f64) -> f64 {
    sf(-z)
}

/// Upper tail.
#[must_use]
pub fn sf(z: f64) -> f64 {
    if z.abs() < 40.0 {
        special::cumnor(z).1
    } else if z.is_nan() {
        f64::NAN
    } else if z > 0.0 {
        0.0
    } else {
        1.0
    }
}

/// Logarithm of the lower tail.
#[must_use]
pub fn ln_cdf(z: f64) -> f64 {
    ln_sf(-z)
}

/// Logarithm of the upper tail, at any distance: −z²/2 and the scaled complementary error function.
#[must_use]
pub fn ln_sf(z: f64) -> f64 {
    if z > 8.0 {
        -0.5 * z * z + special::error_fc_scaled(z / SQRT_2).ln() - LN_2
    } else if z < -1.0 {
        (-sf(-z)).ln_1p()
    } else {
        sf(z).ln()
    }
}

/// The value below which a share `p` lies.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    let target = Target::lower(p);
    if !target.is_probability() {
        f64::NAN
    } else if p == 0.0 {
        f64::NEG_INFINITY
    } else if p > 0.5 {
        -quantile(1.0 - p)
    } else if p >= 0.5 {
        0.0
    } else {
        let start = special::internal::stvaln(p);
        solve(start, target, |z| LnTails { lower: ln_cdf(z), upper: ln_sf(z), density: ln_pdf(z) })
    }
}

/// The value above which a share `q` lies.
#[must_use]
pub fn upper_quantile(q: f64) -> f64 {
    -quantile(q)
}

/// Two-sided p-value of a z statistic.
#[must_use]
pub fn two_sided(z: f64) -> PValue {
    PValue::from_ln(LN_2 + ln_sf(z.abs()))
}
