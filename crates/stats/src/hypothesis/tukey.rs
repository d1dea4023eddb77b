//! All pairs of groups at once: Tukey's, Tukey and Kramer's, and Games and Howell's comparisons.

use super::anova::check_spread;
use super::sample::at_least;
use super::{Summary, Test};
use crate::dist::studentized_range;
use crate::{Estimate, Interval, PValue, Result, StatError};

/// What the groups are taken to share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Variances {
    /// One variance, pooled over all groups (Tukey 1949; Kramer 1956 for unequal sizes).
    #[default]
    Equal,
    /// None: each pair has its own standard error and degrees of freedom (Games and Howell 1976).
    Unequal,
}

/// Every pair i < j: the `difference` x̄ᵢ − x̄ⱼ with its simultaneous interval and p-value from the
/// studentized range of k means, q = |x̄ᵢ − x̄ⱼ| / √(½(vᵢ/nᵢ + vⱼ/nⱼ)), where v is the pooled variance on
/// N − k degrees of freedom, or each group's own with Welch's degrees of freedom.
///
/// # Errors
/// When there are fewer than two groups, nothing varies within them, or the level is not between 0 and 1.
pub fn all_pairs(groups: &[Summary], variances: Variances, level: f64) -> Result<Vec<Pair>> {
    at_least("groups", 2, groups.len())?;
    if !(level > 0.0 && level < 1.0) {
        return Err(StatError::Domain { what: "the level of an interval", must: "between 0 and 1", found: level });
    }
    let within: f64 = groups.iter().map(|group| group.squares()).sum();
    check_spread(groups, within)?;
    let df = groups.iter().map(|group| group.size() - 1.0).sum::<f64>();
    let k = groups.len() as f64;
    let pooled =
        PooledVariance { variance: within / df, df, quantile: studentized_range::upper_quantile(1.0 - level, k, df) };
    let mut pairs = Vec::new();
    for (i, a) in groups.iter().enumerate() {
        for (j, b) in groups.iter().enumerate().skip(i + 1) {
            let shared = match variances {
                Variances::Equal => pooled.yardstick(*a, *b),
                Variances::Unequal => own(*a, *b, k, level)?,
            };
            pairs.push(Pair { first: i, second: j, test: compare(*a, *b, shared, k, level) });
        }
    }
    Ok(pairs)
}

/// One pair of groups, by their places.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The first group.
    pub first: usize,
    /// The second.
    pub second: usize,
    /// `q` with the p-value; also `difference` with the interval.
    pub test: Test,
}

struct PooledVariance {
    variance: f64,
    df: f64,
    quantile: f64,
}

/// What a pair is judged by.
#[derive(Clone, Copy)]
struct Yardstick {
    se: f64,
    df: f64,
    quantile: f64,
    kind: &'static str,
}

impl PooledVariance {
    fn yardstick(&self, a: Summary, b: Summary) -> Yardstick {
        let se = (self.variance * (1.0 / a.size() + 1.0 / b.size())).sqrt();
        let kind = if a.n == b.n { "Tukey" } else { "Tukey-Kramer" };
        Yardstick { se, df: self.df, quantile: self.quantile, kind }
    }
}

fn own(a: Summary, b: Summary, k: f64, level: f64) -> Result<Yardstick> {
    let total = a.se2() + b.se2();
    if total == 0.0 {
        return Err(StatError::Constant { what: "the values of two groups", statistic: "their difference's error" });
    }
    let (share_a, share_b) = (a.se2() / total, b.se2() / total);
    let df = 1.0 / (share_a * share_a / (a.size() - 1.0) + share_b * share_b / (b.size() - 1.0));
    let quantile = studentized_range::upper_quantile(1.0 - level, k, df);
    Ok(Yardstick { se: total.sqrt(), df, quantile, kind: "Games-Howell" })
}

fn compare(a: Summary, b: Summary, yardstick: Yardstick, k: f64, level: f64) -> Test {
    let Yardstick { se, df, quantile, kind } = yardstick;
    let difference = a.mean - b.mean;
    let q = difference.abs() / se * std::f64::consts::SQRT_2;
    let p = PValue::new(studentized_range::sf(q, k, df));
    let margin = quantile * se / std::f64::consts::SQRT_2;
    let interval = Interval { low: difference - margin, high: difference + margin, level, kind };
    Test::new(Estimate::new("q", q).df([k, df]).p(p))
        .with_estimate(Estimate::new("difference", difference).se(se).interval(interval).p(p))
}
