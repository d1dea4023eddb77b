//! The binomial distribution of the number of successes among `n` trials of probability `p`.

use super::incomplete_beta::{self, Point};

/// Probability of exactly `k`.
#[must_use]
pub fn pmf(k: u64, n: u64, p: f64) -> f64 {
    ln_pmf(k, n, p).exp()
}

/// Logarithm of the probability of exactly `k`, from the kernel of the beta function, which
/// subtracts no large logarithms (the idea of Loader 2000).
#[must_use]
pub fn ln_pmf(k: u64, n: u64, p: f64) -> f64 {
    ln_pmf_at(k, n, Point::new(p))
}

pub(super) fn ln_pmf_at(k: u64, n: u64, at: Point) -> f64 {
    if k > n {
        return f64::NEG_INFINITY;
    }
    let (k, rest) = (real(k), real(n - k));
    if k == 0.0 {
        if rest == 0.0 { 0.0 } else { rest * at.ln_y }
    } else if rest == 0.0 {
        k * at.ln_x
    } else if at.x == 0.0 || at.y == 0.0 {
        f64::NEG_INFINITY
    } else {
        incomplete_beta::ln_kernel(k, rest, at) + ((k + rest) / k / rest).ln()
    }
}

/// P(X ≤ k).
#[must_use]
pub fn cdf(k: u64, n: u64, p: f64) -> f64 {
    if k >= n { 1.0 } else { incomplete_beta::tails(real(k + 1), real(n - k), Point::new(p)).1 }
}

/// P(X > k).
#[must_use]
pub fn sf(k: u64, n: u64, p: f64) -> f64 {
    if k >= n { 0.0 } else { incomplete_beta::tails(real(k + 1), real(n - k), Point::new(p)).0 }
}

/// ln P(X ≤ k).
#[must_use]
pub fn ln_cdf(k: u64, n: u64, p: f64) -> f64 {
    if k >= n || p <= 0.0 {
        0.0
    } else if p >= 1.0 {
        f64::NEG_INFINITY
    } else {
        incomplete_beta::ln_tails(real(k + 1), real(n - k), Point::new(p)).upper
    }
}

/// ln P(X > k).
#[must_use]
pub fn ln_sf(k: u64, n: u64, p: f64) -> f64 {
    if k >= n || p <= 0.0 {
        f64::NEG_INFINITY
    } else if p >= 1.0 {
        0.0
    } else {
        incomplete_beta::ln_tails(real(k + 1), real(n - k), Point::new(p)).lower
    }
}

/// Exact up to 2^53, beyond which no count in this field goes.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn real(count: u64) -> f64 {
    count as f64
}
