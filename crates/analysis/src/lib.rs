//! From judgements to results.
//!
//! **In**: a dataset, and the study it belongs to where there is one. **Out**: [`Results`], in which
//! every number is an estimate with an id such as `mean[fluency, svm]`, and the same as JSON. The
//! only translator between studies and `stats`. **Does not know** how results are laid out.

mod agreement;
pub mod claims;
mod comparisons;
mod confidence;
mod decide;
mod differ;
mod oddities;
mod other_analyses;
mod parameters;
mod power;
mod quality;
mod quantity;
pub mod reported_numbers;
mod results;
mod results_file;
pub mod rows;
mod run;
mod scores;
mod setting;
mod sheet;
mod statistic;
mod strata;
mod times;
mod uneven_order;

pub use comparisons::caution_words;
pub use dataset::JudgedBy;
pub use decide::{Decider, SystemScore, alpha, decide, system_scores};
pub use parameters::parameters;
pub use quantity::{NotAnId, Quantity};
pub use results::{
    About, Change, ClaimResult, CriterionSummary, Label, NamedEstimate, Otherwise, Provenance, Remark, Results, Verdict,
};
pub use results_file::{FORMAT, ResultsError};
pub use run::{Options, Progress, run, run_watched, so_far};
pub use setting::declared_families;
pub use statistic::{Statistic, TimeSubject, TimeSummary, Topic};

/// SHA-256 of every source that a number can depend on, and of the versions of everything foreign.
pub const SOURCES: &str = env!("REJUDGE_SOURCES");
