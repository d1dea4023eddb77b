//! From judgements to results.
//!
//! **In**: a dataset, and the study it belongs to where there is one. **Out**: [`Results`], in which
//! every number is an estimate with an id such as `mean[fluency, svm]`, and the same as JSON. The
//! only translator between studies and `stats`. **Does not know** how results are laid out.

mod agreement;
pub mod audit;
mod claims;
pub mod compare;
mod comparisons;
mod decide;
pub mod diff;
mod differ;
mod judged;
mod parameters;
pub mod pay;
mod power;
mod quality;
mod results;
mod results_file;
mod run;
mod scores;
mod setting;
mod sheet;
mod times;

pub use decide::{Scored, alpha, decide, scored};
pub use parameters::parameters;
pub use results::{About, Asked, Decided, Label, Named, Provenance, Remark, Results, Verdict};
pub use results_file::{FORMAT, ResultsError};
pub use run::{Options, Progress, run, run_watched, so_far};
