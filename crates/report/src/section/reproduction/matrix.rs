//! Every reading of success in one table: a row for each run beside the first.

use analysis::Statistic;
use reproduction::{Comparison, ComparisonNumber, Reading};

use super::readings::verdict_text;
use super::{criterion, group, reading};
use crate::document::{Section, Words};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("readings", "Every reading of success");
    section.table(matrix(comparison));
    section.list(agreement(comparison));
    section
}

/// What holds in the first run and in another.
fn matrix(comparison: &Comparison) -> Table {
    let mut columns = vec![Column::words("run")];
    columns.extend(["same conclusions", "same means", "effects as predicted", "same order"].map(Column::words));
    columns.extend(["r", "ρ"].map(Column::numbers));
    let first = comparison.experiments.first().map(|run| run.name.as_str()).unwrap_or_default();
    let caption = format!(
        "Compared with {}: every pair of systems tested, each mean, each effect, the order, the scores (Pearson’s r, Spearman’s ρ)",
        reproduction::in_sentence(first)
    );
    let mut table = Table::new("readings-matrix", caption, columns);
    for frame in &comparison.frame.criteria {
        for run in comparison.experiments.iter().skip(1) {
            let pair = [first, run.name.as_str()];
            // Orders of two experiments are those of all.
            let is_order = |it: &&ComparisonNumber| it.statistic == Statistic::OrdersKept;
            let about = |it: &&ComparisonNumber| it.criterion.as_deref() == Some(&frame.id);
            let whole: Vec<&ComparisonNumber> = comparison
                .numbers
                .iter()
                .filter(about)
                .filter(|it| it.between == pair || (is_order(it) && comparison.experiments.len() == 2))
                .collect();
            let of_all =
                |statistic| whole.iter().copied().find(|it| it.statistic == statistic && it.estimate.of.is_empty());
            let counted = |statistic| of_all(statistic).map_or(Cell::Empty, |it| Cell::text(verdict_text(it)));
            let number = |statistic| Cell::from_number(of_all(statistic).map(Number::without_notes), Face::Value);
            let cells = vec![
                Cell::text(&run.name),
                counted(Statistic::TestsAlike),
                means(&whole),
                prediction_cell(&whole),
                counted(Statistic::OrdersKept),
                number(Statistic::PearsonR),
                number(Statistic::SpearmanRho),
            ];
            if cells[1..].iter().any(|cell| *cell != Cell::Empty) {
                group(comparison, &mut table, Some(&frame.id));
                table.row(cells);
            }
        }
    }
    table
}

/// How many means are the same, how many different, and how many left open.
fn means(numbers: &[&ComparisonNumber]) -> Cell {
    let tests: Vec<String> =
        numbers.iter().filter(|it| it.statistic == Statistic::Tost).map(|it| verdict_text(it)).collect();
    let each = ["equivalent", "different", "inconclusive"]
        .map(|word| (word, tests.iter().filter(|it| it.starts_with(word)).count()));
    let words: Vec<String> =
        each.iter().filter(|(_, count)| *count > 0).map(|(word, count)| format!("{count} {word}")).collect();
    if words.is_empty() { Cell::Empty } else { Cell::text(words.join(", ")) }
}

/// How many effects lie where the first run predicts them.
fn prediction_cell(numbers: &[&ComparisonNumber]) -> Cell {
    let all: Vec<String> =
        numbers.iter().filter(|it| it.statistic == Statistic::Prediction).map(|it| verdict_text(it)).collect();
    let inside = all.iter().filter(|it| *it == "inside").count();
    if all.is_empty() { Cell::Empty } else { Cell::text(format!("{inside} of {}", all.len())) }
}

/// How far people agree in each run.
fn agreement(comparison: &Comparison) -> Vec<Words> {
    let of = |id: &str| {
        let known = reading(comparison, Reading::Agreement).filter(|it| {
            it.statistic == Statistic::Alpha && it.criterion.as_deref() == Some(id) && it.between.len() == 1
        });
        let mut words = Words::plain(format!("{}: Krippendorff’s alpha ", criterion(comparison, Some(id))));
        let mut count = 0;
        for alpha in known {
            let comma = if count == 0 { "" } else { ", " };
            words = words
                .text(comma)
                .number(Number::without_notes(alpha), Face::Value)
                .text(format!(" ({})", alpha.between[0]));
            count += 1;
        }
        (count > 0).then(|| words.text("."))
    };
    comparison.frame.criteria.iter().filter_map(|frame| of(&frame.id)).collect()
}
