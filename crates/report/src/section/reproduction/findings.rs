//! Type IV: which findings are confirmed.

use analysis::{Statistic, Verdict};
use reproduction::{Comparison, Reading};

use super::runs::MANY;
use super::{criterion, reading};
use crate::document::{Section, Words};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// What each experiment says of each claim, side by side.
fn in_words(comparison: &Comparison) -> Table {
    let runs = comparison.experiments.iter().map(|experiment| Column::words(&experiment.name));
    let columns = std::iter::once(Column::words("")).chain(runs).collect();
    let mut table = Table::new("reproduction-conclusions", "The same in words, side by side", columns);
    let in_scope = comparison.claims.iter().filter(|claim| claim.runs.iter().any(|run| !run.because.is_empty()));
    for claim in in_scope {
        let words = claim.runs.iter().map(|run| run.because.first().map_or(Cell::Empty, Cell::text));
        table.row(std::iter::once(Cell::text(&claim.id)).chain(words).collect());
    }
    table
}

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("reproduction-findings", "Did the findings hold? (Type IV)");
    let mut columns = vec![Column::words(""), Column::words("claim")];
    // Many runs have a table of their own, a row for each.
    let few = comparison.experiments.len() < MANY;
    if few {
        columns.extend(comparison.experiments.iter().map(|experiment| Column::words(&experiment.name)));
    }
    columns.push(Column::words("decided by"));
    let caption =
        if few { "Verdict on each claim in each experiment" } else { "The claims, and how they were decided" };
    let mut table = Table::new("reproduction-claims", caption, columns);
    for claim in &comparison.claims {
        let mut cells = vec![Cell::text(&claim.id), Cell::text(&claim.text)];
        if few {
            cells.extend(claim.runs.iter().map(|run| Cell::Verdict(run.verdict, run.verdict.word())));
        }
        let in_scope = claim.most_telling().filter(|run| run.verdict != Verdict::OutOfScope);
        cells.push(in_scope.map_or(Cell::Empty, |run| Cell::text(run.basis)));
        table.row(cells);
    }
    section.table(table);
    // Beside its own judgements a report has every reason already.
    if few && comparison.experiments.iter().all(|run| run.dataset.is_none()) {
        section.table(in_words(comparison));
    }
    let lines = reading(comparison, Reading::Findings).map(|number| {
        let words = if number.statistic == Statistic::OrdersKept {
            format!("{}: pairwise rankings preserved", criterion(comparison, number.criterion.as_deref()))
        } else {
            "Claims upheld".to_owned()
        };
        let between = match number.between.as_slice() {
            [] => String::new(),
            [one] => format!(", {one}"),
            several => format!(", {}", several.join(" vs ")),
        };
        let counted: Vec<String> = number.estimate.notes.iter().map(ToString::to_string).collect();
        let words = Words::plain(format!("{words}{between}: "));
        if counted.is_empty() {
            return words.number(Number::without_notes(number), Face::Value);
        }
        words.text(format!("{} (", counted.join("; "))).number(Number::without_notes(number), Face::Percent).text(")")
    });
    section.list(lines.collect());
    section
}
