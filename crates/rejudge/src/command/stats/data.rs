//! Columns of a table as the statistics want them, with every refusal naming row and column.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use table::Table;

use crate::outcome::{BadInput, BadUsage};

/// Where a table is: in a file, or already in memory when another program asks.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    File(PathBuf),
    Memory(Arc<Table>),
}

impl From<OsString> for Source {
    fn from(path: OsString) -> Source {
        Source::File(path.into())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => path.display().fmt(f),
            Source::Memory(table) => table.file().fmt(f),
        }
    }
}

/// The file and which of its rows.
#[derive(Debug, Args)]
pub(crate) struct DataArguments {
    /// The table: .csv, .tsv, .jsonl, .parquet or .xlsx
    #[arg(value_hint = clap::ValueHint::FilePath)]
    pub(crate) file: Source,
    /// Keep only rows where COLUMN is one of the values; may be given several times
    #[arg(long = "where", value_name = "COLUMN=VALUE[,VALUE]")]
    pub(crate) filters: Vec<String>,
}

/// A table whose columns can be asked for by name.
#[derive(Debug)]
pub(crate) struct Data {
    table: Arc<Table>,
}

/// A column as numbers.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// One per row; `None` for a missing one.
    pub(crate) values: Vec<Option<f64>>,
    /// How many are missing.
    pub(crate) missing: usize,
}

/// A column as codes of its levels.
#[derive(Debug)]
pub(crate) struct Factor {
    /// Level names in order of appearance.
    pub(crate) levels: Vec<String>,
    /// One per row; `None` for a missing one.
    pub(crate) codes: Vec<Option<u32>>,
    /// How many are missing.
    pub(crate) missing: usize,
}

impl DataArguments {
    /// Reads the file and keeps the rows asked for.
    pub(crate) fn load(&self) -> anyhow::Result<Data> {
        Data::load(&self.file)?.keep(&self.filters)
    }
}

impl Data {
    /// Reads a table.
    pub(crate) fn load(source: &Source) -> anyhow::Result<Data> {
        let table = match source {
            Source::Memory(table) => Arc::clone(table),
            Source::File(path) => {
                let bytes = std::fs::read(path).map_err(|e| BadInput(format!("`{source}` cannot be read: {e}")))?;
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                Arc::new(Table::read(&name, &bytes).map_err(|e| BadInput(e.to_string()))?)
            }
        };
        if table.is_empty() {
            return Err(BadInput(format!("`{}` has a header but no rows", table.file())).into());
        }
        Ok(Data { table })
    }

    fn keep(self, filters: &[String]) -> anyhow::Result<Data> {
        if filters.is_empty() {
            return Ok(self);
        }
        let mut keep = vec![true; self.table.len()];
        for filter in filters {
            let (column, values) = filter
                .split_once('=')
                .ok_or_else(|| BadUsage(format!("`--where {filter}` needs the form COLUMN=VALUE[,VALUE]")))?;
            let wanted: Vec<&str> = values.split(',').collect();
            let cells = self.column(column)?;
            for value in &wanted {
                if !cells.iter().any(|cell| cell.unwrap_or_default() == *value) {
                    let (levels, _) = cells.levels();
                    return Err(BadInput(format!(
                        "no row has `{value}` in column `{column}`{}",
                        suggestion(value, &levels)
                    ))
                    .into());
                }
            }
            for (keep, cell) in keep.iter_mut().zip(cells.iter()) {
                *keep &= wanted.contains(&cell.unwrap_or_default());
            }
        }
        if !keep.iter().any(|keep| *keep) {
            return Err(BadInput("no row is left after `--where`".to_owned()).into());
        }
        Ok(Data { table: Arc::new(self.table.filtered(&keep)) })
    }

    /// How many rows.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// The names of the columns.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.table.columns().iter().map(table::Column::name)
    }

    /// The number of a row in the file.
    pub(crate) fn row_number(&self, row: usize) -> usize {
        self.table.row_number(row)
    }

    /// The place of a row in words.
    pub(crate) fn row_words(&self, row: usize) -> String {
        format!("row {} of `{}`", self.row_number(row), self.table.file())
    }

    /// The column of that name.
    pub(crate) fn column(&self, name: &str) -> anyhow::Result<&table::Column> {
        self.table.column(name).ok_or_else(|| {
            let names: Vec<&str> = self.table.columns().iter().map(table::Column::name).collect();
            BadInput(format!("`{}` has no column `{name}`{}", self.table.file(), suggestion(name, &names))).into()
        })
    }

    /// The column as numbers. `NA`, `NaN` and empty cells are missing; anything else that is not a
    /// finite number is refused with its row.
    pub(crate) fn numbers(&self, name: &str) -> anyhow::Result<Numbers> {
        let values = self.column(name)?.map_cells(|row, cell| match cell {
            None | Some("NA" | "NaN" | "nan") => Ok(None),
            Some(text) => {
                text.trim().parse().ok().filter(|number: &f64| number.is_finite()).map(Some).ok_or_else(|| {
                    BadInput(format!("{}: `{text}` in column `{name}` is not a number", self.row_words(row)))
                })
            }
        })?;
        let missing = values.iter().filter(|value| value.is_none()).count();
        Ok(Numbers { values, missing })
    }

    /// The column as levels.
    pub(crate) fn factor(&self, name: &str) -> anyhow::Result<Factor> {
        let (levels, codes) = self.column(name)?.levels();
        let missing = codes.iter().filter(|code| code.is_none()).count();
        Ok(Factor { levels: levels.into_iter().map(str::to_owned).collect(), codes, missing })
    }

    /// One or several columns, separated by commas, as levels; several are joined, and missing where one is.
    pub(crate) fn joined_factor(&self, names: &str) -> anyhow::Result<Factor> {
        if self.table.column(names).is_some() || !names.contains(',') {
            return self.factor(names);
        }
        let columns = names.split(',').map(|name| self.column(name.trim())).collect::<anyhow::Result<Vec<_>>>()?;
        let mut joined = table::Column::new(names);
        for row in 0..self.len() {
            let cells: Option<Vec<&str>> = columns.iter().map(|column| column.get(row)).collect();
            joined.push(cells.map(|cells| cells.join(" / ")).as_deref());
        }
        let (levels, codes) = joined.levels();
        let missing = codes.iter().filter(|code| code.is_none()).count();
        Ok(Factor { levels: levels.into_iter().map(str::to_owned).collect(), codes, missing })
    }
}

pub(crate) fn suggestion(word: &str, known: &[&str]) -> String {
    match diag::nearest(word, known.iter().copied()) {
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None if known.len() <= 12 => format!("; there are {}", known.join(", ")),
        None => format!("; there are {} and {} more", known[..12].join(", "), known.len() - 12),
    }
}
