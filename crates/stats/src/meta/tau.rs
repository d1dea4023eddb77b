//! The variance between studies.

use super::Effects;
use crate::{Interval, Result, StatError, dist};

/// τ² = max(0, (Q − (k − 1)) / (Σw − Σw²/Σw)) with fixed-effect weights.
pub(super) fn der_simonian_laird(effects: Effects<'_>) -> f64 {
    let scale = weight_sums(effects, 0.0).trace_p();
    ((effects.moments(0.0).q - (effects.len() - 1.0)) / scale).max(0.0)
}

/// No step is shorter than this share of Fisher's, so that a short one still means that it is close.
const SHORTEST: f64 = 1.0 / 16.0;

/// Fisher scoring on the restricted likelihood: τ² ← τ² + (y'PPy − tr P)/tr PP. Where steps go to and fro, the
/// expected information is too small for the likelihood's curvature, and they are shortened.
pub(super) fn reml(effects: Effects<'_>) -> Result<f64> {
    let mut tau2 = der_simonian_laird(effects);
    let unit = typical_variance(effects);
    let (mut share, mut before): (f64, f64) = (1.0, 0.0);
    for _ in 0..10_000 {
        let sums = weight_sums(effects, tau2);
        let mean = effects.moments(tau2).mean;
        let quadratic: f64 =
            effects.effect.iter().zip(effects.variance).map(|(y, v)| ((y - mean) / (v + tau2)).powi(2)).sum();
        let whole = (quadratic - sums.trace_p()) / sums.trace_pp();
        if whole * before < 0.0 {
            share = (0.5 * share).max(SHORTEST);
        }
        before = whole;
        let step = share * whole;
        let next = (tau2 + step).max(0.0);
        if (next - tau2).abs() <= 1e-14 * (tau2 + unit) {
            return Ok(next);
        }
        tau2 = next;
    }
    Err(StatError::Undefined(
        "the variance between studies did not settle; use the DerSimonian–Laird or Paule–Mandel estimator".to_owned(),
    ))
}

/// The τ² at which Σw(y − μ)² equals its expectation k − 1.
pub(super) fn paule_mandel(effects: Effects<'_>) -> f64 {
    where_q_is(effects, effects.len() - 1.0)
}

/// The interval of all τ² that Cochran's Q with weights 1/(v + τ²) does not reject (Viechtbauer
/// 2007, Statistics in Medicine 26, 37–52).
pub(super) fn q_profile(effects: Effects<'_>, level: f64) -> Interval {
    let tail = (1.0 - level) / 2.0;
    let df = effects.len() - 1.0;
    Interval {
        low: where_q_is(effects, dist::chi_squared::quantile(1.0 - tail, df)),
        high: where_q_is(effects, dist::chi_squared::quantile(tail, df)),
        level,
        kind: "Q-profile",
    }
}

/// The variance of a typical study (Higgins and Thompson 2002): (k − 1)Σw / ((Σw)² − Σw²).
pub(super) fn typical_variance(effects: Effects<'_>) -> f64 {
    let sums = weight_sums(effects, 0.0);
    (effects.len() - 1.0) * sums.one / (sums.one.powi(2) - sums.two)
}

/// Q falls as τ² grows, so the root is found by doubling and halving.
fn where_q_is(effects: Effects<'_>, wanted: f64) -> f64 {
    let q = |tau2: f64| effects.moments(tau2).q;
    if q(0.0) <= wanted {
        return 0.0;
    }
    let mut high = typical_variance(effects);
    while q(high) > wanted && high < 1e300 {
        high *= 2.0;
    }
    let mut low = 0.0;
    while high - low > 2.0 * f64::EPSILON * high {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if q(middle) > wanted { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Σw, Σw², Σw³.
struct WeightSums {
    one: f64,
    two: f64,
    three: f64,
}

impl WeightSums {
    fn trace_p(&self) -> f64 {
        self.one - self.two / self.one
    }

    fn trace_pp(&self) -> f64 {
        self.two - 2.0 * self.three / self.one + (self.two / self.one).powi(2)
    }
}

fn weight_sums(effects: Effects<'_>, tau2: f64) -> WeightSums {
    let power = |p: i32| effects.variance.iter().map(|v| (v + tau2).recip().powi(p)).sum();
    WeightSums { one: power(1), two: power(2), three: power(3) }
}
