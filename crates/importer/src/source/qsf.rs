//! The questions of a Qualtrics survey (QSF): what was asked, with which choices or on which scale.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use table::Table;

use super::{Reading, Role, Source, with_lines};
use crate::gather::cell;
use crate::ordered_words;
use crate::question::{Stop, quoted, quoted_list};
use crate::sheet::Sheet;

pub(super) const SOURCE: Source = Source {
    id: "qualtrics-questions",
    name: "the questions of a Qualtrics survey",
    role: Role::Questions,
    recognise,
    example: r#"# Beside the answers: wording, choices and scales are those of the survey.
import.source = "qualtrics"
import.files = ["survey.csv", "survey.qsf"]
"#,
};

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    sheet.has_keys(&["SurveyEntry", "SurveyElements"]).then(|| vec!["`SurveyEntry` and `SurveyElements`".to_owned()])
}

/// What a column of the answers was asked.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct QsfQuestion {
    wording: String,
    scale: Scale,
}

#[derive(Debug, Clone, PartialEq)]
enum Scale {
    /// What can be chosen, in the order shown.
    Choices(Vec<QsfChoice>),
    Slider(f64, f64),
    Words,
    Unknown,
}

/// One choice of a question.
#[derive(Debug, Clone, PartialEq)]
struct QsfChoice {
    /// What the answers hold where they are numbers.
    code: String,
    /// What the answers hold where they are words.
    words: String,
    /// The variable that the survey names it by.
    named: Option<String>,
}

/// The questions of survey files, by the column of the answers.
pub(super) fn questions(sheets: &[&Sheet<'_>]) -> Result<BTreeMap<String, QsfQuestion>, Stop> {
    let mut all = BTreeMap::new();
    for sheet in sheets {
        for survey in sheet.records()? {
            let elements = survey.get("SurveyElements").and_then(Value::as_array).cloned().unwrap_or_default();
            let asked = |element: &&Value| element.get("Element").and_then(Value::as_str) == Some("SQ");
            for payload in elements.iter().filter(asked).filter_map(|element| element.get("Payload")) {
                question(payload, &mut all);
            }
        }
    }
    Ok(all)
}

fn question(payload: &Value, all: &mut BTreeMap<String, QsfQuestion>) {
    let text = |key: &str| payload.get(key).and_then(cell).unwrap_or_default();
    let (tag, wording) = (text("DataExportTag"), plain(&text("QuestionText")));
    let choices = ordered_choices(payload, "Choices", "ChoiceOrder");
    let mut ask = |column: String, wording: String, scale: Scale| {
        all.insert(column, QsfQuestion { wording, scale });
    };
    let parts = |scale: &Scale| -> Vec<(String, String, Scale)> {
        let part =
            |(key, label): &(String, String)| (format!("{tag}_{key}"), format!("{wording} {label}"), scale.clone());
        choices.iter().map(part).collect()
    };
    match text("QuestionType").as_str() {
        "MC" => ask(tag, wording, Scale::Choices(coded_choices(payload, &choices))),
        "Matrix" => {
            let answers = ordered_choices(payload, "Answers", "AnswerOrder");
            let scale = Scale::Choices(coded_choices(payload, &answers));
            parts(&scale).into_iter().for_each(|(column, wording, scale)| ask(column, wording, scale));
        }
        "Slider" => {
            let end = |key: &str| payload.get("Configuration").and_then(|it| it.get(key)).and_then(number);
            let scale = match end("CSSliderMin").zip(end("CSSliderMax")) {
                Some((low, high)) => Scale::Slider(low, high),
                None => Scale::Unknown,
            };
            parts(&scale).into_iter().for_each(|(column, wording, scale)| ask(column, wording, scale));
        }
        "TE" => ask(tag, wording, Scale::Words),
        _ => ask(tag, wording, Scale::Unknown),
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// The keys of choices or answers with their words, in the order shown.
fn ordered_choices(payload: &Value, key: &str, order: &str) -> Vec<(String, String)> {
    let words = |choice: &Value| plain(&choice.get("Display").and_then(cell).unwrap_or_default());
    let all: BTreeMap<String, String> = match payload.get(key) {
        Some(Value::Object(all)) => all.iter().map(|(key, choice)| (key.clone(), words(choice))).collect(),
        // A list where nobody ever changed a choice.
        Some(Value::Array(all)) => {
            all.iter().enumerate().map(|(at, choice)| ((at + 1).to_string(), words(choice))).collect()
        }
        _ => BTreeMap::new(),
    };
    let order: Vec<String> = payload
        .get(order)
        .and_then(Value::as_array)
        .map(|all| all.iter().filter_map(cell).collect())
        .unwrap_or_default();
    let mut keys: Vec<&String> = order.iter().filter(|key| all.contains_key(*key)).collect();
    let mut rest: Vec<&String> = all.keys().filter(|key| !order.contains(key)).collect();
    rest.sort_by_key(|key| key.parse::<u64>().unwrap_or(u64::MAX));
    keys.extend(rest);
    keys.into_iter().map(|key| (key.clone(), all[key].clone())).collect()
}

/// What the answers hold for each choice: its recoded value, or its key; its words; the name of its variable.
fn coded_choices(payload: &Value, choices: &[(String, String)]) -> Vec<QsfChoice> {
    let of = |list: &str, key: &String| payload.get(list).and_then(|codes| codes.get(key)).and_then(cell);
    let chosen = |(key, words): &(String, String)| QsfChoice {
        code: of("RecodeValues", key).unwrap_or_else(|| key.clone()),
        words: words.clone(),
        named: of("VariableNaming", key),
    };
    choices.iter().map(chosen).collect()
}

/// The answers as what they stand for, where an items file says what each column showed: the name of a choice's variable, or its
/// words. Codes of a scale stay as they are; those of a choice between two outputs, which `pairs` says, do not.
pub(super) fn decode_answers(table: &Table, questions: &BTreeMap<String, QsfQuestion>, pairs: Pairs) -> Table {
    let mut decoded = table.clone();
    for column in table.columns() {
        let Some(QsfQuestion { scale: Scale::Choices(choices), .. }) = questions.get(column.name()) else { continue };
        let is_scale =
            pairs == Pairs::No && choices.iter().all(|choice| choice.named.is_none()) && is_consecutive(choices);
        let meant = |choice: &QsfChoice| match &choice.named {
            Some(name) => name.clone(),
            None if is_scale => choice.code.clone(),
            None => choice.words.clone(),
        };
        decoded.set_column(column.map_texts(|cell| {
            let said = cell.split_whitespace().collect::<Vec<_>>().join(" ");
            let choice = choices.iter().find(|it| it.code == said || it.words == said);
            Some(choice.map_or_else(|| cell.to_owned(), meant))
        }));
    }
    decoded
}

/// Whether two outputs were shown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairs {
    Yes,
    No,
}

/// Whether the codes are whole numbers one after the other.
fn is_consecutive(choices: &[QsfChoice]) -> bool {
    let mut codes: Vec<i64> = choices.iter().filter_map(|choice| choice.code.trim().parse().ok()).collect();
    codes.sort_unstable();
    codes.len() == choices.len() && codes.len() > 1 && codes.windows(2).all(|two| two[0] + 1 == two[1])
}

/// A text without markup.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                text.push(' ');
            }
            letter if !inside => text.push(letter),
            _ => {}
        }
    }
    for (entity, letter) in
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    {
        text = text.replace(entity, letter);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Says in the mapping how each criterion was asked, as far as the survey and the answers agree on it.
pub(super) fn tell(reading: &mut Reading, questions: &BTreeMap<String, QsfQuestion>) {
    // What two outputs were compared by is no scale of its own.
    if reading.table.column("system_a").is_some() && reading.table.column("system_b").is_some() {
        return;
    }
    let Some(toml::Value::Array(mut criteria)) = reading.knows.remove("criteria") else { return };
    for criterion in &mut criteria {
        let text = |key: &str| criterion.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned();
        let (id, column) = (text("id"), text("column"));
        let Some(asked) = questions.get(&column).cloned().or_else(|| shared_question(reading, &column, questions))
        else {
            reading.notes.push(format!("the survey has no question for the column `{column}`"));
            continue;
        };
        if questions.contains_key(&column) {
            reading.wording.insert(id, asked.wording.clone());
        }
        // Words in an order are points of a scale, or options: that is asked.
        if holds_ordered_words(reading, &column, &asked.scale) {
            continue;
        }
        match response(reading, &column, &asked.scale) {
            Some(response) => {
                if response.starts_with("{ kind = \"choice\"") {
                    reading.notes.push(format!(
                        "`{column}`: the choices of the survey are read as options without an order; where they are points of a scale, give \
                         their numbers with `import.labels`, or the criterion a `response` in the mapping"
                    ));
                }
                *criterion = with_lines(criterion.clone(), &format!("response = {response}"));
            }
            None => reading.notes.push(format!(
                "the answers in `{column}` are not the choices of the survey; they are read as they are"
            )),
        }
    }
    reading.know("criteria", criteria);
}

/// The scale that all columns of a form have, where each of them is an item.
fn shared_question(reading: &Reading, column: &str, questions: &BTreeMap<String, QsfQuestion>) -> Option<QsfQuestion> {
    let original = reading.original.as_ref().filter(|_| column == "value")?;
    let mut asked = original.names.iter().filter_map(|name| questions.get(name));
    let first = asked.find(|asked| !matches!(asked.scale, Scale::Words | Scale::Unknown))?;
    let same = |other: &QsfQuestion| other.scale == first.scale || matches!(other.scale, Scale::Words | Scale::Unknown);
    asked.all(same).then(|| first.clone())
}

/// Whether the answers are words of choices that stand in an order, such as `Disagree`, `Neutral` and `Agree`.
fn holds_ordered_words(reading: &Reading, column: &str, scale: &Scale) -> bool {
    let (Scale::Choices(choices), Some(cells)) = (scale, reading.table.column(column)) else { return false };
    let words: Vec<&str> = cells.distinct().into_iter().map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let is_worded = |cell: &&str| choices.iter().any(|choice| choice.words == *cell && choice.code != *cell);
    words.iter().all(is_worded) && ordered_words::order_words(&words).is_some()
}

/// The response as the mapping writes it; nothing where the answers are something else.
fn response(reading: &Reading, column: &str, scale: &Scale) -> Option<String> {
    let cells: BTreeSet<&str> = reading.table.column(column)?.distinct().into_iter().map(str::trim).collect();
    match scale {
        Scale::Words => Some("{ kind = \"text\", optional = true, lines = true }".to_owned()),
        Scale::Slider(low, high) => Some(format!("{{ kind = \"slider\", minimum = {low:?}, maximum = {high:?} }}")),
        Scale::Unknown => None,
        Scale::Choices(choices) => {
            let all = |of: fn(&QsfChoice) -> &String| {
                cells.iter().filter(|cell| !cell.is_empty()).all(|cell| choices.iter().any(|choice| of(choice) == cell))
            };
            if all(|choice| &choice.code) {
                Some(by_code(choices))
            } else if all(|choice| &choice.words) {
                let options = quoted_list(choices.iter().map(|choice| choice.words.as_str()));
                Some(format!("{{ kind = \"choice\", options = {options} }}"))
            } else {
                None
            }
        }
    }
}

/// Whole numbers one after the other are a scale; other codes are options.
fn by_code(choices: &[QsfChoice]) -> String {
    if is_consecutive(choices) {
        let number = |choice: &QsfChoice| choice.code.trim().parse::<i64>().ok();
        let mut scale: Vec<(i64, &str)> =
            choices.iter().filter_map(|choice| Some((number(choice)?, choice.words.as_str()))).collect();
        scale.sort_unstable();
        let labels = quoted_list(scale.iter().map(|(_, words)| *words));
        let (low, points) = (scale[0].0, scale.len());
        return format!("{{ kind = \"rating\", points = {points}, minimum = {low}, labels = {labels} }}");
    }
    let option = |choice: &QsfChoice| format!("{{ id = {}, label = {} }}", quoted(&choice.code), quoted(&choice.words));
    format!("{{ kind = \"choice\", options = [{}] }}", choices.iter().map(option).collect::<Vec<_>>().join(", "))
}
