//! Comma- and tab-separated values with a header.

use std::ops::Range;

use crate::column::InternedColumn;
use crate::table::Rows;
use crate::{Column, Format, Table, TableError};

pub(super) fn read(file: &str, text: &str, format: Format) -> Result<Table, TableError> {
    let delimiter = delimiter(text, format);
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let failed = |row: usize, error: &csv::Error| TableError::Row {
        file: file.to_owned(),
        row,
        line: error.position().and_then(|at| usize::try_from(at.line()).ok()),
        problem: format!("cannot be read: {error}"),
    };
    let header = reader.headers().map_err(|error| failed(1, &error))?.clone();
    let mut columns = super::columns(file, header.iter())?;
    let mut cells = csv::StringRecord::new();
    let mut rows = Rows::default();
    let mut ragged = RaggedRows { wanted: columns.len(), first: None, more: 0 };
    while reader.read_record(&mut cells).map_err(|error| failed(rows.len() + 2, &error))? {
        let byte = cells.position().map_or(0, |at| usize::try_from(at.byte()).unwrap_or(usize::MAX));
        ragged.check_row(&cells, rows.len() + 2, byte);
        for (index, column) in columns.iter_mut().enumerate() {
            column.push(cells.get(index).filter(|cell| !cell.is_empty()));
        }
        rows.push_at(rows.len() + 2, byte);
    }
    if let Some(start) = rows.starts.last().copied()
        && scan(text, start, delimiter, usize::MAX).1 == Quotes::Open
    {
        return Err(TableError::Row {
            file: file.to_owned(),
            row: rows.len() + 1,
            line: Some(line_of(text, start)),
            problem: "opens a quotation mark that is never closed".to_owned(),
        });
    }
    ragged.refuse(file, text)?;
    let columns: Vec<Column> = columns.into_iter().map(InternedColumn::finish).collect();
    super::refuse_nameless(file, header.iter(), &columns)?;
    Ok(Table { file: file.into(), columns, rows })
}

/// Whether the row that starts at this byte opens a quotation mark and never closes it.
pub(super) fn is_open(text: &str, start: usize, delimiter: u8) -> bool {
    scan(text, start, delimiter, usize::MAX).1 == Quotes::Open
}

/// Whether a cell of a row that stands in quotation marks goes on behind the closing one: `"He said" no`. Where such a cell runs
/// over several lines, the marks are letters of texts, and rows have been swallowed.
pub(super) fn goes_on_behind_quotes(row: &str, delimiter: u8) -> bool {
    let bytes = row.trim_start_matches(['\n', '\r']).as_bytes();
    let (mut quoted, mut begins) = (false, true);
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if quoted && byte == b'"' {
            let behind = bytes[at + 1..].iter().find(|byte| **byte != b' ');
            match (bytes.get(at + 1), behind) {
                (Some(b'"'), _) => at += 1,
                (_, Some(next)) if *next != delimiter && !matches!(next, b'\n' | b'\r') => return true,
                (_, Some(_) | None) => quoted = false,
            }
        } else if !quoted {
            quoted = begins && byte == b'"';
            begins = byte == delimiter;
        }
        at += 1;
    }
    false
}

/// What separates the cells. Spreadsheets of many countries write a `.csv` with semicolons, some programs with tabs or bars: what
/// the header has most of outside quotation marks is meant.
pub(crate) fn delimiter(text: &str, format: Format) -> u8 {
    if format == Format::Tsv {
        return b'\t';
    }
    let count = |delimiter: u8| scan(text, 0, delimiter, usize::MAX).0.len();
    let (comma, semicolon, tab, bar) = (count(b','), count(b';'), count(b'\t'), count(b'|'));
    if bar > 2 && bar > comma.max(semicolon).max(tab) {
        b'|'
    } else if comma >= semicolon && comma >= tab {
        b','
    } else if semicolon >= tab {
        b';'
    } else {
        b'\t'
    }
}

/// The line that the row at this byte starts in. The reader's own count is one short after CRLF: it hands the line feed to
/// the row that follows.
pub(super) fn line_of(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let breaks = bytes[start.min(bytes.len())..].iter().take_while(|byte| matches!(**byte, b'\n' | b'\r')).count();
    bytes[..(start + breaks).min(bytes.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// Rows with more or fewer cells than the header: the first is shown, the others are counted.
struct RaggedRows {
    wanted: usize,
    /// Its row, the byte it starts at and how many cells it has.
    first: Option<(usize, usize, usize)>,
    more: usize,
}

impl RaggedRows {
    fn check_row(&mut self, cells: &csv::StringRecord, row: usize, byte: usize) {
        if cells.len() != self.wanted {
            match self.first {
                Some(_) => self.more += 1,
                None => self.first = Some((row, byte, cells.len())),
            }
        }
    }

    fn refuse(self, file: &str, text: &str) -> Result<(), TableError> {
        let Some((row, byte, cells)) = self.first else { return Ok(()) };
        let more = match self.more {
            0 => String::new(),
            1 => "; one more row is like this".to_owned(),
            more => format!("; {more} more rows are like this"),
        };
        Err(TableError::Row {
            file: file.to_owned(),
            row,
            line: Some(line_of(text, byte)),
            problem: format!(
                "has {cells} cells where the header has {} (put texts with commas or line breaks in quotation marks){more}",
                self.wanted
            ),
        })
    }
}

/// The byte range of a cell, by the start of its row; of the whole row when there is no such cell.
pub(crate) fn cell_range(text: &str, start: usize, column: Option<usize>, format: Format) -> Range<usize> {
    let (cells, _) = scan(text, start, delimiter(text, format), column.unwrap_or(usize::MAX));
    match column.and_then(|column| cells.get(column)) {
        Some(cell) => cell.clone(),
        None => cells.first().map_or(start, |cell| cell.start)..cells.last().map_or(start, |cell| cell.end),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quotes {
    Closed,
    Open,
}

/// The ranges of the cells of one row up to a column, and whether its quotation marks are closed.
fn scan(text: &str, start: usize, delimiter: u8, until: usize) -> (Vec<Range<usize>>, Quotes) {
    let bytes = text.as_bytes();
    let mut at = start.min(bytes.len());
    while at < bytes.len() && (bytes[at] == b'\n' || bytes[at] == b'\r') {
        at += 1;
    }
    let mut cells = Vec::new();
    let mut from = at;
    let mut quoted = false;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'"' && (quoted || at == from) {
            quoted = !quoted;
        } else if byte == b'"' && bytes[at - 1] == b'"' && bytes[from] == b'"' {
            // A doubled mark within quotation marks: closed and opened again.
            quoted = true;
        } else if !quoted && byte == delimiter {
            cells.push(from..at);
            from = at + 1;
            if cells.len() > until {
                return (cells, Quotes::Closed);
            }
        } else if !quoted && (byte == b'\n' || byte == b'\r') {
            break;
        }
        at += 1;
    }
    cells.push(from..at);
    (cells, if quoted { Quotes::Open } else { Quotes::Closed })
}
