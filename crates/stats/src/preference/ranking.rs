//! Rankings.

use crate::{Estimate, Result, StatError};

/// The mean rank of a system from how often it got each: Σ i·f_i / Σ f_i, with its standard error over
/// rankings.
///
/// # Errors
/// When there is no ranking.
pub fn average_rank(counts: &[u64]) -> Result<Estimate> {
    let n: f64 = counts.iter().map(|count| *count as f64).sum();
    if n <= 0.0 {
        return Err(StatError::TooFew { what: "rankings", needed: 1, found: 0 });
    }
    let ranked = || counts.iter().enumerate().map(|(index, count)| (index as f64 + 1.0, *count as f64));
    let mean = ranked().map(|(rank, count)| rank * count).sum::<f64>() / n;
    let estimate = Estimate::new("average_rank", mean);
    if n < 2.0 {
        return Ok(estimate);
    }
    let spread = ranked().map(|(rank, count)| count * (rank - mean).powi(2)).sum::<f64>() / (n - 1.0);
    Ok(estimate.se((spread / n).sqrt()))
}
