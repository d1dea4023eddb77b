//! Why a table cannot be read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use thiserror::Error;

/// Why a table cannot be read by a mapping.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableMisfit {
    /// A column that is named is not there.
    #[error("`{file}` has no column `{column}`{suggestion}")]
    NoColumn {
        /// The table.
        file: String,
        /// The column.
        column: String,
        /// `; did you mean …`, or nothing.
        suggestion: String,
    },
    /// Nothing says which column something is in.
    #[error("nothing says which column of `{file}` holds {what}; name it in the mapping{flag}")]
    Unsaid {
        /// The table.
        file: String,
        /// What is missing.
        what: &'static str,
        /// ` or with --participant`, or nothing.
        flag: &'static str,
    },
    /// A cell is empty or no number where it must be.
    #[error("row {row} of `{file}`: column `{column}` holds `{found}`, but {must}")]
    Cell {
        /// The table.
        file: String,
        /// The row, as a spreadsheet counts.
        row: usize,
        /// The column.
        column: String,
        /// What the cell holds.
        found: String,
        /// What it must be.
        must: &'static str,
    },
    /// A column of our own table says something else than the answer beside it.
    #[error(
        "row {row} of `{file}`: column `{column}` holds `{found}`, but the answer in that row says `{written}`; one of the two was \
         edited: take the table as it was written, or leave `answer` out and name the columns in a mapping"
    )]
    Contradiction {
        /// The table.
        file: String,
        /// The row, as a spreadsheet counts.
        row: usize,
        /// The column.
        column: String,
        /// What the cell holds.
        found: String,
        /// What the answer says.
        written: String,
    },
    /// Values of columns cannot be read.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n"))]
    Values(Vec<UnreadValues>),
    /// A word could be a side or a system.
    #[error(
        "row {row} of `{file}`: `{word}` in column `{column}` could be the word for {side} or the system `{system}`; say which \
         in the mapping with `choice_by = \"side\"` or `choice_by = \"system\"`, or with --choice-by"
    )]
    Ambiguous {
        /// The table.
        file: String,
        /// The row, as a spreadsheet counts.
        row: usize,
        /// The column.
        column: String,
        /// What the cell holds.
        word: String,
        /// What it is as the word for a side.
        side: &'static str,
        /// What it is as the name of a system.
        system: String,
    },
    /// No row has an answer.
    #[error("no row of `{file}` has an answer in it")]
    Empty {
        /// The table.
        file: String,
    },
}

/// Values of one column that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column `{column}` of `{file}` holds values that are not {wanted}:\n{}\n{remedy}", list(.values))]
pub struct UnreadValues {
    /// The table.
    pub file: String,
    /// The column.
    pub column: String,
    /// What was expected, as the end of "values that are not …".
    pub wanted: String,
    /// The values, each with how often it occurs and the first row it is in.
    pub values: Vec<(String, Occurrence)>,
    /// What to write where.
    pub remedy: String,
}

/// How often a value occurs, and where first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// How often.
    pub count: usize,
    /// The first row, as a spreadsheet counts.
    pub row: usize,
}

/// Counts values.
#[derive(Debug, Default)]
pub(super) struct Tally(BTreeMap<String, Occurrence>);

impl Tally {
    pub(super) fn count(&mut self, value: &str, row: usize) {
        self.0.entry(value.to_owned()).or_insert(Occurrence { count: 0, row }).count += 1;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values, the most frequent first.
    pub(super) fn into_values(self) -> Vec<(String, Occurrence)> {
        let mut values: Vec<(String, Occurrence)> = self.0.into_iter().collect();
        values.sort_by_key(|(_, occurrence)| std::cmp::Reverse(occurrence.count));
        values
    }
}

/// A list of strings as TOML writes it.
pub(super) fn toml_list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = words.into_iter().map(|word| toml::Value::from(word).to_string()).collect();
    format!("[{}]", quoted.join(", "))
}

/// Whether a value is a number like `3,5`.
pub(super) fn is_decimal_comma(value: &str) -> bool {
    value.contains(',') && value.replacen(',', ".", 1).parse::<f64>().is_ok()
}

/// What to do where numbers are written with a comma.
pub(super) fn decimal_comma_hint(values: &[(String, Occurrence)]) -> &'static str {
    if values.iter().any(|(value, _)| is_decimal_comma(value)) { "write decimals with a point; " } else { "" }
}

/// At most ten values, one to a line; the rest is counted.
fn list(values: &[(String, Occurrence)]) -> String {
    const MOST: usize = 10;
    let mut text = String::new();
    for (value, Occurrence { count, row }) in values.iter().take(MOST) {
        let times = if *count == 1 { "once" } else { "times" };
        let number = if *count == 1 { String::new() } else { format!("{count} ") };
        let place = if *count == 1 { "in" } else { "first in" };
        let _ = writeln!(text, "  `{value}` {number}{times}, {place} row {row}");
    }
    if values.len() > MOST {
        let rest: usize = values[MOST..].iter().map(|(_, occurrence)| occurrence.count).sum();
        let _ = writeln!(text, "  and {} other values in {rest} cells", values.len() - MOST);
    }
    text.pop();
    text
}
