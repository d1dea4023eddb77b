//! Why bytes could not be read as a table.

use diag::Place;
use thiserror::Error;

/// Why bytes could not be read as a table. Rows are counted as a spreadsheet does.
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
    /// A column has no name.
    #[error("column {number} of `{file}` has no name; name it in the header or take it out")]
    NamelessColumn {
        /// The file.
        file: String,
        /// Which column, counted from 1.
        number: usize,
    },
    /// Several sheets of a workbook have rows, and nothing says which is meant.
    #[error(
        "`{file}` has {} sheets with rows: {}; leave one in the file or save it as .csv, or bring all of them in with \
         `rejudge import`, which reads sheets of one layout together",
        sheets.len(),
        list_sheets(sheets)
    )]
    SeveralSheets {
        /// The file.
        file: String,
        /// The name of each sheet and how many rows it has below the first.
        sheets: Vec<(String, usize)>,
    },
    /// A row cannot be read.
    #[error("row {row}{} of `{file}` {problem}", line.filter(|line| line != row).map(|line| format!(" (line {line})")).unwrap_or_default())]
    Row {
        /// The file.
        file: String,
        /// The row.
        row: usize,
        /// The line of the text it starts in.
        line: Option<usize>,
        /// What is wrong with it, as the rest of a sentence about the row.
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
            TableError::UnknownFormat { file }
            | TableError::Empty { file }
            | TableError::SeveralSheets { file, .. }
            | TableError::File { file, .. } => Place::file(file.as_str()),
            TableError::DuplicateColumn { file, .. } | TableError::NamelessColumn { file, .. } => {
                Place::cell(file.as_str(), 1, "")
            }
            TableError::Row { file, row, .. } => Place::cell(file.as_str(), *row, ""),
        }
    }

    /// The line of the text where it is wrong.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            TableError::Row { line, .. } => *line,
            TableError::DuplicateColumn { .. } | TableError::NamelessColumn { .. } => Some(1),
            TableError::UnknownFormat { .. }
            | TableError::Empty { .. }
            | TableError::SeveralSheets { .. }
            | TableError::File { .. } => None,
        }
    }

    pub(crate) fn file(file: &str, problem: impl Into<String>) -> Self {
        TableError::File { file: file.to_owned(), problem: problem.into() }
    }
}

fn list_sheets(sheets: &[(String, usize)]) -> String {
    let rows = |rows: usize| if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
    sheets.iter().map(|(name, count)| format!("`{name}` ({})", rows(*count))).collect::<Vec<_>>().join(", ")
}
