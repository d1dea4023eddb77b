//! The first sheet of an Excel workbook. Cells with a formula give its last result.

use std::io::Cursor;

use calamine::{Data, ExcelDateTime, Reader, Xlsx};

use crate::table::Rows;
use crate::{Table, TableError, number};

pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Table, TableError> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes))
        .map_err(|error| TableError::file(file, format!("it is not an Excel workbook ({error})")))?;
    let sheet = match book.worksheet_range_at(0) {
        Some(sheet) => sheet.map_err(|error| TableError::file(file, error.to_string()))?,
        None => return Err(TableError::Empty { file: file.to_owned() }),
    };
    let top = sheet.start().map_or(0, |(row, _)| row as usize);
    let mut lines = sheet.rows();
    let header = lines.next().ok_or_else(|| TableError::Empty { file: file.to_owned() })?;
    let names: Vec<String> = header.iter().map(|name| cell(name).ok().flatten().unwrap_or_default()).collect();
    let mut columns = super::columns(file, names.iter().map(String::as_str))?;
    let mut rows = Rows::default();
    for (index, line) in lines.enumerate().filter(|(_, line)| line.iter().any(|cell| *cell != Data::Empty)) {
        let row = top + index + 2;
        for (column, value) in columns.iter_mut().zip(line) {
            let cell = cell(value).map_err(|error| TableError::Row {
                file: file.to_owned(),
                row,
                line: None,
                problem: format!("has the error {error} in column `{}`", column.name()),
            })?;
            column.push(cell.as_deref());
        }
        rows.push(row);
    }
    Ok(Table { file: file.into(), columns, rows })
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
