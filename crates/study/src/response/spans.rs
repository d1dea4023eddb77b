//! `spans`: stretches of the output marked with a category and a severity.

use schemars::JsonSchema;
use serde::Deserialize;

/// Stretches of the output marked with a category and a severity, as in MQM.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spans {
    /// What a stretch can be marked as.
    pub categories: Vec<Category>,
    /// How bad it can be; none when absent.
    #[serde(default)]
    pub severities: Vec<Severity>,
    /// Whether stretches may overlap.
    #[serde(default)]
    pub overlap: bool,
}

/// What a stretch can be marked as.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// In the dataset.
    pub id: String,
    /// On the page; the id when absent.
    pub label: Option<String>,
    /// What it means, for participants.
    pub definition: Option<String>,
    /// Multiplies the severity's weight; 1 when absent.
    pub weight: Option<f64>,
}

/// How bad a marked stretch is.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Severity {
    /// In the dataset.
    pub id: String,
    /// On the page; the id when absent.
    pub label: Option<String>,
    /// Points it costs: 1 for minor, 5 for major, 25 for critical in MQM.
    pub weight: f64,
}
