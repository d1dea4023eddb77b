//! The probability of a category and its derivatives.
//!
//! A category lies between two thresholds: p = F(a) − F(b) with a = θⱼ − η and b = θⱼ₋₁ − η. For the
//! logistic F this is F(a)·F(−b)·(1 − e^{−(a−b)}), so that the logarithm splits into a part of a, a part
//! of b and a constant. For the normal F the derivatives follow from the ratios φ(a)/p and φ(b)/p.

use crate::dist::normal;

/// The distribution of the latent response around its mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// Logistic: effects are log odds ratios.
    Logit,
    /// Normal: effects are in standard deviations of the latent response.
    Probit,
}

/// A category: the thresholds around it and what depends on nothing else.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    lower: f64,
    upper: f64,
    /// ln(1 − e^{−gap}).
    log_gap: f64,
    /// 1/(e^gap − 1).
    odds: f64,
}

/// ln p with its first and minus its second derivative by η.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slope {
    pub(crate) log: f64,
    pub(crate) slope: f64,
    pub(crate) curvature: f64,
}

/// What the derivatives of the approximated likelihood need of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bend {
    /// Derivative of the curvature by η.
    pub(crate) by_eta: f64,
    pub(crate) upper: Edge,
    pub(crate) lower: Edge,
}

/// Derivatives by a threshold of ln p, of its slope and of its curvature.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) log: f64,
    pub(crate) slope: f64,
    pub(crate) curvature: f64,
}

impl Cell {
    /// The category between two thresholds; none when they are not in order.
    pub(crate) fn new(lower: f64, upper: f64) -> Option<Cell> {
        let gap = upper - lower;
        (gap > 0.0).then(|| Cell { lower, upper, log_gap: (-(-gap).exp_m1()).ln(), odds: 1.0 / gap.exp_m1() })
    }
}

impl Link {
    /// F⁻¹.
    pub(crate) fn quantile(self, p: f64) -> f64 {
        match self {
            Link::Logit => (p / (1.0 - p)).ln(),
            Link::Probit => normal::quantile(p),
        }
    }

    pub(crate) fn slope(self, cell: &Cell, eta: f64) -> Slope {
        let (a, b) = (cell.upper - eta, cell.lower - eta);
        match self {
            Link::Logit => {
                let (high, low) = (Logistic::new(a), Logistic::new(b));
                Slope {
                    log: high.ln_below + low.ln_below - low_shift(b) + cell.log_gap,
                    slope: low.below - high.above,
                    curvature: high.below * high.above + low.below * low.above,
                }
            }
            Link::Probit => {
                let normal = Normal::new(a, b);
                Slope { log: normal.log, slope: -normal.pull, curvature: normal.curvature() }
            }
        }
    }

    pub(crate) fn bend(self, cell: &Cell, eta: f64) -> Bend {
        let (a, b) = (cell.upper - eta, cell.lower - eta);
        let (upper, lower) = match self {
            Link::Logit => {
                let (high, low) = (Logistic::new(a), Logistic::new(b));
                let edge = |it: &Logistic, log: f64| {
                    let density = it.below * it.above;
                    Edge { log, slope: density, curvature: density * (it.above - it.below) }
                };
                (edge(&high, high.above + cell.odds), edge(&low, -low.below - cell.odds))
            }
            Link::Probit => {
                let normal = Normal::new(a, b);
                (normal.edge(a, normal.upper), normal.edge(b, -normal.lower))
            }
        };
        Bend { by_eta: -upper.curvature - lower.curvature, upper, lower }
    }
}

/// The logistic distribution at a point, both tails without cancellation.
struct Logistic {
    below: f64,
    above: f64,
    ln_below: f64,
}

impl Logistic {
    fn new(x: f64) -> Logistic {
        let e = (-x.abs()).exp();
        let (large, small) = (1.0 / (1.0 + e), e / (1.0 + e));
        let ln_below = if x == f64::NEG_INFINITY { 0.0 } else { x.min(0.0) - e.ln_1p() };
        if x >= 0.0 {
            Logistic { below: large, above: small, ln_below }
        } else {
            Logistic { below: small, above: large, ln_below }
        }
    }
}

/// ln F(b) − ln F(−b) = b; nothing below the first category.
fn low_shift(b: f64) -> f64 {
    if b == f64::NEG_INFINITY { 0.0 } else { b }
}

/// The normal distribution between two points.
struct Normal {
    log: f64,
    /// φ(a)/p.
    upper: f64,
    /// φ(b)/p.
    lower: f64,
    /// (φ(a) − φ(b))/p.
    pull: f64,
    /// (aφ(a) − bφ(b))/p.
    moment: f64,
}

impl Normal {
    fn new(a: f64, b: f64) -> Normal {
        // The smaller tails are subtracted, so that far from the middle no digits are lost.
        let between = |large: f64, small: f64| large + (-(small - large).exp_m1()).ln();
        let log = if b > 0.0 {
            between(normal::ln_sf(b), normal::ln_sf(a))
        } else if a < 0.0 {
            between(normal::ln_cdf(a), normal::ln_cdf(b))
        } else {
            (-(normal::cdf(b) + normal::sf(a))).ln_1p()
        };
        let ratio = |x: f64| if x.is_finite() { (normal::ln_pdf(x) - log).exp() } else { 0.0 };
        let (upper, lower) = (ratio(a), ratio(b));
        let times = |x: f64, ratio: f64| if x.is_finite() { x * ratio } else { 0.0 };
        Normal { log, upper, lower, pull: upper - lower, moment: times(a, upper) - times(b, lower) }
    }

    fn curvature(&self) -> f64 {
        self.moment + self.pull * self.pull
    }

    fn edge(&self, x: f64, ratio: f64) -> Edge {
        if !x.is_finite() {
            return Edge { log: 0.0, slope: 0.0, curvature: 0.0 };
        }
        let shifted = x + self.pull;
        Edge {
            log: ratio,
            slope: ratio * shifted,
            curvature: ratio * (1.0 - x * x - self.moment - 2.0 * self.pull * shifted),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: [(f64, f64); 5] =
        [(f64::NEG_INFINITY, -0.7), (-0.7, 0.4), (0.4, 0.45), (0.4, 9.0), (1.3, f64::INFINITY)];

    #[test]
    fn derivatives_are_those_of_the_logarithm() {
        for link in [Link::Logit, Link::Probit] {
            for (lower, upper) in CELLS {
                for eta in [-6.0, -1.3, 0.0, 0.8, 4.0] {
                    check(link, (lower, upper), eta);
                }
            }
        }
    }

    fn check(link: Link, (lower, upper): (f64, f64), eta: f64) {
        let h = 1e-4;
        let slope = |l: f64, u: f64, eta: f64| link.slope(&Cell::new(l, u).unwrap(), eta);
        let near = |found: f64, above: f64, below: f64, what: &str| {
            let expected = (above - below) / (2.0 * h);
            assert!(
                (found - expected).abs() < 1e-5 * (1.0 + found.abs()),
                "{link:?} {lower} {upper} at {eta}, {what}: {found} {expected}"
            );
        };
        let here = slope(lower, upper, eta);
        let bend = link.bend(&Cell::new(lower, upper).unwrap(), eta);
        let (above, below) = (slope(lower, upper, eta + h), slope(lower, upper, eta - h));
        near(here.slope, above.log, below.log, "slope");
        near(-here.curvature, above.slope, below.slope, "curvature");
        near(bend.by_eta, above.curvature, below.curvature, "bend");
        let (above, below) = (slope(lower, upper + h, eta), slope(lower, upper - h, eta));
        near(bend.upper.log, above.log, below.log, "upper threshold");
        near(bend.upper.slope, above.slope, below.slope, "slope by upper threshold");
        near(bend.upper.curvature, above.curvature, below.curvature, "curvature by upper threshold");
        let (above, below) = (slope(lower + h, upper, eta), slope(lower - h, upper, eta));
        near(bend.lower.log, above.log, below.log, "lower threshold");
        near(bend.lower.slope, above.slope, below.slope, "slope by lower threshold");
        near(bend.lower.curvature, above.curvature, below.curvature, "curvature by lower threshold");
    }

    #[test]
    fn far_from_the_middle_nothing_is_lost() {
        for link in [Link::Logit, Link::Probit] {
            for (lower, upper) in CELLS {
                for eta in [-35.0, -600.0, 35.0, 600.0] {
                    let found = link.slope(&Cell::new(lower, upper).unwrap(), eta);
                    assert!(
                        found.log.is_finite() && found.slope.is_finite(),
                        "{link:?} {lower} {upper} {eta}: {found:?}"
                    );
                    assert!(found.curvature >= -1e-6, "{link:?} {lower} {upper} {eta}: {found:?}");
                }
            }
        }
    }
}
