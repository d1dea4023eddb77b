//! Power of two one-sided t-tests, exactly.

use crate::dist::{normal, student_t};

/// The effect and the margin over the standard error.
#[derive(Debug, Clone, Copy)]
pub(super) struct StandardisedMargin {
    effect: f64,
    margin: f64,
}

impl StandardisedMargin {
    pub(super) fn new(effect: f64, margin: f64, se: f64) -> Self {
        StandardisedMargin { effect: effect / se, margin: margin / se }
    }
}

/// Both tests reject when |Z + effect| < margin − t_c·s, Z normal and s = √(χ²_ν/ν) independent, so
/// the power is ∫₀^{margin/t_c} [Φ(margin − effect − t_c s) − Φ(−margin − effect + t_c s)] f(s) ds
/// (Phillips 1990; Owen 1965), by the double-exponential rule, which takes the ends as they come.
pub(super) fn power(scaled: StandardisedMargin, df: f64, alpha: f64) -> f64 {
    let critical = student_t::upper_quantile(alpha, df);
    // f(s) has no weight worth counting beyond this.
    let end = (scaled.margin / critical).min(1.0 + 12.0 / (2.0 * df).sqrt());
    let start = (1.0 - 12.0 / (2.0 * df).sqrt()).max(0.0);
    if start >= end {
        return 0.0;
    }
    double_exponential(start, end, |s| {
        let room = scaled.margin - critical * s;
        let inside = normal::cdf(room - scaled.effect) - normal::cdf(-room - scaled.effect);
        // Density of s: 2 ν s f_χ²(ν s²).
        inside.max(0.0) * 2.0 * df * s * crate::dist::chi_squared::pdf(df * s * s, df)
    })
}

/// Takahasi & Mori (1974).
fn double_exponential(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    use std::f64::consts::FRAC_PI_2;
    const STEP: f64 = 0.01;
    let half = 0.5 * (high - low);
    let mut sum = 0.0;
    for index in -400i32..=400 {
        let t = STEP * f64::from(index);
        let sinh = FRAC_PI_2 * t.sinh();
        let weight = FRAC_PI_2 * t.cosh() / sinh.cosh().powi(2);
        // The distance to the nearer end keeps its digits.
        let distance = half * (-sinh.abs()).exp() / sinh.cosh();
        let x = if t < 0.0 { low + distance } else { high - distance };
        if weight > 0.0 && x > low && x < high {
            sum += weight * f(x);
        }
    }
    sum * half * STEP
}
