//! What is compared: the experiments and the facts known of each.

use reproduction::Comparison;

use crate::document::Section;
use crate::table::{Cell, Column, Table};

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("experiments", "Reproduction: the experiments");
    let mut columns = vec![Column::words("")];
    columns.extend(comparison.experiments.iter().map(|experiment| Column::words(&experiment.name)));
    let mut table = Table::new("experiments-facts", "What is compared", columns);
    let mut row = |name: &str, cell: &dyn Fn(&reproduction::Experiment) -> Option<String>| {
        let cells = comparison.experiments.iter().map(|experiment| cell(experiment).map_or(Cell::Empty, Cell::text));
        table.row(std::iter::once(Cell::text(name)).chain(cells).collect());
    };
    row("source", &|experiment| Some(experiment.source.clone()).filter(|source| !source.is_empty()));
    let mut facts: Vec<&str> =
        comparison.experiments.iter().flat_map(|experiment| experiment.facts.keys().map(String::as_str)).collect();
    facts.sort_unstable();
    facts.dedup();
    for fact in facts {
        row(&fact.replace('_', " "), &|experiment| experiment.facts.get(fact).cloned());
    }
    section.table(table);
    section
}
