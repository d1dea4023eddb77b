//! A data frame that pandas wrote as JSON: by columns (as it does unless told otherwise), by rows, split, or with a schema.

use serde_json::{Map, Value};

use crate::source::known_columns;

/// Its rows as objects; nothing where the JSON is something else.
pub(crate) fn records(value: &Value) -> Option<Vec<Value>> {
    let object = value.as_object()?;
    match (object.get("columns"), object.get("schema"), object.get("data")) {
        (Some(Value::Array(columns)), _, Some(Value::Array(rows))) => split(columns, rows),
        (None, Some(schema), Some(Value::Array(rows))) if schema.get("fields").is_some() => {
            Some(rows.iter().map(|row| without_index(row, schema)).collect())
        }
        _ => by_columns(object).or_else(|| by_rows(object)),
    }
}

/// The rows of `{"ratings": [{…}, …]}`: one list of objects, with nothing beside it but plain values.
pub(crate) fn unwrap_rows(value: &Value) -> Option<Vec<Value>> {
    let object = value.as_object()?;
    let mut lists = object.values().filter_map(Value::as_array);
    let (rows, None) = (lists.next()?, lists.next()) else { return None };
    let plain = object.values().all(|value| value.is_array() || !value.is_object());
    let known = known_columns(rows.first()?.as_object()?.keys().map(String::as_str)) >= 2;
    (plain && known && rows.iter().all(Value::is_object)).then(|| rows.clone())
}

fn split(columns: &[Value], rows: &[Value]) -> Option<Vec<Value>> {
    let names: Option<Vec<&str>> = columns.iter().map(Value::as_str).collect();
    let names = names?;
    let record = |row: &Value| {
        let cells = row.as_array().filter(|cells| cells.len() == names.len())?;
        Some(Value::Object(names.iter().map(|name| (*name).to_owned()).zip(cells.iter().cloned()).collect()))
    };
    rows.iter().map(record).collect()
}

fn without_index(row: &Value, schema: &Value) -> Value {
    let is_index = |name: &str| {
        schema.get("primaryKey").and_then(Value::as_array).is_some_and(|all| all.iter().any(|key| key == name))
    };
    let cells = row.as_object().into_iter().flatten().filter(|(name, _)| *name != "index" || !is_index(name));
    Value::Object(cells.map(|(name, cell)| (name.clone(), cell.clone())).collect())
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// `{"rater": {"0": "r1", "1": "r2"}, "rating": {"0": 3, "1": 5}}`. Answers by person and item look the same: only the names of
/// columns tell.
fn by_columns(object: &Map<String, Value>) -> Option<Vec<Value>> {
    let columns: Option<Vec<(&String, &Map<String, Value>)>> =
        object.iter().map(|(name, cells)| Some((name, cells.as_object()?))).collect();
    let columns = columns?;
    let (_, first) = columns.first()?;
    let alike =
        columns.iter().all(|(_, cells)| cells.len() == first.len() && cells.keys().all(|row| first.contains_key(row)));
    if !alike || !first.keys().all(|row| is_number(row)) || known_columns(object.keys().map(String::as_str)) < 2 {
        return None;
    }
    let record = |row: &String| {
        let cells = columns.iter().map(|(name, cells)| ((*name).clone(), cells.get(row).cloned().unwrap_or_default()));
        Value::Object(cells.collect())
    };
    Some(first.keys().map(record).collect())
}

/// `{"0": {"rater": "r1", "rating": 3}, "1": …}`.
fn by_rows(object: &Map<String, Value>) -> Option<Vec<Value>> {
    let first = object.values().next()?.as_object()?;
    let known = known_columns(first.keys().map(String::as_str)) >= 2;
    (known && object.keys().all(|row| is_number(row)) && object.values().all(Value::is_object))
        .then(|| object.values().cloned().collect())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::records;

    #[test]
    fn a_data_frame_is_read_in_each_of_its_forms() {
        let rows = json!([{"rater": "a", "item": 1, "rating": 3}, {"rater": "b", "item": 1, "rating": 5}]);
        let Value::Array(rows) = rows else { panic!() };
        for frame in [
            json!({"rater": {"0": "a", "1": "b"}, "item": {"0": 1, "1": 1}, "rating": {"0": 3, "1": 5}}),
            json!({"0": {"rater": "a", "item": 1, "rating": 3}, "1": {"rater": "b", "item": 1, "rating": 5}}),
            json!({"columns": ["rater", "item", "rating"], "index": [0, 1], "data": [["a", 1, 3], ["b", 1, 5]]}),
            json!({"schema": {"fields": [], "primaryKey": ["index"]}, "data": [
                {"index": 0, "rater": "a", "item": 1, "rating": 3}, {"index": 1, "rater": "b", "item": 1, "rating": 5}]}),
        ] {
            assert_eq!(records(&frame).as_ref(), Some(&rows), "{frame}");
        }
        let wrapped = json!({"title": "A study", "ratings": rows});
        assert_eq!((records(&wrapped), super::unwrap_rows(&wrapped).as_ref()), (None, Some(&rows)));
        assert_eq!(super::unwrap_rows(&json!({"eval": {"model": "m"}, "samples": rows})), None);
        let by_person = json!({"anna": {"1": 3, "2": 4}, "ben": {"1": 5, "2": 2}});
        assert_eq!(records(&by_person), None);
    }
}
