//! Shares of variance explained, from an F test.

use super::check_level;
use crate::dist::{fisher_f, noncentral_f};
use crate::{Estimate, Interval, Result, StatError};

/// An F statistic with its degrees of freedom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FTest {
    /// The statistic.
    pub f: f64,
    /// Numerator degrees of freedom.
    pub df1: f64,
    /// Denominator degrees of freedom.
    pub df2: f64,
}

impl FTest {
    /// From sums of squares of the effect and the error.
    #[must_use]
    pub fn from_squares(effect: f64, error: f64, df1: f64, df2: f64) -> Self {
        FTest { f: effect / df1 / (error / df2), df1, df2 }
    }

    fn check(self) -> Result<()> {
        if !(self.f.is_finite() && self.f >= 0.0) {
            return Err(StatError::Domain { what: "F", must: "finite and zero or more", found: self.f });
        }
        let proper = |df: f64| df.is_finite() && df > 0.0;
        match [self.df1, self.df2].into_iter().find(|df| !proper(*df)) {
            Some(found) => Err(StatError::Domain { what: "degrees of freedom", must: "finite and above zero", found }),
            None => Ok(()),
        }
    }

    /// The population's share of variance that λ implies: λ/(λ + df1 + df2 + 1) (Steiger 2004, eq. 46).
    fn share(self, ncp: f64) -> f64 {
        ncp / (ncp + self.df1 + self.df2 + 1.0)
    }

    /// The interval of the population's share: the noncentralities under which F is in neither tail.
    /// η², ω² and ε² all estimate this one share, so they have one interval.
    fn interval(self, level: f64) -> Interval {
        let tail = 0.5 * (1.0 - level);
        let bound = |upper: f64| self.share(noncentral_f::noncentrality(self.f, self.df1, self.df2, upper));
        Interval { low: bound(tail), high: bound(1.0 - tail), level, kind: "noncentral F" }
    }

    fn estimate(self, name: &'static str, value: f64, level: f64) -> Result<Estimate> {
        let p = fisher_f::p_value(self.f, self.df1, self.df2);
        Ok(Estimate::new(name, value).df([self.df1, self.df2]).p(p).interval(self.interval(level)))
    }
}

/// η² = F·df1/(F·df1 + df2): the share of variance in the sample. With one factor this is eta
/// squared; with several, that of one of them against the error alone, which is *partial* eta
/// squared (Cohen 1973).
///
/// # Errors
/// When F or its degrees of freedom cannot be such, or the level is outside (0, 1).
pub fn eta_squared(test: FTest, level: f64) -> Result<Estimate> {
    test.check()?;
    check_level(level)?;
    test.estimate("eta2", test.f * test.df1 / (test.f * test.df1 + test.df2), level)
}

/// ω² = (F − 1)·df1/(F·df1 + df2 + 1): nearly unbiased (Hays 1963); negative values are kept.
///
/// # Errors
/// As [`eta_squared`].
pub fn omega_squared(test: FTest, level: f64) -> Result<Estimate> {
    test.check()?;
    check_level(level)?;
    test.estimate("omega2", (test.f - 1.0) * test.df1 / (test.f * test.df1 + test.df2 + 1.0), level)
}

/// ε² = (F − 1)·df1/(F·df1 + df2): η² with unbiased variances (Kelley 1935); negative values are kept.
///
/// # Errors
/// As [`eta_squared`].
pub fn epsilon_squared(test: FTest, level: f64) -> Result<Estimate> {
    test.check()?;
    check_level(level)?;
    test.estimate("epsilon2", (test.f - 1.0) * test.df1 / (test.f * test.df1 + test.df2), level)
}
