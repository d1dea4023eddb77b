//! What was done: what was judged, by whom it was asked how.

use study::file::Better;

use super::{Input, listed};
use crate::document::{Section, Words};
use crate::number::Face;
use crate::table::{Cell, Column, Table};

pub(super) fn section(input: &Input<'_>) -> Section {
    let results = input.results;
    let mut section = Section::new("what-was-done", "What was done");
    if let Some(description) = input.study.and_then(|study| study.about.description.as_deref()) {
        section.paragraph(Words::of(description));
    }
    let count = |name: &str| results.get(name, None, &[]);
    let mut words = Words::default();
    if let (Some(judgements), Some(participants)) = (count("judgements"), count("participants")) {
        words = words.number(judgements, Face::Value).text(" judgements by ");
        words = words.number(participants, Face::Value).text(" participants");
        if let Some(items) = count("items") {
            words = words.text(" on ").number(items, Face::Value).text(" items");
        }
        let names: Vec<&str> = results.about.systems.iter().map(|system| system.name.as_str()).collect();
        words = words.text(format!(". Systems: {}.", listed(&names)));
        section.paragraph(words);
    }
    if let Some(reproduces) = input.study.and_then(|study| study.reproduces.as_ref()) {
        section.paragraph(Words::of(format!("This study reproduces {}.", reproduces.paper.trim_end_matches('.'))));
    }
    section.table(asked(input));
    section
}

fn asked(input: &Input<'_>) -> Table {
    let columns = ["criterion", "question", "asked as", "better"].map(Column::words).to_vec();
    let mut table = Table::new("what-was-asked", "What was asked", columns);
    for criterion in &input.results.about.criteria {
        let question = input
            .study
            .and_then(|study| study.criteria.iter().find(|asked| asked.id.0 == criterion.id))
            .map_or(Cell::Empty, |asked| Cell::text(&asked.question));
        let better = match criterion.better {
            Better::Higher => "higher",
            Better::Lower => "lower",
            Better::Neither => "neither",
        };
        table.row(vec![Cell::text(&criterion.name), question, Cell::text(&criterion.kind), Cell::text(better)]);
    }
    table
}
