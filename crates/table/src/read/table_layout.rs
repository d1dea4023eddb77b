//! Tables in an unusual layout: several header rows or none, names that repeat, rows with nothing in them.

use std::borrow::Cow;

use super::limits::Limits;
use super::{catch_panics, delimited, parquet, xlsx};
use crate::column::InternedColumn;
use crate::layout::{Encoding, LaidOutTable, Layout, Quoting};
use crate::table::Rows;
use crate::{Column, Format, Table, TableError};

pub(crate) fn read(file: &str, bytes: &[u8], layout: &Layout) -> Result<LaidOutTable, TableError> {
    let format = layout.format.or_else(|| Format::from_name(file));
    match format.ok_or_else(|| TableError::UnknownFormat { file: file.to_owned() })? {
        Format::Csv => delimited_text(file, bytes, layout, Format::Csv),
        Format::Tsv => delimited_text(file, bytes, layout, Format::Tsv),
        Format::Xlsx => catch_panics(file, || {
            let mut laying = Laying::new(file, layout.header_rows, "");
            xlsx::each_row(file, bytes, (Limits::USUAL, layout.sheet.as_deref()), |row, cells| {
                if row > layout.skip_rows { laying.push(row, &cells) } else { Ok(()) }
            })?;
            laying.finish()
        }),
        Format::Jsonl => {
            let table = super::read(file, bytes, Format::Jsonl)?;
            Ok(LaidOutTable { table, below: Vec::new(), blank: 0 })
        }
        Format::Parquet => {
            let table =
                catch_panics(file, || parquet::read(file, bytes, (Limits::USUAL, parquet::NestedValues::AsJson)))?;
            Ok(LaidOutTable { table, below: Vec::new(), blank: 0 })
        }
    }
}

/// The text of bytes.
pub(crate) fn decode<'a>(file: &str, bytes: &'a [u8], encoding: Encoding) -> Result<Cow<'a, str>, TableError> {
    if encoding == Encoding::Windows1252 {
        return Ok(Cow::Owned(bytes.iter().map(|byte| windows_1252(*byte)).collect()));
    }
    let wide = |from: fn([u8; 2]) -> u16| -> Result<String, TableError> {
        let mark = if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) { 2 } else { 0 };
        let units = bytes[mark..].chunks_exact(2).map(|pair| from([pair[0], pair[1]]));
        let letters: Result<String, _> = char::decode_utf16(units).collect();
        letters.map_err(|_| TableError::file(file, "it begins as UTF-16 and is not"))
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes).map(Cow::Owned),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes).map(Cow::Owned),
        // Without a byte order mark: every other byte of plain letters is zero.
        [1..=255, 0, 1..=255, 0, 1..=255, 0, 1..=255, 0, ..] => wide(u16::from_le_bytes).map(Cow::Owned),
        [0, 1..=255, 0, 1..=255, 0, 1..=255, 0, 1..=255, ..] => wide(u16::from_be_bytes).map(Cow::Owned),
        _ => super::text(file, bytes).map(Cow::Borrowed),
    }
}

/// The letter of a byte in Windows-1252; the five that it leaves out are control characters, as browsers read them.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn delimited_text(file: &str, bytes: &[u8], layout: &Layout, format: Format) -> Result<LaidOutTable, TableError> {
    let text = decode(file, bytes, layout.encoding)?;
    let delimiter = layout.delimiter.unwrap_or_else(|| delimited::delimiter(&text, format));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .quoting(layout.quoting == Quoting::Usual)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut cells = csv::StringRecord::new();
    let mut laying = Laying::new(file, layout.header_rows, &text);
    let (mut row, mut start) = (0, 0);
    let failed = |row: usize, line: Option<usize>, problem: String| TableError::Row {
        file: file.to_owned(),
        row,
        line,
        problem,
    };
    while reader.read_record(&mut cells).map_err(|error| failed(row + 1, None, format!("cannot be read: {error}")))? {
        row += 1;
        start = cells.position().map_or(0, |at| usize::try_from(at.byte()).unwrap_or(usize::MAX));
        let end = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        if layout.quoting == Quoting::Usual
            && cells.as_slice().contains('\n')
            && text.get(start..end).is_some_and(|row| delimited::goes_on_behind_quotes(row, delimiter))
        {
            let problem = "begins with a quotation mark in a cell that would run over several lines and go on behind the closing \
                           mark; if quotation marks are part of the text, say `quotes = false`";
            return Err(failed(row, Some(delimited::line_of(&text, start)), problem.to_owned()));
        }
        laying.push_record(row, &cells)?;
    }
    if layout.quoting == Quoting::Usual && delimited::is_open(&text, start, delimiter) {
        let problem = "opens a quotation mark that is never closed; if quotation marks are part of the text, say `quotes = false`";
        return Err(failed(row, Some(delimited::line_of(&text, start)), problem.to_owned()));
    }
    laying.finish()
}

/// The table so far.
struct Laying<'a> {
    file: &'a str,
    header_rows: usize,
    header: Vec<Vec<String>>,
    columns: Vec<InternedColumn>,
    rows: Rows,
    blank: usize,
    /// How many lines the text has, and how many bytes.
    size: (usize, usize),
}

impl<'a> Laying<'a> {
    fn new(file: &'a str, header_rows: usize, text: &str) -> Self {
        let size = (text.bytes().filter(|byte| *byte == b'\n').count(), text.len());
        Laying { file, header_rows, header: Vec::new(), columns: Vec::new(), rows: Rows::default(), blank: 0, size }
    }

    /// The columns, each with room for the rows that there can be: a row has a byte for each of its cells at least.
    fn begin(&mut self, width: usize) {
        let (lines, bytes) = self.size;
        let rows = lines.min(bytes / width.max(1));
        self.columns =
            names(self.header.first(), width).into_iter().map(|name| InternedColumn::new(name, rows)).collect();
    }

    fn push(&mut self, row: usize, cells: &[Option<String>]) -> Result<(), TableError> {
        self.place(row, cells.len(), |index| cells.get(index).and_then(Option::as_deref))
    }

    fn push_record(&mut self, row: usize, cells: &csv::StringRecord) -> Result<(), TableError> {
        self.place(row, cells.len(), |index| cells.get(index).filter(|cell| !cell.is_empty()))
    }

    fn place<'c>(&mut self, row: usize, len: usize, cell: impl Fn(usize) -> Option<&'c str>) -> Result<(), TableError> {
        if self.header.len() < self.header_rows {
            self.header.push((0..len).map(|index| cell(index).unwrap_or_default().to_owned()).collect());
            return Ok(());
        }
        if self.columns.is_empty() {
            let width = self.header.iter().map(Vec::len).max().unwrap_or(len);
            self.begin(width);
        }
        let used = (0..len).rev().find(|index| cell(*index).is_some_and(|cell| !cell.trim().is_empty()));
        let Some(last) = used else {
            self.blank += 1;
            return Ok(());
        };
        if last >= self.columns.len() && self.header_rows == 0 {
            // Without a header the first row, which may be a title in one cell, does not say how wide the table is.
            let more =
                (self.columns.len()..=last).map(|index| InternedColumn::new(super::default_column_name(index), 0));
            let rows = self.rows.len();
            self.columns.extend(more.map(|column| column.with_missing(rows)));
        }
        if last >= self.columns.len() {
            return Err(TableError::Row {
                file: self.file.to_owned(),
                row,
                line: None,
                problem: format!(
                    "has {} cells where the header has {} (put texts with the delimiter or line breaks in quotation marks)",
                    last + 1,
                    self.columns.len()
                ),
            });
        }
        for (index, column) in self.columns.iter_mut().enumerate() {
            column.push(if index < len { cell(index) } else { None });
        }
        self.rows.push(row);
        Ok(())
    }

    fn finish(mut self) -> Result<LaidOutTable, TableError> {
        if self.header.len() < self.header_rows || (self.header_rows == 0 && self.columns.is_empty()) {
            return Err(TableError::Empty { file: self.file.to_owned() });
        }
        if self.columns.is_empty() {
            let width = self.header.iter().map(Vec::len).max().unwrap_or_default();
            self.begin(width);
        }
        // A trailing delimiter makes a column without a name or a value.
        let named = |index: usize| {
            self.header.first().and_then(|names| names.get(index)).is_some_and(|name| !name.trim().is_empty())
        };
        let mut columns: Vec<Column> = self.columns.into_iter().map(InternedColumn::finish).collect();
        while self.header_rows > 0
            && columns.last().is_some_and(|column| column.iter().all(|cell| cell.is_none()))
            && !named(columns.len() - 1)
        {
            columns.pop();
        }
        let width = columns.len();
        let below = self.header.into_iter().skip(1).map(|mut row| {
            row.resize(width, String::new());
            row
        });
        let below = below.collect();
        Ok(LaidOutTable { table: Table { file: self.file.into(), columns, rows: self.rows }, below, blank: self.blank })
    }
}

/// A name for each column: as written, with a number where it repeats, by its place where there is none.
fn names(header: Option<&Vec<String>>, width: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(width);
    for index in 0..width {
        let written = header.and_then(|names| names.get(index)).map(|name| name.trim()).unwrap_or_default();
        let base = if written.is_empty() { super::default_column_name(index) } else { written.to_owned() };
        let mut name = base.clone();
        let mut number = 2;
        while names.contains(&name) {
            name = format!("{base} ({number})");
            number += 1;
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use crate::{Encoding, Layout, Quoting, Table};

    fn read(name: &str, bytes: &[u8], layout: &Layout) -> crate::LaidOutTable {
        Table::read_with_layout(name, bytes, layout).unwrap()
    }

    #[test]
    fn several_header_rows_repeated_names_blank_rows_and_a_trailing_delimiter_are_read() {
        let text = "q,q,id,\nWhich?,Which?,Id,\n1,2,x,\n,,,\n3,4,y,\n";
        let laid = read("t.csv", text.as_bytes(), &Layout { header_rows: 2, ..Layout::default() });
        let names: Vec<&str> = laid.table.columns().iter().map(crate::Column::name).collect();
        assert_eq!((names, laid.blank, laid.table.len()), (vec!["q", "q (2)", "id"], 1, 2));
        assert_eq!(laid.below, [["Which?", "Which?", "Id"]]);
        assert_eq!((laid.table.row_number(1), laid.table.column("q (2)").unwrap().get(1)), (5, Some("4")));
    }

    #[test]
    fn a_table_without_header_has_numbered_columns() {
        let laid = read("t.csv", b"a,1\nb,2\n", &Layout { header_rows: 0, ..Layout::default() });
        assert_eq!((laid.table.len(), laid.table.column("column 2").unwrap().get(1)), (2, Some("2")));
        let wider = read("t.csv", b"a\nb,2\n", &Layout { header_rows: 0, ..Layout::default() });
        let cells: Vec<Option<&str>> = wider.table.column("column 2").unwrap().iter().collect();
        assert_eq!(cells, [None, Some("2")]);
    }

    #[test]
    fn other_encodings_are_read_as_said() {
        let utf16: Vec<u8> =
            [0xff, 0xfe].into_iter().chain("a;b\né;2\n".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        assert_eq!(read("t.csv", &utf16, &Layout::default()).table.column("a").unwrap().get(0), Some("é"));
        let windows = Layout { encoding: Encoding::Windows1252, ..Layout::default() };
        assert_eq!(read("t.csv", b"a\n\x80\xe9\n", &windows).table.column("a").unwrap().get(0), Some("€é"));
    }

    #[test]
    fn quotation_marks_are_letters_where_that_is_said_and_else_must_be_closed() {
        let text = b"a\tb\n\"He\tsaid \"no\"\n";
        let plain = Layout { quoting: Quoting::None, ..Layout::default() };
        assert_eq!(read("t.tsv", text, &plain).table.column("a").unwrap().get(0), Some("\"He"));
        let refused =
            Table::read_with_layout("t.tsv", b"a\tb\n\"He\tsaid\n", &Layout::default()).unwrap_err().to_string();
        assert!(refused.contains("never closed"), "{refused}");
        // An even number of marks closes, rows later, and the rows between would be gone.
        let two = b"a\tb\n\"He said x\t1\n\"She said y\t2\n";
        let refused = Table::read_with_layout("t.tsv", two, &Layout::default()).unwrap_err().to_string();
        assert!(refused.contains("`quotes = false`"), "{refused}");
        assert_eq!(read("t.tsv", two, &plain).table.len(), 2);
        let lines = b"a,b\n\"two\nlines, \"\"so\"\"\",1\n\"x\",2\n";
        assert_eq!(
            read("t.csv", lines, &Layout::default()).table.column("a").unwrap().get(0),
            Some("two\nlines, \"so\"")
        );
        let wide = Table::read_with_layout("t.csv", b"a,b\n1,2,3\n", &Layout::default()).unwrap_err().to_string();
        assert!(wide.contains("has 3 cells where the header has 2"), "{wide}");
    }
}
