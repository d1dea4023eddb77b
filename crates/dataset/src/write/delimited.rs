//! A dataset as CSV.

use study::response::{Cell, Contents};
use study::without_formula;

use super::{cells, columns};
use crate::Dataset;

/// The dataset as CSV.
#[must_use]
pub fn to_csv(dataset: &Dataset) -> String {
    let columns = columns(dataset);
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail, so that neither can this.
    let _ = writer.write_record(columns.iter().map(|column| column.name.as_str()));
    for judgement in &dataset.judgements {
        let cells = cells(dataset, judgement, &columns).into_iter().zip(&columns);
        let _ = writer.write_record(cells.map(|(cell, column)| match column.content {
            // Ids and texts may be a stranger's, and come from other people's tables. `answer` has what was written.
            Contents::Text | Contents::Word | Contents::Output => without_formula(&text(cell)),
            Contents::Whole | Contents::Number | Contents::Flag | Contents::Json => text(cell),
        }));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
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
