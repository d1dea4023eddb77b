//! Intervals from bootstrap replicates.

use crate::dist::normal;

use super::Replicates;
use crate::{Interval, Result, StatError};

/// How an interval is made from replicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntervalKind {
    /// Quantiles of the replicates.
    Percentile,
    /// The same, reflected about the estimate.
    Basic,
    /// Quantiles shifted for bias and skewness.
    Bca,
}

impl Replicates {
    /// The quantiles of the replicates: Efron (1979).
    ///
    /// # Errors
    /// When fewer than two replicates gave a value, or the level is not between 0 and 1.
    pub fn percentile(&self, level: f64) -> Result<Interval> {
        let (lower, upper) = tails(level)?;
        let [low, high] = self.quantiles([lower, upper])?;
        Ok(Interval { low, high, level, kind: "percentile bootstrap" })
    }

    /// The percentile interval reflected about the estimate: Davison & Hinkley (1997), §5.2.1.
    ///
    /// # Errors
    /// As [`Replicates::percentile`].
    pub fn basic(&self, estimate: f64, level: f64) -> Result<Interval> {
        let Interval { low, high, .. } = self.percentile(level)?;
        Ok(Interval { low: 2.0 * estimate - high, high: 2.0 * estimate - low, level, kind: "basic bootstrap" })
    }

    /// Corrected for bias and acceleration: Efron (1987), JASA 82. `left_out` are the values of the
    /// statistic with each independent group left out once ([`super::jackknife`]).
    ///
    /// # Errors
    /// As [`Replicates::percentile`], and when the estimate lies beyond all replicates or the
    /// jackknife values do not vary.
    pub fn bca(&self, estimate: f64, left_out: &[f64], level: f64) -> Result<Interval> {
        let (lower, upper) = tails(level)?;
        self.enough()?;
        let acceleration = acceleration(left_out)?;
        let below: f64 = self
            .values
            .iter()
            .map(|value| match value.total_cmp(&estimate) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            })
            .sum::<f64>()
            / self.values.len() as f64;
        if below <= 0.0 || below >= 1.0 {
            return Err(StatError::Undefined(
                "the estimate lies beyond all replicates, so a BCa interval is undefined; use the percentile interval"
                    .to_owned(),
            ));
        }
        let bias = normal::quantile(below);
        let shifted = |tail: f64| {
            let z = bias + normal::quantile(tail);
            normal::cdf(bias + z / (1.0 - acceleration * z))
        };
        let [low, high] = self.quantiles([shifted(lower), shifted(upper)])?;
        Ok(Interval { low, high, level, kind: "BCa bootstrap" })
    }

    fn quantiles(&self, probabilities: [f64; 2]) -> Result<[f64; 2]> {
        self.enough()?;
        let mut sorted = self.values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        Ok(probabilities.map(|probability| quantile(&sorted, probability)))
    }
}

/// Skewness of the jackknife values, over six: Efron (1987), equation 6.6.
fn acceleration(left_out: &[f64]) -> Result<f64> {
    let mean = left_out.iter().sum::<f64>() / left_out.len().max(1) as f64;
    let power = |exponent: i32| left_out.iter().map(|value| (mean - value).powi(exponent)).sum::<f64>();
    let spread = power(2);
    if left_out.len() < 2 || spread <= 0.0 {
        return Err(StatError::Constant { what: "the leave-one-out values", statistic: "the BCa interval" });
    }
    Ok(power(3) / (6.0 * spread.powf(1.5)))
}

fn tails(level: f64) -> Result<(f64, f64)> {
    if level > 0.0 && level < 1.0 {
        Ok(((1.0 - level) / 2.0, (1.0 + level) / 2.0))
    } else {
        Err(StatError::Domain { what: "the level", must: "between 0 and 1", found: level })
    }
}

/// The quantile of sorted values by linear interpolation: definition 7 of Hyndman & Fan (1996), which
/// R and NumPy use by default. Zero for no values.
#[must_use]
pub fn quantile(sorted: &[f64], probability: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = probability.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}
