//! Bytes to tables, one function per format.

use diag::Place;
use thiserror::Error;

use crate::{Column, Format, Table};

/// Why bytes could not be read as a table. The place is the row as a spreadsheet counts.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableError {
    /// The ending of the name says nothing.
    #[error("`{file}` has no ending that says what it is; use .csv, .tsv, .jsonl, .parquet or .xlsx")]
    UnknownFormat {
        /// The file.
        file: String,
    },
    /// There is nothing in it.
    #[error("`{file}` is empty; it needs a header row that names the columns")]
    Empty {
        /// The file.
        file: String,
    },
    /// Two columns have one name.
    #[error("`{file}` has two columns called `{column}`; rename one")]
    DuplicateColumn {
        /// The file.
        file: String,
        /// The name.
        column: String,
    },
    /// A row cannot be read.
    #[error("row {row} of `{file}`: {problem}")]
    Row {
        /// The file.
        file: String,
        /// The row.
        row: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The file as a whole cannot be read.
    #[error("`{file}` cannot be read: {problem}")]
    File {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl TableError {
    /// Where it is wrong.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            TableError::UnknownFormat { file } | TableError::Empty { file } | TableError::File { file, .. } => {
                Place::file(file.as_str())
            }
            TableError::DuplicateColumn { file, .. } => Place::cell(file.as_str(), 1, ""),
            TableError::Row { file, row, .. } => Place::cell(file.as_str(), *row, ""),
        }
    }
}

pub(crate) fn read(file: &str, bytes: &[u8], format: Format) -> Result<Table, TableError> {
    match format {
        Format::Csv => delimited(file, bytes, b','),
        Format::Tsv => delimited(file, bytes, b'\t'),
        Format::Jsonl | Format::Parquet | Format::Xlsx => {
            Err(TableError::File { file: file.to_owned(), problem: "this format is not read yet".to_owned() })
        }
    }
}

fn delimited(file: &str, bytes: &[u8], delimiter: u8) -> Result<Table, TableError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(bytes);
    let failed = |row: usize, problem: String| TableError::Row { file: file.to_owned(), row, problem };
    let header = reader.headers().map_err(|e| failed(1, e.to_string()))?.clone();
    if header.is_empty() {
        return Err(TableError::Empty { file: file.to_owned() });
    }
    let mut columns: Vec<Column> = Vec::new();
    for name in &header {
        if columns.iter().any(|column| column.name() == name) {
            return Err(TableError::DuplicateColumn { file: file.to_owned(), column: name.to_owned() });
        }
        columns.push(Column::new(name));
    }
    let mut record = csv::StringRecord::new();
    let mut rows = Vec::new();
    while reader.read_record(&mut record).map_err(|e| failed(rows.len() + 2, e.to_string()))? {
        for (column, cell) in columns.iter_mut().zip(&record) {
            column.push((!cell.is_empty()).then_some(cell));
        }
        rows.push(rows.len() + 2);
    }
    Ok(Table { file: file.into(), columns, rows })
}
