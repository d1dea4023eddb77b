//! Errors that were marked in Label Studio, each with what was said about it.

use std::collections::BTreeMap;

use serde_json::Value;
use table::{InternedColumn, Table};

use super::plain;
use crate::counts::Counts;
use crate::gather::cell;
use crate::marked_spans;

/// What was said about each marked span, by its id: its rating, number or choice is how severe it is. Anything else is counted.
pub(super) fn beside_spans(given: &Value, counts: &mut Counts) -> BTreeMap<String, Option<String>> {
    let results = || given.get("result").and_then(Value::as_array).into_iter().flatten();
    let text = |result: &Value, key: &str| result.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut spans: BTreeMap<String, Option<String>> = BTreeMap::new();
    for result in results().filter(|result| text(result, "type") == "labels") {
        spans.insert(text(result, "id"), None);
    }
    for result in results().filter(|result| text(result, "type") != "labels") {
        let kind = text(result, "type");
        let Some(severity) = spans.get_mut(&text(result, "id")) else { continue };
        let value = result.get("value").map(|value| plain(&kind, value)).unwrap_or_default();
        let word = value.get(0).map_or_else(|| cell(&value), cell);
        if severity.is_none() && ["rating", "number", "choices"].contains(&kind.as_str()) {
            *severity = word;
        } else {
            counts.asked += 1;
            counts.without_answer(
                format!("`{}`: said about one marked span, and not read", text(result, "from_name")),
                1,
            );
        }
    }
    spans
}

/// The table in which whoever marked nothing has an empty list of spans, and how these were asked.
pub(super) fn with_spans(
    mut table: Table,
    names: &[&String],
    notes: &mut Vec<String>,
) -> (Table, BTreeMap<String, String>) {
    let mut responses = BTreeMap::new();
    for name in names {
        let Some(column) = table.column(&format!("result.{name}")) else { continue };
        let unmarked = column.iter().filter(Option::is_none).count();
        let mut filled = InternedColumn::new(column.name().to_owned(), column.len());
        column.iter().for_each(|cell| filled.push(cell.or(Some("[]"))));
        if unmarked > 0 {
            notes.push(format!(
                "`{name}`: in {unmarked} annotations nothing is marked; they are read as those with no error"
            ));
        }
        responses.extend(marked_spans::response_of(column).map(|response| ((*name).clone(), response)));
        table.set_column(filled.finish());
    }
    (table, responses)
}
