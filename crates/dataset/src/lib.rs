//! One row per judgement.
//!
//! **In**: a study, its plan, and answers: for now those of a rehearsed crowd. **Out**: a [`Dataset`]
//! in which every answer stands with the participant, list, position, item, criterion and systems it
//! is about, and the same as CSV. **Does not know** how answers are analysed.

mod judgement;
mod rehearsal;
mod write;

pub use judgement::{Dataset, Judgement, Origin, Subject};
pub use rehearsal::{Crowd, rehearse};
pub use write::to_csv;
