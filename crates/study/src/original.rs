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

/// What a printed number can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PossibleNumbers {
    /// The lowest; infinite where there is no end.
    pub lowest: f64,
    /// The highest.
    pub highest: f64,
}

impl Measure {
    /// What a number of this kind can be among so many systems: a mean, whatever the scale of its criterion has.
    #[must_use]
    pub fn possible(self, scale: Option<(f64, f64)>, systems: usize) -> PossibleNumbers {
        let (lowest, highest) = match self {
            Measure::Mean => scale.unwrap_or((f64::NEG_INFINITY, f64::INFINITY)),
            #[expect(clippy::cast_precision_loss, reason = "a handful of systems")]
            Measure::AverageRank | Measure::Rank => (1.0, systems as f64),
            Measure::Share | Measure::ShareEqual | Measure::Agreement => (0.0, 1.0),
            Measure::WinPercent => (0.0, 100.0),
            Measure::BestWorstScale => (-100.0, 100.0),
            Measure::Alpha | Measure::Kappa => (-1.0, 1.0),
            Measure::Count => (0.0, f64::INFINITY),
        };
        PossibleNumbers { lowest, highest }
    }

    /// What to do about a number that cannot be.
    #[must_use]
    pub fn remedy(self, value: f64) -> &'static str {
        match self {
            Measure::Share | Measure::ShareEqual | Measure::Agreement if (1.0..=100.0).contains(&value) => {
                "a share is written from 0 to 1: divide the percentage by 100"
            }
            Measure::Mean => "check that the number was copied as printed, and `minimum` and `points` of the scale",
            Measure::AverageRank
            | Measure::Rank
            | Measure::Share
            | Measure::ShareEqual
            | Measure::WinPercent
            | Measure::BestWorstScale
            | Measure::Count
            | Measure::Alpha
            | Measure::Kappa
            | Measure::Agreement => "check that the number was copied as printed",
        }
    }
}

impl PossibleNumbers {
    /// Whether a number is possible.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        (self.lowest..=self.highest).contains(&value)
    }

    /// The largest standard deviation of so many values: half of them at each end; a little more for rounding.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a number of judgements")]
    pub fn largest_sd(self, n: Option<u64>) -> f64 {
        let n = n.map_or(2.0, |n| n.max(2) as f64);
        (self.highest - self.lowest) / 2.0 * (n / (n - 1.0)).sqrt() + 0.01
    }

    /// After a verb: `between 1 and 5`, `at or above 0`.
    #[must_use]
    pub fn words(self) -> String {
        let PossibleNumbers { lowest, highest } = self;
        if highest.is_finite() { format!("between {lowest} and {highest}") } else { format!("at or above {lowest}") }
    }
}
