//! `ranking`: all outputs shown put in order.

use schemars::JsonSchema;
use serde::Deserialize;

/// All outputs shown put in order, best first.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ranking {
    /// Whether two outputs may share a place.
    #[serde(default)]
    pub ties: bool,
}
