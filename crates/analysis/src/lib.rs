//! From judgements to results.
//!
//! **In**: a study and a dataset. **Out**: [`Results`], in which every number is an estimate with an
//! id such as `mean[fluency, svm]`, and the same as JSON. The only translator between studies and
//! `stats`. **Does not know** how results are laid out.

mod agreement;
pub mod audit;
pub mod pay;
mod results;
mod run;
mod scores;

pub use results::{FORMAT, Named, Results};
pub use run::{Options, run};
