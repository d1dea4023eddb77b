//! What the numbers of a table are called in `results.json`, said as rarely as it can be: of a group of rows where its numbers
//! have the same names, else of each row.

use crate::table::{PrintedCell, Table};

/// With more names than this a reader could not tell which belongs to which row.
const MOST_NAMES: usize = 4;

/// Rows that stand together.
pub(super) struct Group<'t> {
    pub(super) heading: Option<&'t str>,
    /// `wins, losses[fluency, …]`; empty where each row says its own.
    pub(super) called: String,
    pub(super) rows: Vec<LaidRow>,
}

pub(super) struct LaidRow {
    pub(super) cells: Vec<PrintedCell>,
    /// `wins, losses[fluency, a]`; empty where the group says it, or a cell.
    pub(super) called: String,
}

impl<'t> Group<'t> {
    pub(super) fn all(table: &'t Table) -> Vec<Group<'t>> {
        let mut groups = vec![Group { heading: None, called: String::new(), rows: Vec::new() }];
        for row in table.printed_rows() {
            match row {
                Err(heading) => groups.push(Group { heading: Some(heading), called: String::new(), rows: Vec::new() }),
                Ok(cells) => {
                    if let Some(group) = groups.last_mut() {
                        group.rows.push(LaidRow { cells, called: String::new() });
                    }
                }
            }
        }
        groups.retain(|group| group.heading.is_some() || !group.rows.is_empty());
        groups.iter_mut().for_each(Group::call);
        groups
    }

    fn call(&mut self) {
        // The criterion is the first label; where rows have none in common, only names are.
        for keep in [first_label as fn(&str) -> &str, no_label] {
            let alike = group_by_labels(
                self.rows
                    .iter()
                    .flat_map(|row| ids(&row.cells))
                    .map(|(name, labels)| (name, filter_labels(labels, keep))),
            );
            let names: usize = alike.iter().map(|(_, names)| names.len()).sum();
            if self.rows.len() > 1 && (1..=MOST_NAMES).contains(&names) {
                self.called = groups_text(&alike);
                return;
            }
        }
        for row in &mut self.rows {
            let called = row_ids(&row.cells);
            if !row.cells.iter().any(|cell| cell.words == called) {
                row.called = called;
            }
        }
    }
}

fn first_label(labels: &str) -> &str {
    labels.split_once(", ").map_or("[", |(first, _)| first)
}

fn no_label(_: &str) -> &str {
    "["
}

fn ids(cells: &[PrintedCell]) -> impl Iterator<Item = (&str, &str)> {
    let ids = cells.iter().filter_map(|cell| Some(cell.number.as_ref()?.id()));
    ids.map(|id| id.find('[').map_or((id, ""), |at| id.split_at(at)))
}

/// Names under the labels they share.
fn group_by_labels<'a>(ids: impl Iterator<Item = (&'a str, String)>) -> Vec<(String, Vec<&'a str>)> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, labels) in ids {
        match groups.iter_mut().find(|(known, _)| *known == labels) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => groups.push((labels, vec![name])),
        }
    }
    groups
}

fn groups_text(groups: &[(String, Vec<&str>)]) -> String {
    groups.iter().map(|(labels, names)| format!("{}{labels}", names.join(", "))).collect::<Vec<_>>().join("; ")
}

/// The ids of a row.
fn row_ids(cells: &[PrintedCell]) -> String {
    groups_text(&group_by_labels(ids(cells).map(|(name, labels)| (name, labels.to_owned()))))
}

/// Labels of which only the kept ones are said.
fn filter_labels(labels: &str, keep: fn(&str) -> &str) -> String {
    match (labels, keep(labels)) {
        ("", _) => String::new(),
        (_, "[") => "[…]".to_owned(),
        (_, first) => format!("{first}, …]"),
    }
}
