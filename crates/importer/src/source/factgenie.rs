//! Answers of factgenie: a line per output, with marked spans, options and sliders.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Reading, Role, Source, SourceInput, criterion, slugs, with_lines};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::question::{Choice, Question, Stop, quoted, quoted_list};
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "factgenie",
    name: "answers of factgenie",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "factgenie"
import.files = ["files/"]
participant = "annotator"
"#,
};

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    sheet
        .has_keys(&["dataset", "split", "setup_id", "example_idx", "annotations"])
        .then(|| vec!["`setup_id`, `example_idx` and `annotations`".to_owned()])
}

/// The highest number that can stand for a category.
const MOST_TYPES: u64 = 200;

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    let mut categories: BTreeSet<String> = BTreeSet::new();
    let mut unnamed: BTreeSet<u64> = BTreeSet::new();
    let mut asked: Vec<String> = Vec::new();
    for sheet in &given.sheets {
        for (index, record) in sheet.records()?.iter().enumerate() {
            counts.rows += 1;
            counts.read += 1;
            let text = |key: &str| record.get(key).and_then(cell).unwrap_or_default();
            let names = category_names(record);
            let names = if names.is_empty() { &given.wanted.import.span_categories } else { &names };
            let place = format!("line {} of `{}`", index + 1, sheet.name);
            let spans = marked_spans(record, names, (&place, &mut categories, &mut unnamed))?;
            let who = record.pointer("/metadata/annotator_id").and_then(cell).unwrap_or_else(|| sheet.name.clone());
            let item = format!("{}/{}/{}", text("dataset"), text("split"), text("example_idx"));
            let mut line: Vec<(String, Option<String>)> = vec![
                ("annotator".to_owned(), Some(who)),
                ("item".to_owned(), Some(item)),
                ("system".to_owned(), Some(text("setup_id"))),
                ("output".to_owned(), record.get("output").and_then(cell)),
                ("spans".to_owned(), Some(Value::Array(spans).to_string())),
            ];
            for key in ["options", "sliders", "text_fields"] {
                for field in record.get(key).and_then(Value::as_array).into_iter().flatten() {
                    let Some(label) = field.get("label").and_then(cell) else { continue };
                    if !asked.contains(&label) {
                        asked.push(label.clone());
                    }
                    line.push((label, field.get("value").and_then(cell)));
                }
            }
            rows.push(line.iter().map(|(name, value)| (name.as_str(), value.as_deref())));
        }
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.questions.extend(unnamed.last().map(|last| ask_categories(*last)));
    reading.know("participant", "annotator");
    reading.know("item", "item");
    reading.know("system", "system");
    reading.know("import.outputs", vec!["output"]);
    let listed: Vec<String> = categories.iter().map(|name| format!("{{ id = {} }}", quoted(name))).collect();
    let mut criteria = Vec::new();
    if !listed.is_empty() {
        let response = format!(
            "better = \"lower\"\nresponse = {{ kind = \"spans\", overlap = true, categories = [{}] }}",
            listed.join(", ")
        );
        criteria.push(with_lines(criterion("spans", "marked spans", "spans"), &response));
    }
    criteria.extend(slugs(asked.iter().map(String::as_str)).iter().map(|(id, name)| criterion(id, name, name)));
    reading.know("criteria", criteria);
    Ok(reading)
}

/// The spans that are marked in a record, and the numbers of categories that have no name.
fn marked_spans(
    record: &Value,
    names: &[String],
    (place, categories, unnamed): (&str, &mut BTreeSet<String>, &mut BTreeSet<u64>),
) -> Result<Vec<Value>, Stop> {
    let mut spans = Vec::new();
    for marked in record.get("annotations").and_then(Value::as_array).into_iter().flatten() {
        if let Some(number) = marked.get("type").and_then(Value::as_u64)
            && number >= names.len() as u64
        {
            if number > MOST_TYPES {
                return Err(Stop::Unreadable(format!(
                    "{place} has a span of type {number}, and no study has so many categories; write the number that was meant"
                )));
            }
            unnamed.insert(number);
            continue;
        }
        let span = span(marked, names).ok_or_else(|| {
            Stop::Unreadable(format!(
                "{place} has a span without `start`, `text` or `type`: where it was marked and as what is not known; take it \
                 out of the file, or complete it"
            ))
        })?;
        categories.extend(span.get("category").and_then(cell));
        spans.push(span);
    }
    Ok(spans)
}

/// The names of the categories of spans, by number.
fn category_names(record: &Value) -> Vec<String> {
    record
        .pointer("/metadata/annotation_span_categories")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|category| category.get("name").and_then(cell))
        .collect()
}

/// Asks for the names of categories that have only a number.
fn ask_categories(last: u64) -> Question {
    let numbered: Vec<String> = (0..=last).map(|number| format!("type {number}")).collect();
    let line = format!("import.span_categories = {}", quoted_list(numbered.iter().map(String::as_str)));
    Question {
        sentence: format!(
            "what are the categories of the marked spans called? Their `type` is a number up to {last}, and the file has no \
             `metadata.annotation_span_categories` for it"
        ),
        choices: vec![Choice { words: "as their numbers; or put in the names, from number 0 on".to_owned(), line }],
        typed: None,
    }
}

/// A span in our terms: where it ends follows from its text.
fn span(marked: &Value, names: &[String]) -> Option<Value> {
    let start = marked.get("start")?.as_u64()?;
    let length = marked.get("text")?.as_str()?.chars().count() as u64;
    let category = match marked.get("type")? {
        Value::Number(number) => names.get(usize::try_from(number.as_u64()?).ok()?)?.clone(),
        other => cell(other)?,
    };
    Some(json!({ "start": start, "end": start + length, "category": category }))
}
