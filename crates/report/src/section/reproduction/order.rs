//! Types II and III: how far sets of scores go together, and how far people agree across experiments.

use analysis::Statistic;
use reproduction::{Comparison, ComparisonNumber, Reading};

use super::{experiments_cell, group, label, parse_subject, reading};
use crate::document::Section;
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("reproduction-order", "Correlations and agreement (Types II–III)");
    section.table(correlations(comparison));
    section.table(agreement(comparison));
    section
}

/// The correlations, each with its heading and whether its p-value stands beside it.
const CORRELATIONS: [(Statistic, &str); 7] = [
    (Statistic::PearsonR, "Pearson's r"),
    (Statistic::SpearmanRho, "Spearman's rho"),
    (Statistic::KendallTau, "Kendall's tau"),
    (Statistic::MeanR, "mean r"),
    (Statistic::MeanRho, "mean rho"),
    (Statistic::ConcordanceW, "Kendall's W"),
    (Statistic::ConcordanceWTies, "W, corrected for ties"),
];

/// One row per set of scores and pair of experiments; with two experiments what is about both of
/// them stands in the same row.
fn correlations(comparison: &Comparison) -> Table {
    let mut columns = vec![Column::words("scores of"), Column::words("between")];
    for (_, head) in CORRELATIONS {
        columns.extend([Column::numbers("").under_heading(head), Column::numbers("p").under_heading(head)]);
    }
    columns.push(Column::numbers("n"));
    let mut table = Table::new("correlations", "Correlation between the system scores of two experiments", columns);
    let two = comparison.experiments.len() == 2;
    let mut rows: Vec<Vec<&ComparisonNumber>> = Vec::new();
    for number in reading(comparison, Reading::Correlation) {
        let same = |row: &&mut Vec<&ComparisonNumber>| {
            parse_subject(row[0]) == parse_subject(number) && (two || row[0].between == number.between)
        };
        match rows.iter_mut().find(same) {
            Some(row) => row.push(number),
            None => rows.push(vec![number]),
        }
    }
    for row in rows {
        let first = row[0];
        let mut cells =
            vec![Cell::text(label(comparison, &first.estimate.of)), experiments_cell(comparison, &first.between)];
        for (statistic, _) in CORRELATIONS {
            let number = row.iter().copied().find(|number| number.statistic == statistic);
            cells.extend([Face::Value, Face::P].map(|face| Cell::from_number(number, face)));
        }
        cells.push(Cell::Number(Number::from(first), Face::N));
        group(comparison, &mut table, first.criterion.as_deref());
        table.row(cells);
    }
    table
}

fn agreement(comparison: &Comparison) -> Table {
    let mut columns = vec![Column::words("number"), Column::words("of"), Column::words("in")];
    columns.extend(["value", "interval", "p", "n"].map(Column::numbers));
    let caption = "How far people agree, within and across experiments";
    let mut table = Table::new("reproduction-agreement", caption, columns);
    for number in reading(comparison, Reading::Agreement) {
        let cell = |face| Cell::Number(Number::from(number), face);
        let inside = if number.between.is_empty() { "all".to_owned() } else { number.between.join(", ") };
        group(comparison, &mut table, number.criterion.as_deref());
        table.row(vec![
            Cell::text(number.statistic.word().replace('_', " ")),
            Cell::text(label(comparison, &number.estimate.of)),
            Cell::text(inside),
            cell(Face::Value),
            cell(Face::Interval),
            cell(Face::P),
            cell(Face::N),
        ]);
    }
    table
}
