//! Student's t distribution, for any degrees of freedom from tiny to infinite.

use std::f64::consts::{LN_2, PI};

use cdflib::special;

use super::incomplete_beta::{self, Point};
use super::normal;
use super::tails::Target;
use crate::estimate::PValue;

/// From here on t and normal agree to less than rounding.
const NORMAL_FROM: f64 = 1e17;

/// Density.
#[must_use]
pub fn pdf(t: f64, df: f64) -> f64 {
    ln_pdf(t, df).exp()
}

/// Logarithm of the density.
#[must_use]
pub fn ln_pdf(t: f64, df: f64) -> f64 {
    if df >= NORMAL_FROM {
        return normal::ln_pdf(t);
    }
    // ln Γ((ν+1)/2) − ln Γ(ν/2), without subtracting large numbers.
    let gammas = if df >= 16.0 {
        -special::internal::algdiv(0.5, df / 2.0)
    } else {
        special::gamma_log((df + 1.0) / 2.0) - special::gamma_log(df / 2.0)
    };
    let r = t.abs() / df.sqrt();
    let ln_one_plus = if r < 1e150 { (r * r).ln_1p() } else { 2.0 * r.ln() };
    gammas - 0.5 * (df * PI).ln() - 0.5 * (df + 1.0) * ln_one_plus
}

/// Lower tail.
#[must_use]
pub fn cdf(t: f64, df: f64) -> f64 {
    sf(-t, df)
}

/// Upper tail.
#[must_use]
pub fn sf(t: f64, df: f64) -> f64 {
    if df >= NORMAL_FROM {
        return normal::sf(t);
    }
    if t.is_infinite() && df > 0.0 {
        return if t > 0.0 { 0.0 } else { 1.0 };
    }
    // P(|T| < |t|) = I_x(1/2, ν/2), x = t²/(ν + t²).
    let (within, beyond) = incomplete_beta::tails(0.5, df / 2.0, Point::from_root_odds(t.abs() / df.sqrt()));
    if t > 0.0 { 0.5 * beyond } else { 0.5 + 0.5 * within }
}

/// Logarithm of the lower tail.
#[must_use]
pub fn ln_cdf(t: f64, df: f64) -> f64 {
    ln_sf(-t, df)
}

/// Logarithm of the upper tail.
#[must_use]
pub fn ln_sf(t: f64, df: f64) -> f64 {
    if df >= NORMAL_FROM {
        normal::ln_sf(t)
    } else if t > 0.0 {
        ln_beyond(t, df) - LN_2
    } else {
        (-sf(-t, df)).ln_1p()
    }
}

/// ln P(|T| > t), t > 0.
fn ln_beyond(t: f64, df: f64) -> f64 {
    if t == f64::INFINITY {
        return f64::NEG_INFINITY;
    }
    incomplete_beta::ln_tails(0.5, df / 2.0, Point::from_root_odds(t / df.sqrt())).upper
}

/// The value below which a share `p` lies.
#[must_use]
pub fn quantile(p: f64, df: f64) -> f64 {
    if df >= NORMAL_FROM {
        return normal::quantile(p);
    }
    if !Target::lower(p).is_probability() || df.is_nan() || df <= 0.0 {
        return f64::NAN;
    }
    let (tail, sign) = if p < 0.5 { (p, -1.0) } else { (1.0 - p, 1.0) };
    if tail == 0.0 {
        return sign * f64::INFINITY;
    }
    let outside = Target::upper(2.0 * tail);
    if outside.lower_is_zero() {
        return 0.0;
    }
    let u = incomplete_beta::quantile_ln_odds(0.5, df / 2.0, outside);
    sign * df.sqrt() * (0.5 * u).exp()
}

/// The value above which a share `q` lies.
#[must_use]
pub fn upper_quantile(q: f64, df: f64) -> f64 {
    -quantile(q, df)
}

/// Two-sided p-value of a t statistic.
#[must_use]
pub fn two_sided(t: f64, df: f64) -> PValue {
    if df >= NORMAL_FROM {
        normal::two_sided(t)
    } else if t == 0.0 {
        PValue::new(1.0)
    } else {
        PValue::from_ln(ln_beyond(t.abs(), df))
    }
}
