//! Small telescopes.

use crate::dist::noncentral_t;
use crate::effect::Summary;
use crate::power::{EffectMeasure, Question, Sides, Size, Test};
use crate::{Estimate, PValue, Result, StatError};

/// What the original could have seen, and whether the reproduction's effect is smaller than that.
#[derive(Debug, Clone, PartialEq)]
pub struct Telescopes {
    /// d₃₃: the effect that the original's size had one chance in three of detecting.
    pub detectable: Estimate,
    /// The reproduction's d, with the p-value of the one-sided test that it is below d₃₃.
    pub reproduction: Estimate,
}

/// Simonsohn's (2015, Psychological Science 26) test for two independent groups: if the reproduction's d
/// is significantly below the effect for which the original had 33% power, the original's sample was
/// too small to have seen what there is. The original's direction counts as positive.
///
/// # Errors
/// When a group of the original has fewer than two values, the groups of either study are unequal by
/// more than the test can bear (sizes must be at least two), or the reproduction does not vary.
pub fn small_telescopes(original_per_group: usize, a: Summary, b: Summary) -> Result<Telescopes> {
    let detectable = detectable_effect(original_per_group)?;
    let d33 = detectable.value;
    let d = crate::effect::cohen_d(a, b, crate::effect::Denominator::Pooled, 0.9)?;
    let (m, n) = (a.size(), b.size());
    let root = (m * n / (m + n)).sqrt();
    let df = m + n - 2.0;
    let p = PValue::from_ln(noncentral_t::ln_cdf(d.value * root, df, d33 * root));
    Ok(Telescopes { detectable, reproduction: d.p(p) })
}

/// d₃₃, the effect for which a two-sided t test of two independent groups of this size has 33 % power.
///
/// # Errors
/// When a group has fewer than two values.
pub fn detectable_effect(per_group: usize) -> Result<Estimate> {
    if per_group < 2 {
        return Err(StatError::TooFew { what: "values in a group of the original", needed: 2, found: per_group });
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let size = Size::PerGroup(per_group as f64);
    let question = Question { test: Test::TwoSample(Sides::Two), alpha: 0.05 };
    Ok(Estimate::new("d33", question.effect(EffectMeasure::CohenD(0.1), size, 1.0 / 3.0)?.value()))
}
