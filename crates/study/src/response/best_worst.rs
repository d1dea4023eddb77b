//! `best-worst`: the best and the worst of several outputs.

use schemars::JsonSchema;
use serde::Deserialize;

/// The best and the worst of the outputs shown. With two outputs the worst follows from the best.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BestWorst {
    /// The words asking for the best; the program's own when absent.
    pub best: Option<String>,
    /// The words asking for the worst.
    pub worst: Option<String>,
}
