//! One JSON object per line. The columns are the keys of all objects, in order of appearance.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::{Map, Number, Value};

use crate::column::InternedColumn;
use crate::table::Rows;
use crate::{Table, TableError};

pub(super) fn read(file: &str, text: &str) -> Result<Table, TableError> {
    let mut columns: Vec<InternedColumn> = Vec::new();
    // Many lines have many different keys at times: room is made only for those of the first.
    let lines = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let mut index: HashMap<String, usize> = HashMap::new();
    let mut rows = Rows::default();
    let mut start = 0;
    for (number, line) in text.split('\n').enumerate() {
        let row = number + 1;
        let failed = |problem: String| TableError::Row { file: file.to_owned(), row, line: Some(row), problem };
        if !line.trim().is_empty() {
            let cells: Map<String, Value> = serde_json::from_str(line)
                .map_err(|error| failed(format!("is not a JSON object: {}", without_position(&error))))?;
            for (key, value) in &cells {
                let at = match index.get(key) {
                    Some(at) => *at,
                    None => {
                        let room = if rows.len() == 0 { lines } else { 0 };
                        columns.push(InternedColumn::new(key.clone(), room).with_missing(rows.len()));
                        index.insert(key.clone(), columns.len() - 1);
                        columns.len() - 1
                    }
                };
                let cell = cell(value, line).map_err(|problem| failed(format!("has {problem} at `{key}`")))?;
                columns[at].push(cell.as_deref());
            }
            rows.push_at(row, start);
            for column in columns.iter_mut().filter(|column| column.len() < rows.len()) {
                column.push(None);
            }
        }
        start += line.len() + 1;
    }
    if columns.is_empty() {
        return Err(TableError::Empty { file: file.to_owned() });
    }
    if let Some(number) = columns.iter().position(|column| column.name().trim().is_empty()) {
        return Err(TableError::NamelessColumn { file: file.to_owned(), number: number + 1 });
    }
    super::columns(file, columns.iter().map(InternedColumn::name))?;
    let columns = columns.into_iter().map(InternedColumn::finish).collect();
    Ok(Table { file: file.into(), columns, rows })
}

/// A value as a cell, or what it is that a cell cannot hold.
fn cell<'a>(value: &'a Value, line: &str) -> Result<Option<Cow<'a, str>>, String> {
    match value {
        Value::Null => Ok(None),
        Value::Bool(flag) => Ok(Some(flag.to_string().into())),
        Value::Number(number) => number_cell(number, line).map(|number| Some(number.into())),
        Value::String(text) => Ok(Some(text.as_str().into())),
        Value::Array(_) => Err("a list, which a cell cannot hold,".to_owned()),
        Value::Object(_) => Err("an object within the object, which a cell cannot hold,".to_owned()),
    }
}

/// Whole numbers beyond 64 bits are rounded when they are read; an id must not be.
fn number_cell(number: &Number, line: &str) -> Result<String, String> {
    let rounded = number.is_f64()
        && number.as_f64().is_some_and(|value| value.abs() >= 1e19)
        && line.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() >= 20);
    if rounded {
        return Err("a number too large to be kept exactly (put it in quotation marks)".to_owned());
    }
    Ok(number.to_string())
}

/// What is wrong, without the position: the line is the row, which the message says already.
fn without_position(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words.split_once(" at line ").map_or(words.clone(), |(what, _)| what.to_owned())
}

/// The byte range of the value at a key, by the start of its line; of the whole line when it has no such key.
pub(crate) fn cell_range(text: &str, start: usize, column: &str) -> Range<usize> {
    let line = text[text.floor_char_boundary(start)..].split('\n').next().unwrap_or_default().trim_end();
    let key = Value::from(column).to_string();
    let whole = start..start + line.len();
    for (at, _) in line.match_indices(&key) {
        let behind = &line[at + key.len()..];
        let Some(value) = behind.trim_start().strip_prefix(':') else { continue };
        let value = value.trim_start();
        let from = start + line.len() - value.len();
        let mut stream = serde_json::Deserializer::from_str(value).into_iter::<IgnoredAny>();
        if let Some(Ok(_)) = stream.next() {
            return from..from + stream.byte_offset();
        }
    }
    whole
}
