//! A table: columns of one length, and where its rows stand in the file.

use std::sync::Arc;

use diag::Place;

use crate::{Column, Encoding, Format, LaidOutTable, Layout, TableError, read};

/// Columns of one length, by name.
#[derive(Debug, Clone)]
pub struct Table {
    pub(crate) file: Arc<str>,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Rows,
}

/// Where each row stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows {
    /// The row's number as a spreadsheet counts, the header being row 1; for JSONL its line. Ascending; only the first row after
    /// each gap is kept, with its place in the table.
    runs: Vec<(usize, usize)>,
    len: usize,
    /// The byte at which it starts, for texts; else empty.
    pub(crate) starts: Vec<usize>,
}

impl Rows {
    pub(crate) fn push(&mut self, number: usize) {
        if self.last().is_none_or(|last| last + 1 != number) {
            self.runs.push((self.len, number));
        }
        self.len += 1;
    }

    pub(crate) fn push_at(&mut self, number: usize, start: usize) {
        self.push(number);
        self.starts.push(start);
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of the last row.
    pub(crate) fn last(&self) -> Option<usize> {
        self.runs.last().map(|(place, number)| number + (self.len - 1 - place))
    }

    fn number(&self, row: usize) -> Option<usize> {
        let run = self.runs.partition_point(|(place, _)| *place <= row).checked_sub(1)?;
        let (place, number) = self.runs[run];
        (row < self.len).then(|| number + (row - place))
    }

    /// The row of that number.
    fn find(&self, number: usize) -> Option<usize> {
        let run = self.runs.partition_point(|(_, first)| *first <= number).checked_sub(1)?;
        let (place, first) = self.runs[run];
        let row = place + (number - first);
        (self.number(row) == Some(number)).then_some(row)
    }

    fn filtered(&self, keep: &[bool]) -> Rows {
        let mut rows = Rows::default();
        let kept = keep.iter().enumerate().take(self.len).filter(|(_, keep)| **keep).map(|(row, _)| row);
        for row in kept {
            rows.push(self.number(row).unwrap_or_default());
            rows.starts.extend(self.starts.get(row));
        }
        rows
    }
}

impl Table {
    /// Reads a table; the format follows from the ending of the file's name.
    ///
    /// # Errors
    /// When the ending is unknown, the bytes are not of that format, or the header is missing,
    /// empty or names two columns alike.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Table, TableError> {
        let format = Format::from_name(file).ok_or_else(|| TableError::UnknownFormat { file: file.to_owned() })?;
        read::read(file, bytes, format)
    }

    /// Reads a table whose layout is not the usual one.
    ///
    /// # Errors
    /// When the bytes are not of that format, or a row has more cells than there are columns.
    pub fn read_with_layout(file: &str, bytes: &[u8], layout: &Layout) -> Result<LaidOutTable, TableError> {
        read::read_laid(file, bytes, layout)
    }

    /// The text of a file, without byte order mark.
    ///
    /// # Errors
    /// When the bytes are no text of that encoding.
    pub fn text<'a>(file: &str, bytes: &'a [u8], encoding: Encoding) -> Result<std::borrow::Cow<'a, str>, TableError> {
        read::decode(file, bytes, encoding)
    }

    /// What separates the cells of a text: what its first row has most of.
    #[must_use]
    pub fn delimiter(text: &str, format: Format) -> u8 {
        read::delimiter(text, format)
    }

    /// The names of the sheets of a workbook.
    ///
    /// # Errors
    /// When it is no workbook.
    pub fn sheets(file: &str, bytes: &[u8]) -> Result<Vec<String>, TableError> {
        read::sheets(file, bytes)
    }

    /// The names of the columns of a Parquet file, without reading its rows.
    ///
    /// # Errors
    /// When it is no Parquet.
    pub fn parquet_names(file: &str, bytes: &[u8]) -> Result<Vec<String>, TableError> {
        read::parquet_names(file, bytes)
    }

    /// A table of columns of one length, with the number of each row in its file.
    #[must_use]
    pub fn from_columns(file: &str, columns: Vec<Column>, numbers: impl IntoIterator<Item = usize>) -> Table {
        let mut rows = Rows::default();
        numbers.into_iter().for_each(|number| rows.push(number));
        debug_assert!(columns.iter().all(|column| column.len() == rows.len()), "columns of one length");
        Table { file: file.into(), columns, rows }
    }

    /// The same table with this column: in place of the one of that name, or as the last.
    #[must_use]
    pub fn with_column(mut self, column: Column) -> Table {
        self.set_column(column);
        self
    }

    /// Puts this column in place of the one of that name, or as the last.
    pub fn set_column(&mut self, column: Column) {
        match self.columns.iter_mut().find(|known| known.name() == column.name()) {
            Some(known) => *known = column,
            None => self.columns.push(column),
        }
    }

    /// The file's name.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// How many rows, the header not counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// The columns in the order of the file.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The columns alone.
    #[must_use]
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// The column of that name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name() == name)
    }

    /// The row number of a row as a spreadsheet counts it.
    #[must_use]
    pub fn row_number(&self, row: usize) -> usize {
        self.rows.number(row).unwrap_or_default()
    }

    /// The place of a cell, the row counted from zero.
    #[must_use]
    pub fn place(&self, row: usize, column: &str) -> Place {
        match self.rows.number(row) {
            Some(number) => self.place_in_row(number, column),
            None => Place::file(self.file.clone()),
        }
    }

    /// The place of a cell, the row counted as a spreadsheet does.
    #[must_use]
    pub fn place_in_row(&self, number: usize, column: &str) -> Place {
        Place::cell(self.file.clone(), number, column)
    }

    /// Gives a cell of this table its byte range in the table's text, where it is one. The text is
    /// without byte order mark.
    pub fn locate(&self, place: &mut Place, source: &str) {
        if let Place::Cell { row, column, range, .. } = place
            && let Some(format) = Format::from_name(&self.file).filter(|format| format.is_text())
        {
            *range = self.start(*row, format).map(|start| match format {
                Format::Jsonl => read::jsonl_cell_range(source, start, column),
                Format::Csv | Format::Tsv | Format::Parquet | Format::Xlsx => {
                    let index = self.columns.iter().position(|known| known.name() == &**column);
                    read::delimited_cell_range(source, start, index, format)
                }
            });
        }
    }

    fn start(&self, number: usize, format: Format) -> Option<usize> {
        if number == 1 && format != Format::Jsonl {
            return Some(0);
        }
        self.rows.starts.get(self.rows.find(number)?).copied()
    }

    /// The same table with only the rows for which `keep` holds.
    #[must_use]
    pub fn filtered(&self, keep: &[bool]) -> Table {
        Table {
            file: self.file.clone(),
            columns: self.columns.iter().map(|column| column.filtered(keep)).collect(),
            rows: self.rows.filtered(keep),
        }
    }
}
