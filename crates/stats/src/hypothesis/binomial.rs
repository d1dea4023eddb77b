//! The exact binomial test of a share, with its intervals.

use super::{Alternative, Test, TestOptions};
use crate::dist::{beta, binomial, normal};
use crate::{Estimate, Interval, Note, PValue, Result, StatError};

/// Probabilities that differ relatively by less than this count as equal, as rounding makes them differ.
const SAME: f64 = 1e-7;

/// How the interval of a share is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ShareInterval {
    /// Inverts the exact test; never covers less than its level (Clopper and Pearson 1934, Biometrika 26).
    #[default]
    ClopperPearson,
    /// Inverts the score test; covers its level on average (Wilson 1927, JASA 22).
    Wilson,
}

/// `share` = x/n, tested against `expected`. Two-sided, the p-value sums the probabilities of all
/// outcomes no more probable than the one observed.
///
/// # Errors
/// When n is zero, x exceeds it, or the expected share is not between 0 and 1.
pub fn binomial_test(x: u64, n: u64, expected: f64, kind: ShareInterval, asked: TestOptions) -> Result<Test> {
    let asked = asked.check()?;
    if n == 0 {
        return Err(StatError::TooFew { what: "trials", needed: 1, found: 0 });
    }
    if x > n {
        let must = "at most the number of trials";
        return Err(StatError::Domain { what: "the number of successes", must, found: x as f64 });
    }
    if !(expected > 0.0 && expected < 1.0) {
        return Err(StatError::Domain { what: "the share tested", must: "between 0 and 1", found: expected });
    }
    let ln = match asked.alternative {
        Alternative::Less => binomial::ln_cdf(x, n, expected),
        Alternative::Greater => ln_at_least(x, n, expected),
        Alternative::TwoSided => ln_no_more_probable(x, n, expected),
    };
    let share = Estimate::new("share", x as f64 / n as f64);
    Ok(Test::new(share.interval(interval(x, n, kind, asked)).p(PValue::from_ln(ln)).note(Note::Exact)))
}

/// The interval alone.
fn interval(x: u64, n: u64, kind: ShareInterval, asked: TestOptions) -> Interval {
    let outside = asked.alternative.tail_probability(asked.level);
    let (successes, trials) = (x as f64, n as f64);
    let (low, high, kind) = match kind {
        ShareInterval::ClopperPearson => {
            let low = if x == 0 { 0.0 } else { beta::quantile(outside, successes, trials - successes + 1.0) };
            let high = if x == n { 1.0 } else { beta::upper_quantile(outside, successes + 1.0, trials - successes) };
            (low, high, "Clopper-Pearson")
        }
        ShareInterval::Wilson => {
            let z = normal::upper_quantile(outside);
            let share = successes / trials;
            let shrink = 1.0 + z * z / trials;
            let centre = (share + z * z / (2.0 * trials)) / shrink;
            let margin = z * (share * (1.0 - share) / trials + z * z / (4.0 * trials * trials)).sqrt() / shrink;
            // At the ends the two terms cancel exactly but for rounding.
            let low = if x == 0 { 0.0 } else { centre - margin };
            let high = if x == n { 1.0 } else { centre + margin };
            (low, high, "Wilson")
        }
    };
    let (low, high) = asked.alternative.interval_ends(low, high, (0.0, 1.0));
    Interval { low, high, level: asked.level, kind }
}

/// ln P(X ≥ x).
fn ln_at_least(x: u64, n: u64, p: f64) -> f64 {
    if x == 0 { 0.0 } else { binomial::ln_sf(x - 1, n, p) }
}

/// ln of the probability of all outcomes no more probable than x.
pub(super) fn ln_no_more_probable(x: u64, n: u64, p: f64) -> f64 {
    let mean = n as f64 * p;
    let bound = binomial::ln_pmf(x, n, p) + SAME;
    let rare = |k: u64| binomial::ln_pmf(k, n, p) <= bound;
    if (x as f64 - mean).abs() <= SAME * mean {
        return 0.0;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and n")]
    if (x as f64) < mean {
        // Above the mean probabilities fall: the first rare one is found by halving.
        let other = first(mean.ceil() as u64, n + 1, rare);
        let upper = if other > n { f64::NEG_INFINITY } else { ln_at_least(other, n, p) };
        ln_add(binomial::ln_cdf(x, n, p), upper)
    } else {
        // Below it they rise: the first that is not rare.
        let other = first(0, mean.floor() as u64 + 1, |k| !rare(k));
        let lower = if other == 0 { f64::NEG_INFINITY } else { binomial::ln_cdf(other - 1, n, p) };
        ln_add(ln_at_least(x, n, p), lower)
    }
}

/// The first of `low..high` for which a condition holds that holds ever after, or `high`.
fn first(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// ln(eᵃ + eᵇ).
pub(super) fn ln_add(a: f64, b: f64) -> f64 {
    let (larger, smaller) = if a > b { (a, b) } else { (b, a) };
    if smaller == f64::NEG_INFINITY { larger } else { larger + (smaller - larger).exp().ln_1p() }
}
