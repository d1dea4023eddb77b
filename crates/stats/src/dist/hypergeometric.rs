//! The hypergeometric distribution: marked ones among `drawn` without replacement from an [`Urn`].

use super::binomial::ln_pmf_at;
use super::incomplete_beta::Point;

/// What is drawn from, and how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Urn {
    /// How many marked ones there are.
    pub marked: u64,
    /// How many others.
    pub others: u64,
    /// How many are drawn, at most all.
    pub drawn: u64,
}

impl Urn {
    /// The fewest marked ones a draw can hold.
    #[must_use]
    pub fn fewest(self) -> u64 {
        self.drawn.saturating_sub(self.others)
    }

    /// The most marked ones a draw can hold.
    #[must_use]
    pub fn maximum(self) -> u64 {
        self.drawn.min(self.marked)
    }
}

/// Probability of exactly `k`.
#[must_use]
pub fn pmf(k: u64, urn: Urn) -> f64 {
    ln_pmf(k, urn).exp()
}

/// Logarithm of the probability of exactly `k`: a quotient of three binomial probabilities at the
/// same p = drawn/all, which subtracts no large logarithms (Loader 2000).
#[must_use]
pub fn ln_pmf(k: u64, urn: Urn) -> f64 {
    let all = urn.marked + urn.others;
    if urn.drawn > all {
        return f64::NAN;
    }
    if k < urn.fewest() || k > urn.maximum() {
        return f64::NEG_INFINITY;
    }
    if urn.drawn == 0 || urn.drawn == all {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let at = Point::from_odds(urn.drawn as f64 / (all - urn.drawn) as f64);
    ln_pmf_at(k, urn.marked, at) + ln_pmf_at(urn.drawn - k, urn.others, at) - ln_pmf_at(urn.drawn, all, at)
}

/// P(X ≤ k).
#[must_use]
pub fn cdf(k: u64, urn: Urn) -> f64 {
    ln_cdf(k, urn).exp()
}

/// P(X > k).
#[must_use]
pub fn sf(k: u64, urn: Urn) -> f64 {
    ln_sf(k, urn).exp()
}

/// ln P(X ≤ k).
#[must_use]
pub fn ln_cdf(k: u64, urn: Urn) -> f64 {
    tails(k, urn).0
}

/// ln P(X > k).
#[must_use]
pub fn ln_sf(k: u64, urn: Urn) -> f64 {
    tails(k, urn).1
}

/// Both tails in logarithms: the terms are summed away from the mode, where they fall fast, and the
/// other tail is the complement.
fn tails(k: u64, urn: Urn) -> (f64, f64) {
    if k < urn.fewest() {
        return (f64::NEG_INFINITY, 0.0);
    }
    if k >= urn.maximum() {
        return (0.0, f64::NEG_INFINITY);
    }
    let mode = (urn.drawn + 1) * (urn.marked + 1) / (urn.marked + urn.others + 2);
    if k < mode {
        let lower = ln_pmf(k, urn) + sum((urn.fewest()..k).rev().map(|j| 1.0 / ratio(j, urn))).ln();
        (lower.min(0.0), super::tails::ln_one_minus_exp(lower.min(0.0)))
    } else {
        let upper = ln_pmf(k + 1, urn) + sum((k + 1..urn.maximum()).map(|j| ratio(j, urn))).ln();
        (super::tails::ln_one_minus_exp(upper.min(0.0)), upper.min(0.0))
    }
}

/// P(X = j + 1) / P(X = j).
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn ratio(j: u64, urn: Urn) -> f64 {
    let up = (urn.marked - j) as f64 * (urn.drawn - j) as f64;
    up / ((j + 1) as f64 * (urn.others + j + 1 - urn.drawn) as f64)
}

/// 1 + r₁ + r₁r₂ + …
fn sum(ratios: impl Iterator<Item = f64>) -> f64 {
    let (mut total, mut term) = (1.0, 1.0);
    for r in ratios {
        term *= r;
        total += term;
        if term < total * 1e-18 {
            break;
        }
    }
    total
}
