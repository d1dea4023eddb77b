//! Bytes to tables, one file per format.

mod damage;
mod delimited;
mod jsonl;
mod limits;
mod parquet;
mod table_layout;
mod xlsx;

use crate::column::InternedColumn;
use crate::{Column, Format, Table, TableError};

use damage::catch_panics;
pub(crate) use delimited::{cell_range as delimited_cell_range, delimiter};
pub(crate) use jsonl::cell_range as jsonl_cell_range;
use limits::Limits;
pub(crate) use table_layout::{decode, read as read_laid};
pub(crate) use xlsx::sheets;

/// Reads a table in a known format.
pub(crate) fn read(file: &str, bytes: &[u8], format: Format) -> Result<Table, TableError> {
    match format {
        Format::Csv | Format::Tsv => delimited::read(file, text(file, bytes)?, format),
        Format::Jsonl => jsonl::read(file, text(file, bytes)?),
        Format::Parquet => {
            catch_panics(file, || parquet::read(file, bytes, (Limits::USUAL, parquet::NestedValues::Refused)))
        }
        Format::Xlsx => catch_panics(file, || xlsx::read(file, bytes, Limits::USUAL)),
    }
}

/// The names of the columns of a Parquet file.
pub(crate) fn parquet_names(file: &str, bytes: &[u8]) -> Result<Vec<String>, TableError> {
    catch_panics(file, || parquet::names(file, bytes))
}

fn text<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, TableError> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(TableError::file(file, "it is UTF-16; save it again as UTF-8"));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        TableError::file(
            file,
            format!("line {line} is not UTF-8; save it again as UTF-8 (it may be Latin-1 or Windows-1252)"),
        )
    })
}

/// Empty columns by the names of a header. A column without a name is called `column 3` by its place; whether it may have
/// none is for [`refuse_nameless`] to say when its cells are known.
fn columns<'a>(file: &str, names: impl Iterator<Item = &'a str>) -> Result<Vec<InternedColumn>, TableError> {
    let mut columns: Vec<InternedColumn> = Vec::new();
    for (index, name) in names.enumerate() {
        let name = if name.trim().is_empty() { default_column_name(index) } else { name.trim().to_owned() };
        if columns.iter().any(|column| column.name() == name) {
            return Err(TableError::DuplicateColumn { file: file.to_owned(), column: name });
        }
        columns.push(InternedColumn::new(name, 0));
    }
    if columns.is_empty() { Err(TableError::Empty { file: file.to_owned() }) } else { Ok(columns) }
}

fn default_column_name(index: usize) -> String {
    format!("column {}", index + 1)
}

/// Only the first column may have cells and no name: pandas writes its index like that.
fn refuse_nameless<'a>(file: &str, names: impl Iterator<Item = &'a str>, columns: &[Column]) -> Result<(), TableError> {
    for (index, (name, column)) in names.zip(columns).enumerate().skip(1) {
        if name.trim().is_empty() && column.iter().any(|cell| cell.is_some()) {
            return Err(TableError::NamelessColumn { file: file.to_owned(), number: index + 1 });
        }
    }
    Ok(())
}
