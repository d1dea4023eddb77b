//! Records of Argilla, and of doccano.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{Reading, Role, Source, SourceInput, criterion, slugs};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "argilla",
    name: "records of Argilla",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "argilla"
import.files = ["records.json"]
participant = "user"
item = "record"
system = "metadata.model"
"#,
};

pub(super) const DOCCANO: Source = Source {
    id: "doccano",
    name: "an export of doccano",
    role: Role::Answers(read_doccano),
    recognise: recognise_doccano,
    example: r#"import.source = "doccano"
# One file per person.
import.files = ["anna.jsonl", "ben.jsonl"]
import.one_system = "the system"
"#,
};

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    sheet.has_keys(&["fields", "responses"]).then(|| vec!["records with `fields` and `responses`".to_owned()])
}

/// What one person said about a record.
#[derive(Default)]
struct PersonAnswers {
    answers: Vec<(String, Option<String>)>,
    /// Why none of it counts.
    unsubmitted: Option<&'static str>,
}

/// The answers to a record, by person. Newer exports have the questions first, older ones the people.
fn answers_by_person(record: &Value, questions: &mut BTreeSet<String>) -> BTreeMap<String, PersonAnswers> {
    let mut people: BTreeMap<String, PersonAnswers> = BTreeMap::new();
    let mut give = |answer: &Value, question: &str, value: &Value| {
        questions.insert(question.to_owned());
        let value = value.get("value").unwrap_or(value);
        let text = match value {
            Value::Array(all) if all.iter().all(|it| !it.is_object()) => {
                Some(all.iter().filter_map(cell).collect::<Vec<_>>().join("|"))
            }
            other => cell(other),
        };
        let user = answer.get("user_id").and_then(cell).unwrap_or_else(|| "someone".to_owned());
        let known = people.entry(user).or_default();
        known.answers.push((format!("response.{question}"), text));
        match answer.get("status").and_then(Value::as_str) {
            Some("discarded") => known.unsubmitted = Some("discarded by the person"),
            Some("draft") => known.unsubmitted = Some("a draft that the person has not submitted"),
            _ => {}
        }
    };
    match record.get("responses") {
        Some(Value::Object(by_question)) => {
            for (question, answers) in by_question {
                for answer in answers.as_array().into_iter().flatten() {
                    give(answer, question, answer);
                }
            }
        }
        Some(Value::Array(by_user)) => {
            for answer in by_user {
                for (question, value) in answer.get("values").and_then(Value::as_object).into_iter().flatten() {
                    give(answer, question, value);
                }
            }
        }
        _ => {}
    }
    people
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    let mut questions: BTreeSet<String> = BTreeSet::new();
    for sheet in &given.sheets {
        for (index, record) in sheet.records()?.iter().enumerate() {
            let id = ["external_id", "id", "_server_id"].iter().find_map(|key| record.get(key).and_then(cell));
            let id = id.unwrap_or_else(|| (index + 1).to_string());
            let people = answers_by_person(record, &mut questions);
            if people.is_empty() {
                counts.rows += 1;
                counts.leave_out("nobody answered", 1);
            }
            let mut about: Vec<(String, Option<String>)> = Vec::new();
            for part in ["fields", "metadata"] {
                // Older exports have the metadata as a text that is JSON itself.
                let inner = record.get(part).and_then(Value::as_str).and_then(|text| serde_json::from_str(text).ok());
                let known = inner.as_ref().or_else(|| record.get(part)).and_then(Value::as_object);
                let known = known.into_iter().flatten();
                about.extend(known.map(|(key, value)| (format!("{part}.{key}"), cell(value))));
            }
            for (user, said) in people {
                counts.rows += 1;
                if let Some(reason) = said.unsubmitted {
                    counts.leave_out(reason, 1);
                    continue;
                }
                counts.read += 1;
                let line = [("user", Some(user.as_str())), ("record", Some(id.as_str()))];
                let more = about.iter().chain(&said.answers).map(|(name, value)| (name.as_str(), value.as_deref()));
                rows.push(line.into_iter().chain(more));
            }
        }
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.know("participant", "user");
    reading.know("item", "record");
    let systems = ["metadata.system", "metadata.model", "fields.system", "fields.model"];
    if let Some(system) = systems.into_iter().find(|name| reading.table.column(name).is_some()) {
        reading.know("system", system);
    }
    let ids = slugs(questions.iter().map(String::as_str));
    let criteria: Vec<toml::Value> =
        ids.iter().map(|(id, name)| criterion(id, name, &format!("response.{name}"))).collect();
    reading.know("criteria", criteria);
    Ok(reading)
}

fn recognise_doccano(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let labelled = sheet
        .record()
        .is_some_and(|record| ["label", "labels"].iter().any(|key| record.get(key).is_some_and(Value::is_array)));
    (sheet.has_keys(&["id"]) && (sheet.has_keys(&["text"]) || sheet.has_keys(&["data"])) && labelled)
        .then(|| vec!["`id`, `text` and a list `label`".to_owned()])
}

fn read_doccano(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    for (number, sheet) in given.sheets.iter().enumerate() {
        // The name of a file may be that of a person.
        let by_file = format!("p{}", number + 1);
        for (index, record) in sheet.records()?.iter().enumerate() {
            counts.rows += 1;
            let labels = record
                .get("label")
                .or_else(|| record.get("labels"))
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default();
            if labels.is_empty() {
                counts.leave_out("without a label", 1);
                continue;
            }
            counts.read += 1;
            let value = if labels.iter().all(Value::is_string) {
                labels.iter().filter_map(cell).collect::<Vec<_>>().join("|")
            } else {
                let spans: Option<Vec<Value>> = labels.iter().map(span).collect();
                let failed = || {
                    Stop::Unreadable(format!(
                        "record {} of `{}` has a label that is neither a word nor `[start, end, word]`",
                        index + 1,
                        sheet.name
                    ))
                };
                Value::Array(spans.ok_or_else(failed)?).to_string()
            };
            let id = record.get("id").and_then(cell).unwrap_or_default();
            let text = record.get("text").or_else(|| record.get("data")).and_then(cell);
            let who = ["user", "annotator", "username"]
                .iter()
                .find_map(|key| record.get(key).and_then(cell))
                .unwrap_or_else(|| by_file.clone());
            let more = uploaded_fields(record);
            let item = record.get("item").and_then(cell).unwrap_or(id);
            let line = [
                ("user", Some(who.as_str())),
                ("item", Some(item.as_str())),
                ("output", text.as_deref()),
                ("label", Some(value.as_str())),
            ];
            rows.push(line.into_iter().chain(more.iter().map(|(key, value)| (key.as_str(), Some(value.as_str())))));
        }
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.notes.push(
        "doccano does not say who labelled what: each file is taken as that of one person, p1, p2 … in the order read"
            .to_owned(),
    );
    reading.know("participant", "user");
    reading.know("item", "item");
    if let Some(system) = ["system", "model"].into_iter().find(|name| reading.table.column(name).is_some()) {
        reading.know("system", system);
    }
    reading.know("import.outputs", vec!["output"]);
    let asked = criterion_toml(&reading);
    reading.know("criteria", vec![asked]);
    Ok(reading)
}

/// What was uploaded beside the text comes back beside it.
fn uploaded_fields(record: &Value) -> Vec<(&String, String)> {
    const KNOWN: [&str; 11] =
        ["id", "text", "data", "label", "labels", "user", "annotator", "username", "Comments", "item", "output"];
    let plain =
        |(key, value): &(&String, &Value)| !KNOWN.contains(&key.as_str()) && !value.is_array() && !value.is_object();
    let all = record.as_object().into_iter().flatten().filter(plain);
    all.filter_map(|(key, value)| Some((key, cell(value)?))).collect()
}

/// The one criterion: spans where all labels are, else options.
fn criterion_toml(reading: &Reading) -> toml::Value {
    let asked = criterion("label", "label", "label");
    let cells: Vec<&str> =
        reading.table.column("label").into_iter().flat_map(|column| column.iter().flatten()).collect();
    if cells.is_empty() || !cells.iter().all(|cell| cell.starts_with('[')) {
        return asked;
    }
    let response = reading.table.column("label").and_then(crate::marked_spans::response_of);
    response.map_or_else(|| asked.clone(), |response| super::with_lines(asked.clone(), &response))
}

/// `[0, 5, "NAME"]`, or the same as an object.
fn span(label: &Value) -> Option<Value> {
    let of = |index: usize, key: &str| label.get(index).or_else(|| label.get(key)).cloned();
    let (start, end) = (of(0, "start_offset")?, of(1, "end_offset")?);
    Some(json!({ "start": start.as_u64()?, "end": end.as_u64()?, "category": of(2, "label")?.as_str()? }))
}
