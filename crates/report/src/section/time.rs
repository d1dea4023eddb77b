//! How long it took, and what was paid.

use analysis::{Named, Results};

use super::family::words;
use super::home::{Home, families};
use crate::document::Section;
use crate::figure::{Bin, Caption, Steps, ecdf, histogram};
use crate::number::{Face, Number, Spot};
use crate::table::{Cell, Column, Row, Table};

const OF: [&str; 6] = ["min", "max", "mean", "median", "sd", "total"];
/// What was timed: how its numbers begin, and its words.
const TIMED: [(&str, &str); 4] = [
    ("session_minutes", "sessions, in minutes"),
    ("page_seconds", "pages, in seconds"),
    ("person_minutes", "the sessions of each person, in minutes"),
    ("list_minutes", "the sessions on each list, in minutes"),
];

/// More people or lists than this are in `results.json` alone.
const MOST: usize = 20;

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("time-and-pay", "Time and pay");
    section.table(times(results));
    section.figure(bins(results));
    section.figure(steps(results));
    let columns = vec![Column::words(""), Column::numbers("value"), Column::words("in"), Column::words("how")];
    let mut pay = Table::new("pay", "Pay", columns);
    for (name, numbers) in families(results, None, Home::Time) {
        if matches!(name, "time_bin" | "time_ecdf") || TIMED.iter().any(|(timed, _)| name.starts_with(timed)) {
            continue;
        }
        for named in numbers {
            let value = Cell::Number(Number::from(named), Face::Value);
            pay.row(vec![Cell::text(words(name)), value, Cell::text(named.of.join(", ")), Cell::text(&named.method)]);
        }
    }
    section.table(pay);
    section
}

/// One row per thing timed, in the shape papers print: min, max, mean, median, SD, total.
fn times(results: &Results) -> Table {
    let mut columns = vec![Column::words("")];
    columns.extend(["min", "max", "mean", "median", "SD", "total"].map(Column::numbers));
    columns.push(Column::numbers("n"));
    let mut table = Table::new("time-spent", "Time spent", columns);
    for (timed, words) in TIMED {
        let named = |of: &str| -> Vec<&Named> {
            let name = format!("{timed}_{of}");
            results.estimates.iter().filter(|named| named.criterion.is_none() && named.name == name).collect()
        };
        let mut labels: Vec<&[String]> = Vec::new();
        for one in named("min") {
            if !labels.contains(&one.of.as_slice()) {
                labels.push(&one.of);
            }
        }
        if labels.is_empty() {
            continue;
        }
        table.rows.push(Row::Group(words.to_owned()));
        for label in labels.iter().take(MOST) {
            let find = |of: &str| named(of).into_iter().find(|one| one.of == *label);
            let name = if label.is_empty() { "all".to_owned() } else { label.join(", ") };
            let mut cells = vec![Cell::text(name)];
            cells.extend(OF.map(|of| Cell::of(find(of), Face::Value)));
            cells.push(Cell::of(find("min"), Face::N));
            table.row(cells);
        }
        if labels.len() > MOST {
            let rest = std::iter::repeat_n(Cell::text(""), OF.len() + 1);
            let more = format!("… {} more in results.json", labels.len() - MOST);
            table.row(std::iter::once(Cell::text(more)).chain(rest).collect());
        }
    }
    table
}

fn bins(results: &Results) -> crate::figure::Figure {
    let bins: Vec<Bin> = results
        .all("time_bin", None)
        .filter_map(|named| {
            Some(Bin { from: Spot::of(named, 0)?, to: Spot::of(named, 1)?, count: Number::from(named) })
        })
        .collect();
    let caption = Caption { id: "time-histogram".to_owned(), title: "Session duration".to_owned() };
    histogram(caption, &bins, "minutes")
}

fn steps(results: &Results) -> crate::figure::Figure {
    let step = |named: &Named| Some((Spot::of(named, 0)?, Number::from(named)));
    let steps = results.all("time_ecdf", None).filter_map(step).collect();
    let caption = Caption { id: "time-ecdf".to_owned(), title: "Cumulative session time".to_owned() };
    ecdf(caption, &[Steps { name: "sessions".to_owned(), steps }], "minutes")
}
