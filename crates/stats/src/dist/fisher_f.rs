//! Fisher's F distribution. With infinite denominator degrees of freedom, chi-squared over df1.

use super::chi_squared;
use super::incomplete_beta::{self, Point};
use super::tails::Target;
use crate::estimate::PValue;

/// x/y = df1·f/df2 turns F into a beta variable with parameters df1/2, df2/2.
fn point(f: f64, df1: f64, df2: f64) -> Point {
    Point::from_odds(df1 / df2 * f)
}

/// Density.
#[must_use]
pub fn pdf(f: f64, df1: f64, df2: f64) -> f64 {
    if f < 0.0 {
        0.0
    } else if df2 == f64::INFINITY {
        df1 * chi_squared::pdf(df1 * f, df1)
    } else if f == 0.0 {
        if df1 < 2.0 {
            f64::INFINITY
        } else if df1 > 2.0 {
            0.0
        } else {
            1.0
        }
    } else {
        (incomplete_beta::ln_kernel(df1 / 2.0, df2 / 2.0, point(f, df1, df2)) - f.ln()).exp()
    }
}

/// Lower tail.
#[must_use]
pub fn cdf(f: f64, df1: f64, df2: f64) -> f64 {
    if f <= 0.0 {
        0.0
    } else if f == f64::INFINITY {
        1.0
    } else if df2 == f64::INFINITY {
        chi_squared::cdf(df1 * f, df1)
    } else {
        incomplete_beta::tails(df1 / 2.0, df2 / 2.0, point(f, df1, df2)).0
    }
}

/// Upper tail.
#[must_use]
pub fn sf(f: f64, df1: f64, df2: f64) -> f64 {
    if f <= 0.0 {
        1.0
    } else if f == f64::INFINITY {
        0.0
    } else if df2 == f64::INFINITY {
        chi_squared::sf(df1 * f, df1)
    } else {
        incomplete_beta::tails(df1 / 2.0, df2 / 2.0, point(f, df1, df2)).1
    }
}

/// Logarithm of the lower tail.
#[must_use]
pub fn ln_cdf(f: f64, df1: f64, df2: f64) -> f64 {
    if f <= 0.0 {
        f64::NEG_INFINITY
    } else if f == f64::INFINITY {
        0.0
    } else if df2 == f64::INFINITY {
        chi_squared::ln_cdf(df1 * f, df1)
    } else {
        incomplete_beta::ln_tails(df1 / 2.0, df2 / 2.0, point(f, df1, df2)).lower
    }
}

/// Logarithm of the upper tail.
#[must_use]
pub fn ln_sf(f: f64, df1: f64, df2: f64) -> f64 {
    if f <= 0.0 {
        0.0
    } else if f == f64::INFINITY {
        f64::NEG_INFINITY
    } else if df2 == f64::INFINITY {
        chi_squared::ln_sf(df1 * f, df1)
    } else {
        incomplete_beta::ln_tails(df1 / 2.0, df2 / 2.0, point(f, df1, df2)).upper
    }
}

/// The value below which a share `p` lies.
#[must_use]
pub fn quantile(p: f64, df1: f64, df2: f64) -> f64 {
    if df2 == f64::INFINITY { chi_squared::quantile(p, df1) / df1 } else { solve(df1, df2, Target::lower(p)) }
}

/// The value above which a share `q` lies.
#[must_use]
pub fn upper_quantile(q: f64, df1: f64, df2: f64) -> f64 {
    if df2 == f64::INFINITY { chi_squared::upper_quantile(q, df1) / df1 } else { solve(df1, df2, Target::upper(q)) }
}

fn solve(df1: f64, df2: f64, target: Target) -> f64 {
    if !(target.is_probability() && df1 > 0.0 && df2 > 0.0 && df1.is_finite()) {
        f64::NAN
    } else if target.lower_is_zero() {
        0.0
    } else if target.upper_is_zero() {
        f64::INFINITY
    } else {
        df2 / df1 * incomplete_beta::quantile_ln_odds(df1 / 2.0, df2 / 2.0, target).exp()
    }
}

/// p-value of an F statistic: the upper tail.
#[must_use]
pub fn p_value(f: f64, df1: f64, df2: f64) -> PValue {
    PValue::from_ln(ln_sf(f, df1, df2))
}
