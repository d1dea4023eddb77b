//! The noncentral t distribution of (Z + δ)/√(χ²_ν/ν).
//!
//! On the side of zero where δ lies, both tails are sums of positive terms (Johnson, Kotz &
//! Balakrishnan 1995, eq. 31.16):
//! P(T ≤ t) = Φ(−δ) + ½ Σ_j [p_j I_x(j + ½, ν/2) + q_j I_x(j + 1, ν/2)], x = t²/(ν + t²),
//! with p_j Poisson weights of mean δ²/2 and q_j the same at half-integers. On the other side these
//! sums cancel, and the definition is integrated instead: P(T > t) = ∫ (1 − Φ(t s − δ)) f(s) ds.

use std::f64::consts::{LN_2, PI};

use super::incomplete_beta::Point;
use super::mixture::{self, MixtureComponent, Tail, Weights};
use super::{chi_squared, normal, root, student_t};
use cdflib::special::gamma_log;
use cdflib::special::internal::dstrem;

/// From here on the denominator is one to less than rounding.
const NORMAL_FROM: f64 = 1e17;

/// So many standard deviations away a tail is below e^−1e9, and its leading term is more than enough of it.
const NOTHING_BEYOND: f64 = 1e5;

/// From here on the sums, which have about 20 δ terms, give way to an integral.
const INTEGRAL_FROM: f64 = 1e3;

/// Lower tail.
#[must_use]
pub fn cdf(t: f64, df: f64, delta: f64) -> f64 {
    ln_cdf(t, df, delta).exp()
}

/// Upper tail.
#[must_use]
pub fn sf(t: f64, df: f64, delta: f64) -> f64 {
    ln_sf(t, df, delta).exp()
}

/// Logarithm of the lower tail.
#[must_use]
pub fn ln_cdf(t: f64, df: f64, delta: f64) -> f64 {
    ln_sf(-t, df, -delta)
}

/// Logarithm of the upper tail.
#[must_use]
pub fn ln_sf(t: f64, df: f64, delta: f64) -> f64 {
    if t.is_nan() || df.is_nan() || df <= 0.0 || !delta.is_finite() {
        return f64::NAN;
    }
    if delta == 0.0 || t.is_infinite() {
        return student_t::ln_sf(t, df);
    }
    if df >= NORMAL_FROM {
        return normal::ln_sf(t - delta);
    }
    if t == 0.0 {
        return normal::ln_cdf(delta);
    }
    match (t > 0.0, delta > 0.0) {
        (true, true) => ln_same_side(t, df, delta, Tail::Upper),
        (false, false) => ln_same_side(-t, df, -delta, Tail::Lower),
        (true, false) => ln_other_side(t, df, -delta),
        (false, true) => (-ln_other_side(-t, df, delta).exp()).ln_1p(),
    }
}

/// ln P(T > t) or ln P(T ≤ t) for t, δ > 0.
fn ln_same_side(t: f64, df: f64, delta: f64, tail: Tail) -> f64 {
    if delta > INTEGRAL_FROM {
        return ln_far(t, df, delta, tail);
    }
    let at = Point::from_root_odds(t / df.sqrt());
    let lambda = 0.5 * delta * delta;
    let part = |shift: f64| {
        mixture::ln_sum(Weights { lambda, shift }, MixtureComponent::Beta { a: shift + 0.5, b: df / 2.0, at }, tail)
            - LN_2
    };
    let halves = ln_add(part(0.0), part(0.5));
    match tail {
        Tail::Upper => halves.min(0.0),
        Tail::Lower => ln_add(halves, normal::ln_cdf(-delta)).min(0.0),
    }
}

/// ln P(T > t) or ln P(T ≤ t) for t > 0 and large δ, as an integral that takes a few dozen points however large
/// δ is. Over Z, where T > t means s < (δ + Z)/t: ∫ φ(z) P(χ²_ν < ν ((δ + z)/t)²) dz. Where s varies less than
/// Z/t does, that is not smooth, and the integral is over s instead: ∫ Φ(δ − t s) f(s) ds.
fn ln_far(t: f64, df: f64, delta: f64, tail: Tail) -> f64 {
    // Where φ(z) s^ν e^{−ν s²/2}, s = (δ + z)/t, is largest: the likeliest way to a value far from δ.
    let steep = 1.0 + df / (t * t);
    let root = delta.hypot(2.0 * (df * steep).sqrt());
    let (numerator, z) = ((delta + root) / (2.0 * steep), 2.0 * df / (delta + root) - delta * (df / (t * t)) / steep);
    let far = match tail {
        Tail::Upper => delta < t,
        Tail::Lower => delta > t,
    };
    let (z, s) = if far { (z, numerator / t) } else { (0.0, 1.0) };
    let ln_height = -0.5 * z * z + df * (s.ln() - 0.5 * (s * s - 1.0));
    if !(z.abs() < NOTHING_BEYOND && s > 0.0 && s.is_finite()) {
        return if ln_height.is_nan() { f64::NEG_INFINITY } else { ln_height.min(0.0) };
    }
    if t * t < 2.0 * df {
        return ln_over_scale(df, s.ln(), |x| match tail {
            Tail::Upper => normal::ln_cdf(delta - t * x.exp()),
            Tail::Lower => normal::ln_sf(delta - t * x.exp()),
        })
        .min(0.0);
    }
    let integrand = |z: f64| {
        let scale = ((delta + z) / t).max(0.0);
        let square = df * scale * scale;
        normal::ln_pdf(z)
            + match tail {
                Tail::Upper => chi_squared::ln_cdf(square, df),
                Tail::Lower => chi_squared::ln_sf(square, df),
            }
    };
    ln_integral(integrand, z).min(0.0)
}

/// ln(e^a + e^b).
fn ln_add(a: f64, b: f64) -> f64 {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    if large == f64::NEG_INFINITY { large } else { large + (small - large).exp().ln_1p() }
}

/// Logarithm of the density: ∫ s φ(t s − δ) f(s) ds.
#[must_use]
pub fn ln_pdf(t: f64, df: f64, delta: f64) -> f64 {
    if t.is_nan() || df.is_nan() || df <= 0.0 || !delta.is_finite() {
        f64::NAN
    } else if delta == 0.0 {
        student_t::ln_pdf(t, df)
    } else if df >= NORMAL_FROM {
        normal::ln_pdf(t - delta)
    } else {
        ln_over_scale(df, -(1.0 + t * t / df).ln() / 2.0, |x| x + normal::ln_pdf(t * x.exp() - delta))
    }
}

/// ln P(Z − d > t·s) for t, d > 0, s = √(χ²_ν/ν).
fn ln_other_side(t: f64, df: f64, d: f64) -> f64 {
    if d > NOTHING_BEYOND {
        return normal::ln_sf(d);
    }
    ln_over_scale(df, -(1.0 + t * t / df).ln() / 2.0, |x| normal::ln_sf(t * x.exp() + d))
}

/// ln ∫ e^{ln_g(x)} f(x) dx over x = ln s: the trapezoidal rule, whose error for such an integrand falls
/// exponentially with the number of points (Trefethen & Weideman 2014).
fn ln_over_scale(df: f64, guess: f64, ln_g: impl Fn(f64) -> f64) -> f64 {
    // Density of ln s: 2 (ν/2)^{ν/2} / Γ(ν/2) · e^{ν x − ν e^{2x}/2}; written around x = 0.
    let constant = if df > 40.0 {
        LN_2 + 0.5 * (0.5 * df / (2.0 * PI)).ln() - dstrem(0.5 * df)
    } else {
        LN_2 + 0.5 * df * (0.5 * df).ln() - gamma_log(0.5 * df) - 0.5 * df
    };
    ln_integral(|x: f64| constant + df * (x - 0.5 * (2.0 * x).exp_m1()) + ln_g(x), guess)
}

/// ln ∫ e^{f(x)} dx of a concave f whose largest value is near `guess`.
fn ln_integral(integrand: impl Fn(f64) -> f64, guess: f64) -> f64 {
    let peak = maximum(&integrand, guess);
    let top = integrand(peak);
    let drop = |h: f64| 2.0 * top - integrand(peak - h) - integrand(peak + h);
    let mut h = 1e-3;
    while drop(h) > 1.0 && h > 1e-10 {
        h *= 0.1;
    }
    let curvature = drop(h) / (h * h);
    let spacing = (0.25 / curvature.max(1e-6).sqrt()).min(0.25);
    let mut sum = 1.0;
    for direction in [-spacing, spacing] {
        // Terms fall at least as fast as those of an exponential; a few dozen matter.
        for step in 1..10_000 {
            let term = (integrand(peak + f64::from(step) * direction) - top).exp();
            sum += term;
            if term < 1e-18 {
                break;
            }
        }
    }
    top + (sum * spacing).ln()
}

/// Where a concave function is largest: steps of shrinking size from a guess.
fn maximum(f: impl Fn(f64) -> f64, guess: f64) -> f64 {
    let (mut x, mut best, mut step) = (guess, f(guess), 0.5);
    while step > 1e-9 {
        let (left, right) = (f(x - step), f(x + step));
        if left > best {
            (x, best) = (x - step, left);
        } else if right > best {
            (x, best) = (x + step, right);
        } else {
            step *= 0.25;
        }
    }
    x
}

/// The value below which a share `p` lies.
#[must_use]
pub fn quantile(p: f64, df: f64, delta: f64) -> f64 {
    if df.is_nan() || df <= 0.0 || !delta.is_finite() || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let excess = |t: f64| if p < 0.5 { ln_cdf(t, df, delta) - p.ln() } else { (1.0 - p).ln() - ln_sf(t, df, delta) };
    root::increasing(delta, 1.0 + delta.abs(), excess).unwrap_or(f64::NAN)
}

/// The noncentrality δ at which P(T > t) = `upper`.
#[must_use]
pub fn noncentrality(t: f64, df: f64, upper: f64) -> f64 {
    if !t.is_finite() || df.is_nan() || df <= 0.0 || !(0.0 < upper && upper < 1.0) {
        return f64::NAN;
    }
    let excess = |delta: f64| {
        if upper < 0.5 { ln_sf(t, df, delta) - upper.ln() } else { (1.0 - upper).ln() - ln_cdf(t, df, delta) }
    };
    root::increasing(t, 1.0 + 0.1 * t.abs(), excess).unwrap_or(f64::NAN)
}
