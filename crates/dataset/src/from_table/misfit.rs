//! Why a table cannot be read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use thiserror::Error;

use super::missing::MissingColumns;

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
    /// Columns that every judgement needs are not there or not known.
    #[error("{0}")]
    Columns(MissingColumns),
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

/// What to do where a spreadsheet has made dates of answers such as `3-4`.
pub(super) fn date_hint(values: &[(String, Occurrence)]) -> &'static str {
    if values.iter().any(|(value, _)| is_date(value)) {
        "dates such as `03. Apr` are what a spreadsheet makes of an answer like 3-4 or 3.4: write again what was answered; or, "
    } else {
        ""
    }
}

/// Whether a cell is a day and a month, or a whole date.
#[must_use]
pub fn is_date(cell: &str) -> bool {
    const MONTHS: [&str; 17] = [
        "jan", "feb", "mar", "mär", "mrz", "apr", "may", "mai", "jun", "jul", "aug", "sep", "oct", "okt", "nov", "dec",
        "dez",
    ];
    let lower = cell.to_lowercase();
    let mut parts: Vec<&str> = lower.split(|letter: char| !letter.is_alphanumeric()).collect();
    parts.retain(|part| !part.is_empty());
    let number = |part: &str| !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let month = |part: &str| MONTHS.contains(&part.chars().take(3).collect::<String>().as_str());
    let named = parts.iter().filter(|part| month(part)).count() == 1;
    match parts.len() {
        2 => named && parts.iter().any(|part| number(part)),
        3 => {
            parts.iter().all(|part| number(part) || month(part)) && (named || parts.iter().any(|part| part.len() == 4))
        }
        _ => false,
    }
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

#[cfg(test)]
mod tests {
    use super::is_date;
    use crate::{Mapping, from_table};

    #[test]
    fn answers_that_are_dates_throughout_are_refused() {
        let text = "participant,item,system,value\nr1,1,x,05-Jan\nr1,1,y,03-Feb\nr2,1,x,05-Jan\n";
        let table = table::Table::read("t.csv", text.as_bytes()).unwrap();
        let problem = from_table(&table, &Mapping::default(), None).unwrap_err().to_string();
        assert!(problem.contains("`05-Jan` 2 times") && problem.contains("formatted as text"), "{problem}");
    }

    #[test]
    fn what_a_spreadsheet_makes_of_ranges_is_known() {
        for date in ["03. Apr", "04-Mar", "3. Mrz", "Apr-03", "2024-04-03", "03.04.2024", "3 May 2024"] {
            assert!(is_date(date), "{date}");
        }
        for other in ["n/a", "4 agree", "maybe", "3-4", "1.2.3", "-", "may"] {
            assert!(!is_date(other), "{other}");
        }
    }
}
