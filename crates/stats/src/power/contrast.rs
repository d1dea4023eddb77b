//! Power of a test whose standard error is known, as that of a fitted model is.

use super::tost::{self, StandardisedMargin};
use crate::dist::{noncentral_t, normal, student_t};
use crate::{Result, StatError};

/// A difference to be found, beside the standard error with which a design estimates it.
///
/// The two-sided test rejects with probability P(|T| > t_c), T noncentral t with δ = difference/se and the
/// degrees of freedom of the standard error; without them, normal (Cohen 1988, §2.2; for mixed models Judd,
/// Westfall & Kenny 2017, Annual Review of Psychology 68, 601–625).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    /// The true difference.
    pub difference: f64,
    /// The standard error of its estimate.
    pub se: f64,
    /// The degrees of freedom of that; none for tests by the normal distribution.
    pub df: Option<f64>,
}

impl Contrast {
    /// The chance that the two-sided test at `alpha` finds the difference.
    ///
    /// # Errors
    /// When a number is outside its range.
    pub fn power(self, alpha: f64) -> Result<f64> {
        self.validate(alpha)?;
        let delta = (self.difference / self.se).abs();
        let power = match self.df {
            Some(df) => {
                let critical = student_t::upper_quantile(alpha / 2.0, df);
                noncentral_t::sf(critical, df, delta) + noncentral_t::cdf(-critical, df, delta)
            }
            None => {
                let critical = normal::upper_quantile(alpha / 2.0);
                normal::cdf(delta - critical) + normal::cdf(-delta - critical)
            }
        };
        as_power(power)
    }

    /// The chance that the one-sided test at `alpha` shows the difference to be above `margin`: P(T > t_c), δ = (difference −
    /// margin)/se. With no margin and half the level, this is the chance that a two-sided test finds the difference *in its
    /// direction*, as `power.t.test` of R gives it.
    ///
    /// # Errors
    /// When a number is outside its range.
    pub fn power_above(self, margin: f64, alpha: f64) -> Result<f64> {
        self.validate(alpha)?;
        let delta = (self.difference - margin) / self.se;
        as_power(match self.df {
            Some(df) => noncentral_t::sf(student_t::upper_quantile(alpha, df), df, delta),
            None => normal::cdf(delta - normal::upper_quantile(alpha)),
        })
    }

    /// The chance that two one-sided tests at `alpha` each show the difference to be within ±`margin`.
    ///
    /// # Errors
    /// When a number is outside its range.
    pub fn power_within(self, margin: f64, alpha: f64) -> Result<f64> {
        self.validate(alpha)?;
        as_power(match self.df {
            Some(df) => tost::power(StandardisedMargin::new(self.difference, margin, self.se), df, alpha),
            None => {
                let room = margin / self.se - normal::upper_quantile(alpha);
                let delta = self.difference / self.se;
                (normal::cdf(room - delta) - normal::cdf(-room - delta)).max(0.0)
            }
        })
    }

    fn validate(self, alpha: f64) -> Result<()> {
        let Contrast { difference, se, df } = self;
        if !difference.is_finite() {
            return Err(StatError::Domain { what: "the difference", must: "finite", found: difference });
        }
        let positive = |what, found: f64| {
            if found.is_finite() && found > 0.0 {
                Ok(())
            } else {
                Err(StatError::Domain { what, must: "finite and above zero", found })
            }
        };
        positive("the standard error", se)?;
        df.map_or(Ok(()), |df| positive("the degrees of freedom", df))?;
        if !(alpha > 0.0 && alpha < 1.0) {
            return Err(StatError::Domain { what: "alpha", must: "between 0 and 1", found: alpha });
        }
        Ok(())
    }
}

fn as_power(power: f64) -> Result<f64> {
    if power.is_finite() {
        Ok(power.clamp(0.0, 1.0))
    } else {
        Err(StatError::Undefined("the power could not be computed for these numbers".to_owned()))
    }
}
