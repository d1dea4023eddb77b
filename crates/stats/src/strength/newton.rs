//! Maximising a concave log-likelihood by Newton's method.

use crate::linalg::{Matrix, Square, small};
use crate::{Result, StatError};

/// Value, gradient and negative Hessian of a log-likelihood at one point.
pub(crate) struct Local {
    pub(crate) value: f64,
    pub(crate) gradient: Vec<f64>,
    /// Negative Hessian; only the lower triangle need be filled.
    pub(crate) information: Matrix,
}

/// The maximum and the information there.
pub(crate) struct Maximum {
    pub(crate) at: Vec<f64>,
    pub(crate) value: f64,
    /// Inverse of the information: the usual covariance of the estimates.
    pub(crate) covariance: Matrix,
}

const STEPS_MAX: usize = 200;

/// Climbs from `start` by Newton steps, each halved until it does not descend, until the expected
/// gain of the next step is below rounding.
pub(crate) fn maximise(start: Vec<f64>, local: impl Fn(&[f64]) -> Local) -> Result<Maximum> {
    let mut at = start;
    let mut here = local(&at);
    for _ in 0..STEPS_MAX {
        let factor =
            Square::from_fn(at.len(), |row, column| here.information[(row, column)]).cholesky().ok_or_else(|| {
                StatError::Undefined(
                    "the data do not determine all the parameters: leave out a term, or combine systems".to_owned(),
                )
            })?;
        let step = factor.solve(&here.gradient);
        let gain = small::dot(&step, &here.gradient);
        if gain.abs() <= 1e-22 * here.value.abs().max(1.0) || gain <= 1e-26 {
            let inverse = factor.inverse();
            let covariance = Matrix::from_fn(at.len(), at.len(), |row, column| inverse.get(row, column));
            return Ok(Maximum { at, value: here.value, covariance });
        }
        let mut length = 1.0;
        loop {
            let there: Vec<f64> = at.iter().zip(&step).map(|(at, step)| at + length * step).collect();
            let candidate = local(&there);
            if candidate.value.is_finite() && candidate.value >= here.value - 1e-12 * here.value.abs() {
                at = there;
                here = candidate;
                break;
            }
            length /= 2.0;
            if length < 1e-10 {
                return Err(no_maximum());
            }
        }
        if at.iter().any(|x| x.abs() > 1e3) {
            return Err(no_maximum());
        }
    }
    Err(no_maximum())
}

fn no_maximum() -> StatError {
    StatError::Undefined(
        "the likelihood has no maximum at finite values: some outcome is perfectly predicted, so combine systems or \
         leave out the term that predicts it"
            .to_owned(),
    )
}
