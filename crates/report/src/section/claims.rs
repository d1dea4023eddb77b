//! What became of every claim, and why.

use analysis::{NamedEstimate, Results};

use crate::document::Section;
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("claims", "Claims");
    let columns = ["", "claim", "decided by", "verdict"].map(Column::words).to_vec();
    let mut table = Table::new("claims-decided", "Verdict on each claim, by its own rule", columns);
    for claim in &results.claims {
        table.row(vec![
            Cell::text(&claim.id),
            Cell::text(&claim.text),
            Cell::text(&claim.rule),
            Cell::Verdict(claim.verdict, claim.verdict.word()),
        ]);
    }
    section.table(table);
    section.table(reasons(results));
    section.table(numbers(results));
    section
}

/// How each verdict follows from the numbers, part by part.
fn reasons(results: &Results) -> Table {
    let columns = vec![Column::words("claim"), Column::words("because")];
    let mut table = Table::new("claims-because", "Why", columns);
    for claim in &results.claims {
        for (index, part) in claim.because.iter().enumerate() {
            let id = if index == 0 { Cell::text(&claim.id) } else { Cell::text("") };
            table.row(vec![id, Cell::text(part)]);
        }
    }
    table
}

/// The numbers that decided, so that a reader can check.
fn numbers(results: &Results) -> Table {
    let columns = vec![
        Column::words("claim"),
        Column::words("number"),
        Column::numbers("value"),
        Column::numbers("interval"),
        Column::numbers("raw p"),
        Column::numbers("corrected p"),
    ];
    let mut table = Table::new("claims-numbers", "The numbers behind the verdicts", columns);
    for claim in &results.claims {
        let used = || results.estimates.iter().filter(|named| claim.numbers.contains(&named.quantity()));
        // A corrected p-value stands beside the number that it belongs to.
        let corrects = |named: &NamedEstimate| {
            let this = named.quantity();
            used().any(|other| other.quantity().corrected_p().as_ref() == Some(&this))
        };
        for (index, named) in used().filter(|named| !corrects(named)).enumerate() {
            let corrected = named.quantity().corrected_p().and_then(|corrected| results.find(&corrected));
            let number = Number::from(named);
            let cell = |face| Cell::Number(number.clone(), face);
            let id = if index == 0 { Cell::text(&claim.id) } else { Cell::text("") };
            table.row(vec![
                id,
                Cell::text(number.id()),
                cell(Face::Value),
                cell(Face::Interval),
                cell(Face::P),
                Cell::from_number(corrected, Face::P),
            ]);
        }
    }
    table
}
