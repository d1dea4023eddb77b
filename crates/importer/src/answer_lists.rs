//! Lists of answers in one cell: `[3, 4, 5]`, or `[{"coherence": 4}, {"coherence": 2}]` as SummEval has them.

use std::borrow::Cow;

use serde_json::{Map, Value};
use table::{Column, Table};

use crate::counts::Counts;
use crate::gather::{Rows, cell};
use crate::import_mapping::ListedPeople;
use crate::question::{Choice, Question, Stop};
use crate::source::names_person;

/// The column with who gave an answer of a list that does not name people.
const PERSON: &str = "annotator";

/// What became of a table.
pub(crate) enum ListDetection {
    /// No column holds lists of answers.
    Nothing,
    /// A row for each answer, and what is to be said about it.
    Long(Table, String),
    Asked(Question),
}

/// The list that a value is, where it is one of answers: numbers, or objects of plain values.
fn answers(value: Value) -> Option<Vec<Value>> {
    const MOST: usize = 200;
    let Value::Array(list) = value else { return None };
    let is_plain = |object: &Map<String, Value>| {
        object.values().any(Value::is_number) && object.values().all(|value| !value.is_array() && !value.is_object())
    };
    let numbers = list.iter().all(|value| value.is_number() || value.is_null()) && list.iter().any(Value::is_number);
    let objects = !list.is_empty() && list.iter().all(|value| value.as_object().is_some_and(is_plain));
    ((numbers || objects) && list.len() <= MOST).then_some(list)
}

/// Whether a value of a record is a list of answers, or an object of such lists.
pub(crate) fn is_listed(value: &Value) -> bool {
    match value {
        Value::Object(inner) => inner.values().any(|value| answers(value.clone()).is_some()),
        other => answers(other.clone()).is_some_and(|list| list.len() > 1),
    }
}

/// The list in a cell; nothing for something else.
fn list(cell: &str) -> Option<Vec<Value>> {
    let cell = cell.trim();
    cell.starts_with('[').then(|| serde_json::from_str(cell).ok().and_then(answers)).flatten()
}

/// Columns whose lists belong together: the first numbers of all are by one person, and so on.
struct Group<'t> {
    columns: Vec<&'t Column>,
    /// Whether the answers of a list say who gave them.
    named: bool,
}

/// The columns of lists, those of numbers together where their lists are equally long.
fn groups<'t>(table: &'t Table, is_missing: impl Fn(&str) -> bool) -> Vec<Group<'t>> {
    let is_list = |column: &&Column| {
        let cells = || column.iter().flatten().filter(|cell| !is_missing(cell));
        cells().next().is_some_and(|cell| list(cell).is_some())
            && cells().all(|cell| cell.trim() == "[]" || list(cell).is_some())
            && cells().any(|cell| list(cell).is_some_and(|list| list.len() > 1))
    };
    let lengths = |column: &Column| -> Vec<usize> {
        column.iter().map(|cell| cell.and_then(list).map_or(0, |list| list.len())).collect()
    };
    let mut groups: Vec<(Option<Vec<usize>>, Group<'t>)> = Vec::new();
    for column in table.columns().iter().filter(is_list) {
        let first = column.iter().flatten().find_map(list).unwrap_or_default();
        let keys = first.first().and_then(Value::as_object).map(|object| object.keys().cloned().collect::<Vec<_>>());
        let lengths = if keys.is_none() { Some(lengths(column)) } else { None };
        let alike = groups.iter_mut().find(|(known, _)| lengths.is_some() && *known == lengths);
        match alike {
            Some((_, group)) => group.columns.push(column),
            None => {
                let named = keys.is_some_and(|keys| keys.iter().any(|key| names_person(key)));
                groups.push((lengths, Group { columns: vec![column], named }));
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// A row for each answer, where columns hold lists of them.
pub(crate) fn split_lists(
    table: &Table,
    people: Option<ListedPeople>,
    (is_missing, counts): (impl Fn(&str) -> bool, &mut Counts),
) -> Result<ListDetection, Stop> {
    let groups = groups(table, is_missing);
    if groups.is_empty() {
        return Ok(ListDetection::Nothing);
    }
    let names: Vec<&str> = groups.iter().flat_map(|group| &group.columns).map(|column| column.name()).collect();
    let listed = format!("`{}`", names.join("`, `"));
    let others: Vec<&Column> = table.columns().iter().filter(|column| !names.contains(&column.name())).collect();
    if others.iter().any(|column| names_person(column.name())) {
        // All answers of a list are by one person then, and what each of them is about is another question.
        return Ok(ListDetection::Nothing);
    }
    let unnamed = groups.iter().any(|group| !group.named);
    let people = match people {
        None if unnamed => return Ok(ListDetection::Asked(question(&listed))),
        said => said.filter(|_| unnamed),
    };
    let mut rows = Rows::default();
    for row in 0..table.len() {
        rows.set_origin(table.row_number(row));
        let before = rows.len();
        for group in &groups {
            let lists: Vec<Vec<Value>> =
                group.columns.iter().map(|column| column.get(row).and_then(list).unwrap_or_default()).collect();
            for at in 0..lists.iter().map(Vec::len).max().unwrap_or_default() {
                let person = people.filter(|_| !group.named).map(|people| {
                    let who = if groups.len() > 1 { group.columns[0].name() } else { PERSON };
                    match people {
                        ListedPeople::InOrder => format!("{who} {}", at + 1),
                        ListedPeople::Anonymous => format!("{who} {} of row {}", at + 1, table.row_number(row)),
                    }
                });
                let answers: Vec<(Cow<'_, str>, Option<String>)> = group
                    .columns
                    .iter()
                    .zip(&lists)
                    .filter_map(|(column, list)| Some((*column, list.get(at)?)))
                    .flat_map(|(column, value)| cells(column, value, &others))
                    .collect();
                let about = others.iter().map(|column| (column.name(), column.get(row)));
                let person = person.as_deref().map(|person| (PERSON, Some(person)));
                let answers = answers.iter().map(|(name, cell)| (name.as_ref(), cell.as_deref()));
                rows.push(about.chain(person).chain(answers));
            }
        }
        if rows.len() == before {
            counts.read -= 1;
            counts.leave_out(format!("no answers in {listed}"), 1);
        }
    }
    let note = format!("{listed}: lists of answers; each answer is read as a row of its own{}", order_note(people));
    Ok(ListDetection::Long(rows.finish(table.file()), note))
}

fn order_note(people: Option<ListedPeople>) -> &'static str {
    match people {
        Some(ListedPeople::InOrder) => ", and the first of every list as that of one and the same person, and so on",
        Some(ListedPeople::Anonymous) => ", by a person of its own",
        None => "",
    }
}

/// The cells of an answer: a number under the name of its column, an object under its own keys.
fn cells<'v>(column: &'v Column, value: &'v Value, others: &[&Column]) -> Vec<(Cow<'v, str>, Option<String>)> {
    match value {
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| {
                let is_taken = others.iter().any(|other| other.name() == key);
                let name =
                    if is_taken { Cow::Owned(format!("{}.{key}", column.name())) } else { Cow::Borrowed(&**key) };
                (name, cell(value))
            })
            .collect(),
        number => vec![(Cow::Borrowed(column.name()), cell(number))],
    }
}

/// Asks who gave the answers of lists that do not say it.
fn question(listed: &str) -> Question {
    let choice = |words: &str, line: &str| Choice { words: words.to_owned(), line: line.to_owned() };
    Question {
        sentence: format!("{listed}: lists of answers that do not name the people. Who gave them?"),
        choices: vec![
            choice(
                "the same people in every list, in the same order: the first number is always by the first of them",
                "import.lists = \"in-order\"",
            ),
            choice(
                "people who took turns, or whose order is not known: each answer is by a person of their own",
                "import.lists = \"anonymous\"",
            ),
        ],
        typed: None,
    }
}
