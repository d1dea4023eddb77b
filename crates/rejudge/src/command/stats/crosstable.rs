//! Tables of counts, from two columns or typed in: what `chisq`, `effect`, `fisher` and `mcnemar` share.

use clap::Args;

use super::data::Data;
use super::groups::{Level, Levels, OptionalData};
use crate::outcome::BadUsage;

/// Two columns whose values are counted together, or the counts themselves.
#[derive(Debug, Args)]
pub(crate) struct CrossArguments {
    #[command(flatten)]
    data: OptionalData,
    #[command(flatten)]
    cells: CellArguments,
}

/// The same without the file, for methods that read other columns of it too.
#[derive(Debug, Args)]
pub(crate) struct CellArguments {
    /// Column that gives the rows of the table
    #[arg(long, value_name = "COLUMN", requires = "file")]
    rows: Option<String>,
    /// Column that gives the columns of the table
    #[arg(long, value_name = "COLUMN", requires = "rows")]
    columns: Option<String>,
    /// The counts themselves, row by row: "8 2; 1 5"
    #[arg(long, value_name = "COUNTS", conflicts_with = "file")]
    counts: Option<String>,
}

/// A table of counts with the names of its rows and columns.
#[derive(Debug)]
pub(crate) struct CrossTable {
    pub(crate) rows: Vec<String>,
    pub(crate) columns: Vec<String>,
    pub(crate) counts: Vec<Vec<u64>>,
    pub(crate) notes: Vec<String>,
}

impl CrossArguments {
    /// The table of two columns, or the one typed in.
    pub(crate) fn load(&self) -> anyhow::Result<CrossTable> {
        self.cells.load(&self.data)
    }

    /// The counts of one column, or one row typed in, with the labels.
    pub(crate) fn load_one(&self) -> anyhow::Result<CrossTable> {
        match (self.data.load(), &self.cells.rows, &self.cells.counts) {
            (Some(data), Some(rows), _) => {
                let factor = data?.factor(rows)?;
                let levels = Levels::select(&factor, rows, &[])?;
                let mut counts = vec![0; levels.labels.len()];
                for level in levels.of_rows {
                    if let Level::Wanted(level) = level {
                        counts[level] += 1;
                    }
                }
                let notes = missing(factor.missing);
                Ok(CrossTable { rows: Vec::new(), columns: levels.labels, counts: vec![counts], notes })
            }
            (None, _, Some(counts)) => Ok(CrossTable::from_counts(parse(counts)?)),
            (Some(_), None, _) | (None, _, None) => {
                Err(BadUsage("give a FILE with --rows, or --counts \"18 25 31\"".to_owned()).into())
            }
        }
    }
}

impl CellArguments {
    /// Whether a table was asked for at all.
    pub(crate) fn is_given(&self) -> bool {
        self.rows.is_some() || self.counts.is_some()
    }

    /// The table of two columns, or the one typed in.
    pub(crate) fn load(&self, data: &OptionalData) -> anyhow::Result<CrossTable> {
        match (data.load(), &self.rows, &self.columns, &self.counts) {
            (Some(data), Some(rows), Some(columns), _) => CrossTable::from_columns(&data?, rows, columns),
            (None, _, _, Some(counts)) => Ok(CrossTable::from_counts(parse(counts)?)),
            (Some(_), _, _, _) | (None, _, _, None) => {
                Err(BadUsage("give a FILE with --rows and --columns, or --counts \"8 2; 1 5\"".to_owned()).into())
            }
        }
    }
}

impl CrossTable {
    fn from_columns(data: &Data, rows: &str, columns: &str) -> anyhow::Result<CrossTable> {
        let down = Levels::select(&data.factor(rows)?, rows, &[])?;
        let across = Levels::select(&data.factor(columns)?, columns, &[])?;
        let mut counts = vec![vec![0; across.labels.len()]; down.labels.len()];
        let mut left_out = 0;
        for (row, column) in down.of_rows.iter().zip(&across.of_rows) {
            match (row, column) {
                (Level::Wanted(row), Level::Wanted(column)) => counts[*row][*column] += 1,
                (Level::Missing | Level::Unwanted, _) | (_, Level::Missing | Level::Unwanted) => left_out += 1,
            }
        }
        Ok(CrossTable { rows: down.labels, columns: across.labels, counts, notes: missing(left_out) })
    }

    fn from_counts(counts: Vec<Vec<u64>>) -> CrossTable {
        let names = |n: usize| (1..=n).map(|number| number.to_string()).collect();
        let width = counts.first().map_or(0, Vec::len);
        CrossTable { rows: names(counts.len()), columns: names(width), counts, notes: Vec::new() }
    }

    /// How much was counted.
    pub(crate) fn total(&self) -> usize {
        usize::try_from(self.counts.iter().flatten().sum::<u64>()).unwrap_or(usize::MAX)
    }

    /// The table for people.
    pub(crate) fn text(&self) -> String {
        let mut table = crate::terminal_table::table();
        table.set_header(std::iter::once(String::new()).chain(self.columns.iter().cloned()));
        for (index, counts) in self.counts.iter().enumerate() {
            let name = self.rows.get(index).cloned().unwrap_or_default();
            table.add_row(std::iter::once(name).chain(counts.iter().map(u64::to_string)));
        }
        format!("{table}\n")
    }
}

fn missing(count: usize) -> Vec<String> {
    (count > 0).then(|| format!("{count} rows with a missing value, left out")).into_iter().collect()
}

fn parse(counts: &str) -> anyhow::Result<Vec<Vec<u64>>> {
    let cell = |word: &str| {
        word.parse::<u64>().map_err(|_| BadUsage(format!("`{word}` in --counts is not a whole number, zero or more")))
    };
    let row = |row: &str| row.split([' ', ',']).filter(|word| !word.is_empty()).map(cell).collect();
    Ok(counts.split(';').map(row).collect::<Result<Vec<Vec<u64>>, BadUsage>>()?)
}
