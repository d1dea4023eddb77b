//! What was done: what was judged, by whom it was asked how.

use study::file::{Better, PartOrder};
use study::{Part, Study};

use super::{Input, list_names};
use crate::answer::describe_size;
use crate::document::{Section, Words};
use crate::table::{Cell, Column, Table};

pub(super) fn section(input: &Input<'_>) -> Section {
    let results = input.results;
    let mut section = Section::new("what-was-done", "What was done");
    if let Some(description) = input.study.and_then(|study| study.about.description.as_deref()) {
        section.paragraph(Words::plain(description));
    }
    if let Some(size) = describe_size(results) {
        let names: Vec<&str> = results.about.systems.iter().map(|system| system.name.as_str()).collect();
        section.paragraph(size.text(format!(". Systems: {}.", list_names(&names))));
    }
    if let Some(reproduces) = input.study.and_then(|study| study.reproduces.as_ref()) {
        section.paragraph(Words::plain(format!("This study reproduces {}.", reproduces.paper.trim_end_matches('.'))));
    }
    if let Some(study) = input.study.filter(|study| study.in_parts()) {
        section.paragraph(Words::plain(parts(study)));
    }
    section.table(questions_table(input));
    section
}

/// Which parts the study has, what each asks, and how they followed one another.
fn parts(study: &Study) -> String {
    let part = |part: &Part| {
        let criteria: Vec<&str> = part.criteria.iter().map(|it| study.criteria[*it].name.as_str()).collect();
        format!("{} ({}) asked about {}", part.id, part.title, list_names(&criteria))
    };
    let order = match study.lists.parts {
        PartOrder::InOrder => "one after the other",
        PartOrder::Shuffled => "one after the other, each equally often first",
        PartOrder::Interleaved => "with their pages mixed",
    };
    let parts: Vec<String> = study.parts.iter().map(part).collect();
    format!("The study has {} parts, {order}: {}.", parts.len(), parts.join("; "))
}

fn questions_table(input: &Input<'_>) -> Table {
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
