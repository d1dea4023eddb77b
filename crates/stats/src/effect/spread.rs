//! The spread of two samples taken together.

use crate::hypothesis::Summary;

/// √ of the variance pooled over two samples.
#[must_use]
pub fn pooled_sd(a: Summary, b: Summary) -> f64 {
    ((a.squares() + b.squares()) / (a.size() + b.size() - 2.0)).sqrt()
}

/// Welch's degrees of freedom (Satterthwaite 1946).
pub(crate) fn welch_df(a: Summary, b: Summary) -> f64 {
    // In shares of the whole, so that tiny variances do not underflow.
    let whole = a.se2() + b.se2();
    let (u, v) = (a.se2() / whole, b.se2() / whole);
    1.0 / (u * u / (a.size() - 1.0) + v * v / (b.size() - 1.0))
}

/// A count as a number.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(crate) fn real(count: usize) -> f64 {
    count as f64
}
