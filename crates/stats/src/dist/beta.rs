//! The beta distribution.

use super::incomplete_beta::{self, Point};
use super::tails::Target;

/// Density.
#[must_use]
pub fn pdf(x: f64, a: f64, b: f64) -> f64 {
    if (0.0..=1.0).contains(&x) {
        if x == 0.0 {
            return at_edge(a, b);
        }
        if x >= 1.0 {
            return at_edge(b, a);
        }
        (incomplete_beta::ln_kernel(a, b, Point::new(x)) - x.ln() - (-x).ln_1p()).exp()
    } else {
        0.0
    }
}

/// Density at zero.
fn at_edge(a: f64, b: f64) -> f64 {
    if a < 1.0 {
        f64::INFINITY
    } else if a > 1.0 {
        0.0
    } else {
        b
    }
}

/// Lower tail.
#[must_use]
pub fn cdf(x: f64, a: f64, b: f64) -> f64 {
    incomplete_beta::tails(a, b, Point::new(x.clamp(0.0, 1.0))).0
}

/// Upper tail.
#[must_use]
pub fn sf(x: f64, a: f64, b: f64) -> f64 {
    incomplete_beta::tails(a, b, Point::new(x.clamp(0.0, 1.0))).1
}

/// Logarithm of the lower tail.
#[must_use]
pub fn ln_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        f64::NEG_INFINITY
    } else if x >= 1.0 {
        0.0
    } else {
        incomplete_beta::ln_tails(a, b, Point::new(x)).lower
    }
}

/// Logarithm of the upper tail.
#[must_use]
pub fn ln_sf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        f64::NEG_INFINITY
    } else {
        incomplete_beta::ln_tails(a, b, Point::new(x)).upper
    }
}

/// The value below which a share `p` lies.
#[must_use]
pub fn quantile(p: f64, a: f64, b: f64) -> f64 {
    solve(a, b, Target::lower(p))
}

/// The value above which a share `q` lies.
#[must_use]
pub fn upper_quantile(q: f64, a: f64, b: f64) -> f64 {
    solve(a, b, Target::upper(q))
}

fn solve(a: f64, b: f64, target: Target) -> f64 {
    let proper = |shape: f64| shape > 0.0 && shape.is_finite();
    if !(target.is_probability() && proper(a) && proper(b)) {
        f64::NAN
    } else if target.lower_is_zero() {
        0.0
    } else if target.upper_is_zero() {
        1.0
    } else {
        Point::from_ln_odds(incomplete_beta::quantile_ln_odds(a, b, target)).x
    }
}
