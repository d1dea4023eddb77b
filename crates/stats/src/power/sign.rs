//! Power of the exact sign test.

use crate::dist::binomial;
use crate::{Result, StatError};

/// Choices between two, of which each goes to the first with the same chance.
///
/// The two-sided exact test rejects at counts up to c and from n − c on, c being the largest count with
/// 2·P(X ≤ c | ½) < alpha; its power is the chance of such a count under the true share (Cohen 1988, ch. 5, who
/// calls share − ½ g: 0.05 small, 0.15 medium, 0.25 large).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignDesign {
    /// How many choices are for one or the other.
    pub choices: u64,
    /// The true share of one of the two.
    pub share: f64,
}

impl SignDesign {
    /// The chance that the two-sided exact sign test at `alpha` finds that the two are not chosen equally often.
    ///
    /// # Errors
    /// When there is no choice, or a number is outside its range.
    pub fn power(self, alpha: f64) -> Result<f64> {
        let SignDesign { choices: n, share } = self;
        if n == 0 {
            return Err(StatError::TooFew { what: "decided choices", needed: 1, found: 0 });
        }
        if !(0.0..=1.0).contains(&share) {
            return Err(StatError::Domain { what: "a share", must: "between 0 and 1", found: share });
        }
        if !(alpha > 0.0 && alpha < 1.0) {
            return Err(StatError::Domain { what: "alpha", must: "between 0 and 1", found: alpha });
        }
        let rejects = |count: u64| 2.0 * binomial::cdf(count, n, 0.5) < alpha;
        if !rejects(0) {
            return Ok(0.0);
        }
        let (mut yes, mut no) = (0, n.div_ceil(2));
        while no - yes > 1 {
            let middle = yes + (no - yes) / 2;
            if rejects(middle) { yes = middle } else { no = middle }
        }
        Ok((binomial::cdf(yes, n, share) + binomial::sf(n - yes - 1, n, share)).clamp(0.0, 1.0))
    }
}
