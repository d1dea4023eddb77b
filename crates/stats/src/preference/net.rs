//! How much more often one of two was chosen, from printed shares.

use crate::dist::normal;
use crate::{Estimate, Interval, Result, StatError};

/// How n independent choices between two fell, "equal" being the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shares {
    /// The share that chose the first.
    pub first: f64,
    /// The share that chose the second.
    pub second: f64,
    /// How many chose.
    pub n: usize,
}

/// Net preference p₁ − p₂: a difference of two shares of one multinomial sample, whose variance is
/// (p₁ + p₂ − (p₁ − p₂)²)/n (Agresti 2013, Categorical Data Analysis, §11.1), with Wald's interval as far as it is possible.
///
/// # Errors
/// When nobody chose, a share is outside [0, 1], both are more than one together (beyond what two decimals
/// can hide), everybody chose alike so that nothing varies, or the level is outside (0, 1).
pub fn net_preference(shares: Shares, level: f64) -> Result<Estimate> {
    crate::effect::check_level(level)?;
    let Shares { first, second, n } = shares;
    if n == 0 {
        return Err(StatError::TooFew { what: "choices", needed: 1, found: 0 });
    }
    for share in [first, second] {
        if !(0.0..=1.0).contains(&share) {
            return Err(StatError::Domain { what: "a share", must: "between 0 and 1", found: share });
        }
    }
    if first + second > 1.0 + 0.01 + 1e-9 {
        let found = first + second;
        return Err(StatError::Domain { what: "the sum of two shares", must: "at most 1", found });
    }
    let net = first - second;
    let se = ((first + second - net * net).max(0.0) / n as f64).sqrt();
    if se <= 0.0 {
        return Err(StatError::Constant { what: "the choices", statistic: "the error of a net preference" });
    }
    let spread = normal::upper_quantile(0.5 * (1.0 - level)) * se;
    let interval = Interval { low: net - spread, high: net + spread, level, kind: "Wald" }.clamp((-1.0, 1.0));
    Ok(Estimate::new("net_preference", net).se(se).interval(interval))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_shares_is_refused() {
        let of = |first, second, n| net_preference(Shares { first, second, n }, 0.95);
        assert!(of(0.4, 0.3, 100).is_ok());
        assert!(of(0.505, 0.505, 100).is_ok(), "two shares rounded up");
        for (first, second, n) in [(0.4, 0.3, 0), (1.1, 0.0, 9), (-0.1, 0.2, 9), (f64::NAN, 0.2, 9), (0.7, 0.6, 9)] {
            assert!(of(first, second, n).is_err(), "{first} {second} {n}");
        }
        assert!(of(1.0, 0.0, 12).is_err() && of(0.0, 0.0, 12).is_err(), "nothing varies");
    }
}
