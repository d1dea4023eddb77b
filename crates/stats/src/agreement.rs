//! How far raters agree.
//!
//! Everything starts from [`Ratings`]: one rater, one item, one value per rating. Whatever is not
//! there is missing; no matrix of raters by items is ever made.

mod krippendorff;
mod ratings;
mod tally;

pub use krippendorff::{Alpha, Drawn, Level, alpha_replicates, krippendorff_alpha};
pub use ratings::Ratings;
