//! Logs of systems: what they were given and what they wrote, with nobody's judgement yet.

use std::collections::BTreeSet;

use serde_json::Value;
use table::Table;

use super::{Reading, Role, Source, SourceInput};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::import_mapping::ImportMapping;
use crate::question::{Choice, Question, Stop};
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
    } else if (sheet.has_keys(&["id", "input", "output"]) || sheet.has_columns(&["id", "input", "output"]))
        && TRACED.iter().any(|key| sheet.has_keys(&[key]) || sheet.has_columns(&[key]))
    {
        Some((Program::Langfuse, "`input` and `output` of traces: Langfuse"))
    } else {
        None
    }
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    program(sheet).map(|(_, sign)| vec![sign.to_owned()])
}

/// What the keys of a log are called where its owner says so, as they are in its table.
struct KeyNames {
    item: String,
    system: String,
    input: String,
    output: String,
}

impl KeyNames {
    fn new(wanted: &ImportMapping) -> KeyNames {
        let name = |said: Option<&String>, usual: &str| said.cloned().unwrap_or_else(|| usual.to_owned());
        KeyNames {
            item: name(wanted.columns.item.as_ref(), "item"),
            system: name(wanted.columns.system.as_ref(), "system"),
            input: name(wanted.import.show.first(), "input"),
            output: name(wanted.import.outputs.first(), "output"),
        }
    }
}

/// One output.
struct Output {
    item: String,
    /// Nothing where neither the record nor the folder names it.
    system: Option<String>,
    input: Option<String>,
    text: Result<String, &'static str>,
}

const NO_OUTPUT: &str = "no output";
const NO_TEXT: &str = "log-likelihoods of given answers, and no text that was written";

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    let mut unnamed: Option<&Sheet<'_>> = None;
    let mut scores = 0;
    let names = KeyNames::new(given.wanted);
    let tasks: BTreeSet<&str> = given.sheets.iter().map(|sheet| task(&sheet.name)).collect();
    for sheet in &given.sheets {
        let any =
            (sheet.has_keys(&[&names.output]) || sheet.has_columns(&[&names.output])).then_some(Program::Langfuse);
        let Some(program) = program(sheet).map(|(program, _)| program).or(any) else {
            return Err(unknown_log(&sheet.name));
        };
        for record in records(sheet)? {
            scores += record.get("scores").and_then(Value::as_array).map_or(0, Vec::len);
            for output in outputs(program, &record, (sheet.name.as_str(), tasks.len() > 1), &names) {
                counts.rows += 1;
                let text = match output.text {
                    Ok(text) => text,
                    Err(reason) => {
                        counts.leave_out(reason, 1);
                        continue;
                    }
                };
                counts.read += 1;
                if output.system.is_none() {
                    unnamed.get_or_insert(sheet);
                }
                rows.push([
                    (names.item.as_str(), Some(output.item.as_str())),
                    (&names.system, output.system.as_deref()),
                    (&names.input, output.input.as_deref()),
                    (&names.output, Some(text.as_str())),
                ]);
            }
        }
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    if reading.table.is_empty() {
        let reasons: Vec<String> = reading.counts.left_out.iter().map(|left| left.reason.clone()).collect();
        return Err(Stop::Unreadable(format!(
            "`{}` holds nothing to judge: {}",
            given.sheets[0].name,
            reasons.join("; ")
        )));
    }
    if given.wanted.import.one_system.is_none() {
        reading.questions.extend(unnamed.map(ask_system));
    }
    reading.know("item", names.item);
    reading.know("system", names.system);
    reading.know("import.show", vec![names.input]);
    reading.know("import.outputs", vec![names.output]);
    if scores > 0 {
        reading.notes.push(format!(
            "`scores` of these outputs: {scores}, not read; say `import.source = \"langfuse\"` to import them as judgements"
        ));
    }
    reading.notes.push("these are outputs that nobody has judged: say in study.toml what is to be asked".to_owned());
    Ok(reading)
}

/// Asks which system wrote what is in a file.
fn ask_system(sheet: &Sheet<'_>) -> Question {
    let has_name = sheet.has_keys(&["name", "output"]) || sheet.has_columns(&["name", "output"]);
    let by_name = Choice { words: "the `name` of each trace says it".to_owned(), line: "system = \"name\"".to_owned() };
    Question {
        sentence: format!(
            "which system wrote what is in `{}`? Its log does not say; files of several systems stand in a folder each, called after the \
             system: give these folders",
            sheet.name
        ),
        choices: has_name.then_some(by_name).into_iter().collect(),
        typed: Some("import.one_system = \"…\"".to_owned()),
    }
}

/// What was looked for in a log, and how to say what stands there instead.
fn unknown_log(file: &str) -> Stop {
    Stop::Unreadable(format!(
        "`{file}` is no log that is known here; looked for were `doc_id` and `resps` (lm-evaluation-harness), `eval.model` and `samples` \
         (Inspect), `results.results` (promptfoo), and `id`, `input` and `output` (Langfuse). Where the keys of each output are \
         called otherwise, name them in the mapping:\n  item = \"key of the item\"\n  system = \"key of the system\"\n  \
         import.show = [\"key of the input\"]\n  import.outputs = [\"key of the output\"]"
    ))
}

/// The task of a file `samples_TASK_2024-05-01T10-00-00.jsonl`.
fn task(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let name = name.strip_prefix("samples_").unwrap_or(name);
    name.rsplit_once('_').filter(|(_, date)| date.starts_with("20")).map_or(name, |(task, _)| task)
}

/// The records of a file: of JSON, or the rows of a table.
fn records(sheet: &Sheet<'_>) -> Result<Vec<Value>, Stop> {
    if sheet.rows().is_empty() {
        return sheet.records();
    }
    let table = Table::read_with_layout(&sheet.name, sheet.bytes, &sheet.layout)?.table;
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

fn outputs(program: Program, record: &Value, (file, several_tasks): (&str, bool), names: &KeyNames) -> Vec<Output> {
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |value: Option<&Value>| value.and_then(cell);
    let written = |text: Option<String>| text.filter(|text| !text.is_empty()).ok_or(NO_OUTPUT);
    match program {
        Program::LmEvaluation => {
            // Results of each model stand in a folder of its name.
            let system = file.rsplit('/').nth(1).map(str::to_owned);
            let asked = record.get("arguments").and_then(first_text);
            let said = record.get("filtered_resps").or_else(|| record.get("resps"));
            let id = text(record.get("doc_id")).unwrap_or_default();
            let item = if several_tasks { format!("{} {id}", task(file)) } else { id };
            let text = if said.is_some_and(is_likelihoods) { Err(NO_TEXT) } else { written(said.and_then(first_text)) };
            vec![Output { item, system, input: asked, text }]
        }
        Program::Inspect => {
            let system = text(record.pointer("/eval/model"));
            let samples = list(record.get("samples"));
            let epochs: BTreeSet<Option<String>> = samples.iter().map(|sample| text(sample.get("epoch"))).collect();
            let one = |sample: &Value| {
                let id = text(sample.get("id")).unwrap_or_default();
                let epoch = text(sample.get("epoch")).filter(|_| epochs.len() > 1);
                let completion = text(sample.pointer("/output/completion"));
                Output {
                    item: epoch.map_or_else(|| id.clone(), |epoch| format!("{id} epoch {epoch}")),
                    system: system.clone(),
                    input: sample.get("input").and_then(whole_text),
                    text: written(
                        completion.or_else(|| sample.pointer("/output/choices/0/message/content").and_then(first_text)),
                    ),
                }
            };
            samples.iter().map(one).collect()
        }
        Program::Promptfoo => {
            let results = list(record.pointer("/results/results"));
            let prompts: BTreeSet<Option<String>> =
                results.iter().map(|result| text(result.get("promptIdx"))).collect();
            let one = |(index, result): (usize, &Value)| {
                let provider = text(result.pointer("/provider/id")).or_else(|| text(result.get("provider")));
                let prompt = result.get("promptIdx").and_then(Value::as_u64).filter(|_| prompts.len() > 1);
                Output {
                    item: text(result.get("testIdx")).unwrap_or_else(|| index.to_string()),
                    // Prompts are what is compared as much as models are.
                    system: provider.map(|name| match prompt {
                        Some(prompt) => format!("{name}, prompt {}", prompt + 1),
                        None => name,
                    }),
                    input: text(result.pointer("/prompt/raw")),
                    text: written(text(result.pointer("/response/output"))),
                }
            };
            results.iter().enumerate().map(one).collect()
        }
        Program::Langfuse => {
            let find = |name: &str, usual: &[&str]| {
                record.get(name).or_else(|| usual.iter().find_map(|place| record.pointer(place))).cloned()
            };
            vec![Output {
                item: text(find(&names.item, &["/metadata/item", "/id"]).as_ref()).unwrap_or_default(),
                system: text(find(&names.system, &["/model", "/metadata/model"]).as_ref()),
                input: find(&names.input, &["/input"]).as_ref().and_then(whole_text),
                text: written(find(&names.output, &["/output"]).as_ref().and_then(first_text)),
            }]
        }
    }
}

/// Whether these are how likely given answers are: `[["-1.25", "False"], …]`, of which nothing was written by a model.
fn is_likelihoods(said: &Value) -> bool {
    match said {
        Value::Array(pair) if pair.len() == 2 && !pair.iter().any(Value::is_array) => {
            let (number, greedy) = (cell(&pair[0]), cell(&pair[1]));
            number.is_some_and(|number| number.parse::<f64>().is_ok())
                && greedy.is_some_and(|greedy| ["true", "false"].contains(&greedy.to_lowercase().as_str()))
        }
        Value::Array(all) => !all.is_empty() && all.iter().all(is_likelihoods),
        _ => false,
    }
}

/// All that was said, one message below the other; else the first text.
pub(super) fn whole_text(value: &Value) -> Option<String> {
    let messages = value.get("messages").unwrap_or(value).as_array();
    let said: Option<Vec<String>> =
        messages.and_then(|all| all.iter().map(|message| message.get("content").and_then(first_text)).collect());
    said.filter(|said| !said.is_empty()).map(|said| said.join("\n\n")).or_else(|| first_text(value))
}

/// The first text in nested lists and objects: `[["…"]]`, `[{"role": "user", "content": "…"}]`.
pub(super) fn first_text(value: &Value) -> Option<String> {
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
