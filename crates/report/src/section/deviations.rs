//! How this study differs from the one it repeats.

use super::Input;
use crate::document::{Section, Words};
use crate::table::{Cell, Column, Table};

pub(super) fn section(input: &Input<'_>) -> Section {
    let mut section = Section::new("deviations", "Deviations from the original");
    let Some(reproduces) = input.study.and_then(|study| study.reproduces.as_ref()) else { return section };
    let columns = ["", "original", "here", "why"].map(Column::words).to_vec();
    let mut table = Table::new("deviations-declared", "Declared deviations", columns);
    for deviation in &reproduces.deviations {
        let why = deviation.why.as_ref().map_or(Cell::Empty, Cell::text);
        table.row(vec![Cell::text(&deviation.what), Cell::text(&deviation.original), Cell::text(&deviation.here), why]);
    }
    if table.rows.is_empty() {
        section.paragraph(Words::of("The study declares none."));
    }
    section.table(table);
    section
}
