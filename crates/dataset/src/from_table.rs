//! Judgements from a table that never saw our pages.

mod cells;
mod choice;
mod exclusions;
mod guess;
mod judgements;
mod misfit;
mod missing;
mod own;
mod rankings;
mod systems;
mod unread_columns;

use std::borrow::Cow;
use std::collections::BTreeMap;

use study::Study;
use table::{Column, Table};

use crate::{Dataset, Item, Mapping};

pub use judgements::TableJudgements;
pub use misfit::{Occurrence, TableMisfit, UnreadValues, is_date};
pub use missing::{MissingColumns, MissingRole};
pub use own::without_own_checks;

/// Judgements from a table: one of our own, or a foreign one by its mapping. Systems and criteria are those of the study, where one is given;
/// else those of the mapping, or as found. The order of rows does not matter.
///
/// # Errors
/// What keeps the table from being read, with the row where there is one. A value that cannot be read is such a thing: it
/// is left out only where the mapping says so.
pub fn from_table(table: &Table, mapping: &Mapping, study: Option<&Study>) -> Result<Dataset, TableMisfit> {
    if own::is_ours(table) && *mapping == Mapping::default() {
        return own::read(table, study);
    }
    let mut dataset = TableJudgements::read(Cow::Borrowed(table), mapping, study)?.into_dataset();
    let unread = unread_columns::describe(table, &mapping.clone().with_guesses_from(table), &dataset.notes);
    dataset.notes.extend(unread);
    Ok(dataset)
}

/// Only the rows the mapping asks for; the others are counted.
fn select_rows<'t>(
    table: Cow<'t, Table>,
    mapping: &Mapping,
    notes: &mut Vec<String>,
) -> Result<Cow<'t, Table>, TableMisfit> {
    if mapping.only.is_empty() {
        return Ok(table);
    }
    let mut keep = vec![true; table.len()];
    for (name, values) in &mapping.only {
        let cells = column(&table, name)?;
        for (keep, cell) in keep.iter_mut().zip(cells.iter()) {
            *keep &= values.iter().any(|value| value == cell.unwrap_or_default());
        }
    }
    let dropped = keep.iter().filter(|keep| !**keep).count();
    if dropped > 0 {
        let rules: Vec<String> =
            mapping.only.iter().map(|(column, values)| format!("`{column}` is `{}`", values.join("` or `"))).collect();
        notes.push(format!(
            "{dropped} of {} rows left out by `only`: kept are those where {}",
            table.len(),
            rules.join(" and ")
        ));
    }
    Ok(Cow::Owned(table.filtered(&keep)))
}

/// The table without rows in which these columns show one system more than once, and how many they are; nothing where there is none. A system
/// that was compared with itself says nothing about systems.
#[must_use]
pub fn without_self_comparisons(table: &Table, shown: &[String]) -> Option<(Table, usize)> {
    let columns: Vec<&Column> = shown.iter().filter_map(|name| table.column(name)).collect();
    let is_twice = |row: usize| {
        let names: Vec<&str> = columns.iter().filter_map(|column| column.get(row)).map(str::trim).collect();
        names.iter().enumerate().any(|(at, name)| names[..at].contains(name))
    };
    let keep: Vec<bool> = (0..table.len()).map(|row| columns.len() < 2 || !is_twice(row)).collect();
    let left_out = keep.iter().filter(|keep| !**keep).count();
    (left_out > 0).then(|| (table.filtered(&keep), left_out))
}

fn column<'t>(table: &'t Table, name: &str) -> Result<&'t Column, TableMisfit> {
    table.column(name).ok_or_else(|| TableMisfit::NoColumn {
        file: table.file().to_owned(),
        column: name.to_owned(),
        suggestion: did_you_mean(table, name),
    })
}

/// `; did you mean …`, or nothing.
fn did_you_mean(table: &Table, name: &str) -> String {
    let nearest = diag::nearest(name, table.columns().iter().map(Column::name));
    nearest.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

/// An id made of a name.
fn plain_id(name: &str) -> String {
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("_").to_ascii_lowercase()
}

fn require_cell<'t>(table: &Table, row: usize, column: &'t Column, must: &'static str) -> Result<&'t str, TableMisfit> {
    column.get(row).ok_or_else(|| TableMisfit::Cell {
        file: table.file().to_owned(),
        row: table.row_number(row),
        column: column.name().to_owned(),
        found: String::new(),
        must,
    })
}

/// The items by id, with their strata as the first row of each says.
fn items(table: &Table, mapping: &Mapping, item: &Column) -> Result<(Vec<String>, Vec<Item>), TableMisfit> {
    let columns: Vec<&Column> = mapping.strata.iter().map(|name| column(table, name)).collect::<Result<_, _>>()?;
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut seen = vec![false; item.most_numbers()];
    for (row, id) in item.iter().enumerate() {
        let is_known = item.number(row).is_some_and(|number| std::mem::replace(&mut seen[number], true));
        if let Some(id) = id.filter(|_| !is_known) {
            first.entry(id).or_insert(row);
        }
    }
    let strata = |row: usize| columns.iter().map(|column| column.get(row).unwrap_or_default().to_owned()).collect();
    let items = first.into_iter().map(|(id, row)| Item { id: id.to_owned(), strata: strata(row) }).collect();
    Ok((mapping.strata.clone(), items))
}
