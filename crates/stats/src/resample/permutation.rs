//! P-values from permutations.

use super::Replicates;
use crate::PValue;

/// Which values count as at least as extreme as the one observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// Those at least as large.
    Upper,
    /// Those at most as large.
    Lower,
    /// Those at least as far from zero.
    Both,
}

impl Tail {
    /// Whether a value is at least as extreme as the observed one. Values that differ by rounding alone are equal.
    pub(crate) fn is_extreme(self, value: f64, observed: f64) -> bool {
        let slack = 1e-12 * observed.abs().max(f64::MIN_POSITIVE);
        match self {
            Tail::Upper => value >= observed - slack,
            Tail::Lower => value <= observed + slack,
            Tail::Both => value.abs() >= observed.abs() - slack,
        }
    }
}

/// The share of permutations at least as extreme as what was observed, the observed one counted among
/// them: (b + 1) / (m + 1), which is never zero and keeps its level (Phipson & Smyth 2010, SAGMB 9).
///
/// Values that differ from the observed one by rounding alone count as equal to it.
#[must_use]
pub fn permutation_p(observed: f64, permuted: &Replicates, tail: Tail) -> PValue {
    let count = permuted.values.iter().filter(|value| tail.is_extreme(**value, observed)).count();
    PValue::new((count + 1) as f64 / (permuted.values.len() + 1) as f64)
}
