//! Pearson's r.

use super::{check, constant, fisher_interval, note_few_ranks, smallest_p};
use crate::dist::student_t;
use crate::{Estimate, Note, PValue, Result};

/// Pearson's product-moment correlation, with Fisher's (1921) interval and the t-test with n − 2 degrees
/// of freedom.
///
/// A perfect correlation has no finite t; its p-value is then the permutation test's, 2/n!.
///
/// # Errors
/// When the lengths differ, there are fewer than two pairs, a value is not finite, or one side does not vary.
pub fn pearson(x: &[f64], y: &[f64], level: f64) -> Result<Estimate> {
    check(x, y)?;
    let Some(Fit { r, unexplained }) = Fit::new(x, y) else { return Err(constant(x, "the correlation")) };
    let n = x.len() as f64;
    let interval = fisher_interval(r, 1.0 / (n - 3.0).max(0.0).sqrt(), level, "Fisher")?;
    let estimate = Estimate::new("r", r).interval(interval);
    if x.len() == 2 {
        return Ok(estimate
            .p(PValue::new(1.0))
            .note(Note::Said("two points always lie on a line, so r says nothing".to_owned())));
    }
    Ok(match t_test(r, unexplained, n - 2.0) {
        Some(p) => estimate.df([n - 2.0]).p(p),
        None => estimate.p(smallest_p(x.len())).note(Note::Exact).note(note_few_ranks(x.len())),
    })
}

/// The two-sided t-test of a correlation; `None` for a perfect one, whose t is infinite.
pub(super) fn t_test(r: f64, unexplained: f64, df: f64) -> Option<PValue> {
    // What remains after rounding alone is no evidence that the correlation falls short of one.
    (unexplained > 1e-28).then(|| student_t::two_sided(r * (df / unexplained).sqrt(), df))
}

/// A correlation and what it leaves unexplained, 1 − r², taken from the residuals so that it keeps its digits
/// where r is close to one.
pub(super) struct Fit {
    pub(super) r: f64,
    pub(super) unexplained: f64,
}

impl Fit {
    /// `None` when one side does not vary.
    pub(super) fn new(x: &[f64], y: &[f64]) -> Option<Fit> {
        let (x, y) = (direction(x)?, direction(y)?);
        let r = x.iter().zip(&y).map(|(a, b)| a * b).sum::<f64>().clamp(-1.0, 1.0);
        let unexplained = x.iter().zip(&y).map(|(a, b)| (b - r * a).powi(2)).sum();
        Some(Fit { r, unexplained })
    }
}

/// Deviations from the mean, scaled to length one; `None` when there are none.
fn direction(values: &[f64]) -> Option<Vec<f64>> {
    let n = values.len() as f64;
    let mean = values.iter().map(|value| value / n).sum::<f64>();
    let deviations: Vec<f64> = values.iter().map(|value| value - mean).collect();
    let largest = deviations.iter().fold(0.0, |largest: f64, deviation| largest.max(deviation.abs()));
    let varies = values.windows(2).any(|pair| pair[0].total_cmp(&pair[1]).is_ne());
    if !varies || largest <= 0.0 {
        return None;
    }
    // Scaled to at most one first, so that squares neither overflow nor vanish.
    let scaled: Vec<f64> = deviations.into_iter().map(|deviation| deviation / largest).collect();
    let length = scaled.iter().map(|deviation| deviation * deviation).sum::<f64>().sqrt();
    Some(scaled.into_iter().map(|deviation| deviation / length).collect())
}

/// The correlation alone; `None` when one side does not vary.
pub(crate) fn coefficient(x: &[f64], y: &[f64]) -> Option<f64> {
    Fit::new(x, y).map(|fit| fit.r)
}
