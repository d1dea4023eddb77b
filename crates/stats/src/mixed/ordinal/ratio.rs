//! The likelihood-ratio test of two nested models.

use super::fit::Fit;
use super::model::Model;
use crate::dist::chi_squared;
use crate::{Estimate, Result, StatError};

/// The likelihood-ratio test of a smaller against a larger model on the same answers: twice the difference of
/// the log-likelihoods against χ² with as many degrees of freedom as parameters were added (Wilks 1938).
///
/// # Errors
/// When the answers or links differ, or the larger model has no more parameters.
pub fn likelihood_ratio(small: (&Model, &Fit), large: (&Model, &Fit)) -> Result<Estimate> {
    let refuse = |why: &str| Err(StatError::Undefined(why.to_owned()));
    let (one, other) = (small.0, large.0);
    if one.codes != other.codes || one.weights != other.weights || one.categories != other.categories {
        return refuse("the two models are not about the same rows; leave out rows with missing values in either");
    }
    if one.link != other.link {
        return refuse("models with different links are not nested; compare their AIC instead");
    }
    if other.parameters() <= one.parameters() {
        return refuse("the larger model must have more parameters than the smaller");
    }
    let df = (other.parameters() - one.parameters()) as f64;
    let chi_squared = (2.0 * (large.1.log_likelihood - small.1.log_likelihood)).max(0.0);
    Ok(Estimate::new("chi2", chi_squared).df([df]).p(chi_squared::p_value(chi_squared, df)))
}
