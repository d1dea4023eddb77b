//! Type IV: which findings are confirmed.

use analysis::Verdict;
use reproduction::{Comparison, Outcome, Reading};

use super::{criterion, reading};
use crate::document::{Section, Words};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("reproduction-findings", "Findings confirmed (type IV)");
    let mut columns = vec![Column::words(""), Column::words("claim")];
    columns.extend(comparison.experiments.iter().map(|experiment| Column::words(&experiment.name)));
    let mut table = Table::new("reproduction-claims", "Claims, decided in each experiment from its scores", columns);
    for claim in &comparison.claims {
        let mut cells = vec![Cell::text(&claim.id), Cell::text(&claim.text)];
        cells.extend(
            claim.decided.iter().map(|decided| Cell::Verdict(verdict(decided.outcome), decided.outcome.word())),
        );
        table.row(cells);
    }
    section.table(table);
    let lines = reading(comparison, Reading::Findings).map(|number| {
        let words = match number.estimate.name {
            "P" => format!("{}: orders of two systems kept: ", criterion(comparison, number.criterion.as_deref())),
            "claims_confirmed" => "claims confirmed: ".to_owned(),
            name => format!("{}: ", name.replace('_', " ")),
        };
        let between =
            if number.between.is_empty() { String::new() } else { format!(" ({})", number.between.join(", ")) };
        let counted: Vec<String> = number.estimate.notes.iter().map(ToString::to_string).collect();
        let counted = if counted.is_empty() { String::new() } else { format!(", {}", counted.join("; ")) };
        Words::of(words).number(Number::without_notes(number), Face::Value).text(format!("{counted}{between}"))
    });
    section.list(lines.collect());
    section
}

fn verdict(outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Holds => Verdict::Confirmed,
        Outcome::Fails => Verdict::NotConfirmed,
        Outcome::Unknown => Verdict::Undecided,
        Outcome::OutOfScope => Verdict::OutOfScope,
    }
}
