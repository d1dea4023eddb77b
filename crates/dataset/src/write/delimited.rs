//! A dataset as CSV.

use std::borrow::Cow;
use std::io::{self, Write};

use study::response::{Cell, Contents};
use study::{CsvTable, json_without_formula, without_formula};

use super::{AnswerColumns, Columns, cells, columns_for};
use crate::{Dataset, Judgement};

/// The dataset as CSV.
#[must_use]
pub fn to_csv(dataset: &Dataset) -> String {
    let mut asked = AnswerColumns::default();
    dataset.judgements.iter().for_each(|judgement| asked.include(dataset, judgement));
    let mut text = Vec::new();
    // Writing to memory cannot fail, so that neither can this.
    if let Ok(mut rows) = CsvRows::begin(dataset, &asked, &mut text) {
        let written: io::Result<()> = dataset.judgements.iter().try_for_each(|judgement| rows.push(judgement));
        let _ = written.and_then(|()| rows.finish());
    }
    String::from_utf8(text).unwrap_or_default()
}

/// Judgements as rows of CSV, written as they come.
pub struct CsvRows<'d, W: Write> {
    names: &'d Dataset,
    columns: Columns,
    table: CsvTable<W>,
}

impl<'d, W: Write> CsvRows<'d, W> {
    /// Begins with the header.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(names: &'d Dataset, asked: &AnswerColumns, out: W) -> io::Result<Self> {
        let columns = columns_for(names, asked);
        let mut table = CsvTable::new(out);
        table.row(columns.all.iter().map(|column| column.name.as_str()))?;
        Ok(CsvRows { names, columns, table })
    }

    /// Writes a judgement.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn push(&mut self, judgement: &Judgement) -> io::Result<()> {
        self.table.row(judgement_cells(self.names, judgement, &self.columns))
    }

    /// Writes what is still in memory.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.table.finish()
    }
}

/// The cells of a judgement as they are written.
pub(crate) fn judgement_cells(names: &Dataset, judgement: &Judgement, columns: &Columns) -> Vec<String> {
    let cells = cells(names, judgement, columns).into_iter().zip(&columns.all);
    cells
        .map(|(cell, column)| match column.content {
            // Ids and texts may be a stranger's, and come from other people's tables. `answer` says what was written.
            Contents::Text | Contents::Word | Contents::Output => apply_rule(text(cell), without_formula),
            Contents::Json => apply_rule(text(cell), json_without_formula),
            Contents::Whole | Contents::Number | Contents::Flag => text(cell),
        })
        .collect()
}

/// The text by a rule that changes few; the others stay where they are in memory.
fn apply_rule(text: String, rule: fn(&str) -> Cow<'_, str>) -> String {
    let changed = match rule(&text) {
        Cow::Owned(changed) => Some(changed),
        Cow::Borrowed(_) => None,
    };
    changed.unwrap_or(text)
}

/// A cell as text; an empty cell is an empty text.
pub(super) fn text(cell: Cell) -> String {
    match cell {
        Cell::Empty | Cell::Output(_) => String::new(),
        Cell::Whole(whole) => whole.to_string(),
        Cell::Number(number) => number.to_string(),
        Cell::Word(word) => word,
    }
}
