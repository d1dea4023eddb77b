//! The gamma distribution with scale one, and the logarithm of the gamma function.

use cdflib::special;

use super::incomplete_gamma;
use super::tails::Target;

/// ln Γ(x), x > 0.
#[must_use]
pub fn ln_gamma(x: f64) -> f64 {
    special::gamma_log(x)
}

/// Γ(x + h)/Γ(x) for x > 0, h ≥ 0, without subtracting large logarithms.
#[must_use]
pub fn gamma_ratio(x: f64, h: f64) -> f64 {
    if x >= 8.0 { (-special::internal::algdiv(h, x)).exp() } else { (ln_gamma(x + h) - ln_gamma(x)).exp() }
}

/// Density.
#[must_use]
pub fn pdf(x: f64, shape: f64) -> f64 {
    if x < 0.0 {
        0.0
    } else if x == 0.0 {
        if shape < 1.0 {
            f64::INFINITY
        } else if shape > 1.0 {
            0.0
        } else {
            1.0
        }
    } else {
        (incomplete_gamma::ln_kernel(shape, x) - x.ln()).exp()
    }
}

/// Lower tail.
#[must_use]
pub fn cdf(x: f64, shape: f64) -> f64 {
    if x <= 0.0 { 0.0 } else { incomplete_gamma::tails(shape, x).0 }
}

/// Upper tail.
#[must_use]
pub fn sf(x: f64, shape: f64) -> f64 {
    if x <= 0.0 { 1.0 } else { incomplete_gamma::tails(shape, x).1 }
}

/// Logarithm of the lower tail.
#[must_use]
pub fn ln_cdf(x: f64, shape: f64) -> f64 {
    if x <= 0.0 {
        f64::NEG_INFINITY
    } else if x == f64::INFINITY {
        0.0
    } else {
        incomplete_gamma::ln_tails(shape, x).lower
    }
}

/// Logarithm of the upper tail.
#[must_use]
pub fn ln_sf(x: f64, shape: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x == f64::INFINITY {
        f64::NEG_INFINITY
    } else {
        incomplete_gamma::ln_tails(shape, x).upper
    }
}

/// The value below which a share `p` lies.
#[must_use]
pub fn quantile(p: f64, shape: f64) -> f64 {
    solve(shape, Target::lower(p))
}

/// The value above which a share `q` lies.
#[must_use]
pub fn upper_quantile(q: f64, shape: f64) -> f64 {
    solve(shape, Target::upper(q))
}

fn solve(shape: f64, target: Target) -> f64 {
    if !target.is_probability() || !shape.is_finite() || shape <= 0.0 {
        f64::NAN
    } else if target.lower_is_zero() {
        0.0
    } else if target.upper_is_zero() {
        f64::INFINITY
    } else {
        incomplete_gamma::quantile_ln(shape, target).exp()
    }
}
