//! `pairwise`: one of two outputs.

use schemars::JsonSchema;
use serde::Deserialize;

/// One of two outputs.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pairwise {
    /// Whether "equal" is offered.
    #[serde(default)]
    pub ties: bool,
    /// The words for "equal"; the program's own in the study's language when absent.
    pub equal: Option<String>,
}
