//! Results laid out for people.
//!
//! **In**: a study and its results. **Out**: a document; for now Markdown. Every number in it is a
//! number of the results. **Does not know** how anything was computed.

mod format;
mod markdown;

pub use markdown::markdown;
