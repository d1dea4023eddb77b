//! Correlation of two columns of numbers.
//!
//! The p-value is exact where n is small and says so; a perfect correlation of a few systems never
//! gets p = 0.

mod kendall;
mod pearson;
mod permutations;
mod ranks;
mod spearman;

use crate::dist::normal;
use crate::resample::{Plan, Scheme, bootstrap};
use crate::{Interval, Note, Result, StatError};

pub use kendall::kendall;
pub(crate) use pearson::coefficient;
pub use pearson::pearson;
pub use ranks::average_ranks;
pub use spearman::spearman;

/// Which correlation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Correlation {
    /// Pearson's r: of the numbers themselves.
    Pearson,
    /// Spearman's rho: of their ranks.
    Spearman,
    /// Kendall's tau-b: of the signs of all differences.
    Kendall,
}

impl Correlation {
    /// The correlation with interval and p-value.
    ///
    /// # Errors
    /// When the lengths differ, there are fewer than two pairs, or one side does not vary.
    pub fn estimate(self, x: &[f64], y: &[f64], level: f64) -> Result<crate::Estimate> {
        match self {
            Correlation::Pearson => pearson(x, y, level),
            Correlation::Spearman => spearman(x, y, level),
            Correlation::Kendall => kendall(x, y, level),
        }
    }

    /// The number alone; `None` where it is undefined.
    #[must_use]
    pub fn value(self, x: &[f64], y: &[f64]) -> Option<f64> {
        match self {
            Correlation::Pearson => pearson::coefficient(x, y),
            Correlation::Spearman => pearson::coefficient(&average_ranks(x), &average_ranks(y)),
            Correlation::Kendall => kendall::Pairs::count(x, y).tau_b(),
        }
    }
}

/// A percentile bootstrap interval over pairs of values.
///
/// # Errors
/// As [`Correlation::estimate`], and when too few samples vary.
pub fn correlation_bootstrap(
    which: Correlation,
    x: &[f64],
    y: &[f64],
    plan: Plan,
    level: f64,
) -> Result<(Interval, Note)> {
    check(x, y)?;
    let replicates = bootstrap(plan, &Scheme::Rows(x.len()), |rows| {
        let pick = |values: &[f64]| rows.iter().map(|row| values[*row as usize]).collect::<Vec<_>>();
        which.value(&pick(x), &pick(y))
    });
    Ok((replicates.percentile(level)?, replicates.note()))
}

/// The smallest two-sided p-value a ranking of k things can have: 2 / k!, since only two of the k! orders
/// are perfect. Three systems can never differ from chance at 0.05, whatever the data.
#[must_use]
pub fn smallest_p(k: usize) -> crate::PValue {
    let ln_factorial: f64 = (2..=k).map(|i| (i as f64).ln()).sum();
    crate::PValue::from_ln(std::f64::consts::LN_2 - ln_factorial)
}

/// Two columns of one length, at least two long, finite.
fn check(x: &[f64], y: &[f64]) -> Result<()> {
    if x.len() != y.len() {
        return Err(StatError::Lengths { left: "x", left_len: x.len(), right: "y", right_len: y.len() });
    }
    if x.len() < 2 {
        return Err(StatError::TooFew { what: "pairs of values", needed: 2, found: x.len() });
    }
    for (what, values) in [("x", x), ("y", y)] {
        if let Some(index) = values.iter().position(|value| !value.is_finite()) {
            return Err(StatError::NotFinite { what, index });
        }
    }
    Ok(())
}

fn constant(x: &[f64], statistic: &'static str) -> StatError {
    let flat = x.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_eq());
    StatError::Constant { what: if flat { "the values of x" } else { "the values of y" }, statistic }
}

/// The interval on Fisher's scale, tanh(atanh(r) ± z·se); `None` for a perfect correlation.
fn fisher_interval(r: f64, se: f64, level: f64, kind: &'static str) -> Result<Option<Interval>> {
    if !(level > 0.0 && level < 1.0) {
        return Err(StatError::Domain { what: "the level", must: "between 0 and 1", found: level });
    }
    if !se.is_finite() || r.abs() >= 1.0 {
        return Ok(None);
    }
    let half = normal::upper_quantile((1.0 - level) / 2.0) * se;
    Ok(Some(Interval { low: (r.atanh() - half).tanh(), high: (r.atanh() + half).tanh(), level, kind }))
}

/// What is to be said when so few things are ranked that even a perfect order proves little.
fn note_few_ranks(n: usize) -> Option<Note> {
    let smallest = smallest_p(n).value();
    (smallest > 0.05).then(|| Note::Said(format!("the smallest p possible with {n} pairs is {smallest:.3}")))
}

#[cfg(test)]
mod tests;
