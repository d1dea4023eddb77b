//! `[[parts]]`: a study that asks in several ways.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::DesignFile;

/// `[[parts]]`: one part of a study that asks in several ways, such as ratings of every output and then choices between
/// two. Every list contains its share of each part.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartFile {
    /// A short name, used in the plan and in exported data.
    #[schemars(length(min = 1))]
    pub id: String,
    /// The heading above the pages of the part.
    #[schemars(length(min = 1))]
    pub title: String,
    /// What participants are told where the part begins, as Markdown.
    pub about: Option<String>,
    /// The criteria asked on each of its pages, by id. Every criterion is asked in one part.
    #[schemars(length(min = 1))]
    pub criteria: Vec<String>,
    /// The items it asks about, by the columns of `items.strata`: `{ genre = ["news"] }`. All of them when absent.
    #[serde(default)]
    pub items: BTreeMap<String, Vec<String>>,
    /// Which outputs are shown to a participant together in this part, as in `[design]`. An item may appear
    /// again in another part.
    #[serde(default)]
    pub design: DesignFile,
}

/// How the parts follow one another in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PartOrder {
    /// One after the other, as written.
    #[default]
    InOrder,
    /// One after the other, each equally often first, second and so on over the sessions.
    Shuffled,
    /// The pages of all parts mixed.
    Interleaved,
}
