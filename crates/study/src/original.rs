//! `original.toml`: what the repeated study printed.

use schemars::JsonSchema;
use serde::Deserialize;

/// The published numbers, as printed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "rejudge original file")]
pub struct Original {
    /// The paper: authors, year, title.
    pub paper: String,
    /// A link to it.
    pub url: Option<String>,
    /// Known facts of the original study: participants, items, platform, dates. Free keys.
    #[serde(default)]
    pub facts: std::collections::BTreeMap<String, String>,
    /// The printed numbers.
    pub results: Vec<Printed>,
}

/// One printed number. Values are strings, because trailing zeros matter: `"3.70"` is known to two
/// decimals, `"3.7"` to one.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// Where it stands: `Table 1`.
    pub place: Option<String>,
    /// Criterion id.
    pub criterion: String,
    /// System id; absent for numbers about the whole criterion.
    pub system: Option<String>,
    /// The other system, for numbers about a pair.
    pub against: Option<String>,
    /// A subset the number is about, such as `{ dataset = "news" }`.
    #[serde(default)]
    pub stratum: std::collections::BTreeMap<String, String>,
    /// What it is.
    pub measure: Measure,
    /// As printed.
    pub value: String,
    /// Its standard deviation, as printed.
    pub sd: Option<String>,
    /// How many judgements it rests on.
    pub n: Option<u64>,
}

/// What a printed number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Arithmetic mean.
    Mean,
    /// Average rank.
    AverageRank,
    /// Share of judgements that chose the system, from 0 to 1.
    Share,
    /// Share of judgements that chose "equal".
    ShareEqual,
    /// Percentage of comparisons won.
    WinPercent,
    /// Best-worst scale from -100 to 100.
    BestWorstScale,
    /// Place among the systems by their score, where only that is known: 1 has the highest score.
    Rank,
    /// A number of judgements.
    Count,
    /// Krippendorff's alpha.
    Alpha,
    /// Cohen's or Fleiss' kappa.
    Kappa,
    /// Share of agreement.
    Agreement,
}
