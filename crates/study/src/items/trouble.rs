//! What is wrong with the rows of the items file.

use std::collections::HashMap;

use diag::Diagnostic;
use table::Table;

use crate::structure::{DUPLICATE_ID, EMPTY_CELL, ROWS_DISAGREE, UNKNOWN_SYSTEM};

/// What is wrong with rows: the first of each sort is shown, the others are counted, so that ten
/// thousand bad rows do not give ten thousand messages.
pub(super) struct Trouble<'a> {
    table: &'a Table,
    found: Vec<(Diagnostic, usize)>,
}

impl<'a> Trouble<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        Trouble { table, found: Vec::new() }
    }

    fn add(&mut self, diagnostic: impl FnOnce(&Table) -> Diagnostic, code: diag::Code) {
        match self.found.iter_mut().find(|(first, _)| first.code == code) {
            Some((_, count)) => *count += 1,
            None => self.found.push((diagnostic(self.table), 1)),
        }
    }

    pub(super) fn empty(&mut self, column: &str, row: usize) {
        let at = |table: &Table| {
            EMPTY_CELL
                .diagnose(
                    table.place(row, column),
                    format!("row {} has nothing in column `{column}`", table.row_number(row)),
                )
                .help("fill the cell, or remove the row")
        };
        self.add(at, EMPTY_CELL.code);
    }

    pub(super) fn duplicate(&mut self, column: &str, (before, row): (usize, usize), what: &str) {
        let at = |table: &Table| {
            let rows = (table.row_number(before), table.row_number(row));
            DUPLICATE_ID
                .diagnose(table.place(row, column), format!("{what} is in row {} and again in row {}", rows.0, rows.1))
                .with_place(table.place(before, column), "first here")
                .help("give each its own id; for one row per output, name the column with the system in `items.system`")
        };
        self.add(at, DUPLICATE_ID.code);
    }

    pub(super) fn disagree(&mut self, column: &str, (first, row): (usize, usize), id: &str) {
        let at = |table: &Table| {
            ROWS_DISAGREE
                .diagnose(
                    table.place(row, column),
                    format!("item `{id}` has another `{column}` here than in row {}", table.row_number(first)),
                )
                .with_place(table.place(first, column), "first here")
                .help("make them the same, or give the item its own id")
        };
        self.add(at, ROWS_DISAGREE.code);
    }

    pub(super) fn unknown_system(&mut self, column: &str, row: usize, name: &str, known: &HashMap<&str, usize>) {
        let at = |table: &Table| {
            let help = match diag::nearest(name, known.keys().copied()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("add `{name}` to `[systems]`, or remove the row"),
            };
            UNKNOWN_SYSTEM.diagnose(table.place(row, column), format!("`[systems]` has no system `{name}`")).help(help)
        };
        self.add(at, UNKNOWN_SYSTEM.code);
    }

    pub(super) fn report(self, found: &mut Vec<Diagnostic>) {
        found.extend(self.found.into_iter().map(|(mut diagnostic, count)| {
            match count - 1 {
                0 => {}
                1 => diagnostic.message.push_str(", and one more row is like this"),
                more => diagnostic.message.push_str(&format!(", and {more} more rows are like this")),
            }
            diagnostic
        }));
    }
}
