//! How long it took, and what was paid.

use analysis::{Named, Results};

use super::family::words;
use super::home::{Home, families};
use crate::document::{Section, Words, slug};
use crate::figure::{Bin, Caption, Steps, ecdf, histogram};
use crate::number::{Face, Number, Spot};
use crate::table::{Cell, Column, Table};

/// What is said of times, in the order papers print it.
const OF: [(&str, &str); 6] =
    [("min", "min"), ("max", "max"), ("mean", "mean"), ("median", "median"), ("sd", "SD"), ("total", "total")];
/// What was timed as a whole: how its numbers begin, and its words.
const TIMED: [(&str, &str); 2] = [("session_minutes", "sessions (minutes)"), ("page_seconds", "pages (seconds)")];
/// What was timed one by one.
const EACH: [(&str, &str); 2] = [("person_minutes", "people"), ("list_minutes", "lists")];

/// More people or lists than this are in `results.json` alone.
const MOST: usize = 20;

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("time-and-pay", "Time and pay");
    section.table(times(results));
    for (timed, of) in EACH {
        let labels = labels(results, timed);
        if labels.len() > MOST {
            let words = format!("The times of each of {} {of} are in ", labels.len());
            section.paragraph(Words::of(words).code("results.json").text("."));
        } else {
            section.table(each(results, (timed, of), &labels));
        }
    }
    section.figure(bins(results));
    section.figure(steps(results));
    let columns = vec![Column::words(""), Column::numbers("value"), Column::words("in"), Column::words("how")];
    let mut pay = Table::new("pay", "Pay", columns);
    let timed = |name: &str| TIMED.iter().chain(&EACH).any(|(timed, _)| name.starts_with(timed));
    for (name, numbers) in families(results, None, Home::Time) {
        if matches!(name, "time_bin" | "time_ecdf") || timed(name) {
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

fn find<'a>(results: &'a Results, timed: &str, of: &str, label: &[String]) -> Option<&'a Named> {
    let labels: Vec<&str> = label.iter().map(String::as_str).collect();
    results.get(&format!("{timed}_{of}"), None, &labels)
}

/// Times of everything, in the shape papers print.
fn times(results: &Results) -> Table {
    let known: Vec<(&str, &str)> =
        TIMED.into_iter().filter(|(timed, _)| find(results, timed, "min", &[]).is_some()).collect();
    let mut columns = vec![Column::words("")];
    columns.extend(known.iter().map(|(_, words)| Column::numbers(words)));
    let mut table = Table::new("time-spent", "Time spent", columns);
    if known.is_empty() {
        return table;
    }
    for (of, words) in OF {
        let cells = known.iter().map(|(timed, _)| Cell::of(find(results, timed, of, &[]), Face::Value));
        table.row(std::iter::once(Cell::text(words)).chain(cells).collect());
    }
    let counts = known.iter().map(|(timed, _)| Cell::of(find(results, timed, "min", &[]), Face::N));
    table.row(std::iter::once(Cell::text("n")).chain(counts).collect());
    table
}

/// The people or lists that were timed.
fn labels<'a>(results: &'a Results, timed: &str) -> Vec<&'a [String]> {
    let name = format!("{timed}_min");
    let timed = results.estimates.iter().filter(|named| named.criterion.is_none() && named.name == name);
    timed.map(|named| named.of.as_slice()).collect()
}

fn each(results: &Results, (timed, words): (&str, &str), labels: &[&[String]]) -> Table {
    let mut columns = vec![Column::words(words), Column::numbers("sessions")];
    let shown = [("median", "median"), ("min", "min"), ("max", "max"), ("total", "total")];
    columns.extend(shown.map(|(_, head)| Column::numbers(head)));
    let mut table = Table::new(slug(&format!("time-{words}")), format!("Time of {words}, in minutes"), columns);
    for label in labels {
        let mut cells = vec![Cell::text(label.join(", ")), Cell::of(find(results, timed, "min", label), Face::N)];
        cells.extend(shown.map(|(of, _)| Cell::of(find(results, timed, of, label), Face::Value)));
        table.row(cells);
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
