//! `original.toml`: what the repeated study printed.

mod tables;

use schemars::JsonSchema;
use serde::Deserialize;

pub use tables::PrintedTable;

/// The published numbers, as printed: in tables, one by one, or both.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(try_from = "OriginalFile")]
pub struct Original {
    /// The paper: authors, year, title.
    pub paper: String,
    /// A link to it.
    pub url: Option<String>,
    /// Known facts of the original study: participants, items, platform, dates. Free keys.
    pub facts: std::collections::BTreeMap<String, String>,
    /// The printed numbers.
    pub results: Vec<PrintedNumber>,
}

/// The published numbers, as printed: in tables, one by one, or both.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "rejudge original file")]
pub struct OriginalFile {
    /// The paper: authors, year, title.
    pub paper: String,
    /// A link to it.
    pub url: Option<String>,
    /// Known facts of the original study: participants, items, platform, dates. Free keys.
    #[serde(default)]
    pub facts: std::collections::BTreeMap<String, String>,
    /// Tables of the paper, typed in as they are printed.
    #[serde(default)]
    pub tables: Vec<PrintedTable>,
    /// Printed numbers, one by one; `results = []` where the paper prints none.
    #[serde(default)]
    #[schemars(with = "Vec<PrintedNumber>")]
    pub results: Option<Vec<PrintedNumber>>,
}

impl TryFrom<OriginalFile> for Original {
    type Error = String;

    fn try_from(file: OriginalFile) -> Result<Self, String> {
        if file.results.is_none() && file.tables.is_empty() {
            return Err("it has no number; give `[[tables]]` or `[[results]]`".to_owned());
        }
        let mut results = file.results.unwrap_or_default();
        for (number, printed) in results.iter_mut().enumerate() {
            printed.key = format!("results.{number}");
        }
        for (number, table) in file.tables.iter().enumerate() {
            results.extend(table.numbers(number)?);
        }
        Ok(Original { paper: file.paper, url: file.url, facts: file.facts, results })
    }
}

/// One printed number. Values are strings, because trailing zeros matter: `"3.70"` is known to two
/// decimals, `"3.7"` to one.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrintedNumber {
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
    /// Where it was typed in: the key of its table in the file.
    #[serde(skip)]
    pub key: String,
}

impl PrintedNumber {
    /// The key under which something about it stands in the file: its own, or that of its row in a table.
    #[must_use]
    pub fn key_of(&self, what: &str) -> String {
        if self.key.starts_with("results.") { format!("{}.{what}", self.key) } else { self.key.clone() }
    }
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
