//! What a diagnostic is and how it is shown.
//!
//! **In**: facts about a mistake in someone's file: a code, a severity, where, why it matters and
//! the smallest remedy. **Out**: the same diagnostic for a terminal or as JSON.
//! **Does not know** what a study is, nor how files are read.

mod diagnostic;
mod json;
mod place;
mod position;
mod render;
mod suggest;

pub use diagnostic::{Code, Diagnostic, Diagnostics, Severity};
pub use json::to_json;
pub use place::{Place, Sources};
pub use render::{Style, render};
pub use suggest::nearest;
