//! Numbers on plain data: what comes in are slices of numbers and codes, what goes out are
//! [`Estimate`]s with interval, degrees of freedom, p-value and notes.
//!
//! **Does not know** what a study, a file or a column name is. Every statistic is written from the
//! paper or textbook named in its documentation and checked against a table in `reference/`.

mod decimals;
mod error;
mod estimate;
mod note;

pub mod dist;
mod linalg;
pub mod resample;

pub mod adjust;
pub mod agreement;
pub mod correlation;
pub mod decide;
pub mod describe;
pub mod effect;
pub mod emm;
pub mod equivalence;
pub mod hypothesis;
pub mod meta;
pub mod mixed;
pub mod power;
pub mod precision;
pub mod preference;
pub mod replication;
pub mod residual;
pub mod strength;

pub use decimals::to_decimals;
pub use error::{Result, StatError};
pub use estimate::{Estimate, Interval, PValue};
pub use linalg::Matrix;
pub use note::Note;
