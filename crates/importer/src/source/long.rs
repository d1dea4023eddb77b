//! A plain table: a row per answer, in columns that may be called anything.

use std::collections::BTreeSet;

use serde_json::Value;
use table::{Column, Format, Table};

use super::{Given, Reading, Role, Source, criterion, slugs};
use crate::counts::Counts;
use crate::gather::{FILE, Gathered, Rows, cell, gather};
use crate::merged;
use crate::question::Stop;
use crate::sheet::{Head, Sheet};
use crate::sides::{self, Holds};

pub(super) const SOURCE: Source = Source {
    id: "table",
    name: "a table with a row per answer",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "table"
import.files = ["ratings.csv"]
participant = "annotator"
item = "doc_id"
system = "model"

[[criteria]]
id = "fluency"
column = "fluency"
better = "higher"
response = { kind = "rating", points = 5, minimum = 1 }
"#,
};

/// Names of columns, in small letters without blanks and signs, the surest first.
const PERSON: [&str; 22] = [
    "participant",
    "rater",
    "annotator",
    "worker",
    "judge",
    "participantid",
    "raterid",
    "annotatorid",
    "workerid",
    "judgeid",
    "coder",
    "evaluator",
    "evaluatorid",
    "assessor",
    "subject",
    "respondent",
    "labeler",
    "userid",
    "user",
    "username",
    "prolificpid",
    "person",
];
const ITEM: [&str; 21] = [
    "item",
    "itemid",
    "promptid",
    "questionid",
    "docid",
    "documentid",
    "document",
    "doc",
    "exampleid",
    "example",
    "sampleid",
    "instanceid",
    "segmentid",
    "segid",
    "sentenceid",
    "inputid",
    "taskid",
    "article",
    "articleid",
    "storyid",
    "prompt",
];
const SYSTEM: [&str; 12] = [
    "system",
    "model",
    "systemid",
    "modelid",
    "modelname",
    "systemname",
    "sys",
    "condition",
    "method",
    "generator",
    "engine",
    "setup",
];
const CRITERION: [&str; 7] =
    ["criterion", "dimension", "aspect", "qualitycriterion", "metric", "attribute", "questionname"];
const VALUE: [&str; 8] = ["value", "rating", "score", "judgement", "judgment", "answer", "rank", "stars"];
const CHOICE: [&str; 7] = ["choice", "preference", "winner", "preferred", "better", "vote", "label"];
/// Numbers that are no answers.
const NO_ANSWER: [&str; 16] = [
    "position", "order", "trial", "page", "turn", "age", "year", "index", "list", "batch", "group", "attempt", "fold",
    "split", "seed", "session",
];

fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase()
}

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let names: Vec<String> = match &sheet.head {
        Head::Rows(rows) => rows.first()?.clone(),
        Head::Json(records) => records.first()?.as_object()?.keys().cloned().collect(),
    };
    if names.len() < 2 {
        return None;
    }
    let known: Vec<&str> = [&PERSON[..], &ITEM, &SYSTEM, &CRITERION, &VALUE, &CHOICE]
        .into_iter()
        .filter_map(|list| names.iter().map(String::as_str).find(|name| list.contains(&plain(name).as_str())))
        .collect();
    let people = names.iter().any(|name| PERSON.contains(&plain(name).as_str()));
    let json_is_flat = match &sheet.head {
        Head::Rows(_) => true,
        Head::Json(records) => records.len() > 1,
    };
    (json_is_flat && (known.len() >= 2 || matches!(sheet.head, Head::Rows(_)))).then(|| {
        let signs = if known.is_empty() { "none that is known".to_owned() } else { known.join(", ") };
        let unsure = if people { "" } else { "; none names the person" };
        vec![format!("columns: {signs}{unsure}")]
    })
}

fn read(given: &Given<'_>) -> Result<Reading, Stop> {
    let Gathered { table, counts, notes, .. } =
        match given.sheets.first().map(|sheet| (&sheet.head, sheet.layout.format)) {
            Some((Head::Json(_), format)) => from_json(given, format)?,
            _ => gather(&given.sheets, given.wanted.import.header_rows.unwrap_or(1))?,
        };
    let table = merged::filled_down(table, &given.wanted.import.fill_down)?;
    let mut reading = Reading::new(table, counts);
    reading.notes = notes;
    let wanted = &given.wanted.columns;
    let find = |reading: &Reading, names: &[&str]| {
        names
            .iter()
            .find_map(|name| reading.table.columns().iter().find(|column| plain(column.name()) == *name))
            .map(|column| column.name().to_owned())
    };
    let mut taken: Vec<String> = Vec::new();
    for (key, names, said) in [
        ("participant", &PERSON[..], &wanted.participant),
        ("item", &ITEM[..], &wanted.item),
        ("criterion", &CRITERION[..], &wanted.criterion),
    ] {
        if let Some(name) = said.clone().or_else(|| find(&reading, names)) {
            reading.know(key, name.as_str());
            taken.push(name);
        }
    }
    if !reading.knows.contains_key("participant") && reading.table.column(FILE).is_some() && given.sheets.len() > 1 {
        reading.know("participant", FILE);
        reading.notes.push("no column names the person: each file is taken as that of one person".to_owned());
        taken.push(FILE.to_owned());
    }
    let sided = sides::find(&reading.table);
    know_systems(&mut reading, &sided, &mut taken, given);
    let asked = merged::question(&reading.table, &taken);
    reading.questions.extend(asked);
    let pairs = reading.knows.contains_key("shown") || wanted.shown.len() == 2;
    let said = wanted.value.is_some()
        || wanted.choice.is_some()
        || wanted.best.is_some()
        || !wanted.ranks.is_empty()
        || !wanted.criteria.is_empty();
    if said {
        return Ok(reading);
    }
    let value = find(&reading, if pairs { &CHOICE } else { &VALUE })
        .or_else(|| find(&reading, if pairs { &VALUE } else { &CHOICE }));
    let best = find(&reading, &["best"]).zip(find(&reading, &["worst"]));
    match (best, value) {
        (Some((best, worst)), _) => {
            reading.know("best", best);
            reading.know("worst", worst);
        }
        (None, Some(value)) => reading.know(if pairs { "choice" } else { "value" }, value),
        (None, None) if !pairs => know_scales(&mut reading, &taken, given),
        (None, None) => {}
    }
    Ok(reading)
}

fn know_systems(reading: &mut Reading, sided: &[sides::Sided], taken: &mut Vec<String>, given: &Given<'_>) {
    let wanted = &given.wanted.columns;
    if wanted.system.is_some() || !wanted.shown.is_empty() || given.wanted.import.one_system.is_some() {
        taken.extend(wanted.system.iter().chain(&wanted.shown).cloned());
        return;
    }
    let system = SYSTEM
        .iter()
        .find_map(|name| reading.table.columns().iter().find(|column| plain(column.name()) == *name))
        .map(|column| column.name().to_owned());
    let named = |sided: &&sides::Sided| {
        sided.holds == Holds::Names && SYSTEM.iter().any(|word| plain(&sided.first).contains(word))
    };
    let pairs: Vec<_> = sided.iter().filter(named).collect();
    let all: Vec<_> = sided.iter().filter(|sided| sided.holds == Holds::Names).collect();
    let pair = match (pairs.as_slice(), all.as_slice()) {
        ([only], _) | ([], [only]) => Some((*only).clone()),
        (_, _) => None,
    };
    match (pair, system) {
        (Some(pair), None) => {
            taken.extend([pair.first.clone(), pair.second.clone()]);
            if plain(&pair.first).contains("left") {
                reading.know("words.a", vec!["left", "Left"]);
                reading.know("words.b", vec!["right", "Right"]);
            }
            reading.know("shown", vec![pair.first, pair.second]);
            if let [texts] = sided.iter().filter(|sided| sided.holds == Holds::Texts).collect::<Vec<_>>().as_slice() {
                reading.know("import.outputs", vec![texts.first.clone(), texts.second.clone()]);
            }
        }
        (_, Some(system)) => {
            reading.know("system", system.as_str());
            taken.push(system);
            let output = ["output", "text", "generation", "response", "target", "hypothesis", "summary"];
            if let Some(column) =
                reading.table.columns().iter().find(|column| output.contains(&plain(column.name()).as_str()))
            {
                let name = column.name().to_owned();
                reading.know("import.outputs", vec![name]);
            }
        }
        (None, None) => {}
    }
}

/// Columns of small whole numbers are criteria, where all of them could be one scale.
fn know_scales(reading: &mut Reading, taken: &[String], given: &Given<'_>) {
    let scale = |column: &Column| -> Option<(i64, i64)> {
        let mut range: Option<(i64, i64)> = None;
        for cell in column.iter().flatten().map(str::trim).filter(|cell| !given.wanted.columns.is_missing(cell)) {
            let value: i64 =
                cell.strip_suffix(".0").unwrap_or(cell).parse().ok().filter(|value| (-10..=10).contains(value))?;
            range = Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))));
        }
        range.filter(|(low, high)| low < high)
    };
    let asked: Vec<String> = reading
        .table
        .columns()
        .iter()
        .filter(|column| !taken.iter().any(|name| name == column.name()) && column.name() != FILE)
        .filter(|column| !given.wanted.import.leave_out.iter().any(|name| name == column.name()))
        .filter(|column| !NO_ANSWER.contains(&plain(column.name()).as_str()) && !plain(column.name()).ends_with("id"))
        .filter(|column| scale(column).is_some())
        .map(|column| column.name().to_owned())
        .collect();
    if asked.is_empty() {
        return;
    }
    reading.notes.push(format!(
        "read as answers: `{}`, the columns of small whole numbers; a column that is none goes into `import.leave_out`",
        asked.join("`, `")
    ));
    let criteria: Vec<toml::Value> =
        slugs(asked.iter().map(String::as_str)).iter().map(|(id, name)| criterion(id, name, name)).collect();
    reading.know("criteria", criteria);
}

/// Records as rows, with objects within them one level deep.
fn from_json(given: &Given<'_>, format: Option<Format>) -> Result<Gathered, Stop> {
    let mut counts = Counts::default();
    if let ([sheet], Some(Format::Jsonl)) = (given.sheets.as_slice(), format)
        && let Ok(table) = Table::read(&sheet.name, sheet.bytes)
    {
        (counts.rows, counts.read) = (table.len(), table.len());
        return Ok(Gathered { table, wording: Vec::new(), counts, notes: Vec::new() });
    }
    let mut rows = Rows::default();
    for sheet in &given.sheets {
        for record in sheet.records()? {
            counts.rows += 1;
            let Value::Object(record) = record else {
                return Err(Stop::Unreadable(format!("record {} of `{}` is no object", counts.rows, sheet.name)));
            };
            let mut cells: Vec<(String, Option<String>)> = Vec::new();
            for (key, value) in &record {
                match value {
                    Value::Object(inner) => {
                        cells.extend(inner.iter().map(|(name, value)| (format!("{key}.{name}"), cell(value))))
                    }
                    other => cells.push((key.clone(), cell(other))),
                }
            }
            if given.sheets.len() > 1 {
                cells.push((FILE.to_owned(), Some(sheet.name.clone())));
            }
            rows.push(cells.iter().map(|(name, value)| (name.as_str(), value.as_deref())));
            counts.read += 1;
        }
    }
    let names: BTreeSet<&str> = given.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    let name = names.first().copied().unwrap_or_default().to_owned();
    Ok(Gathered { table: rows.finish(&name), wording: Vec::new(), counts, notes: Vec::new() })
}
