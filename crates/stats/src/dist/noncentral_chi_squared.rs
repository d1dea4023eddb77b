//! The noncentral chi-squared distribution: Σ_j Poisson(j; ncp/2) χ²(df + 2j).

use super::mixture::{self, MixtureComponent, Tail, Weights};
use super::{chi_squared, root};

fn ln_tail(x: f64, df: f64, ncp: f64, tail: Tail) -> f64 {
    let weights = Weights { lambda: ncp / 2.0, shift: 0.0 };
    mixture::ln_sum(weights, MixtureComponent::Gamma { a: df / 2.0, x: x / 2.0 }, tail).min(0.0)
}

/// Lower tail.
#[must_use]
pub fn cdf(x: f64, df: f64, ncp: f64) -> f64 {
    ln_cdf(x, df, ncp).exp()
}

/// Upper tail.
#[must_use]
pub fn sf(x: f64, df: f64, ncp: f64) -> f64 {
    ln_sf(x, df, ncp).exp()
}

/// Logarithm of the lower tail.
#[must_use]
pub fn ln_cdf(x: f64, df: f64, ncp: f64) -> f64 {
    if !proper(df, ncp) {
        f64::NAN
    } else if x <= 0.0 || x.is_infinite() || ncp == 0.0 {
        chi_squared::ln_cdf(x, df)
    } else {
        ln_tail(x, df, ncp, Tail::Lower)
    }
}

/// Logarithm of the upper tail.
#[must_use]
pub fn ln_sf(x: f64, df: f64, ncp: f64) -> f64 {
    if !proper(df, ncp) {
        f64::NAN
    } else if x <= 0.0 || x.is_infinite() || ncp == 0.0 {
        chi_squared::ln_sf(x, df)
    } else {
        ln_tail(x, df, ncp, Tail::Upper)
    }
}

fn proper(df: f64, ncp: f64) -> bool {
    df > 0.0 && df.is_finite() && ncp >= 0.0 && ncp.is_finite()
}

/// The value below which a share `p` lies.
#[must_use]
pub fn quantile(p: f64, df: f64, ncp: f64) -> f64 {
    if !proper(df, ncp) || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 {
        return 0.0;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let excess = |u: f64| {
        if p < 0.5 { ln_cdf(u.exp(), df, ncp) - p.ln() } else { (1.0 - p).ln() - ln_sf(u.exp(), df, ncp) }
    };
    root::increasing((df + ncp).ln(), 1.0, excess).map_or(f64::NAN, f64::exp)
}

/// The noncentrality at which the upper tail of `x` is `upper`; zero when even none gives more.
#[must_use]
pub fn noncentrality(x: f64, df: f64, upper: f64) -> f64 {
    let excess = |ncp: f64| ln_sf(x, df, ncp.max(0.0)) - upper.ln();
    if !x.is_finite() || !(0.0..1.0).contains(&upper) || !proper(df, 0.0) {
        f64::NAN
    } else if excess(0.0) >= 0.0 {
        0.0
    } else {
        root::increasing(x.max(1.0), x.max(1.0), excess).unwrap_or(f64::NAN)
    }
}
