//! Scores of Langfuse: of traces that have them beside their output, or exported alone, a record or row for each.

use std::collections::BTreeMap;

use serde_json::Value;
use table::Table;

use super::{Reading, Role, Source, SourceInput, label_studio, logs};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "langfuse",
    name: "scores of Langfuse",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "langfuse"
import.files = ["traces.json"]
participant = "annotator"
item = "item"
system = "model"
criterion = "score"
value = "value"
"#,
};

/// Whether a record is a score.
fn is_score(record: &Value) -> bool {
    let has = |key: &str| record.get(key).is_some();
    has("name") && (has("value") || has("stringValue")) && has("source")
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let record = sheet.record();
    let scored = |record: &Value| record.get("scores").and_then(|scores| scores.get(0)).is_some_and(is_score);
    if record.is_some_and(|record| record.get("traceId").is_some() && is_score(record))
        || sheet.has_columns(&["traceId", "name", "value", "source"])
    {
        Some(vec!["`traceId`, `name`, `value` and `source`: scores alone".to_owned()])
    } else if record.is_some_and(|record| record.get("output").is_some() && scored(record)) {
        Some(vec!["traces with `output` and `scores`".to_owned()])
    } else {
        None
    }
}

/// What a score is about: a trace, or what is known of it by the score alone.
struct Trace {
    item: String,
    about: BTreeMap<String, String>,
}

impl Trace {
    fn new(record: &Value) -> Trace {
        let mut about = BTreeMap::new();
        for (key, value) in record.get("metadata").and_then(Value::as_object).into_iter().flatten() {
            about.extend(cell(value).map(|text| (key.clone(), text)));
        }
        about.extend(record.get("model").and_then(cell).map(|model| ("model".to_owned(), model)));
        about.extend(record.get("input").and_then(logs::whole_text).map(|text| ("input".to_owned(), text)));
        about.extend(record.get("output").and_then(logs::first_text).map(|text| ("output".to_owned(), text)));
        let item = ["id", "traceId"].iter().find_map(|key| record.get(key).and_then(cell)).unwrap_or_default();
        Trace { item: about.get("item").cloned().unwrap_or(item), about }
    }
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    for sheet in &given.sheets {
        for record in label_studio::records(sheet)? {
            if record.get("traceId").is_some() && is_score(&record) {
                let item = record.get("traceId").and_then(cell).unwrap_or_default();
                let trace = Trace { item, about: BTreeMap::new() };
                score_row(&record, &trace, (&mut rows, &mut counts));
                continue;
            }
            let trace = Trace::new(&record);
            let scores = record.get("scores").and_then(Value::as_array).cloned().unwrap_or_default();
            if scores.is_empty() {
                counts.rows += 1;
                counts.leave_out("an output without scores", 1);
            }
            for score in &scores {
                score_row(score, &trace, (&mut rows, &mut counts));
            }
        }
    }
    let table = rows.finish(&given.sheets[0].name);
    // A column in which nothing stands would be offered as that of the system.
    let filled = table.columns().iter().filter(|column| column.iter().any(|cell| cell.is_some())).cloned().collect();
    let numbers: Vec<usize> = (0..table.len()).map(|row| table.row_number(row)).collect();
    let mut reading = Reading::new(Table::from_columns(table.file(), filled, numbers), counts);
    reading.know("participant", "annotator");
    reading.know("item", "item");
    reading.know("criterion", "score");
    reading.know("value", "value");
    let names: Vec<String> = reading.table.columns().iter().map(|column| column.name().to_owned()).collect();
    let there = |name: &str| names.iter().any(|known| known == name);
    if there("excluded") {
        reading.know("excluded", "excluded");
        reading.notes.push("scores that a model gave (`source` is EVAL) are kept and excluded".to_owned());
    }
    if let Some(system) = ["system", "model"].into_iter().find(|name| there(name)) {
        reading.know("system", system);
    }
    if there("output") {
        reading.know("import.outputs", vec!["output"]);
    }
    if there("input") {
        reading.know("import.show", vec!["input"]);
    }
    Ok(reading)
}

/// The row of a score.
fn score_row(score: &Value, trace: &Trace, (rows, counts): (&mut Rows, &mut Counts)) {
    counts.rows += 1;
    let text = |key: &str| score.get(key).and_then(cell);
    // Categories have their word beside a number.
    let Some(value) = text("stringValue").filter(|word| !word.is_empty()).or_else(|| text("value")) else {
        counts.leave_out("a score without a value", 1);
        return;
    };
    counts.read += 1;
    let by_model = text("source").is_some_and(|source| source == "EVAL");
    let who = ["authorUserId", "annotator", "userId"].iter().find_map(|key| text(key).filter(|who| !who.is_empty()));
    let who = who.or_else(|| text("source").map(|source| format!("source {source}")));
    let name = text("name");
    let line = [
        ("annotator", who.as_deref()),
        ("item", Some(trace.item.as_str())),
        ("score", name.as_deref()),
        ("value", Some(value.as_str())),
        ("excluded", by_model.then_some("model-as-judge")),
    ];
    let about = trace.about.iter().filter(|(key, _)| !line.iter().any(|(known, _)| known == key));
    rows.push(line.into_iter().chain(about.map(|(key, text)| (key.as_str(), Some(text.as_str())))));
}
