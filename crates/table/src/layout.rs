//! How a table stands in its file, where that is not the usual way.

use crate::{Format, Table};

/// How a table stands in its file. Nothing said means: one header row, UTF-8, the delimiter that the first row has most of,
/// the first sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The format, where the ending of the name does not say it.
    pub format: Option<Format>,
    /// How the letters of a text are written as bytes.
    pub encoding: Encoding,
    /// What separates the cells of a text.
    pub delimiter: Option<u8>,
    /// Whether a cell may stand in quotation marks.
    pub quoting: Quoting,
    /// How many rows of names come first; with none the columns are called `column 1`, `column 2` and so on.
    pub header_rows: usize,
    /// The sheet of a workbook; the first when absent.
    pub sheet: Option<String>,
    /// How many rows of a sheet stand above the names.
    pub skip_rows: usize,
}

impl Default for Layout {
    fn default() -> Self {
        Layout {
            format: None,
            encoding: Encoding::Unicode,
            delimiter: None,
            quoting: Quoting::Usual,
            header_rows: 1,
            sheet: None,
            skip_rows: 0,
        }
    }
}

/// How letters are written as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, or UTF-16.
    Unicode,
    /// What Western European Windows programs write; Latin-1 is a part of it.
    Windows1252,
}

/// Whether a cell may stand in quotation marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quoting {
    /// It may.
    Usual,
    /// Quotation marks are letters like any other.
    None,
}

/// A table with what its layout adds.
#[derive(Debug, Clone)]
pub struct LaidOutTable {
    /// The table. Columns of one name are told apart by a number: `name`, `name (2)`.
    pub table: Table,
    /// The header rows below the first, a cell for each column.
    pub below: Vec<Vec<String>>,
    /// Rows with nothing in them, which the table leaves out.
    pub blank: usize,
}
