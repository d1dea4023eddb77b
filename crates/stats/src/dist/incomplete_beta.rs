//! The regularised incomplete beta function I_x(a, b), its complement, their logarithms and inverse.
//!
//! Within the range of doubles by CDFLIB's `beta_inc` (DiDonato & Morris 1992, ACM TOMS 18, algorithm
//! 708); where a tail would underflow, by the continued fraction of Abramowitz & Stegun 26.5.8 with
//! the factor in front kept in logarithms.

use std::f64::consts::PI;

use cdflib::special;

use super::tails::{DEEP, LnTails, Target, deviance, ln_one_minus_exp, solve};

/// A point x of the unit interval, together with y = 1 − x and both logarithms, each accurate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) ln_x: f64,
    pub(super) ln_y: f64,
}

impl Point {
    pub(super) fn new(x: f64) -> Self {
        Point { x, y: 1.0 - x, ln_x: x.ln(), ln_y: (-x).ln_1p() }
    }

    /// From the odds x/y = e^u.
    pub(super) fn from_ln_odds(u: f64) -> Self {
        let (x, y) = (1.0 / (1.0 + (-u).exp()), 1.0 / (1.0 + u.exp()));
        Point { x, y, ln_x: -ln_one_plus_exp(-u), ln_y: -ln_one_plus_exp(u) }
    }

    /// From the odds x/y = r², given r.
    pub(super) fn from_root_odds(r: f64) -> Self {
        let r2 = r * r;
        if (1e-300..1e300).contains(&r2) {
            Point { x: r2 / (1.0 + r2), y: 1.0 / (1.0 + r2), ln_x: -(1.0 / r2).ln_1p(), ln_y: -r2.ln_1p() }
        } else {
            Point::from_ln_odds(2.0 * r.ln())
        }
    }

    /// From the odds x/y.
    pub(super) fn from_odds(r: f64) -> Self {
        if (1e-300..1e300).contains(&r) {
            Point { x: r / (1.0 + r), y: 1.0 / (1.0 + r), ln_x: -(1.0 / r).ln_1p(), ln_y: -r.ln_1p() }
        } else {
            Point::from_ln_odds(r.ln())
        }
    }

    pub(super) fn flipped(self) -> Self {
        Point { x: self.y, y: self.x, ln_x: self.ln_y, ln_y: self.ln_x }
    }
}

/// ln(1 + e^x).
fn ln_one_plus_exp(x: f64) -> f64 {
    if x > 40.0 { x + (-x).exp() } else { x.exp().ln_1p() }
}

/// I_x(a, b) and 1 − I_x(a, b).
pub(super) fn tails(a: f64, b: f64, at: Point) -> (f64, f64) {
    if a.is_finite() && b.is_finite() && at.x.is_finite() {
        special::try_beta_inc(a, b, at.x, at.y).unwrap_or((f64::NAN, f64::NAN))
    } else {
        (f64::NAN, f64::NAN)
    }
}

/// ln I_x(a, b), the logarithm of its complement and the logarithm of x^a y^b / B(a, b), which is
/// the density of ln(x/y).
pub(super) fn ln_tails(a: f64, b: f64, at: Point) -> LnTails {
    let (lower, upper) = tails(a, b, at);
    let density = ln_kernel(a, b, at);
    let ln_lower = if lower < DEEP { density + ln_fraction(a, b, at) } else { lower.ln() };
    let ln_upper = if upper < DEEP { density + ln_fraction(b, a, at.flipped()) } else { upper.ln() };
    // The large tail from the small one: exact to rounding, and never above zero.
    LnTails {
        lower: if upper < 0.1 { ln_one_minus_exp(ln_upper) } else { ln_lower },
        upper: if lower < 0.1 { ln_one_minus_exp(ln_lower) } else { ln_upper },
        density,
    }
}

/// ln(x^a y^b / B(a, b)). For large a and b by the form of DiDonato & Morris (1992, §2), which does
/// not subtract large logarithms.
pub(super) fn ln_kernel(a: f64, b: f64, at: Point) -> f64 {
    if a >= 8.0 && b >= 8.0 {
        let lambda = a * at.y - b * at.x;
        // 1 − λ/a = x·(a + b)/a and 1 + λ/b = y·(a + b)/b.
        let deviance =
            a * deviance(-lambda / a, at.ln_x + (b / a).ln_1p()) + b * deviance(lambda / b, at.ln_y + (a / b).ln_1p());
        0.5 * (a / (1.0 + a / b) / (2.0 * PI)).ln() - deviance - special::internal::bcorr(a, b)
    } else {
        a * at.ln_x + b * at.ln_y - special::beta_log(a, b)
    }
}

/// ln of I_x(a, b)·B(a, b)/(x^a y^b), by the continued fraction (Lentz's method).
fn ln_fraction(a: f64, b: f64, at: Point) -> f64 {
    const TINY: f64 = 1e-300;
    let x = at.x;
    let away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for m in 1..100_000_i32 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        value *= c * d;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        value *= c * d;
        if (c * d - 1.0).abs() < 1e-16 {
            break;
        }
    }
    value.ln() - a.ln()
}

/// ln(x/y) at which I_x(a, b) has the target value.
pub(super) fn quantile_ln_odds(a: f64, b: f64, target: Target) -> f64 {
    solve((a / b).ln(), target, |u| ln_tails(a, b, Point::from_ln_odds(u)))
}
