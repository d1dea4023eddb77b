//! The effect of one study with its sampling variance, from what it printed or from its data: what pooling starts from.
//!
//! One file per shape of summary: two means, two shares, one share, a correlation. Formulas and conventions are those
//! of Borenstein, Hedges, Higgins & Rothstein (2009), *Introduction to Meta-Analysis*, ch. 4–6, and of Viechtbauer
//! (2010, J. Stat. Soft. 36(3)): variances are large-sample ones, and differences are first minus second.

mod correlation;
mod means;
mod share;
mod two_shares;

pub use correlation::OfCorrelation;
pub use means::OfMeans;
pub use share::OfShare;
pub use two_shares::OfTwoShares;

use crate::{Note, Result, StatError};

/// The effect of one study.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The effect, on the scale on which studies are pooled.
    pub value: f64,
    /// Its sampling variance.
    pub variance: f64,
    /// What is doubtful about it.
    pub note: Option<Note>,
}

impl Effect {
    /// An effect; refused when its variance is zero, which would give it all the weight.
    fn new(value: f64, variance: f64, note: Option<Note>) -> Result<Effect> {
        if !value.is_finite() {
            return Err(StatError::Undefined("the effect of these numbers is not finite".to_owned()));
        }
        if !(variance.is_finite() && variance > 0.0) {
            let found = variance;
            return Err(StatError::Domain { what: "the variance of an effect", must: "finite and above zero", found });
        }
        Ok(Effect { value, variance, note })
    }
}
