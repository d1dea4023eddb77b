//! How far raters agree.
//!
//! Everything starts from [`Ratings`]: one rater, one item, one value per rating. Whatever is not
//! there is missing; no matrix of raters by items is ever made.

mod chance;
mod cohen;
mod complete;
mod concordance;
mod icc;
mod krippendorff;
mod ratings;
mod tally;
mod weighting;

pub use chance::{Agreement, Chance, agreement};
pub use cohen::cohen_kappa;
pub use concordance::{Concordance, kendall_w};
pub use icc::{Icc, icc};
pub use krippendorff::{Alpha, Drawn, Level, alpha_replicates, krippendorff_alpha};
pub use ratings::Ratings;
pub use weighting::Weighting;
