//! A diagnostic for people and for programs.

use crate::{Diagnostic, Sources};

/// Whether the terminal shows colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// With colours.
    Coloured,
    /// Without.
    Plain,
}

/// One diagnostic as a person reads it.
#[must_use]
pub fn render(diagnostic: &Diagnostic, _sources: &Sources, _style: Style) -> String {
    diagnostic.message.clone()
}

/// One diagnostic for a program.
#[must_use]
pub fn to_json(diagnostic: &Diagnostic, _sources: &Sources) -> serde_json::Value {
    serde_json::json!({ "code": diagnostic.code.0 })
}
