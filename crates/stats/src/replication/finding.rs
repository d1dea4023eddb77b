//! What a study found, on a scale where it is about normal.

use crate::decide::Difference;
use crate::{Estimate, Result, StatError};

/// How the estimate was brought to that scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    AsIs,
    FisherZ,
}

impl Measure {
    pub(super) fn back_transform(self, value: f64) -> f64 {
        match self {
            Measure::AsIs => value,
            Measure::FisherZ => value.tanh(),
        }
    }
}

/// An estimate with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finding {
    pub(super) value: f64,
    pub(super) se: f64,
    /// Degrees of freedom of the standard error; infinite where it is taken as known.
    pub(super) df: f64,
    pub(super) measure: Measure,
}

impl Finding {
    /// An estimate with its standard error, as published.
    ///
    /// # Errors
    /// When one is not finite or the standard error is not above zero.
    pub fn new(value: f64, se: f64) -> Result<Self> {
        if let Some(index) = [value, se].iter().position(|x| !x.is_finite()) {
            return Err(StatError::NotFinite { what: "the finding", index });
        }
        if se <= 0.0 {
            return Err(StatError::Domain { what: "a standard error", must: "above zero", found: se });
        }
        Ok(Finding { value, se, df: f64::INFINITY, measure: Measure::AsIs })
    }

    /// The same with the degrees of freedom of its standard error.
    ///
    /// # Errors
    /// When they are not above zero.
    pub fn with_df(self, df: f64) -> Result<Self> {
        if df > 0.0 {
            Ok(Finding { df, ..self })
        } else {
            Err(StatError::Domain { what: "the degrees of freedom", must: "above zero", found: df })
        }
    }

    /// The reproduction's estimate minus the original's, on the scale on which both are about normal, with the error √(σ_o² + σ_r²) and
    /// the degrees of freedom of Welch and Satterthwaite, (σ_o² + σ_r²)² / (σ_o⁴/ν_o + σ_r⁴/ν_r); infinite where both errors are
    /// taken as known, which makes it normal.
    #[must_use]
    pub fn minus(&self, original: &Finding) -> Difference {
        let (u, v) = (original.se * original.se, self.se * self.se);
        Difference {
            first: 1,
            second: 0,
            value: self.value - original.value,
            se: original.se.hypot(self.se),
            df: (u + v).powi(2) / (u * u / original.df + v * v / self.df),
            most: f64::INFINITY,
        }
    }

    /// The finding as a difference from zero.
    #[must_use]
    pub fn as_difference(&self) -> Difference {
        Difference { first: 1, second: 0, value: self.value, se: self.se, df: self.df, most: f64::INFINITY }
    }

    /// The one-sided test that it is nearer to zero than a value, or on the other side of zero: small where it is.
    #[must_use]
    pub fn test_below(&self, value: f64) -> Estimate {
        let found = self.as_difference().stretched(1.0_f64.copysign(value));
        Estimate::new("below", self.value).p(found.reversed().higher_by(-value.abs()))
    }

    /// A standardised difference of two groups; standard error √(1/n₁ + 1/n₂ + d²/(2(n₁ + n₂)))
    /// (Hedges & Olkin 1985, eq. 5.14).
    ///
    /// # Errors
    /// When a group has fewer than two values or d is not finite.
    pub fn from_d(d: f64, n1: usize, n2: usize) -> Result<Self> {
        for found in [n1, n2] {
            if found < 2 {
                return Err(StatError::TooFew { what: "values in a sample", needed: 2, found });
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let (m, n) = (n1 as f64, n2 as f64);
        Finding::new(d, (1.0 / m + 1.0 / n + d * d / (2.0 * (m + n))).sqrt())
    }

    /// A correlation of n pairs, by Fisher's z with standard error 1/√(n − 3).
    ///
    /// # Errors
    /// When there are fewer than four pairs or the correlation is not inside (−1, 1).
    pub fn from_r(r: f64, n: usize) -> Result<Self> {
        if n < 4 {
            return Err(StatError::TooFew { what: "pairs", needed: 4, found: n });
        }
        if !(r > -1.0 && r < 1.0) {
            return Err(StatError::Domain { what: "a correlation", must: "between -1 and 1", found: r });
        }
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let se = 1.0 / (n as f64 - 3.0).sqrt();
        Ok(Finding { value: r.atanh(), se, df: f64::INFINITY, measure: Measure::FisherZ })
    }

    /// z = estimate over standard error.
    #[must_use]
    pub fn z(&self) -> f64 {
        self.value / self.se
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_held_against_a_value_in_the_direction_of_that_value() {
        let p = |value: f64, limit: f64| {
            let found = Finding::new(value, 0.1).unwrap().with_df(4.0).unwrap();
            found.test_below(limit).p.unwrap().value()
        };
        // R 4.5: pt((0.1 - 0.4) / 0.1, 4)
        assert!((p(0.1, 0.4) - 0.019_970_984_035_859_4).abs() < 1e-12, "{}", p(0.1, 0.4));
        assert!((p(-0.1, -0.4) - p(0.1, 0.4)).abs() < 1e-15);
        assert!(p(0.5, -0.4) < 0.001 && p(-0.9, -0.4) > 0.99);
    }
}
