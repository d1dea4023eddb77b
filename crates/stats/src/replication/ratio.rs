//! How much larger one finding is than another.

use super::Finding;
use crate::dist::{normal, student_t};
use crate::effect::check_level;
use crate::{Estimate, Interval, Note, Result, StatError};

/// The reproduction's estimate minus the original's, on the scale on which both are about normal: standard error √(σ_o² + σ_r²),
/// and the p-value of no difference, by t with the degrees of freedom of Welch and Satterthwaite where those of a finding are
/// known ([`Finding::with_df`]).
///
/// # Errors
/// When the level is outside (0, 1), or the difference is too large for a number.
pub fn effect_difference(original: &Finding, reproduction: &Finding, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let found = reproduction.minus(original);
    let interval = found.interval(level);
    if !(found.value.is_finite() && interval.low.is_finite() && interval.high.is_finite()) {
        return Err(StatError::Undefined("the difference of the findings is too large for a number".to_owned()));
    }
    let kind = if found.df.is_finite() { "t" } else { "Wald" };
    let estimate = Estimate::new("effect_difference", found.value).df(found.df.is_finite().then_some(found.df));
    Ok(estimate.se(found.se).p(found.differs()).interval(Interval { kind, ..interval }))
}

/// The reproduction's estimate over the original's, with the interval of Fieller (1954, JRSS B 16): with
/// g = (z σ_o/θ_o)² and ratio ρ, (ρ ± z/|θ_o| √((1 − g) σ_r² + ρ² σ_o²)) / (1 − g) for independent
/// estimates. Where the original may be zero, g ≥ 1, no bounds exist, and a note says so. Where degrees of freedom are known, t takes
/// the place of z, with those of Welch and Satterthwaite for θ_r − ρ θ_o.
///
/// # Errors
/// When the level is outside (0, 1), or the original is zero or too small to divide by.
pub fn effect_ratio(original: &Finding, reproduction: &Finding, level: f64) -> Result<Estimate> {
    check_level(level)?;
    let (a, b) = (original, reproduction);
    let ratio = b.value / a.value;
    if !ratio.is_finite() {
        return Err(StatError::Undefined("the first effect is zero, so there is no ratio to it".to_owned()));
    }
    let df = b.minus(&Finding { value: ratio * a.value, se: ratio.abs() * a.se, ..*a }).df;
    let tail = 0.5 * (1.0 - level);
    let z = if df.is_finite() { student_t::upper_quantile(tail, df) } else { normal::upper_quantile(tail) };
    let g = (z * a.se / a.value).powi(2);
    let estimate = Estimate::new("effect_ratio", ratio);
    let unbounded = Note::Said("the first effect may be zero, so the ratio has no bounds".to_owned());
    if g.is_nan() || g >= 1.0 {
        return Ok(estimate.note(unbounded));
    }
    let spread = z / a.value.abs() * ((1.0 - g).sqrt() * b.se).hypot(ratio * a.se);
    let (low, high) = ((ratio - spread) / (1.0 - g), (ratio + spread) / (1.0 - g));
    if !(low.is_finite() && high.is_finite()) {
        return Ok(estimate.note(unbounded));
    }
    Ok(estimate.interval(Interval { low, high, level, kind: "Fieller" }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_original_that_may_be_zero_gives_a_ratio_without_bounds() {
        let finding = |value, se| Finding::new(value, se).unwrap();
        let open = effect_ratio(&finding(0.1, 0.1), &finding(0.2, 0.1), 0.95).unwrap();
        assert!(open.interval.is_none() && open.notes.len() == 1);
        assert!(effect_ratio(&finding(0.0, 0.1), &finding(0.2, 0.1), 0.95).is_err());
        assert!(effect_ratio(&finding(1.0, 0.1), &finding(0.2, 0.1), 1.0).is_err());
        assert!(effect_difference(&finding(-1e308, 0.1), &finding(1e308, 0.1), 0.95).is_err());
    }

    #[test]
    fn the_ratio_of_findings_of_few_people_has_a_wider_interval() {
        let finding = |value: f64, df: f64| Finding::new(value, 0.1).unwrap().with_df(df).unwrap();
        let width = |df: f64| {
            let ratio = effect_ratio(&finding(1.0, df), &finding(1.0, df), 0.95).unwrap();
            let interval = ratio.interval.unwrap();
            assert!(((interval.low * interval.high) - 1.0).abs() < 1e-12, "of equals the ends are 1/x and x");
            interval.high - interval.low
        };
        // Both together have eight degrees of freedom: 2.306 / 1.960 = 1.177.
        assert!((1.17..1.2).contains(&(width(4.0) / width(f64::INFINITY))));
    }

    proptest! {
        #[test]
        fn a_ratio_lies_inside_its_interval_and_does_not_change_with_the_scale(
            a in 0.5f64..5.0, b in -5.0f64..5.0, se in 0.01f64..0.2, times in 0.1f64..10.0,
        ) {
            let of = |times: f64| {
                let (a, b) = (Finding::new(times * a, times * se).unwrap(), Finding::new(times * b, times * se).unwrap());
                effect_ratio(&a, &b, 0.95).unwrap()
            };
            let (one, other) = (of(1.0), of(times));
            let (i, j) = (one.interval.unwrap(), other.interval.unwrap());
            prop_assert!(i.low <= one.value && one.value <= i.high);
            for (x, y) in [(one.value, other.value), (i.low, j.low), (i.high, j.high)] {
                prop_assert!((x - y).abs() <= 1e-9 * (1.0 + x.abs()), "{} {}", x, y);
            }
        }
    }
}
