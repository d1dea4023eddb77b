//! Effects of a correlation.

use super::Effect;
use crate::{Result, StatError};

/// What is made of a correlation of n pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfCorrelation {
    /// r itself, with variance (1 − r²)²/(n − 1).
    Plain,
    /// Fisher's (1921) z = atanh r, with variance 1/(n − 3).
    FisherZ,
}

impl OfCorrelation {
    /// The effect of one study.
    ///
    /// # Errors
    /// When r is not between −1 and 1, or there are too few pairs.
    pub fn effect(self, r: f64, n: usize) -> Result<Effect> {
        if !(r > -1.0 && r < 1.0) {
            return Err(StatError::Domain { what: "a correlation", must: "above -1 and below 1", found: r });
        }
        let needed = match self {
            OfCorrelation::Plain => 2,
            OfCorrelation::FisherZ => 4,
        };
        if n < needed {
            return Err(StatError::TooFew { what: "pairs of values", needed, found: n });
        }
        let size = n as f64;
        match self {
            OfCorrelation::Plain => Effect::new(r, (1.0 - r * r).powi(2) / (size - 1.0), None),
            OfCorrelation::FisherZ => Effect::new(r.atanh(), 1.0 / (size - 3.0), None),
        }
    }

    /// A pooled effect as a correlation.
    #[must_use]
    pub fn back_transform(self, pooled: f64) -> f64 {
        match self {
            OfCorrelation::Plain => pooled,
            OfCorrelation::FisherZ => pooled.tanh(),
        }
    }
}
