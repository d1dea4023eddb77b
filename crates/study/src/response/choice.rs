//! `choice`: one or several of a list of options.

use schemars::JsonSchema;
use serde::Deserialize;

/// One or several of a list of options.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The options, in the order shown.
    pub options: Vec<Choosable>,
    /// Whether several may be chosen.
    #[serde(default)]
    pub several: bool,
    /// Whether choosing nothing is an answer, when several may be chosen.
    #[serde(default)]
    pub allow_none: bool,
}

/// One option: its words, or an id with words.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Choosable {
    /// Its words, which are also its id.
    Words(String),
    /// An id for the dataset and words for the page.
    Table {
        /// In the dataset.
        id: String,
        /// On the page.
        label: String,
    },
}
