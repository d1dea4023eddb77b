//! Several groups against one control.

use super::anova::check_spread;
use super::sample::at_least;
use super::{Alternative, Summary, Test, TestOptions};
use crate::dist::dunnett::{Comparisons, Sides};
use crate::{Estimate, Interval, PValue, Result};

/// Each group's `difference` from the control with simultaneous interval and p-value:
/// t = (x̄ᵢ − x̄₀) / √(s²(1/nᵢ + 1/n₀)), s² the variance pooled over all groups, judged by the largest of
/// the correlated t statistics (Dunnett 1955, JASA 50; 1964 for unequal sizes).
///
/// # Errors
/// When there is no group besides the control or nothing varies within groups.
pub fn dunnett(control: Summary, others: &[Summary], asked: TestOptions) -> Result<Vec<Test>> {
    let TestOptions { alternative, level } = asked.check()?;
    at_least("groups besides the control", 1, others.len())?;
    let all: Vec<Summary> = others.iter().copied().chain([control]).collect();
    let within: f64 = all.iter().map(|group| group.squares()).sum();
    check_spread(&all, within)?;
    let df = all.iter().map(|group| group.size() - 1.0).sum::<f64>();
    let sides = match alternative {
        Alternative::TwoSided => Sides::Two,
        Alternative::Less | Alternative::Greater => Sides::One,
    };
    let sizes: Vec<f64> = others.iter().map(|group| group.size()).collect();
    let comparisons = Comparisons::new(control.size(), &sizes, df, sides);
    let quantile = comparisons.upper_quantile(1.0 - level);
    let one = |group: &Summary| {
        let difference = group.mean - control.mean;
        let se = (within / df * (1.0 / group.size() + 1.0 / control.size())).sqrt();
        let t = difference / se;
        let p = PValue::new(comparisons.sf(match alternative {
            Alternative::TwoSided => t.abs(),
            Alternative::Less => -t,
            Alternative::Greater => t,
        }));
        let (low, high) = alternative.interval_ends(
            difference - quantile * se,
            difference + quantile * se,
            (f64::NEG_INFINITY, f64::INFINITY),
        );
        let interval = Interval { low, high, level, kind: "Dunnett" };
        Test::new(Estimate::new("t", t).df([df]).p(p))
            .with_estimate(Estimate::new("difference", difference).se(se).interval(interval).p(p))
    };
    Ok(others.iter().map(one).collect())
}
