//! The items file becomes items: one row per item, or one row per output.

mod trouble;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use diag::Diagnostic;
use table::{Column, Table};

use crate::decode::Places;
use crate::file::{ShowFile, StudyFile, SystemFile};
use crate::structure::MISSING_COLUMN;
use crate::{Item, ItemId, ShownColumn, System};
use trouble::Trouble;

/// The items, and where their outputs stand when each has a row of its own.
pub(crate) struct Items {
    /// Sorted by id.
    pub(crate) items: Vec<Item>,
    /// For one row per output: the row index of every output, item by item; `usize::MAX` for none.
    pub(crate) output_rows: Option<Vec<usize>>,
}

/// Reads the items; `None` when a needed column is missing. Rows that cannot be used are reported
/// and left out.
pub(crate) fn read(
    file: &StudyFile,
    systems: &[System],
    table: &Table,
    places: &Places,
    found: &mut Vec<Diagnostic>,
) -> Option<Items> {
    let mut columns = Columns { table, places, found };
    let id = columns.find_column(&file.items.id, "items.id");
    let shown: Vec<_> = shown_columns(file)
        .iter()
        .enumerate()
        .map(|(i, s)| columns.find_column(&s.column, &format!("items.show.{i}")))
        .collect();
    let strata: Vec<_> = file
        .items
        .strata
        .iter()
        .enumerate()
        .map(|(i, s)| columns.find_column(s, &format!("items.strata.{i}")))
        .collect();
    if let Some(system) = &file.items.system {
        let system = columns.find_column(system, "items.system");
        let output = columns.find_column(file.items.output.as_deref().unwrap_or("output"), "items.output");
        let layout = Layout { table, id: id?, shown: all(shown)?, strata: all(strata)? };
        return Some(row_per_output(&layout, systems, (system?, output?), found));
    }
    if let Some(system) = column_of_systems(table, systems) {
        let missing = systems.iter().all(|system| columns.system_column(file, system).0.is_none());
        if missing {
            columns.report_row_per_output(system);
            return None;
        }
    }
    let outputs: Vec<_> = systems.iter().map(|system| columns.of_system(file, system)).collect();
    let layout = Layout { table, id: id?, shown: all(shown)?, strata: all(strata)? };
    Some(row_per_item(&layout, &all(outputs)?, found))
}

/// The columns shown with every question.
pub(crate) fn shown_columns(file: &StudyFile) -> Vec<ShownColumn> {
    let show = |show: &ShowFile| match show {
        ShowFile::Column(column) => {
            ShownColumn { column: column.clone(), label: column.clone(), content: crate::file::Content::Text }
        }
        ShowFile::Table(table) => ShownColumn {
            column: table.column.clone(),
            label: table.label.clone().unwrap_or_else(|| table.column.clone()),
            content: table.content,
        },
    };
    file.items.show.iter().map(show).collect()
}

fn all<T>(columns: Vec<Option<T>>) -> Option<Vec<T>> {
    columns.into_iter().collect()
}

/// Finds columns by name, and says which are missing.
struct Columns<'a, 'f> {
    table: &'a Table,
    places: &'a Places,
    found: &'f mut Vec<Diagnostic>,
}

impl<'a> Columns<'a, '_> {
    fn find_column(&mut self, name: &str, path: &str) -> Option<&'a Column> {
        let column = self.table.column(name);
        if column.is_none() {
            let message = format!("`{}` has no column `{name}`", self.table.file());
            self.found
                .push(MISSING_COLUMN.diagnose(self.places.find(path), message).help(columns_there(self.table, name)));
        }
        column
    }

    /// The column of a system's outputs, its name, and the key that says so.
    fn system_column<'s>(&self, file: &'s StudyFile, system: &'s System) -> (Option<&'a Column>, &'s str, String) {
        let id = &system.id.0;
        let (name, path) = match file.systems.get(id) {
            Some(SystemFile::Table(table)) => match &table.column {
                Some(column) => (column, format!("systems.{id}.column")),
                None => (id, format!("systems.{id}")),
            },
            Some(SystemFile::Name(_)) | None => (id, format!("systems.{id}")),
        };
        (self.table.column(name), name, path)
    }

    /// No system has a column, and one column holds their ids: each row is one output.
    fn report_row_per_output(&mut self, system: &Column) {
        let (file, system) = (self.table.file(), system.name());
        let message = format!("`{file}` has no column for any system; its column `{system}` contains their ids");
        let output = if self.table.column("output").is_some() {
            ""
        } else {
            " and `output = \"…\"`, the column with the text"
        };
        let help = format!("for one row per output, add `system = \"{system}\"` to `[items]`{output}");
        self.found.push(MISSING_COLUMN.diagnose(self.places.find("items"), message).help(help));
    }

    fn of_system(&mut self, file: &StudyFile, system: &System) -> Option<&'a Column> {
        let id = &system.id.0;
        let (column, name, path) = self.system_column(file, system);
        if column.is_none() {
            let message = format!("`{}` has no column `{name}` for the outputs of system `{id}`", self.table.file());
            let help = format!(
                "{}; a column of another name is given as `{id} = {{ name = \"…\", column = \"…\" }}`",
                columns_there(self.table, name)
            );
            self.found.push(MISSING_COLUMN.diagnose(self.places.key(&path), message).help(help));
        }
        column
    }
}

/// The column that holds nothing but ids of systems, if there is one.
fn column_of_systems<'a>(table: &'a Table, systems: &[System]) -> Option<&'a Column> {
    let is_system = |cell: &str| systems.iter().any(|system| system.id.0 == cell);
    table.columns().iter().find(|column| !column.is_empty() && column.iter().all(|cell| cell.is_some_and(is_system)))
}

/// The nearest column, or those that there are.
pub(crate) fn columns_there(table: &Table, name: &str) -> String {
    let names: Vec<&str> = table.columns().iter().map(Column::name).collect();
    match diag::nearest(name, names.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => {
            let shown: Vec<String> = names.iter().take(12).map(|name| format!("`{name}`")).collect();
            let more = if names.len() > 12 { format!(" and {} more", names.len() - 12) } else { String::new() };
            format!("the columns are {}{more}", shown.join(", "))
        }
    }
}

/// The columns that both layouts have.
struct Layout<'a> {
    table: &'a Table,
    id: &'a Column,
    shown: Vec<&'a Column>,
    strata: Vec<&'a Column>,
}

impl Layout<'_> {
    fn item(&self, row: usize, id: &str, outputs: Vec<Option<String>>) -> Item {
        let cells = |columns: &[&Column]| columns.iter().map(|c| c.get(row).unwrap_or_default().to_owned()).collect();
        Item {
            id: ItemId(id.to_owned()),
            shown: cells(&self.shown),
            strata: cells(&self.strata),
            outputs,
            row: self.table.row_number(row),
        }
    }

    /// The first shown or strata column in which two rows differ.
    fn difference(&self, row: usize, other: usize) -> Option<&str> {
        self.shown.iter().chain(&self.strata).find(|c| c.get(row) != c.get(other)).map(|column| column.name())
    }
}

fn row_per_item(layout: &Layout<'_>, outputs: &[&Column], found: &mut Vec<Diagnostic>) -> Items {
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(layout.table.len());
    let mut items: Vec<Item> = Vec::with_capacity(layout.table.len());
    let mut trouble = Trouble::new(layout.table);
    for (row, id) in layout.id.iter().enumerate() {
        let Some(id) = id else {
            trouble.empty(layout.id.name(), row);
            continue;
        };
        match first.entry(id) {
            Entry::Occupied(before) => {
                trouble.duplicate(layout.id.name(), (*before.get(), row), &format!("item `{id}`"))
            }
            Entry::Vacant(place) => {
                place.insert(row);
                items.push(layout.item(row, id, outputs.iter().map(|c| c.get(row).map(str::to_owned)).collect()));
            }
        }
    }
    trouble.report(found);
    items.sort_by(|a, b| a.id.cmp(&b.id));
    Items { items, output_rows: None }
}

fn row_per_output(
    layout: &Layout<'_>,
    systems: &[System],
    (system, output): (&Column, &Column),
    found: &mut Vec<Diagnostic>,
) -> Items {
    let known: HashMap<&str, usize> = systems.iter().enumerate().map(|(i, s)| (s.id.0.as_str(), i)).collect();
    let mut places: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut items: Vec<(Item, Vec<usize>)> = Vec::new();
    let mut trouble = Trouble::new(layout.table);
    for row in 0..layout.table.len() {
        let (Some(id), Some(name)) = (layout.id.get(row), system.get(row)) else {
            trouble.empty(if layout.id.get(row).is_none() { layout.id.name() } else { system.name() }, row);
            continue;
        };
        let Some(&which) = known.get(name) else {
            trouble.unknown_system(system.name(), row, name, &known);
            continue;
        };
        let (index, first) = *places.entry(id).or_insert_with(|| {
            items.push((layout.item(row, id, vec![None; systems.len()]), vec![usize::MAX; systems.len()]));
            (items.len() - 1, row)
        });
        if let Some(column) = layout.difference(row, first) {
            trouble.disagree(column, (first, row), id);
        }
        let (item, rows) = &mut items[index];
        if rows[which] == usize::MAX {
            rows[which] = row;
            item.outputs[which] = output.get(row).map(str::to_owned);
        } else {
            trouble.duplicate(layout.id.name(), (rows[which], row), &format!("item `{id}` with system `{name}`"));
        }
    }
    trouble.report(found);
    items.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
    let (items, rows): (Vec<Item>, Vec<Vec<usize>>) = items.into_iter().unzip();
    Items { items, output_rows: Some(rows.concat()) }
}
