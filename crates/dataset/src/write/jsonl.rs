//! A dataset as JSON, one judgement per line.

use serde_json::{Map, Value};
use study::response::Cell;

use super::{cells, columns};
use crate::Dataset;

/// The dataset as JSON lines. Empty cells are left out; the answer is a text of
/// JSON, as in the other formats, so that every line is a flat row.
#[must_use]
pub fn to_jsonl(dataset: &Dataset) -> String {
    let columns = columns(dataset);
    let mut text = String::new();
    for judgement in &dataset.judgements {
        let mut object = Map::new();
        for (column, cell) in columns.all.iter().zip(cells(dataset, judgement, &columns)) {
            let value = match cell {
                Cell::Empty | Cell::Output(_) => continue,
                Cell::Whole(whole) => Value::from(whole),
                Cell::Number(number) => Value::from(number),
                Cell::Word(word) => Value::String(word),
            };
            object.insert(column.name.clone(), value);
        }
        text.push_str(&Value::Object(object).to_string());
        text.push('\n');
    }
    text
}
