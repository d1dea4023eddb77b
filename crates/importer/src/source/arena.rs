//! Votes between two models: Chatbot Arena, MT-bench, FastChat logs.

use serde_json::Value;

use super::{Reading, Role, Source, SourceInput, with_lines};
use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::question::Stop;
use crate::sheet::{Head, Sheet};

pub(super) const SOURCE: Source = Source {
    id: "arena",
    name: "votes between two models",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "arena"
import.files = ["votes.jsonl"]
participant = "judge"
item = "item"
shown = ["model_a", "model_b"]
choice = "winner"
"#,
};

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let has = |names: &[&str]| match &sheet.head {
        Head::Rows(_) => sheet.has_columns(names),
        Head::Json(_) => sheet.has_keys(names),
    };
    if has(&["model_a", "model_b", "winner"]) {
        Some(vec!["model_a, model_b and winner".to_owned()])
    } else if has(&["model_a", "model_b", "winner_model_a", "winner_model_b", "winner_tie"]) {
        Some(vec!["model_a, model_b, winner_model_a, winner_model_b and winner_tie".to_owned()])
    } else if is_log(sheet) {
        Some(vec!["tstamp, type and states: a FastChat log".to_owned()])
    } else {
        None
    }
}

/// Whether these are lines of a FastChat log: most are no votes, and only votes have the state of both sides.
fn is_log(sheet: &Sheet<'_>) -> bool {
    let Head::Json(records) = &sheet.head else { return false };
    let has = |record: &Value, keys: &[&str]| keys.iter().all(|key| record.get(key).is_some());
    records.iter().all(|record| has(record, &["tstamp", "type"]))
        && records
            .iter()
            .any(|record| has(record, &["states"]) || has(record, &["model", "state"]) || has(record, &["ip"]))
}

/// Gives away the records of a file, whatever its format.
fn each_record(sheet: &Sheet<'_>, mut take: impl FnMut(Value) -> Result<(), Stop>) -> Result<(), Stop> {
    if matches!(sheet.head, Head::Json(_)) {
        return sheet.each_record(take);
    }
    let laid = table::Table::read_with_layout(&sheet.name, sheet.bytes, &sheet.layout)?;
    for row in 0..laid.table.len() {
        let cells = laid.table.columns().iter();
        let record = cells.filter_map(|column| Some((column.name().to_owned(), in_cell(column.get(row)?)))).collect();
        take(Value::Object(record))?;
    }
    Ok(())
}

/// What a cell holds: lists and objects are JSON in it.
fn in_cell(cell: &str) -> Value {
    let nested = cell.starts_with(['[', '{']).then(|| serde_json::from_str(cell).ok());
    nested.flatten().unwrap_or_else(|| cell.into())
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let mut counts = Counts::default();
    let mut rows = Rows::default();
    let (mut nobody, mut both_bad, mut by_model) = (0, 0, 0);
    for sheet in &given.sheets {
        let mut index = 0;
        each_record(sheet, |record| {
            counts.rows += 1;
            index += 1;
            let vote = match vote(&record) {
                Ok(vote) => vote,
                Err(VoteProblem::LeftOut(reason)) => {
                    counts.leave_out(reason, 1);
                    return Ok(());
                }
                Err(VoteProblem::Wrong(what)) => {
                    return Err(Stop::Unreadable(format!("record {index} of `{}`: {what}", sheet.name)));
                }
            };
            counts.read += 1;
            let judge = vote.judge.unwrap_or_else(|| {
                nobody += 1;
                format!("vote {}", counts.rows)
            });
            let item = vote.item.unwrap_or_else(|| format!("{}", counts.rows));
            both_bad += usize::from(vote.tie == Some("both bad"));
            by_model += usize::from(vote.by_model);
            rows.push([
                ("judge", Some(judge.as_str())),
                ("item", Some(item.as_str())),
                ("model_a", Some(vote.models[0].as_str())),
                ("model_b", Some(vote.models[1].as_str())),
                ("winner", Some(vote.winner)),
                ("tie", vote.tie),
                ("prompt", vote.prompt.as_deref()),
                ("text_a", vote.texts[0].as_deref()),
                ("text_b", vote.texts[1].as_deref()),
                ("language", vote.language.as_deref()),
                ("excluded", vote.by_model.then_some("model-as-judge")),
            ]);
            Ok(())
        })?;
    }
    let mut reading = Reading::new(rows.finish(&given.sheets[0].name), counts);
    if by_model == reading.table.len() {
        reading.notes.push("all votes are by models, none by people".to_owned());
    } else if by_model > 0 {
        reading.know("excluded", "excluded");
        reading.notes.push(format!(
            "{by_model} votes are by models and not by people: kept, excluded as `model-as-judge`; the mapping's `excluded` says so"
        ));
    }
    know(&mut reading, nobody, both_bad);
    Ok(reading)
}

/// What is known of every file of votes.
fn know(reading: &mut Reading, nobody: usize, both_bad: usize) {
    if nobody > 0 {
        reading.notes.push(format!("{nobody} votes do not say who gave them: each is taken as of a person of its own"));
    }
    reading.know("participant", "judge");
    reading.know("item", "item");
    reading.know("shown", vec!["model_a", "model_b"]);
    reading.know("choice_by", "side");
    reading.know("words.a", vec!["a"]);
    reading.know("words.b", vec!["b"]);
    reading.know("words.equal", vec!["equal"]);
    let filled = |name: &str| reading.table.column(name).is_some_and(|column| column.iter().any(|cell| cell.is_some()));
    let (texts, prompts) = (filled("text_a") && filled("text_b"), filled("prompt"));
    if texts {
        reading.know("import.outputs", vec!["text_a", "text_b"]);
    }
    if prompts {
        reading.know("import.show", vec!["prompt"]);
    }
    let mut criteria = vec![super::criterion("preference", "preference", "winner")];
    if both_bad > 0 {
        reading
            .notes
            .push(format!("{both_bad} of the ties say that both are bad: a tie in `preference`, kept apart in `tie`"));
        let tie = with_lines(
            super::criterion("tie", "kind of tie", "tie"),
            "better = \"neither\"\nresponse = { kind = \"choice\", options = [\"tie\", \"both bad\"] }",
        );
        criteria.push(tie);
    }
    reading.know("criteria", criteria);
}

struct Vote {
    judge: Option<String>,
    /// Whether the judge is a model: then it is a list of its name and its prompt.
    by_model: bool,
    item: Option<String>,
    models: [String; 2],
    winner: &'static str,
    tie: Option<&'static str>,
    prompt: Option<String>,
    texts: [Option<String>; 2],
    language: Option<String>,
}

enum VoteProblem {
    LeftOut(String),
    Wrong(String),
}

fn vote(record: &Value) -> Result<Vote, VoteProblem> {
    let text = |key: &str| record.get(key).and_then(cell).filter(|text| !text.is_empty());
    if matches!(record.get("anony"), Some(Value::Bool(false)))
        || text("anony").is_some_and(|cell| cell.eq_ignore_ascii_case("false"))
    {
        return Err(VoteProblem::LeftOut("the names of the models were shown (`anony` is false)".to_owned()));
    }
    let models = |key: &str, at: usize| {
        let named =
            record.get("models").and_then(|models| models.get(at)).and_then(cell).filter(|name| !name.is_empty());
        let state = record
            .get("states")
            .and_then(|states| states.get(at))
            .and_then(|state| state.get("model_name"))
            .and_then(cell);
        text(key).or(named).or(state)
    };
    let (winner, tie) = winner(record)?;
    let (Some(a), Some(b)) = (models("model_a", 0), models("model_b", 1)) else {
        return Err(VoteProblem::Wrong("it does not name both models".to_owned()));
    };
    let judge = record.get("judge").and_then(|judge| match judge {
        Value::Array(parts) => Some(parts.iter().filter_map(cell).collect::<Vec<_>>().join(" ")),
        other => cell(other),
    });
    let ids = ["question_id", "prompt_id", "item_id", "item", "example_id", "id", "conversation_id"];
    let item = ids.into_iter().find_map(&text);
    let item = match (item, text("turn")) {
        (Some(item), Some(turn)) => Some(format!("{item} turn {turn}")),
        (item, _) => item,
    };
    let said = |key: &str, role: &str| -> Option<String> {
        let conversation = match record.get(key)? {
            Value::String(text) => serde_json::from_str(text).ok()?,
            other => other.clone(),
        };
        let turns: Vec<String> = conversation
            .as_array()?
            .iter()
            .filter(|turn| turn.get("role").and_then(Value::as_str) == Some(role))
            .filter_map(|turn| turn.get("content").and_then(cell))
            .collect();
        (!turns.is_empty()).then(|| turns.join("\n\n"))
    };
    Ok(Vote {
        by_model: record.get("judge").is_some_and(Value::is_array),
        judge: judge.or_else(|| text("evaluation_session_id")),
        item,
        models: [a, b],
        winner,
        tie,
        prompt: said("conversation_a", "user").or_else(|| text("prompt")),
        texts: [
            said("conversation_a", "assistant").or_else(|| text("response_a")),
            said("conversation_b", "assistant").or_else(|| text("response_b")),
        ],
        language: text("language"),
    })
}

/// Which side won, and what kind of tie it is.
fn winner(record: &Value) -> Result<(&'static str, Option<&'static str>), VoteProblem> {
    let text = |key: &str| record.get(key).and_then(cell);
    if let Some(kind) = text("type")
        .filter(|_| record.get("states").is_some() || record.get("winner").is_none() && record.get("tstamp").is_some())
    {
        return match kind.as_str() {
            "leftvote" => Ok(("a", None)),
            "rightvote" => Ok(("b", None)),
            "tievote" => Ok(("equal", Some("tie"))),
            "bothbad_vote" => Ok(("equal", Some("both bad"))),
            other => Err(VoteProblem::LeftOut(format!("no vote (`type` is `{other}`)"))),
        };
    }
    if let Some(word) = text("winner") {
        return match word.trim().to_lowercase().as_str() {
            "model_a" => Ok(("a", None)),
            "model_b" => Ok(("b", None)),
            "tie" => Ok(("equal", Some("tie"))),
            "tie (bothbad)" | "both_bad" | "bothbad" | "both bad" => Ok(("equal", Some("both bad"))),
            "" => Err(VoteProblem::LeftOut("no winner is named".to_owned())),
            _ if Some(&word) == text("model_a").as_ref() && Some(&word) != text("model_b").as_ref() => Ok(("a", None)),
            _ if Some(&word) == text("model_b").as_ref() && Some(&word) != text("model_a").as_ref() => Ok(("b", None)),
            _ => Err(VoteProblem::Wrong(format!(
                "the winner is `{word}`; it is `model_a`, `model_b`, `tie` or the name of one of them"
            ))),
        };
    }
    let on = |key: &str| matches!(text(key).as_deref().map(str::trim), Some("1" | "1.0" | "true" | "True"));
    match (on("winner_model_a"), on("winner_model_b"), on("winner_tie")) {
        (true, false, false) => Ok(("a", None)),
        (false, true, false) => Ok(("b", None)),
        (false, false, true) => Ok(("equal", Some("tie"))),
        (false, false, false) => Err(VoteProblem::LeftOut("no winner is named".to_owned())),
        _ => Err(VoteProblem::Wrong("it has more than one winner".to_owned())),
    }
}
