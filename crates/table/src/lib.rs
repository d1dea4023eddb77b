//! Rows and columns from CSV, TSV, JSONL, Parquet and XLSX, with the place of every cell.
//!
//! **In**: the bytes of a file and its name. **Out**: a [`Table`] of text cells by column name; a
//! number that came typed is written so that reading it back gives the same number.
//! **Does not know** what the columns mean.

mod column;
mod error;
mod format;
mod layout;
mod number;
mod read;
mod table;

pub use column::{Codes, Column, InternedColumn};
pub use error::TableError;
pub use format::Format;
pub use layout::{Encoding, LaidOutTable, Layout, Quoting};
pub use table::Table;
