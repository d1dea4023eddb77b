//! Whether a reproduction agrees with its original.

mod bayes;
mod finding;
mod ratio;
mod sceptical;
mod telescopes;

pub use bayes::{TStatistic, replication_bayes_factor_t, replication_bayes_factor_z};
pub use finding::Finding;
pub use ratio::{effect_difference, effect_ratio};
pub use sceptical::sceptical_p;
pub use telescopes::{Telescopes, detectable_effect, small_telescopes};

use crate::decide::Difference;
use crate::dist::normal;
use crate::effect::check_level;
use crate::{Estimate, Interval, Result};

/// Where the reproduction's estimate should fall if both estimate the same thing:
/// θ_o ± z √(σ_o² + σ_r²) (Patil, Peng & Leek 2016; Spence & Stanley 2016), t for z where degrees of freedom are known. The value
/// is the reproduction's estimate, the interval the prediction, and p that of the difference.
///
/// # Errors
/// When the level is outside (0, 1).
pub fn prediction_interval(original: &Finding, reproduction: &Finding, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let found = reproduction.minus(original);
    // Around the original's estimate, as wide as the interval of the difference.
    let around = Difference { value: original.value, ..found }.interval(level);
    let back = |value: f64| original.measure.back_transform(value);
    let (low, high) = (back(around.low), back(around.high));
    Ok(Estimate::new("prediction", back(reproduction.value)).p(found.differs()).interval(Interval {
        low,
        high,
        level,
        kind: "prediction",
    }))
}

/// The estimate of one finding with the confidence interval of the other, to see whether it is inside.
///
/// # Errors
/// When the level is outside (0, 1).
pub fn within_interval(name: &'static str, of: &Finding, value: &Finding, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let spread = normal::upper_quantile(0.5 * (1.0 - level)) * of.se;
    let back = |value: f64| of.measure.back_transform(value);
    let (low, high) = (back(of.value - spread), back(of.value + spread));
    Ok(Estimate::new(name, back(value.value)).interval(Interval { low, high, level, kind: "Wald" }))
}
