//! How this study differs from the one it repeats.

use study::diff::{Deviations, Difference};

use super::Input;
use crate::document::{Section, Words, slug};
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
        section.paragraph(Words::plain("The study declares none."));
    }
    section.table(table);
    section
}

/// How a run differs from the study that it repeats, found by comparing the two, beside what it states.
#[must_use]
pub fn compared_deviations(name: &str, held: &Deviations) -> Section {
    let id = format!("deviations-found-{}", slug(name));
    let mut section = Section::new(&id, &format!("Deviations of {name}, found by comparing the studies"));
    if held.is_empty() {
        section.paragraph(Words::plain("None: the studies are the same."));
        return section;
    }
    let columns = ["", "what", "before", "here", "why"].map(Column::words).to_vec();
    let mut table = Table::new(&id, "Stated and found", columns);
    let found = |it: &Difference| format!("{}: {}", it.topic.word(), it.what);
    let mut add = |kind: &str, cells: [&str; 3], why: Option<&String>| {
        let mut row: Vec<Cell> = [kind].into_iter().chain(cells).map(Cell::text).collect();
        row.push(why.map_or(Cell::Empty, Cell::text));
        table.row(row);
    };
    for (stated, about) in &held.both {
        for it in about {
            add("stated and found", [&found(it), &it.first, &it.second], stated.why.as_ref());
        }
    }
    for it in &held.not_stated {
        add("found and not stated", [&found(it), &it.first, &it.second], None);
    }
    for stated in &held.not_found {
        add("stated and not found", [&stated.what, &stated.original, &stated.here], stated.why.as_ref());
    }
    section.table(table);
    section
}
