//! Dunnett's distribution: the largest of several t statistics that share a control and an estimate
//! of the standard deviation.
//!
//! Their correlations are products λ_i λ_j with λ_i = √(n_i/(n_0 + n_i)), so given one normal z (the
//! control) and the scale s they are independent (Dunnett 1955, JASA 50; Hsu 1996, §3.1):
//! P(all |T_i| ≤ c) = ∫∫ Π_i [Φ((c s + λ_i z)/√(1−λ_i²)) − Φ((−c s + λ_i z)/√(1−λ_i²))] φ(z) f(s) dz ds.

use super::scale_mixture::{Shape, over_scale};
use super::{normal, root, student_t};

/// Which departures from the control count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// Only above.
    One,
    /// Above or below.
    Two,
}

/// Several comparisons with one control.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparisons {
    loadings: Vec<f64>,
    df: f64,
    sides: Sides,
}

impl Comparisons {
    /// Comparisons of groups of sizes `others` with a control of size `control`; `df` are the degrees of
    /// freedom of the pooled standard deviation.
    #[must_use]
    pub fn new(control: f64, others: &[f64], df: f64, sides: Sides) -> Self {
        let loadings = others.iter().map(|n| (n / (control + n)).sqrt()).collect();
        Comparisons { loadings, df, sides }
    }

    fn is_proper(&self) -> bool {
        !self.loadings.is_empty() && self.df > 0.0 && self.loadings.iter().all(|l| *l > 0.0 && *l < 1.0)
    }

    /// P(the largest statistic > c).
    #[must_use]
    pub fn sf(&self, c: f64) -> f64 {
        if !self.is_proper() || c.is_nan() {
            f64::NAN
        } else if c == f64::INFINITY {
            0.0
        } else if c <= 0.0 && self.sides == Sides::Two {
            1.0
        } else if c < 0.0 {
            over_scale(self.df, self.shape(c, 0.0), |s| self.sf_known(c * s))
        } else {
            over_scale(self.df, self.shape(c, c * c), |s| self.sf_known(c * s))
        }
    }

    fn shape(&self, c: f64, decay: f64) -> Shape {
        #[expect(clippy::cast_precision_loss, reason = "a handful of groups")]
        let rate = (2.0 * (self.loadings.len() as f64 + 1.0).ln() + 1.0).sqrt();
        Shape { decay, steepness: rate * c.abs().min(2.0 * rate) }
    }

    /// The same for a known standard deviation, by the trapezoidal rule over the control.
    fn sf_known(&self, c: f64) -> f64 {
        let steepest = self.loadings.iter().map(|l| l / (1.0 - l * l).sqrt()).fold(0.0, f64::max);
        let largest = self.loadings.iter().copied().fold(0.0, f64::max);
        #[expect(clippy::cast_precision_loss, reason = "a handful of groups")]
        let k = self.loadings.len() as f64;
        let spacing = 0.3 / (1.0 + steepest * steepest * (1.0 + k.ln())).sqrt();
        let furthest = 9.0 + largest * c.clamp(0.0, 60.0);
        let mut sum = self.exceedance(0.0, c) * normal::pdf(0.0);
        let mut z = spacing;
        while z < furthest {
            sum += (self.exceedance(z, c) + self.exceedance(-z, c)) * normal::pdf(z);
            z += spacing;
        }
        (sum * spacing).min(1.0)
    }

    /// P(at least one statistic beyond c, given the control).
    fn exceedance(&self, z: f64, c: f64) -> f64 {
        let ln_none: f64 = self
            .loadings
            .iter()
            .map(|l| {
                let rest = (1.0 - l * l).sqrt();
                let above = normal::sf((c - l * z) / rest);
                let below = match self.sides {
                    Sides::One => 0.0,
                    Sides::Two => normal::sf((c + l * z) / rest),
                };
                (-(above + below).min(1.0)).ln_1p()
            })
            .sum();
        -ln_none.exp_m1()
    }

    /// The value that the largest statistic exceeds with probability `p`.
    #[must_use]
    pub fn upper_quantile(&self, p: f64) -> f64 {
        if !(self.is_proper() && 0.0 < p && p < 1.0) {
            return f64::NAN;
        }
        #[expect(clippy::cast_precision_loss, reason = "a handful of groups")]
        let tails = self.loadings.len() as f64 * if self.sides == Sides::Two { 2.0 } else { 1.0 };
        let bound = student_t::upper_quantile((p / tails).min(0.5), self.df);
        root::increasing(bound - 0.1, 0.2, |c| p.ln() - self.sf(c).ln()).unwrap_or(f64::NAN)
    }
}
