//! Effects of two means.

use super::Effect;
use crate::effect::{Summary, hedges_correction, pooled_sd};
use crate::{Result, StatError};

/// What is made of two means, standard deviations and sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfMeans {
    /// The difference, in the units of the values, with variance s₁²/n₁ + s₂²/n₂.
    Difference,
    /// Hedges' g: the difference over the pooled standard deviation, corrected for small samples (Hedges 1981), with
    /// variance 1/n₁ + 1/n₂ + g²/(2(n₁ + n₂)) (Hedges & Olkin 1985).
    Standardised,
}

impl OfMeans {
    /// The effect of one study, first minus second.
    ///
    /// # Errors
    /// When no value varies, or two groups of two are too few for Hedges' correction.
    pub fn effect(self, a: Summary, b: Summary) -> Result<Effect> {
        match self {
            OfMeans::Difference => Effect::new(a.mean - b.mean, a.se2() + b.se2(), None),
            OfMeans::Standardised => {
                let sd = pooled_sd(a, b);
                if sd.is_nan() || sd <= 0.0 {
                    return Err(StatError::Constant { what: "the values", statistic: "a standardised difference" });
                }
                let all = a.size() + b.size();
                let g = hedges_correction(all - 2.0)? * (a.mean - b.mean) / sd;
                Effect::new(g, 1.0 / a.size() + 1.0 / b.size() + g * g / (2.0 * all), None)
            }
        }
    }
}
