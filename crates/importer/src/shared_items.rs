//! Outputs of several systems that have ids of their own, while another column says what they were made from: as items of their own
//! they would never be compared.

use std::collections::{BTreeSet, HashMap};

use table::{Column, Table};

use crate::import_mapping::ImportMapping;
use crate::question::{Question, quoted};
use crate::source::Reading;

/// Asks for the item where the column known for it names outputs.
pub(crate) fn question(reading: &Reading, wanted: &ImportMapping) -> Option<Question> {
    let known = |key: &str| reading.knows.get(key).and_then(toml::Value::as_str);
    let item = known("item").filter(|_| wanted.columns.item.is_none() && wanted.import.one_item.is_none())?;
    let system = wanted.columns.system.as_deref().or(known("system"))?;
    let table = &reading.table;
    let (items, systems) = (table.column(item)?, table.column(system)?);
    if !says_one(items, systems) || systems.distinct().len() < 2 {
        return None;
    }
    let taken = [Some(item), Some(system), known("participant")];
    // What people answered, and what a platform called the work, is no item.
    let is_none = |name: &str| {
        ["Answer.", "response.", "result."].iter().any(|part| name.starts_with(part))
            || ["HITId", "HITTypeId", "AssignmentId", "task", "file"].contains(&name)
    };
    let names: Vec<String> = table
        .columns()
        .iter()
        .filter(|column| !taken.contains(&Some(column.name())) && !is_none(column.name()))
        .filter(|column| gathers(table, column, (items, systems)))
        .map(|column| column.name().to_owned())
        .collect();
    (!names.is_empty()).then(|| {
        let words = format!("each `{item}` is an item of its own, and no two systems are compared on one");
        let mut question = Question::column("the item", "item", &names);
        question.sentence = format!(
            "each `{item}` comes with one system only. Which column says what the outputs of different systems have in common?"
        );
        question.with_choice(&words, format!("item = {}", quoted(item)))
    })
}

/// Whether all rows that are alike in one column are alike in the other.
fn says_one(column: &Column, other: &Column) -> bool {
    let mut of: HashMap<&str, Option<&str>> = HashMap::new();
    column
        .iter()
        .zip(other.iter())
        .all(|(cell, about)| cell.is_none_or(|cell| *of.entry(cell).or_insert(about) == about))
}

/// Whether each cell of a column comes with several systems, and with one output of each.
fn gathers(table: &Table, column: &Column, (items, systems): (&Column, &Column)) -> bool {
    let mut with: HashMap<&str, HashMap<&str, &str>> = HashMap::new();
    for row in 0..table.len() {
        let (Some(cell), Some(item), Some(system)) = (column.get(row), items.get(row), systems.get(row)) else {
            return false;
        };
        let known = with.entry(cell).or_default().entry(system).or_insert(item);
        if *known != item {
            return false;
        }
    }
    let several = with.values().filter(|outputs| outputs.len() > 1).count();
    let all: BTreeSet<&str> = items.distinct().into_iter().collect();
    with.len() > 1 && with.len() < all.len() && several * 2 > with.len() && says_one(items, column)
}
