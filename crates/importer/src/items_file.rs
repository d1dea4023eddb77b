//! A file that says more about each item: its system, the two that were shown, the texts.

use std::collections::HashMap;

use table::{Column, InternedColumn, Table};

use crate::import_mapping::ImportMapping;
use crate::question::Stop;
use crate::sheet::Input;
use crate::sides::{self, Holds};
use crate::source::Reading;

/// Names of the column with the item, beside that of the answers.
const ITEM: [&str; 6] = ["item", "item_id", "id", "instance_id", "task", "record"];

/// Puts what the file says of each item beside the answers about it.
pub(crate) fn join(mut reading: Reading, items: &Input, wanted: &ImportMapping) -> Result<Reading, Stop> {
    let said = |key: &str| reading.knows.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let Some(key) = wanted.columns.item.clone().or_else(|| said("item")) else {
        return Err(Stop::Unreadable(format!(
            "`{}` is joined by the item, and nothing says which column of the answers that is; say `item = \"…\"`",
            items.name
        )));
    };
    let file = Table::read(&items.name, &items.bytes)?;
    let names: Vec<&str> = std::iter::once(key.as_str()).chain(ITEM).collect();
    let ids =
        names.iter().find_map(|name| file.columns().iter().find(|column| column.name().eq_ignore_ascii_case(name)));
    let (Some(ids), Some(asked)) = (ids, reading.table.column(&key)) else {
        let message = format!("`{}` has no column with the items: call it `{key}` or `item`", items.name);
        return Err(Stop::Unreadable(message));
    };
    let mut row_of: HashMap<&str, usize> = HashMap::new();
    for (row, id) in ids.iter().enumerate() {
        if let Some(id) = id.map(str::trim)
            && row_of.insert(id, row).is_some()
        {
            let message = format!("`{}` says two things of the item `{id}`; a row for each item is needed", items.name);
            return Err(Stop::Unreadable(message));
        }
    }
    let rows: Vec<Option<usize>> = asked.iter().map(|id| row_of.get(id?.trim()).copied()).collect();
    let unknown: Vec<&str> =
        asked.iter().zip(&rows).filter(|(_, row)| row.is_none()).filter_map(|(id, _)| id).collect();
    if let Some(first) = unknown.first() {
        let count = unknown.len();
        let message =
            format!("`{}` says nothing of the item `{first}` ({count} answers are about such items)", items.name);
        return Err(Stop::Unreadable(message));
    }
    let more: Vec<Column> = file
        .columns()
        .iter()
        .filter(|column| column.name() != ids.name() && reading.table.column(column.name()).is_none())
        .map(|column| {
            let mut joined = InternedColumn::new(column.name().to_owned(), rows.len());
            rows.iter().for_each(|row| joined.push(row.and_then(|row| column.get(row))));
            joined.finish()
        })
        .collect();
    for column in more {
        reading.table = reading.table.with_column(column);
    }
    know_systems(&mut reading, wanted);
    Ok(reading)
}

fn know_systems(reading: &mut Reading, wanted: &ImportMapping) {
    let known = ["system", "shown"].iter().any(|key| reading.knows.contains_key(*key));
    if known || wanted.columns.system.is_some() || !wanted.columns.shown.is_empty() {
        return;
    }
    let sided = sides::find(&reading.table);
    let pairs: Vec<_> =
        sided.iter().filter(|sided| sided.holds == Holds::Names && sides::says_system(&sided.first)).collect();
    if let [pair] = pairs.as_slice() {
        reading.know("shown", vec![pair.first.clone(), pair.second.clone()]);
    } else if let Some(column) = reading.table.columns().iter().find(|column| sides::says_system(column.name())) {
        let name = column.name().to_owned();
        reading.know("system", name);
    }
    if let [texts] = sided.iter().filter(|sided| sided.holds == Holds::Texts).collect::<Vec<_>>().as_slice() {
        reading.know("import.outputs", vec![texts.first.clone(), texts.second.clone()]);
    }
}
