//! The studentized range: the range of k independent normal means over an independent estimate of
//! their standard deviation with df degrees of freedom.
//!
//! For a known standard deviation the upper tail is
//! k ∫ φ(z) [Φ(z)^{k−1} − (Φ(z) − Φ(z − w))^{k−1}] dz (Hartley 1942; Copenhaver & Holland 1988), here
//! with `expm1` and `ln_1p` so that small tails keep their digits; an estimated one is averaged over.
//! Both integrals by the trapezoidal rule, which converges exponentially for them.

use std::cell::Cell;

use super::scale_mixture::{Shape, over_scale};
use super::{normal, root, student_t};

/// The points at which the inner integral is evaluated, with what does not depend on the range.
struct Grid {
    k_minus_one: f64,
    spacing: f64,
    points: Vec<GridPoint>,
}

struct GridPoint {
    z: f64,
    lower: f64,
    upper: f64,
    /// k φ(z)
    weight: f64,
    /// k φ(z) Φ(z)^{k−1}
    full: f64,
}

impl Grid {
    fn new(k: f64, furthest: f64) -> Grid {
        // The maximum of k normals is Gumbel-like with rate √(2 ln k), which limits the strip in
        // which the integrand is analytic and so the spacing that gives full precision.
        let spacing = 0.27 / rate(k);
        let start = -9.0 - spacing;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred points")]
        let count = ((furthest - start) / spacing).ceil() as u32;
        let points = (0..=count)
            .map(|index| {
                let z = start + f64::from(index) * spacing;
                let (lower, weight) = (normal::cdf(z), k * normal::pdf(z));
                GridPoint { z, lower, upper: normal::sf(z), weight, full: weight * lower.powf(k - 1.0) }
            })
            .collect();
        Grid { k_minus_one: k - 1.0, spacing, points }
    }

    /// P(range > w).
    fn sf(&self, w: f64) -> f64 {
        let sum: f64 = self
            .points
            .iter()
            .map(|at| {
                let ratio = normal::cdf(at.z - w) / at.lower;
                if ratio < 1.0 { -at.full * (self.k_minus_one * (-ratio).ln_1p()).exp_m1() } else { at.full }
            })
            .sum();
        (sum * self.spacing).min(1.0)
    }

    /// P(range ≤ w).
    fn cdf(&self, w: f64) -> f64 {
        let sum: f64 = self
            .points
            .iter()
            .map(|at| {
                let inside =
                    if 2.0 * at.z > w { normal::sf(at.z - w) - at.upper } else { at.lower - normal::cdf(at.z - w) };
                at.weight * inside.max(0.0).powf(self.k_minus_one)
            })
            .sum();
        (sum * self.spacing).min(1.0)
    }
}

/// The rate of the Gumbel-like maximum of k normals.
fn rate(k: f64) -> f64 {
    (2.0 * k.ln() + 1.0).sqrt()
}

/// The range changes from surely inside to surely outside around twice the rate.
fn shape(q: f64, k: f64, decay: f64) -> Shape {
    Shape { decay, steepness: rate(k) * q.min(2.0 * rate(k)) }
}

fn proper(q: f64, k: f64, df: f64) -> bool {
    !q.is_nan() && k >= 2.0 && k.is_finite() && df > 0.0
}

/// The largest z that matters when the range is at most about q (or eight scales of a small df).
fn furthest(q: f64) -> f64 {
    9.5 + 0.5 * q.min(60.0)
}

/// Lower tail, for `k` means and `df` degrees of freedom (infinity when the standard deviation is known).
#[must_use]
pub fn cdf(q: f64, k: f64, df: f64) -> f64 {
    if !proper(q, k, df) {
        return f64::NAN;
    }
    if q <= 0.0 {
        return 0.0;
    }
    let upper = sf(q, k, df);
    if upper < 0.5 {
        return 1.0 - upper;
    }
    let grid = Grid::new(k, furthest(q) + q.min(60.0));
    over_scale(df, shape(q, k, 0.0), |s| grid.cdf(q * s))
}

/// Upper tail, for `k` means and `df` degrees of freedom.
#[must_use]
pub fn sf(q: f64, k: f64, df: f64) -> f64 {
    if !proper(q, k, df) {
        return f64::NAN;
    }
    if q <= 0.0 {
        return 1.0;
    }
    if q == f64::INFINITY {
        return 0.0;
    }
    let grid = Grid::new(k, furthest(q));
    over_scale(df, shape(q, k, 0.5 * q * q), |s| grid.sf(q * s))
}

thread_local! {
    /// The last quantile that was looked for, and where: simulated studies ask for the same one thousands of times.
    static LAST: Cell<Option<([u64; 3], f64)>> = const { Cell::new(None) };
}

/// The value above which a share `p` of studentized ranges lies.
#[must_use]
pub fn upper_quantile(p: f64, k: f64, df: f64) -> f64 {
    if !proper(0.0, k, df) || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 {
        return f64::INFINITY;
    }
    if p >= 1.0 {
        return 0.0;
    }
    let place = [p, k, df].map(f64::to_bits);
    match LAST.get() {
        Some((last, found)) if last == place => found,
        Some(_) | None => {
            let found = search(p, k, df);
            LAST.set(Some((place, found)));
            found
        }
    }
}

fn search(p: f64, k: f64, df: f64) -> f64 {
    // Bonferroni's bound over all pairs lies above, and not far when p is small.
    let bound = std::f64::consts::SQRT_2 * student_t::upper_quantile(p / (k * (k - 1.0)), df);
    let excess = |u: f64| if p < 0.5 { p.ln() - sf(u.exp(), k, df).ln() } else { cdf(u.exp(), k, df) - (1.0 - p) };
    root::increasing(bound.max(0.1).ln() - 0.05, 0.1, excess).map_or(f64::NAN, f64::exp)
}
