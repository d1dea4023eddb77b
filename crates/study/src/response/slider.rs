//! `slider`: a position on a continuous scale.

use schemars::JsonSchema;
use serde::Deserialize;

/// A position on a continuous scale. It has no answer until it is touched.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slider {
    /// Value of the left end.
    pub minimum: f64,
    /// Value of the right end.
    pub maximum: f64,
    /// Smallest difference between two answers; one hundredth of the range when absent.
    pub step: Option<f64>,
    /// Words at the left end.
    pub low: Option<String>,
    /// Words at the right end.
    pub high: Option<String>,
}
