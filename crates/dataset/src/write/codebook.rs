//! What every column of a dataset means.

use std::fmt::Write as _;

use serde_json::{Value, json};
use study::file::Better;
use study::response::Contents;

use super::{columns, in_parts};
use crate::arrivals::{ARRIVALS_COLUMNS, ARRIVALS_FILE};
use crate::questionnaire::QUESTIONNAIRE_COLUMNS;
use crate::remark::REMARK_COLUMNS;
use crate::{Criterion, Dataset, JudgedBy};

/// Version of the codebook file.
const FORMAT: u32 = 1;

/// What is done to texts that a spreadsheet would run.
const FORMULAS: &str = "In every CSV, what a spreadsheet would run as a formula (words that begin with =, +, - or @, also behind a \
    semicolon, a tab or the end of a line, where some spreadsheets begin a new cell) has an apostrophe before it, and numbers have none. \
    `answer` says what was written: there such a sign stands by its number (\\u003d for =), which readers of JSON undo. The other \
    formats have everything as it was written.";

/// The codebook as JSON: systems, strata, criteria, and every column with what its values mean.
#[must_use]
pub fn codebook_json(dataset: &Dataset) -> Value {
    let columns: Vec<Value> = columns(dataset)
        .all
        .into_iter()
        .map(|column| {
            let values: serde_json::Map<String, Value> =
                column.values.into_iter().map(|(value, words)| (value, Value::String(words))).collect();
            json!({
                "name": column.name,
                "holds": holds(column.content),
                "description": column.description,
                "values": values,
            })
        })
        .collect();
    let mut codebook = json!({
        "format": FORMAT,
        "study": dataset.provenance.study,
        "origin": dataset.provenance.judged_by.word(),
        "changed_after_collecting_began": dataset.provenance.changed,
        "formulas": FORMULAS,
        "systems": dataset.systems.iter().map(|s| json!({ "id": s.id, "name": s.name })).collect::<Vec<_>>(),
        "strata": dataset.strata,
        "criteria": dataset.criteria.iter().map(criterion_json).collect::<Vec<_>>(),
        "columns": columns,
    });
    let column = |(name, description): (&str, &str)| json!({ "name": name, "description": description });
    if dataset.remarks.is_some() {
        codebook["remarks"] = json!(REMARK_COLUMNS.map(column));
    }
    if dataset.questionnaire.is_some() {
        codebook["questionnaire"] = json!(QUESTIONNAIRE_COLUMNS.map(column));
    }
    if dataset.arrivals.is_some() {
        codebook["sessions"] = json!(ARRIVALS_COLUMNS.map(column));
    }
    codebook
}

fn criterion_json(criterion: &Criterion) -> Value {
    let mut said = json!({
        "id": criterion.id,
        "name": criterion.name,
        "kind": criterion.response.kind(),
        "better": better(criterion.better),
    });
    if let Some(part) = &criterion.part {
        said["part"] = json!(part);
    }
    if let Some(asked) = &criterion.only_if {
        said["only_if"] = json!(asked.words);
    }
    said
}

/// The codebook as Markdown.
#[must_use]
pub fn codebook_markdown(dataset: &Dataset) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace(['\n', '\r'], " ");
    let mut text = format!("# Codebook\n\nOne row per judgement. Participants are known by pseudonyms. {FORMULAS}\n");
    if dataset.provenance.judged_by == JudgedBy::Simulated {
        text.push_str("\n**Simulated: nobody took part; the answers are those of simulated participants.**\n");
    }
    if !dataset.provenance.changed.is_empty() {
        let _ = writeln!(text, "\nChanged after collecting began: {}.", dataset.provenance.changed.join("; "));
    }
    text.push_str("\n## Systems\n\n| id | name |\n|---|---|\n");
    for system in &dataset.systems {
        let _ = writeln!(text, "| `{}` | {} |", system.id, cell(&system.name));
    }
    text.push_str("\n## Criteria\n\n| id | name | kind | better |\n|---|---|---|---|\n");
    for criterion in &dataset.criteria {
        let (name, kind) = (cell(&criterion.name), criterion.response.kind());
        let _ = writeln!(text, "| `{}` | {name} | {kind} | {} |", criterion.id, better(criterion.better));
    }
    for criterion in &dataset.criteria {
        if let Some(asked) = &criterion.only_if {
            let _ = writeln!(
                text,
                "\n`{}` is a follow-up, asked only where {}: elsewhere it has no row, by design.",
                criterion.id,
                cell(&asked.words)
            );
        }
    }
    if in_parts(dataset) {
        text.push_str("\n## Parts\n\n| part | criterion |\n|---|---|\n");
        for criterion in &dataset.criteria {
            let _ = writeln!(text, "| `{}` | `{}` |", criterion.part.as_deref().unwrap_or_default(), criterion.id);
        }
    }
    if !dataset.strata.is_empty() {
        let _ = writeln!(text, "\n## Strata\n\n{}", dataset.strata.join(", "));
    }
    text.push_str("\n## Columns\n\n| column | holds | meaning |\n|---|---|---|\n");
    for column in columns(dataset).all {
        let values: Vec<String> = column.values.iter().map(|(value, words)| format!("`{value}` {words}")).collect();
        let values = if values.is_empty() { String::new() } else { format!(": {}", values.join("; ")) };
        let meaning = cell(&format!("{}{values}", column.description));
        let _ = writeln!(text, "| `{}` | {} | {meaning} |", column.name, holds(column.content));
    }
    if dataset.remarks.is_some() {
        text.push_str(
            "\n## remarks.csv\n\nOne row per page about which someone said something beside their answers.\n",
        );
        text.push_str(&meanings(&REMARK_COLUMNS));
    }
    if dataset.questionnaire.is_some() {
        text.push_str(
            "\n## questionnaire.csv\n\nOne row per answer to a screening or closing question, and per comment at the end, of everyone who began a list.\n",
        );
        text.push_str(&meanings(&QUESTIONNAIRE_COLUMNS));
    }
    if dataset.arrivals.is_some() {
        let _ = writeln!(
            text,
            "\n## {ARRIVALS_FILE}\n\nHow many came, and how those ended who gave no answers; counts alone."
        );
        text.push_str(&meanings(&ARRIVALS_COLUMNS));
    }
    text
}

/// The columns of a file beside the judgements.
fn meanings(columns: &[(&str, &str)]) -> String {
    let rows = columns.iter().map(|(name, meaning)| format!("| `{name}` | {meaning} |\n"));
    format!("\n| column | meaning |\n|---|---|\n{}", rows.collect::<String>())
}

fn holds(content: Contents) -> &'static str {
    match content {
        Contents::Whole => "whole numbers",
        Contents::Number => "numbers",
        Contents::Flag => "0 or 1",
        Contents::Word => "words",
        Contents::Output => "a system",
        Contents::Text => "text",
        Contents::Json => "JSON",
    }
}

fn better(better: Better) -> &'static str {
    match better {
        Better::Higher => "higher",
        Better::Lower => "lower",
        Better::Neither => "neither",
    }
}
