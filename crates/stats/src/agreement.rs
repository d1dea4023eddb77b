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
mod pairs;
mod ratings;
mod tally;
mod unitised_alpha;
mod weighting;

pub use chance::{Agreement, Chance, agreement};
pub use cohen::cohen_kappa;
pub(crate) use concordance::uncorrected_w;
pub use concordance::{Concordance, kendall_w};
pub use icc::{Icc, icc};
pub use krippendorff::{Alpha, Level, ResampleUnit, alpha_replicates, krippendorff_alpha};
pub use pairs::{
    Division, PairMeasure, RaterPair, Severity, divided_items, rater_pairs, severities, without_each_rater,
};
pub use ratings::Ratings;
pub use unitised_alpha::{Span, UnitisedAlpha, unitised_alpha};
pub use weighting::Weighting;
