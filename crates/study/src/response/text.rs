//! `text`: words.

use schemars::JsonSchema;
use serde::Deserialize;

/// Words.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The longest answer taken, in characters; 2000 when absent.
    pub maximum: Option<u32>,
    /// Whether it may be left empty.
    #[serde(default)]
    pub optional: bool,
    /// Whether several lines are offered.
    #[serde(default)]
    pub lines: bool,
}
