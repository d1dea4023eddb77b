//! A dataset as CSV.

use std::io::Write;

use study::response::{Cell, Contents};
use study::without_formula;

use super::{Asked, Columns, cells, columns_for};
use crate::{Dataset, Judgement};

/// The dataset as CSV.
#[must_use]
pub fn to_csv(dataset: &Dataset) -> String {
    let mut asked = Asked::default();
    dataset.judgements.iter().for_each(|judgement| asked.see(dataset, judgement));
    let mut text = Vec::new();
    // Writing to memory cannot fail, so that neither can this.
    if let Ok(mut rows) = CsvRows::begin(dataset, &asked, &mut text) {
        let written: Result<(), csv::Error> = dataset.judgements.iter().try_for_each(|judgement| rows.push(judgement));
        let _ = written.and_then(|()| Ok(rows.finish()?));
    }
    String::from_utf8(text).unwrap_or_default()
}

/// Judgements as rows of CSV, written as they come.
pub struct CsvRows<'d, W: Write> {
    names: &'d Dataset,
    columns: Columns,
    writer: csv::Writer<W>,
}

impl<'d, W: Write> CsvRows<'d, W> {
    /// Begins with the header.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(names: &'d Dataset, asked: &Asked, out: W) -> Result<Self, csv::Error> {
        let columns = columns_for(names, asked);
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(columns.all.iter().map(|column| column.name.as_str()))?;
        Ok(CsvRows { names, columns, writer })
    }

    /// Writes a judgement.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn push(&mut self, judgement: &Judgement) -> Result<(), csv::Error> {
        self.writer.write_record(written(self.names, judgement, &self.columns))
    }

    /// Writes what is still in memory.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> std::io::Result<()> {
        self.writer.flush()
    }
}

/// The cells of a judgement as they are written.
pub(crate) fn written(names: &Dataset, judgement: &Judgement, columns: &Columns) -> Vec<String> {
    let cells = cells(names, judgement, columns).into_iter().zip(&columns.all);
    cells
        .map(|(cell, column)| match column.content {
            // Ids and texts may be a stranger's, and come from other people's tables. `answer` has what was written.
            Contents::Text | Contents::Word | Contents::Output => without_formula(&text(cell)),
            Contents::Whole | Contents::Number | Contents::Flag | Contents::Json => text(cell),
        })
        .collect()
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
