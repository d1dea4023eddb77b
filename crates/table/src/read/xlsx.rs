//! The one sheet of an Excel workbook that has rows in it. Cells with a formula give its last result.

mod claims;

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, Dimensions, ExcelDateTime, Reader, Xlsx};

use self::claims::refuse_bombs;
use super::limits::{Budget, Limits};
use crate::column::InternedColumn;
use crate::table::Rows;
use crate::{Column, Table, TableError, number};

pub(super) fn read(file: &str, bytes: &[u8], limits: Limits) -> Result<Table, TableError> {
    let name = only_filled_sheet(file, bytes, limits)?;
    let mut sheet: Option<Sheet<'_>> = None;
    each_filled_row(file, bytes, (limits, Some(&name)), |row, values, _| match &mut sheet {
        None => {
            sheet = Some(Sheet::with_header(file, limits, row, values)?);
            Ok(())
        }
        Some(sheet) => sheet.push(row, values),
    })?;
    sheet.ok_or_else(|| TableError::Empty { file: file.to_owned() })?.finish()
}

/// The sheet to read, where nobody says which: with rows in several, those of the others would be missing without a word.
fn only_filled_sheet(file: &str, bytes: &[u8], limits: Limits) -> Result<String, TableError> {
    let mut filled: Vec<(String, usize)> = Vec::new();
    for name in open(file, bytes, limits)?.sheet_names() {
        let mut rows = 0_usize;
        each_filled_row(file, bytes, (limits, Some(&name)), |_, _, _| {
            rows += 1;
            Ok(())
        })?;
        if rows > 0 {
            filled.push((name, rows - 1));
        }
    }
    // A line of its own says what a file is, or names columns: no row is lost with it.
    if filled.iter().any(|(_, rows)| *rows > 0) {
        filled.retain(|(_, rows)| *rows > 0);
    } else {
        filled.truncate(1);
    }
    match filled.pop() {
        None => Err(TableError::Empty { file: file.to_owned() }),
        Some((only, _)) if filled.is_empty() => Ok(only),
        Some(last) => {
            filled.push(last);
            Err(TableError::SeveralSheets { file: file.to_owned(), sheets: filled })
        }
    }
}

fn open<'a>(file: &str, bytes: &'a [u8], limits: Limits) -> Result<Xlsx<Cursor<&'a [u8]>>, TableError> {
    refuse_bombs(file, bytes, limits)?;
    Xlsx::new(Cursor::new(bytes))
        .map_err(|error| TableError::file(file, format!("it is not an Excel workbook ({error})")))
}

/// The names of the sheets.
pub(crate) fn sheets(file: &str, bytes: &[u8]) -> Result<Vec<String>, TableError> {
    super::catch_panics(file, || Ok(open(file, bytes, Limits::USUAL)?.sheet_names()))
}

/// Goes through the rows of a sheet that have anything in them, with the cells from the first column on; what stands once
/// in merged cells stands in each of them.
pub(super) fn each_row(
    file: &str,
    bytes: &[u8],
    (limits, sheet): (Limits, Option<&str>),
    mut take: impl FnMut(usize, Vec<Option<String>>) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let mut budget = Budget::new(file, limits);
    let mut spread: Vec<Option<Data>> = Vec::new();
    each_filled_row(file, bytes, (limits, sheet), |row, values, merged| {
        spread.resize(merged.len(), None);
        let mut values = values.clone();
        for (region, value) in
            merged.iter().zip(&mut spread).filter(|(region, _)| (region.start.0..=region.end.0).contains(&row))
        {
            if row == region.start.0 {
                *value = values.get(&region.start.1).cloned();
            }
            for column in region.start.1..=region.end.1 {
                if let Some(value) = value {
                    values.entry(column).or_insert_with(|| value.clone());
                }
            }
        }
        let width = values.last_key_value().map_or(0, |(last, _)| *last as usize + 1);
        budget.rows(1, width)?;
        let mut cells = vec![None; width];
        for (column, value) in &values {
            let failed = |error| TableError::Row {
                file: file.to_owned(),
                row: row as usize + 1,
                line: None,
                problem: format!("has the error {error} in column {}", column + 1),
            };
            let cell = cell(value).map_err(failed)?;
            budget.text(cell.as_ref().map_or(0, String::len))?;
            cells[*column as usize] = cell;
        }
        take(row as usize + 1, cells)
    })
}

/// Goes through the rows of a sheet that have anything in them, with the merged regions of the sheet.
fn each_filled_row(
    file: &str,
    bytes: &[u8],
    (limits, wanted): (Limits, Option<&str>),
    mut take: impl FnMut(u32, &BTreeMap<u32, Data>, &[Dimensions]) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let mut book = open(file, bytes, limits)?;
    let failed = |error: calamine::XlsxError| TableError::file(file, error.to_string());
    let names = book.sheet_names();
    let Some(name) = names.iter().find(|name| wanted.is_none_or(|wanted| wanted == *name)).cloned() else {
        return match wanted {
            None => Err(TableError::Empty { file: file.to_owned() }),
            Some(wanted) => {
                Err(TableError::file(file, format!("it has no sheet `{wanted}`; it has `{}`", names.join("`, `"))))
            }
        };
    };
    let merged = book.merge_cells_by_sheet_name(&name).unwrap_or_default();
    // Cell by cell: the library's own table is as large as the rectangle around all cells, however few there are.
    let mut cells = book.worksheet_cells_reader(&name).map_err(failed)?;
    let (mut row, mut values) = (0, BTreeMap::new());
    loop {
        let cell = cells.next_cell().map_err(failed)?;
        let place = cell.as_ref().map(calamine::Cell::get_position);
        if !values.is_empty() && place.is_none_or(|(at, _)| at != row) {
            take(row, &values, &merged)?;
            values.clear();
        }
        let (Some(cell), Some((at, column))) = (cell, place) else { return Ok(()) };
        row = at;
        let value = Data::from(cell.get_value().clone());
        if value != Data::Empty {
            values.insert(column, value);
        }
    }
}

/// The table so far.
struct Sheet<'a> {
    file: &'a str,
    /// The row of the names.
    header: usize,
    /// The first column of the sheet that has a name.
    left: u32,
    names: Vec<String>,
    columns: Vec<InternedColumn>,
    rows: Rows,
    budget: Budget<'a>,
}

impl<'a> Sheet<'a> {
    fn with_header(
        file: &'a str,
        limits: Limits,
        row: u32,
        header: &BTreeMap<u32, Data>,
    ) -> Result<Sheet<'a>, TableError> {
        let (left, right) = match (header.first_key_value(), header.last_key_value()) {
            (Some((left, _)), Some((right, _))) => (*left, *right),
            (_, _) => return Err(TableError::Empty { file: file.to_owned() }),
        };
        let name = |column: u32| header.get(&column).and_then(|name| cell(name).ok().flatten()).unwrap_or_default();
        let names: Vec<String> = (left..=right).map(name).collect();
        let columns = super::columns(file, names.iter().map(String::as_str))?;
        let header = row as usize + 1;
        Ok(Sheet { file, header, left, names, columns, rows: Rows::default(), budget: Budget::new(file, limits) })
    }

    fn push(&mut self, row: u32, values: &BTreeMap<u32, Data>) -> Result<(), TableError> {
        let number = row as usize + 1;
        let failed = |problem: String| TableError::Row { file: self.file.to_owned(), row: number, line: None, problem };
        if self.rows.last().unwrap_or(self.header) >= number {
            return Err(failed("does not follow the row before it".to_owned()));
        }
        let within = self.left..self.left + self.columns.len() as u32;
        if let Some(column) = values.keys().find(|column| !within.contains(column)) {
            return Err(failed(format!("has a value in column {}, which has no name in the header", column + 1)));
        }
        self.budget.rows(1, self.columns.len())?;
        for (index, column) in self.columns.iter_mut().enumerate() {
            let value = values.get(&(self.left + index as u32)).unwrap_or(&Data::Empty);
            let cell =
                cell(value).map_err(|error| failed(format!("has the error {error} in column `{}`", column.name())))?;
            self.budget.text(cell.as_ref().map_or(0, String::len))?;
            column.push(cell.as_deref());
        }
        self.rows.push(number);
        Ok(())
    }

    fn finish(self) -> Result<Table, TableError> {
        let columns: Vec<Column> = self.columns.into_iter().map(InternedColumn::finish).collect();
        super::refuse_nameless(self.file, self.names.iter().map(String::as_str), &columns)?;
        Ok(Table { file: self.file.into(), columns, rows: self.rows })
    }
}

/// A cell as text; the error of a formula that has none.
fn cell(value: &Data) -> Result<Option<String>, String> {
    match value {
        Data::Empty => Ok(None),
        Data::String(text) => Ok(Some(text.clone()).filter(|text| !text.is_empty())),
        Data::Int(number) => Ok(Some(number.to_string())),
        Data::Float(number) => Ok(Some(number::text(*number))),
        Data::Bool(flag) => Ok(Some(flag.to_string())),
        Data::DateTime(moment) => Ok(Some(iso(*moment))),
        Data::DateTimeIso(text) | Data::DurationIso(text) => Ok(Some(text.clone())),
        Data::Error(error) => Err(error.to_string()),
    }
}

/// A date, or a date with a time, as ISO 8601 writes it; a length of time in days, as the sheet keeps it.
fn iso(moment: ExcelDateTime) -> String {
    if moment.is_duration() {
        return moment.as_f64().to_string();
    }
    let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    match (hour, minute, second, milli) {
        (0, 0, 0, 0) => date,
        (_, _, _, 0) => format!("{date}T{hour:02}:{minute:02}:{second:02}"),
        _ => format!("{date}T{hour:02}:{minute:02}:{second:02}.{milli:03}"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::{Limits, read};

    const SMALL: Limits = Limits { bytes: 100_000, cells: 1000 };

    /// A workbook with one sheet of these rows and these shared texts.
    fn workbook(rows: &str, shared: &str) -> Vec<u8> {
        workbook_with("xl/sharedStrings.xml", rows, shared)
    }

    /// The same, with shared texts in a part of this name.
    fn workbook_with(name: &str, rows: &str, shared: &str) -> Vec<u8> {
        workbook_of_sheets(&[rows], vec![(name.to_owned(), shared.to_owned())])
    }

    /// A workbook with the sheets `S1`, `S2` and so on of these rows, and these other parts.
    fn workbook_of_sheets(sheets: &[&str], mut parts: Vec<(String, String)>) -> Vec<u8> {
        const TYPE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        let (mut listed, mut related) = (String::new(), String::new());
        for (at, rows) in sheets.iter().enumerate() {
            let n = at + 1;
            listed.push_str(&format!(r#"<sheet name="S{n}" sheetId="{n}" r:id="rId{n}"/>"#));
            related.push_str(&format!(
                r#"<Relationship Id="rId{n}" Type="{TYPE}/worksheet" Target="worksheets/sheet{n}.xml"/>"#
            ));
            let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
            parts.push((format!("xl/worksheets/sheet{n}.xml"), sheet));
        }
        let book = format!(r#"<workbook xmlns:r="{TYPE}"><sheets>{listed}</sheets></workbook>"#);
        let office = format!(r#"<Relationship Id="rId1" Type="{TYPE}/officeDocument" Target="xl/workbook.xml"/>"#);
        let relationships = |inside: &str| format!("<Relationships>{inside}</Relationships>");
        parts.push(("_rels/.rels".to_owned(), relationships(&office)));
        parts.push(("xl/workbook.xml".to_owned(), book));
        parts.push(("xl/_rels/workbook.xml.rels".to_owned(), relationships(&related)));
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts {
            archive.start_file(name, SimpleFileOptions::default()).unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    fn refusal(bytes: &[u8], limits: Limits) -> String {
        read("t.xlsx", bytes, limits).unwrap_err().to_string()
    }

    const TEXTS: &str = r#"<sst uniqueCount="1"><si><t>x</t></si></sst>"#;
    const HEADER: &str = r#"<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>"#;

    #[test]
    fn several_sheets_with_rows_are_named_with_their_counts_and_empty_ones_do_not_count() {
        let row = |n: u32| format!(r#"<row r="{n}"><c r="A{n}"><v>7</v></c></row>"#);
        let filled = format!("{HEADER}{}{}", row(2), row(3));
        let book = |sheets: &[&str]| workbook_of_sheets(sheets, Vec::new());
        let words = "`t.xlsx` has 2 sheets with rows: `S1` (2 rows), `S3` (1 row); leave one in the file or save it as \
                     .csv, or bring all of them in with `rejudge import`, which reads sheets of one layout together";
        let other = format!("{HEADER}{}", row(2));
        assert_eq!(refusal(&book(&[&filled, "", &other]), Limits::USUAL), words);
        let table = read("t.xlsx", &book(&["", &filled, HEADER]), Limits::USUAL).unwrap();
        assert_eq!((table.len(), table.row_number(1)), (2, 3));
        assert!(refusal(&book(&["", ""]), Limits::USUAL).contains("is empty"));
    }

    #[test]
    fn one_cell_far_away_takes_no_room() {
        let near = r#"<row r="1048576"><c r="A1048576"><v>7</v></c></row>"#;
        let table = read("t.xlsx", &workbook(&format!("{HEADER}{near}"), TEXTS), Limits::USUAL).unwrap();
        assert_eq!((table.len(), table.row_number(0), table.column("a").unwrap().get(0)), (1, 1_048_576, Some("7")));
        let far = r#"<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>"#;
        let refused = refusal(&workbook(&format!("{HEADER}{far}"), TEXTS), Limits::USUAL);
        assert_eq!(refused, "row 1048576 of `t.xlsx` has a value in column 16384, which has no name in the header");
    }

    #[test]
    fn what_unpacks_to_more_than_the_limit_is_refused_before_it_is_read() {
        let blanks = " ".repeat(200_000);
        let bytes = workbook(&format!("{HEADER}{blanks}"), TEXTS);
        assert!(bytes.len() < 5000, "{}", bytes.len());
        // Small enough by itself, but packed as no table is.
        let refused = refusal(
            &workbook(&format!("{HEADER}{}", " ".repeat(900_000)), TEXTS),
            Limits { bytes: 1_000_000, ..SMALL },
        );
        assert!(refused.contains("times its size, which no table does; save it as .csv"), "{refused}");
        let words = "`t.xlsx` cannot be read: it unpacks to more than 100000 bytes; take out what is not needed, or save it as .csv";
        assert_eq!(refusal(&bytes, SMALL), words);
        // One long text in many cells.
        let shared = format!(r#"<sst uniqueCount="1"><si><t>{}</t></si></sst>"#, "long ".repeat(2000));
        let row = |row: u32| format!(r#"<row r="{row}"><c r="A{row}" t="s"><v>0</v></c></row>"#);
        let rows: String = (2..40).map(row).collect();
        assert_eq!(refusal(&workbook(&format!("{HEADER}{rows}"), &shared), SMALL), words);
    }

    #[test]
    fn many_rows_of_many_columns_with_nothing_in_them_are_refused() {
        let header: String =
            (0..26).map(|at| format!(r#"<c r="{}1" t="str"><v>n{at}</v></c>"#, (b'A' + at) as char)).collect();
        let row = |row: u32| format!(r#"<row r="{row}"><c r="A{row}"><v>1</v></c></row>"#);
        let rows: String = (2..50).map(row).collect();
        let bytes = workbook(&format!(r#"<row r="1">{header}</row>{rows}"#), TEXTS);
        let words =
            "`t.xlsx` cannot be read: it has more than 1000 cells; take out the rows and columns that are not needed";
        assert_eq!(refusal(&bytes, SMALL), words);
    }

    #[test]
    fn a_list_of_texts_that_claims_any_length_is_refused() {
        let blanks = " ".repeat(70_000);
        let lists = [
            ("xl/sharedStrings.xml", r#"<sst count="9" uniqueCount="1152921504606846975"><si/></sst>"#.to_owned()),
            ("xl/SHAREDSTRINGS.XML", r#"<sst uniqueCount="400000000"><si/></sst>"#.to_owned()),
            ("xl\\sharedStrings.xml", r#"<sst uniqueCount = '400000000'><si/></sst>"#.to_owned()),
            ("xl/sharedStrings.xml", r#"<sst a="uniqueCount 1" uniqueCount="400000000"><si/></sst>"#.to_owned()),
            ("xl/sharedStrings.xml", format!(r#"<!--{blanks}--><sst {blanks} uniqueCount="400000000"><si/></sst>"#)),
            ("xl/sharedStrings.xml", r#"<sst uniqueCount="&#52;00000000"><si/></sst>"#.to_owned()),
            ("xl/sharedStrings.xml", r#"<sst uniqueCount="1"><si/></sst><sst uniqueCount="400000000"/>"#.to_owned()),
        ];
        for (name, shared) in lists {
            let refused = refusal(&workbook_with(name, HEADER, &shared), Limits::USUAL);
            let words = "`t.xlsx` cannot be read: it is damaged: it claims more texts than it has room for";
            assert_eq!(refused, words, "{name} {}", &shared[..40]);
        }
    }

    #[test]
    fn an_archive_behind_something_else_is_no_workbook() {
        let behind = [&[0xD0, 0xCF, 0x11, 0xE0][..], &[0; 1532], &workbook(HEADER, TEXTS)].concat();
        let words = "`t.xlsx` cannot be read: it is not an Excel workbook (it does not begin like one)";
        assert_eq!(refusal(&behind, Limits::USUAL), words);
    }
}
