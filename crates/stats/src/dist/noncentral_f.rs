//! The noncentral F distribution: Σ_j Poisson(j; ncp/2) I_x(df1/2 + j, df2/2), x/(1−x) = df1·f/df2.

use super::incomplete_beta::Point;
use super::mixture::{self, MixtureComponent, Tail, Weights};
use super::{fisher_f, noncentral_chi_squared, root};

/// Degrees of freedom and noncentrality.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shape {
    /// Of the numerator.
    pub df1: f64,
    /// Of the denominator; may be infinite.
    pub df2: f64,
    /// Noncentrality λ, zero for the central distribution.
    pub ncp: f64,
}

impl Shape {
    fn is_proper(self) -> bool {
        self.df1 > 0.0 && self.df1.is_finite() && self.df2 > 0.0 && self.ncp >= 0.0 && self.ncp.is_finite()
    }

    fn ln_tail(self, f: f64, tail: Tail) -> f64 {
        let weights = Weights { lambda: self.ncp / 2.0, shift: 0.0 };
        let at = Point::from_odds(self.df1 / self.df2 * f);
        mixture::ln_sum(weights, MixtureComponent::Beta { a: self.df1 / 2.0, b: self.df2 / 2.0, at }, tail).min(0.0)
    }
}

/// Lower tail.
#[must_use]
pub fn cdf(f: f64, shape: Shape) -> f64 {
    ln_cdf(f, shape).exp()
}

/// Upper tail.
#[must_use]
pub fn sf(f: f64, shape: Shape) -> f64 {
    ln_sf(f, shape).exp()
}

/// Logarithm of the lower tail.
#[must_use]
pub fn ln_cdf(f: f64, shape: Shape) -> f64 {
    if !shape.is_proper() {
        f64::NAN
    } else if f <= 0.0 || f.is_infinite() || shape.ncp == 0.0 {
        fisher_f::ln_cdf(f, shape.df1, shape.df2)
    } else if shape.df2 == f64::INFINITY {
        noncentral_chi_squared::ln_cdf(f * shape.df1, shape.df1, shape.ncp)
    } else {
        shape.ln_tail(f, Tail::Lower)
    }
}

/// Logarithm of the upper tail.
#[must_use]
pub fn ln_sf(f: f64, shape: Shape) -> f64 {
    if !shape.is_proper() {
        f64::NAN
    } else if f <= 0.0 || f.is_infinite() || shape.ncp == 0.0 {
        fisher_f::ln_sf(f, shape.df1, shape.df2)
    } else if shape.df2 == f64::INFINITY {
        noncentral_chi_squared::ln_sf(f * shape.df1, shape.df1, shape.ncp)
    } else {
        shape.ln_tail(f, Tail::Upper)
    }
}

/// The value below which a share `p` lies.
#[must_use]
pub fn quantile(p: f64, shape: Shape) -> f64 {
    if !shape.is_proper() || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 {
        return 0.0;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let excess =
        |u: f64| if p < 0.5 { ln_cdf(u.exp(), shape) - p.ln() } else { (1.0 - p).ln() - ln_sf(u.exp(), shape) };
    root::increasing((1.0 + shape.ncp / shape.df1).ln(), 1.0, excess).map_or(f64::NAN, f64::exp)
}

/// The noncentrality at which the upper tail of `f` is `upper`; zero when even none gives more.
#[must_use]
pub fn noncentrality(f: f64, df1: f64, df2: f64, upper: f64) -> f64 {
    let excess = |ncp: f64| ln_sf(f, Shape { df1, df2, ncp: ncp.max(0.0) }) - upper.ln();
    if !f.is_finite() || !(0.0..1.0).contains(&upper) || !(Shape { df1, df2, ncp: 0.0 }).is_proper() {
        f64::NAN
    } else if excess(0.0) >= 0.0 {
        0.0
    } else {
        let guess = (f * df1).max(1.0);
        root::increasing(guess, guess, excess).unwrap_or(f64::NAN)
    }
}
