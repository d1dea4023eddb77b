//! Types II and III: how far sets of scores go together, and how far people agree across experiments.

use analysis::compare::{Assessed, Comparison, Reading};

use super::{criterion, label, reading};
use crate::document::Section;
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("reproduction-order", "Scores and answers together (types II and III)");
    for (which, id, caption) in [
        (Reading::Correlation, "correlations", "How far the scores of the systems go together"),
        (Reading::Agreement, "reproduction-agreement", "How far people agree, within and across experiments"),
    ] {
        let columns = vec![
            Column::words("criterion"),
            Column::words("scores of"),
            Column::words("number"),
            Column::words("between"),
            Column::numbers("value"),
            Column::numbers("interval"),
            Column::numbers("p"),
            Column::numbers("n"),
        ];
        let mut table = Table::new(id, caption, columns);
        for number in reading(comparison, which) {
            table.row(row(comparison, number));
        }
        section.table(table);
    }
    section
}

fn row(comparison: &Comparison, number: &Assessed) -> Vec<Cell> {
    let cell = |face| Cell::Number(Number::from(number), face);
    let between = if number.between.is_empty() { "all".to_owned() } else { number.between.join(", ") };
    vec![
        Cell::text(criterion(comparison, number.criterion.as_deref())),
        Cell::text(label(comparison, &number.estimate.of)),
        Cell::text(name(number.estimate.name)),
        Cell::text(between),
        cell(Face::Value),
        cell(Face::Interval),
        cell(Face::P),
        cell(Face::N),
    ]
}

fn name(name: &str) -> String {
    match name {
        "r" => "Pearson's r".to_owned(),
        "rho" => "Spearman's rho".to_owned(),
        "tau" => "Kendall's tau".to_owned(),
        "W" => "Kendall's W".to_owned(),
        "W_ties" => "Kendall's W, corrected for ties".to_owned(),
        other => other.replace('_', " "),
    }
}
