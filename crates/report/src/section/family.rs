//! A table of numbers of one kind, whatever they are about. Every number of the results that no
//! section lays out specially is shown by one of these.

use analysis::{NamedEstimate, Results};

use super::printed_name;
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// No table is longer; the rest is in `results.json`.
const MOST: usize = 60;

/// One row per number: what it is about, and every face that any of them has.
pub(super) fn table(results: &Results, id: String, caption: String, numbers: &[&NamedEstimate]) -> Table {
    let has = |face: Face| {
        numbers.iter().any(|named| match face {
            Face::Interval => named.estimate.interval.is_some(),
            Face::Df => !named.estimate.df.is_empty(),
            Face::P => named.estimate.p.is_some(),
            Face::N => named.n > 0 && named.method != "count",
            Face::Value | Face::Percent | Face::Both | Face::Se => true,
        })
    };
    let faces =
        [("value", Face::Value), ("interval", Face::Interval), ("df", Face::Df), ("p", Face::P), ("n", Face::N)];
    let faces: Vec<(&str, Face)> = faces.into_iter().filter(|(_, face)| has(*face)).collect();
    let mut columns = vec![Column::words("")];
    columns.extend(faces.iter().map(|(head, _)| Column::numbers(head)));
    let mut table = Table::new(id, caption, columns);
    for named in numbers.iter().take(MOST) {
        let number = Number::from(*named);
        let mut cells = vec![Cell::text(label(results, named))];
        cells.extend(faces.iter().map(|(_, face)| Cell::Number(number.clone(), *face)));
        table.row(cells);
    }
    if numbers.len() > MOST {
        let rest = std::iter::repeat_n(Cell::text(""), faces.len());
        table.row(std::iter::once(Cell::text("… more in results.json")).chain(rest).collect());
    }
    table
}

/// What a number is about, in printed names.
pub(super) fn label(results: &Results, named: &NamedEstimate) -> String {
    let labels: Vec<&str> = named.of.iter().map(|label| printed_name(results, label)).collect();
    if labels.is_empty() { "all".to_owned() } else { labels.join(" – ") }
}

/// What numbers are, with how they were made where that says more.
pub(super) fn add_method(words: &str, method: &str) -> String {
    if method.is_empty() || method == words || method == "count" {
        return words.to_owned();
    }
    format!("{words} ({method})")
}
