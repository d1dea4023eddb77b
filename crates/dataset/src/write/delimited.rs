//! A dataset as CSV.

use study::response::{Cell, Contents};

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
            Contents::Text => without_formula(text(cell)),
            Contents::Whole
            | Contents::Number
            | Contents::Flag
            | Contents::Word
            | Contents::Output
            | Contents::Json => text(cell),
        }));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// The words of a stranger that a spreadsheet would run as a formula, with an apostrophe before them. What was written
/// stands unchanged in the column `answer`.
fn without_formula(text: String) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    if formula { format!("'{text}") } else { text }
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

#[cfg(test)]
mod tests {
    use super::without_formula;

    #[test]
    fn what_strangers_write_is_never_a_formula() {
        for (written, shown) in [
            ("=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2", "-2"),
            ("+1 for B", "'+1 for B"),
            ("a = b", "a = b"),
            ("", ""),
        ] {
            assert_eq!(without_formula(written.to_owned()), shown);
        }
    }
}
