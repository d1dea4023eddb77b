//! Power of a test whose standard error is known, as that of a fitted model is.

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
        let delta = (difference / se).abs();
        let power = match df {
            Some(df) => {
                let critical = student_t::upper_quantile(alpha / 2.0, df);
                noncentral_t::sf(critical, df, delta) + noncentral_t::cdf(-critical, df, delta)
            }
            None => {
                let critical = normal::upper_quantile(alpha / 2.0);
                normal::cdf(delta - critical) + normal::cdf(-delta - critical)
            }
        };
        if power.is_finite() {
            Ok(power.clamp(0.0, 1.0))
        } else {
            Err(StatError::Undefined("the power could not be computed for these numbers".to_owned()))
        }
    }
}
