//! A tail probability averaged over the scale that an estimated standard deviation puts on it.

use std::f64::consts::LN_2;

use cdflib::special::gamma_log;

/// From here on the scale is one to less than rounding.
const EXACT_SCALE_FROM: f64 = 1e15;

/// How a tail depends on the scale s.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// tail(s) falls about as e^{−decay·s²/2}; places the largest part of the integrand.
    pub(super) decay: f64,
    /// How fast tail(s) changes with ln s where it changes fastest; limits the spacing.
    pub(super) steepness: f64,
}

/// ∫ tail(s) f(s) ds, where s = √(χ²_ν/ν).
///
/// The trapezoidal rule in ln s: the integrand is analytic and falls off on both sides, so the error
/// falls exponentially with the spacing (Trefethen & Weideman 2014, SIAM Review 56).
pub(super) fn over_scale(df: f64, shape: Shape, tail: impl Fn(f64) -> f64) -> f64 {
    if df >= EXACT_SCALE_FROM {
        return tail(1.0);
    }
    // Density of ln s: 2 (ν/2)^{ν/2} / Γ(ν/2) · e^{ν x − ν e^{2x}/2}, written around x = 0.
    let stirling = if df > 40.0 {
        0.5 * (0.5 * df / (2.0 * std::f64::consts::PI)).ln() - cdflib::special::internal::dstrem(0.5 * df)
    } else {
        0.5 * df * (0.5 * df).ln() - gamma_log(0.5 * df) - 0.5 * df
    };
    let density = |x: f64| (LN_2 + stirling + df * (x - 0.5 * (2.0 * x).exp_m1())).exp();
    let integrand = |x: f64| density(x) * tail(x.exp());
    let spacing = (0.6 / (2.0 * df).sqrt()).min(0.12).min(0.4 / shape.steepness);
    let centre = -0.5 * (shape.decay / df).ln_1p();
    let mut sum = integrand(centre);
    for direction in [-spacing, spacing] {
        let mut x = centre + direction;
        for _ in 0..100_000 {
            let term = integrand(x);
            sum += term;
            // Beyond one width of the centre the terms only fall.
            if term <= sum * 1e-17 && (x - centre).abs() > 3.0 / (2.0 * df).sqrt() {
                break;
            }
            x += direction;
        }
    }
    (sum * spacing).min(1.0)
}
