//! Logs of systems: what they were given and what they wrote, with nobody's judgement yet.

use serde_json::Value;
use table::Table;

use super::{Given, Reading, Role, Source};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::question::Stop;
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "logs",
    name: "a log of what systems wrote",
    role: Role::Items(read),
    recognise,
    example: r#"# lm-evaluation-harness, Inspect, promptfoo and Langfuse: items without answers, for a study that is to be run.
import.source = "logs"
import.files = ["model-a/samples_task.jsonl", "model-b/samples_task.jsonl"]
"#,
};

/// Which program wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Program {
    LmEvaluation,
    Inspect,
    Promptfoo,
    Langfuse,
}

/// What traces have beside what was given and what was written.
const TRACED: [&str; 4] = ["traceId", "projectId", "observations", "timestamp"];

fn program(sheet: &Sheet<'_>) -> Option<(Program, &'static str)> {
    let deep = |keys: [&str; 2]| sheet.record().and_then(|record| record.get(keys[0])?.get(keys[1])).is_some();
    if sheet.has_keys(&["doc_id", "resps"]) {
        Some((Program::LmEvaluation, "`doc_id` and `resps`: lm-evaluation-harness"))
    } else if deep(["eval", "model"]) && sheet.has_keys(&["samples"]) {
        Some((Program::Inspect, "`eval.model` and `samples`: Inspect"))
    } else if deep(["results", "results"]) {
        Some((Program::Promptfoo, "`results.results`: promptfoo"))
    } else if (sheet.has_keys(&["id", "input", "output"]) || sheet.has(&["id", "input", "output"]))
        && TRACED.iter().any(|key| sheet.has_keys(&[key]) || sheet.has(&[key]))
    {
        Some((Program::Langfuse, "`input` and `output` of traces: Langfuse"))
    } else {
        None
    }
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    program(sheet).map(|(_, sign)| vec![sign.to_owned()])
}

/// One output.
struct Output {
    item: String,
    system: String,
    input: Option<String>,
    text: Option<String>,
}

fn read(given: &Given<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    for sheet in &given.sheets {
        let Some((program, _)) = program(sheet) else {
            return Err(Stop::Unreadable(format!("`{}` is no log that is known here", sheet.name)));
        };
        for record in records(sheet)? {
            for output in outputs(program, &record, &sheet.name) {
                counts.rows += 1;
                let Some(text) = output.text.filter(|text| !text.is_empty()) else {
                    counts.leave_out("no output", 1);
                    continue;
                };
                counts.read += 1;
                rows.push([
                    ("item", Some(output.item.as_str())),
                    ("system", Some(output.system.as_str())),
                    ("input", output.input.as_deref()),
                    ("output", Some(text.as_str())),
                ]);
            }
        }
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    reading.know("item", "item");
    reading.know("system", "system");
    reading.know("import.show", vec!["input"]);
    reading.know("import.outputs", vec!["output"]);
    reading.notes.push("these are outputs that nobody has judged: say in study.toml what is to be asked".to_owned());
    Ok(reading)
}

/// The records of a file: of JSON, or the rows of a table.
fn records(sheet: &Sheet<'_>) -> Result<Vec<Value>, Stop> {
    if sheet.rows().is_empty() {
        return sheet.records();
    }
    let table = Table::read_laid(&sheet.name, sheet.bytes, &sheet.layout)?.table;
    let record = |row: usize| {
        let cells = table.columns().iter().filter_map(|column| {
            let cell = column.get(row)?;
            // What was given and written is JSON in its cell, or plain words.
            Some((column.name().to_owned(), serde_json::from_str(cell).unwrap_or_else(|_| cell.into())))
        });
        Value::Object(cells.collect())
    };
    Ok((0..table.len()).map(record).collect())
}

fn outputs(program: Program, record: &Value, file: &str) -> Vec<Output> {
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |value: Option<&Value>| value.and_then(cell);
    match program {
        Program::LmEvaluation => {
            // Results of each model stand in a folder of its name.
            let system =
                file.rsplit('/').nth(1).unwrap_or_else(|| file.rsplit_once('.').map_or(file, |(stem, _)| stem));
            let asked = record.get("arguments").map(first_text);
            let said = record.get("filtered_resps").or_else(|| record.get("resps")).map(first_text);
            vec![Output {
                item: text(record.get("doc_id")).unwrap_or_default(),
                system: system.to_owned(),
                input: asked.flatten(),
                text: said.flatten(),
            }]
        }
        Program::Inspect => {
            let system = text(record.pointer("/eval/model")).unwrap_or_default();
            let one = |sample: &Value| Output {
                item: text(sample.get("id")).unwrap_or_default(),
                system: system.clone(),
                input: sample.get("input").and_then(first_text),
                text: text(sample.pointer("/output/completion"))
                    .or_else(|| sample.pointer("/output/choices/0/message/content").and_then(first_text)),
            };
            list(record.get("samples")).iter().map(one).collect()
        }
        Program::Promptfoo => {
            let one = |(index, result): (usize, &Value)| Output {
                item: text(result.get("testIdx")).unwrap_or_else(|| index.to_string()),
                system: text(result.pointer("/provider/id"))
                    .or_else(|| text(result.get("provider")))
                    .unwrap_or_default(),
                input: text(result.pointer("/prompt/raw")),
                text: text(result.pointer("/response/output")),
            };
            list(record.pointer("/results/results")).iter().enumerate().map(one).collect()
        }
        Program::Langfuse => {
            let system =
                ["model", "name"].iter().find_map(|key| text(record.get(key))).unwrap_or_else(|| "system".to_owned());
            let item = text(record.pointer("/metadata/item")).or_else(|| text(record.get("id"))).unwrap_or_default();
            vec![Output {
                item,
                system,
                input: record.get("input").and_then(first_text),
                text: record.get("output").and_then(first_text),
            }]
        }
    }
}

/// The first text in nested lists and objects: `[["…"]]`, `[{"role": "user", "content": "…"}]`.
fn first_text(value: &Value) -> Option<String> {
    match value {
        Value::Array(all) => all.iter().find_map(first_text),
        Value::Object(all) => all
            .get("content")
            .and_then(first_text)
            .or_else(|| all.iter().filter(|(key, _)| *key != "role").find_map(|(_, value)| first_text(value))),
        Value::Null => None,
        other => cell(other),
    }
}
