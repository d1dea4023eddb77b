//! What a person types in from a paper: `audit.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::finding::Severity;

/// A paper's numbers and what must hold between them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "rejudge audit file")]
pub struct AuditFile {
    /// The paper: authors, year, title.
    #[schemars(length(min = 1))]
    pub paper: String,
    /// A link to it.
    pub url: Option<String>,
    /// Tables of numbers.
    #[serde(default)]
    pub tables: Vec<TableFile>,
    /// Single numbers, from sentences.
    #[serde(default)]
    pub numbers: Vec<NumberFile>,
    /// What must hold.
    #[serde(default)]
    pub checks: Vec<CheckFile>,
}

/// One table, as printed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// What the ids of its numbers begin with.
    #[schemars(length(min = 1))]
    pub id: String,
    /// Where it stands in the paper: `Table 1`.
    #[schemars(length(min = 1))]
    pub place: String,
    /// Its columns, with spaces between. A number's id is `table.row.column`; in a column that holds a
    /// `*`, the row takes the place of the `*`: column `orig.*.mean` and row `svm` give `table.orig.svm.mean`.
    #[schemars(length(min = 1))]
    pub columns: String,
    /// Its rows, with spaces between the cells; `_` is an empty cell.
    pub rows: BTreeMap<String, String>,
    /// Whether its numbers are rounded or exact; without it, those with a decimal point are rounded and
    /// whole numbers exact.
    pub known: Option<Precision>,
    /// Whether zeros at the end were left away: `5.7` then counts with as many decimals as the longest
    /// number of its column.
    #[serde(default)]
    pub zeros_dropped: bool,
}

/// One number, as printed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberFile {
    /// Its name in checks. Dots separate its parts.
    #[schemars(length(min = 1))]
    pub id: String,
    /// As printed: `"3.70"` is not `"3.7"`; also `"<0.001"`, `"10%"`, `"1,800"`, `"3.97e-47"`.
    #[schemars(length(min = 1))]
    pub value: String,
    /// Where it stands in the paper.
    #[schemars(length(min = 1))]
    pub place: String,
    /// What it is computed from; short for a check `id == …`.
    pub derives: Option<String>,
    /// Whether it is rounded or exact; without it, a number with a decimal point is rounded and a whole
    /// number exact.
    pub known: Option<Precision>,
    /// How a number that does not follow from `derives` is to be called.
    pub severity: Option<Severity>,
}

/// Whether a printed number stands for itself or for what rounds to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// It stands for itself: a count, an amount of money.
    Exact,
    /// It stands for everything that rounds to it.
    Rounded,
}

/// Something that must hold between numbers.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckFile {
    /// What must hold. With `{names}` in its ids it is made for every set of numbers that fits.
    #[schemars(length(min = 1))]
    pub holds: String,
    /// What findings are called; without it, the number on the left of `==`, or the check itself. May
    /// hold the `{names}` of the check.
    pub id: Option<String>,
    /// Where the paper says so.
    pub place: Option<String>,
    /// What the paper says, in short. All instances of a sentence make one finding.
    pub says: Option<String>,
    /// Instances that the paper itself excepts, by the values of the check's `{names}`.
    #[serde(default)]
    pub except: Vec<BTreeMap<String, String>>,
    /// How a failure is to be called, where it is not to be found out.
    pub severity: Option<Severity>,
}
