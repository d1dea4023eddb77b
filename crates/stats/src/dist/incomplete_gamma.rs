//! The regularised incomplete gamma functions P(a, x) and Q(a, x), their logarithms and inverse.
//!
//! Within the range of doubles by CDFLIB's `gamma_inc` (DiDonato & Morris 1986, ACM TOMS 12, algorithm
//! 654); where a tail would underflow, by the series 6.5.29 and the continued fraction 6.5.31 of
//! Abramowitz & Stegun with the factor in front kept in logarithms.

use std::f64::consts::PI;

use cdflib::special;

use super::tails::{DEEP, LnTails, Target, deviance, ln_one_minus_exp, solve};

/// P(a, x) and Q(a, x).
pub(super) fn tails(a: f64, x: f64) -> (f64, f64) {
    if x == f64::INFINITY && a.is_finite() {
        (1.0, 0.0)
    } else if a.is_finite() && x.is_finite() {
        special::try_gamma_inc(a, x).unwrap_or((f64::NAN, f64::NAN))
    } else {
        (f64::NAN, f64::NAN)
    }
}

/// ln P(a, x), ln Q(a, x) and ln(x^a e^−x / Γ(a)), which is the density of ln x.
pub(super) fn ln_tails(a: f64, x: f64) -> LnTails {
    let (lower, upper) = tails(a, x);
    let density = ln_kernel(a, x);
    let ln_lower = if lower < DEEP { density + ln_series(a, x) } else { lower.ln() };
    let ln_upper = if upper < DEEP { density + ln_fraction(a, x) } else { upper.ln() };
    LnTails {
        lower: if upper < 0.1 { ln_one_minus_exp(ln_upper) } else { ln_lower },
        upper: if lower < 0.1 { ln_one_minus_exp(ln_lower) } else { ln_upper },
        density,
    }
}

/// ln(x^a e^−x / Γ(a)), for large a by Stirling's formula around x = a.
pub(super) fn ln_kernel(a: f64, x: f64) -> f64 {
    if a >= 20.0 {
        0.5 * (a / (2.0 * PI)).ln() - a * deviance((x - a) / a, (x / a).ln()) - special::internal::dstrem(a)
    } else {
        a * x.ln() - x - special::gamma_log(a)
    }
}

/// ln of Σ x^n / (a (a+1) … (a+n)).
fn ln_series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut denominator) = (1.0 / a, 1.0 / a, a);
    for _ in 0..1_000_000 {
        denominator += 1.0;
        term *= x / denominator;
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum.ln()
}

/// ln of the continued fraction 1/(x+1−a− 1(1−a)/(x+3−a− …)) (Lentz's method).
fn ln_fraction(a: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / away_from_zero(b);
    let mut value = d;
    for n in 1..1_000_000_i32 {
        let n = f64::from(n);
        let numerator = -n * (n - a);
        b += 2.0;
        d = 1.0 / away_from_zero(numerator * d + b);
        c = away_from_zero(b + numerator / c);
        value *= c * d;
        if (c * d - 1.0).abs() < 1e-16 {
            break;
        }
    }
    value.ln()
}

/// ln x at which P(a, x) has the target value.
pub(super) fn quantile_ln(a: f64, target: Target) -> f64 {
    solve(a.ln(), target, |u| ln_tails(a, u.exp()))
}
