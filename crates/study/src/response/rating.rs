//! `rating`: one of a number of points on a scale.

use schemars::JsonSchema;
use serde::Deserialize;

/// One of a number of points on a scale.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// How many points the scale has.
    pub points: u32,
    /// The value of the lowest point. Needed to shift the scale to zero for CV*.
    pub minimum: Option<i32>,
    /// Words for every point from lowest to highest, or for the two ends only; none when absent.
    pub labels: Option<Labels>,
}

/// Words on a scale.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Labels {
    /// One for each point, lowest first.
    Every(Vec<String>),
    /// The two ends.
    Ends {
        /// At the lowest point.
        low: String,
        /// At the highest point.
        high: String,
    },
}
