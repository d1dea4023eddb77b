//! How large an effect is, each with an interval.
//!
//! Every measure has one function that takes plain numbers (data or published summaries) and gives an
//! [`Estimate`](crate::Estimate). Differences are always first minus second. Which standard deviation
//! a standardised difference was divided by is part of the question, never a default.

mod dominance;
mod proportion;
mod spread;
mod standardised_difference;
mod table;
mod variance;

pub use crate::hypothesis::Summary;
pub use dominance::{cliff_delta, common_language, superiority};
pub use proportion::{Successes, cohen_h, odds_ratio, risk_difference, risk_ratio};
pub(crate) use proportion::{without_empty_cell, without_empty_cells};
pub use spread::pooled_sd;
pub(crate) use spread::welch_df;
pub use standardised_difference::{
    Denominator, PairedDenominator, PairedSummary, cohen_d, hedges_correction, hedges_g, one_sample_d, paired_d,
};
pub use table::{Independence, chi_square_of, cohen_w, cramers_v};
pub use variance::{FTest, epsilon_squared, eta_squared, omega_squared};

use crate::{Result, StatError};

/// Refuses a confidence level outside (0, 1).
pub(crate) fn check_level(level: f64) -> Result<()> {
    if level > 0.0 && level < 1.0 {
        Ok(())
    } else {
        Err(StatError::Domain { what: "the confidence level", must: "between 0 and 1", found: level })
    }
}
