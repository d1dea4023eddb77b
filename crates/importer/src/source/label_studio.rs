//! Exports of Label Studio: tasks with results (JSON), or one object or row per result (JSON_MIN, CSV, TSV).

mod rankings;
mod spans;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Value, json};
use table::{Column, Table};

use super::{Reading, Role, Source, SourceInput, criterion, slugs, with_lines};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::number_columns;
use crate::question::{Question, Stop};
use crate::sheet::Sheet;
use crate::sides::{self, Holds};

pub(super) const SOURCE: Source = Source {
    id: "label-studio",
    name: "a Label Studio export",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "label-studio"
import.files = ["project-1.json"]
participant = "completed_by"
item = "data.item"
shown = ["data.system_a", "data.system_b"]
words = { a = ["left"], b = ["right"] }
"#,
};

/// The columns of the data that may name the system.
const SYSTEMS: [&str; 4] = ["data.system", "data.model", "data.system_id", "data.model_name"];
const MIN: [&str; 2] = ["annotation_id", "lead_time"];

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    if sheet.has_keys(&["annotations", "data"]) {
        Some(vec!["tasks with `data` and `annotations`".to_owned()])
    } else if sheet.has_keys(&MIN) {
        Some(vec!["objects with `annotation_id` and `lead_time`: JSON_MIN".to_owned()])
    } else if sheet.has_columns(&["annotation_id", "annotator", "lead_time"]) {
        Some(vec!["columns annotation_id, annotator and lead_time".to_owned()])
    } else {
        None
    }
}

/// What a control asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Control {
    Choice,
    Words,
    Spans,
    Other,
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    let mut controls: BTreeMap<String, Control> = BTreeMap::new();
    for sheet in &given.sheets {
        let tasks = records(sheet)?;
        if tasks.iter().any(rankings::is_ranked) {
            return rankings::read(given);
        }
        for task in tasks {
            if task.get("annotations").is_some() {
                task_rows(&task, &sheet.name, &mut controls, (&mut rows, &mut counts))?;
            } else {
                flat_row(&task, &mut controls, (&mut rows, &mut counts));
            }
        }
    }
    let (table, undecided) = with_bare_results(rows.finish(&given.sheets[0].name), &mut controls);
    let marked: Vec<&String> =
        controls.iter().filter(|(_, control)| **control == Control::Spans).map(|(name, _)| name).collect();
    let mut notes = Vec::new();
    let (table, spans) = spans::with_spans(table, &marked, &mut notes);
    let mut reading = Reading::new(table, counts);
    reading.notes = notes;
    if !undecided.is_empty() && given.wanted.columns.criteria.is_empty() {
        let sure: Vec<String> = controls.keys().map(|name| format!("result.{name}")).collect();
        let of = |names: &[String]| names.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
        let (sure, others) = (of(&sure), of(&undecided));
        let question = number_columns::question(&sure.lines().collect::<Vec<_>>(), &others.lines().collect::<Vec<_>>());
        reading.questions.push(question);
    }
    reading.know("participant", "completed_by");
    reading.know("active_secs", "lead_time");
    let there = |name: &str| reading.table.column(name).is_some();
    let item = ["data.item", "data.item_id", "data.id", "data.uid"].into_iter().find(|name| there(name));
    let asked = item.is_none() && given.wanted.columns.item.is_none();
    reading.know("item", item.unwrap_or("task"));
    if let Some(question) = item_question(&reading.table, given).filter(|_| asked) {
        reading.questions.push(question);
    }
    if given.wanted.columns.system.is_none() && given.wanted.columns.shown.is_empty() {
        know_systems(&mut reading);
    }
    let pairs = reading.knows.contains_key("shown") || given.wanted.columns.shown.len() == 2;
    reading.know("words.a", vec!["left", "a"]);
    reading.know("words.b", vec!["right", "b"]);
    let ids = slugs(controls.keys().map(String::as_str));
    let asked = ids.iter().zip(&controls).map(|((id, _), (name, control))| {
        let mut asked = criterion(id, name, &format!("result.{name}"));
        let response = match control {
            Control::Words => Some("kind = \"text\"\noptional = true\nlines = true"),
            Control::Choice | Control::Spans | Control::Other => None,
        };
        if let Some(response) = spans.get(name) {
            asked = with_lines(asked, response);
        }
        if let (toml::Value::Table(asked), Some(response), true) = (&mut asked, response, pairs) {
            asked.insert("response".to_owned(), toml::from_str::<toml::Table>(response).unwrap_or_default().into());
        }
        asked
    });
    let asked: Vec<toml::Value> = asked.collect();
    reading.know("criteria", asked);
    Ok(reading)
}

/// Which of the data name the systems, and which are their outputs.
fn know_systems(reading: &mut Reading) {
    let sided = sides::find(&reading.table);
    let systems: Vec<_> =
        sided.iter().filter(|sided| sided.holds == Holds::Names && sided.first.starts_with("data.")).collect();
    let system = SYSTEMS.into_iter().find(|name| reading.table.column(name).is_some());
    match (system, systems.as_slice()) {
        (Some(system), _) => reading.know("system", system),
        (None, [pair]) => reading.know("shown", vec![pair.first.clone(), pair.second.clone()]),
        (None, _) => {}
    }
    let texts = ["data.output", "data.text", "data.response", "data.generation", "data.target", "data.summary"];
    if let (Some(_), Some(text)) = (system, texts.into_iter().find(|name| reading.table.column(name).is_some())) {
        reading.know("import.outputs", vec![text]);
    }
    if let [texts] = sided.iter().filter(|sided| sided.holds == Holds::Texts).collect::<Vec<_>>().as_slice() {
        reading.know("import.outputs", vec![texts.first.clone(), texts.second.clone()]);
    }
}

/// The records of a file; a row of a table is one, with JSON in its cells where something is not plain.
pub(super) fn records(sheet: &Sheet<'_>) -> Result<Vec<Value>, Stop> {
    if sheet.rows().is_empty() {
        return sheet.records();
    }
    let table = Table::read_with_layout(&sheet.name, sheet.bytes, &sheet.layout)?.table;
    let value = |cell: &str| match cell.trim_start().chars().next() {
        Some('[' | '{' | '-' | '0'..='9') => serde_json::from_str(cell).unwrap_or_else(|_| cell.into()),
        _ => cell.into(),
    };
    let record = |row: usize| {
        let cells = table.columns().iter();
        Value::Object(cells.filter_map(|it| Some((it.name().to_owned(), value(it.get(row)?)))).collect())
    };
    Ok((0..table.len()).map(record).collect())
}

/// In JSON_MIN a choice or a number stands bare, as data do. What differs between people who had the same task is their answer;
/// where nobody had the same task, it cannot be known which of the words that come again are, nor which of several columns of numbers.
fn with_bare_results(table: Table, controls: &mut BTreeMap<String, Control>) -> (Table, Vec<String>) {
    const MOST_OPTIONS: usize = 12;
    let Some(tasks) = table.column("task") else { return (table, Vec::new()) };
    let several = tasks.distinct().len() < table.len();
    let is_json_min = table.column("excluded").is_none();
    let mut columns: Vec<Column> = Vec::new();
    let (mut undecided, mut numbers) = (Vec::new(), Vec::new());
    let is_number = |column: &Column| column.iter().flatten().all(|cell| cell.parse::<f64>().is_ok());
    for column in table.columns() {
        let data = column.name().strip_prefix("data.").filter(|_| is_json_min);
        let mut first: HashMap<Option<&str>, Option<&str>> = HashMap::new();
        let differs = tasks.iter().zip(column.iter()).any(|(task, cell)| *first.entry(task).or_insert(cell) != cell);
        let options = column.distinct().len();
        let named = ["item", "item_id", "id", "uid", "system", "model", "system_id", "model_name"];
        match data {
            Some(name) if differs => {
                controls.insert(name.to_owned(), Control::Choice);
                columns.push(column.clone().renamed(format!("result.{name}")));
            }
            Some(name) if !named.contains(&name) && !name.ends_with("_id") && is_number(column) => {
                numbers.push(name.to_owned());
                columns.push(column.clone());
            }
            Some(name) if !several && !named.contains(&name) && (2..=MOST_OPTIONS).contains(&options) => {
                if options * 2 <= table.len() {
                    undecided.push(column.name().to_owned());
                }
                columns.push(column.clone());
            }
            _ => columns.push(column.clone()),
        }
    }
    match numbers.as_slice() {
        [only] if controls.is_empty() && undecided.is_empty() => {
            controls.insert(only.clone(), Control::Other);
            let data = format!("data.{only}");
            for column in columns.iter_mut().filter(|column| column.name() == data) {
                *column = column.clone().renamed(format!("result.{only}"));
            }
        }
        // Where people had the same task, numbers beyond any scale that never differ between them say something about the task.
        several_numbers => {
            let is_scale = |name: &String| {
                let column = table.column(&format!("data.{name}"));
                column.is_some_and(|column| {
                    column.distinct().iter().all(|cell| cell.parse().is_ok_and(|it: f64| it <= 10.0))
                })
            };
            let asked = several_numbers.iter().filter(|name| !several || controls.is_empty() || is_scale(name));
            undecided.extend(asked.map(|name| format!("data.{name}")));
        }
    }
    let rows: Vec<usize> = (0..table.len()).map(|row| table.row_number(row)).collect();
    (Table::from_columns(table.file(), columns, rows), undecided)
}

/// Who completed something: a number, an e-mail address, or an object with either.
fn person(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::Object(person) => person.get("email").or_else(|| person.get("id")).and_then(cell),
        other => cell(other),
    }
}

fn task_rows(
    task: &Value,
    file: &str,
    controls: &mut BTreeMap<String, Control>,
    (rows, counts): (&mut Rows, &mut Counts),
) -> Result<(), Stop> {
    let id = task.get("id").and_then(cell).unwrap_or_default();
    let data: Vec<(String, Option<String>)> = task
        .get("data")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(key, value)| (format!("data.{key}"), cell(value)))
        .collect();
    for given in task.get("annotations").and_then(Value::as_array).into_iter().flatten() {
        counts.rows += 1;
        if given.get("was_cancelled") == Some(&Value::Bool(true)) {
            counts.leave_out("skipped by the person (`was_cancelled`)", 1);
            continue;
        }
        let mut answers: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let mut beside = spans::beside_spans(given, counts);
        for result in given.get("result").and_then(Value::as_array).into_iter().flatten() {
            let Some(name) = result.get("from_name").and_then(Value::as_str) else { continue };
            let kind = result.get("type").and_then(Value::as_str).unwrap_or_default();
            let region = result.get("id").and_then(Value::as_str).unwrap_or_default();
            if kind != "labels" && beside.contains_key(region) {
                continue;
            }
            let control = match kind {
                "labels" => Control::Spans,
                "textarea" => Control::Words,
                "choices" | "taxonomy" => Control::Choice,
                "rating" | "number" | "pairwise" => Control::Other,
                other => {
                    let message = format!(
                        "task {id} of `{file}` has a result of the kind `{other}` (`{name}`), which is not read; leave it out of the export"
                    );
                    return Err(Stop::Unreadable(message));
                }
            };
            controls.insert(name.to_owned(), control);
            let mut value = result.get("value").map(|value| plain(kind, value)).unwrap_or_default();
            if let (Some(severity), Some(span)) = (beside.remove(region).flatten(), value.as_object_mut()) {
                span.insert("severity".to_owned(), severity.into());
                // Whatever else is said about this span has been seen.
                beside.insert(region.to_owned(), None);
            }
            answers.entry(name.to_owned()).or_default().push(value);
        }
        counts.read += 1;
        let who = person(given.get("completed_by"));
        let seconds = given.get("lead_time").and_then(cell);
        let gold = given.get("ground_truth") == Some(&Value::Bool(true));
        let said: Vec<(String, Option<String>)> =
            answers.iter().map(|(name, values)| (format!("result.{name}"), values_to_cell(values))).collect();
        let mut line: Vec<(&str, Option<&str>)> = vec![
            ("completed_by", who.as_deref()),
            ("task", Some(&id)),
            ("lead_time", seconds.as_deref()),
            ("excluded", gold.then_some("ground-truth")),
        ];
        line.extend(data.iter().chain(&said).map(|(name, value)| (name.as_str(), value.as_deref())));
        rows.push(line);
    }
    Ok(())
}

/// One value of a control.
fn plain(kind: &str, value: &Value) -> Value {
    let key = match kind {
        "pairwise" => "selected",
        "textarea" => "text",
        other => other,
    };
    match (kind, value) {
        ("labels", value) => {
            let category = value.get("labels").and_then(|labels| labels.get(0)).cloned().unwrap_or_default();
            json!({ "start": value.get("start"), "end": value.get("end"), "category": category })
        }
        // 0 stars is a control that nobody touched.
        ("rating", value) => {
            value.get("rating").filter(|stars| stars.as_f64() != Some(0.0)).cloned().unwrap_or_default()
        }
        (_, value) => value.get(key).cloned().unwrap_or_default(),
    }
}

/// The values of one control as a cell: spans as a list, one value as it is, several with commas.
fn values_to_cell(values: &[Value]) -> Option<String> {
    if values.iter().any(Value::is_object) {
        return Some(Value::Array(values.to_vec()).to_string());
    }
    let words = |value: &Value| match value {
        Value::Array(all) => all.iter().filter_map(cell).collect::<Vec<_>>().join(", "),
        other => cell(other).unwrap_or_default(),
    };
    Some(values.iter().map(words).collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty())
}

/// One object of JSON_MIN: what is not about the result is the data.
fn flat_row(record: &Value, controls: &mut BTreeMap<String, Control>, (rows, counts): (&mut Rows, &mut Counts)) {
    const ABOUT: [&str; 6] = ["id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time"];
    counts.rows += 1;
    counts.read += 1;
    let mut line: Vec<(String, Option<String>)> = vec![
        ("completed_by".to_owned(), person(record.get("annotator"))),
        ("task".to_owned(), record.get("id").and_then(cell)),
        ("lead_time".to_owned(), record.get("lead_time").and_then(cell)),
    ];
    for (key, value) in record.as_object().into_iter().flatten().filter(|(key, _)| !ABOUT.contains(&key.as_str())) {
        // Results come after the data, as a list of objects or as a bare value; data are bare too, so that only lists are sure.
        let result = match value {
            Value::Array(list) => {
                list.first().and_then(Value::as_object).and_then(|only| only.values().next()).cloned()
            }
            Value::Object(only) => only.get("choices").or_else(|| only.get("rating")).cloned(),
            _ => None,
        };
        match result {
            Some(result) => {
                controls.insert(key.clone(), Control::Other);
                line.push((format!("result.{key}"), values_to_cell(&[result])));
            }
            None => line.push((format!("data.{key}"), cell(value))),
        }
    }
    rows.push(line.iter().map(|(name, value)| (name.as_str(), value.as_deref())));
}

/// Asks for the item where a task is one output and a column of the data gathers the outputs of several systems: as items of
/// their own they would never be compared.
fn item_question(table: &Table, given: &SourceInput<'_>) -> Option<Question> {
    let said = given.wanted.columns.system.as_deref();
    let system = said.or_else(|| SYSTEMS.into_iter().find(|name| table.column(name).is_some()))?;
    let systems = table.column(system)?;
    let gathers = |column: &&Column| {
        let mut with: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        for (cell, system) in column.iter().zip(systems.iter()) {
            if let Some((cell, system)) = cell.zip(system) {
                with.entry(cell).or_default().insert(system);
            }
        }
        column.name().starts_with("data.")
            && column.name() != system
            && with.len() > 1
            && with.values().all(|systems| systems.len() > 1)
    };
    let one_each = |tasks: &Column| {
        let mut of: HashMap<&str, &str> = HashMap::new();
        let mut pairs = tasks.iter().zip(systems.iter()).filter_map(|(task, system)| task.zip(system));
        pairs.all(|(task, system)| *of.entry(task).or_insert(system) == system)
    };
    let names: Vec<String> = table.columns().iter().filter(gathers).map(|column| column.name().to_owned()).collect();
    let is_asked = !names.is_empty() && table.column("task").is_some_and(one_each);
    is_asked.then(|| {
        Question::column("the item", "item", &names)
            .with_choice("each task is an item of its own", "item = \"task\"".to_owned())
    })
}
