//! Effects of two shares.

use super::Effect;
use crate::Result;
use crate::effect::{Successes, without_empty_cells};

/// What is made of a table of two by two counts. Where a cell is empty, one half is added to all four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfTwoShares {
    /// The logarithm of the odds ratio, with variance 1/a + 1/b + 1/c + 1/d (Woolf 1955).
    LogOddsRatio,
    /// The logarithm of the risk ratio, with variance 1/a − 1/n₁ + 1/c − 1/n₂ (Katz et al. 1978).
    LogRiskRatio,
    /// The difference of the shares, with variance p₁(1 − p₁)/n₁ + p₂(1 − p₂)/n₂.
    RiskDifference,
}

impl OfTwoShares {
    /// The effect of one study, first against second.
    ///
    /// # Errors
    /// When the counts are so large that the variance is zero.
    pub fn effect(self, a: Successes, b: Successes) -> Result<Effect> {
        let (a, b, note) = without_empty_cells(a, b);
        let (value, variance) = match self {
            OfTwoShares::LogOddsRatio => (
                (a.count / a.failures()).ln() - (b.count / b.failures()).ln(),
                1.0 / a.count + 1.0 / a.failures() + 1.0 / b.count + 1.0 / b.failures(),
            ),
            OfTwoShares::LogRiskRatio => {
                ((a.share() / b.share()).ln(), a.failures() / (a.count * a.of) + b.failures() / (b.count * b.of))
            }
            OfTwoShares::RiskDifference => {
                let spread = |it: Successes| it.share() * it.failures() / (it.of * it.of);
                (a.share() - b.share(), spread(a) + spread(b))
            }
        };
        Effect::new(value, variance, note)
    }

    /// A pooled effect as people read it: an odds ratio, a risk ratio, a difference.
    #[must_use]
    pub fn back_transform(self, pooled: f64) -> f64 {
        match self {
            OfTwoShares::LogOddsRatio | OfTwoShares::LogRiskRatio => pooled.exp(),
            OfTwoShares::RiskDifference => pooled,
        }
    }
}
