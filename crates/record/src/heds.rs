//! HEDS, the Human Evaluation Datasheet: every question of its two forms, filled in from a study, read from and written as the
//! datacards of its web forms.

mod card;
mod compare;
mod convert;
mod facts;
mod fill;
mod form;
mod kinds;
mod sheet;

pub use card::CardError;
pub use compare::{AnswerDifference, compare};
pub use facts::Facts;
pub(crate) use facts::SIMULATED;
pub use fill::fill;
pub use form::{Choice, Kind, Question, Version, questions};
pub(crate) use kinds::score_words;
pub use sheet::{Answer, Entry, Sheet};

#[cfg(test)]
mod tests;
