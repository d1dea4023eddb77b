//! `count`: how many of something.

use schemars::JsonSchema;
use serde::Deserialize;

/// How many of something.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The largest answer taken; 1000 when absent.
    pub maximum: Option<u32>,
    /// What is counted, shown behind the number: "supported facts".
    pub what: Option<String>,
}
