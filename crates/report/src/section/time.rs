//! How long it took, and what was paid.

use analysis::{NamedEstimate, Results, Statistic, TimeSubject, TimeSummary, Topic};

use super::home::families;
use crate::document::{Section, Words, slug};
use crate::figure::{Bin, Caption, Steps, ecdf, histogram};
use crate::number::{Face, Number, Spot};
use crate::table::{Cell, Column, Table};

/// What was timed as a whole, and its words.
const WHOLE: [(TimeSubject, &str); 2] =
    [(TimeSubject::Session, "sessions (minutes)"), (TimeSubject::Page, "pages (seconds)")];
/// What was timed one by one.
const EACH: [(TimeSubject, &str); 2] = [(TimeSubject::Person, "people"), (TimeSubject::List, "lists")];

/// More people or lists than this are in `results.json` alone.
const MOST: usize = 20;

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("time-and-pay", "Time and pay");
    section.table(times(results));
    for (timed, of) in EACH {
        let labels = labels(results, timed);
        if labels.len() > MOST {
            let words = format!("The times of each of {} {of} are in ", labels.len());
            section.paragraph(Words::plain(words).code("results.json").text("."));
        } else {
            section.table(time_table(results, (timed, of), &labels));
        }
    }
    section.figure(bins(results));
    section.figure(steps(results));
    let columns = vec![Column::words(""), Column::numbers("value"), Column::words("in"), Column::words("how")];
    let mut pay = Table::new("pay", "Pay", columns);
    for (statistic, numbers) in families(results, None, Topic::Time) {
        if matches!(statistic, Statistic::TimeBin | Statistic::TimeEcdf | Statistic::Time(..)) {
            continue;
        }
        for named in numbers {
            let value = Cell::Number(Number::from(named), Face::Value);
            let (words, of) = (Cell::text(statistic.words()), Cell::text(named.of.join(", ")));
            pay.row(vec![words, value, of, Cell::text(&named.method)]);
        }
    }
    section.table(pay);
    section
}

fn find<'a>(results: &'a Results, timed: TimeSubject, of: TimeSummary, label: &[String]) -> Option<&'a NamedEstimate> {
    let labels: Vec<&str> = label.iter().map(String::as_str).collect();
    results.get(Statistic::Time(timed, of), None, &labels)
}

fn head(of: TimeSummary) -> &'static str {
    match of {
        TimeSummary::Min => "min",
        TimeSummary::Max => "max",
        TimeSummary::Mean => "mean",
        TimeSummary::Median => "median",
        TimeSummary::Sd => "SD",
        TimeSummary::Total => "total",
    }
}

/// Times of everything, in the shape papers print.
fn times(results: &Results) -> Table {
    let known: Vec<(TimeSubject, &str)> =
        WHOLE.into_iter().filter(|(timed, _)| find(results, *timed, TimeSummary::Min, &[]).is_some()).collect();
    let mut columns = vec![Column::words("")];
    columns.extend(known.iter().map(|(_, words)| Column::numbers(words)));
    let mut table = Table::new("time-spent", "Time spent", columns);
    if known.is_empty() {
        return table;
    }
    for of in TimeSummary::ALL {
        let cells = known.iter().map(|(timed, _)| Cell::from_number(find(results, *timed, of, &[]), Face::Value));
        table.row(std::iter::once(Cell::text(head(of))).chain(cells).collect());
    }
    let counts =
        known.iter().map(|(timed, _)| Cell::from_number(find(results, *timed, TimeSummary::Min, &[]), Face::N));
    table.row(std::iter::once(Cell::text("n")).chain(counts).collect());
    table
}

/// The people or lists that were timed.
fn labels(results: &Results, timed: TimeSubject) -> Vec<&[String]> {
    results.all(Statistic::Time(timed, TimeSummary::Min), None).map(|named| named.of.as_slice()).collect()
}

fn time_table(results: &Results, (timed, words): (TimeSubject, &str), labels: &[&[String]]) -> Table {
    let mut columns = vec![Column::words(words), Column::numbers("sessions")];
    let shown = [TimeSummary::Median, TimeSummary::Min, TimeSummary::Max, TimeSummary::Total];
    columns.extend(shown.map(|of| Column::numbers(head(of))));
    let mut table = Table::new(slug(&format!("time-{words}")), format!("Time of {words}, in minutes"), columns);
    for label in labels {
        let mut cells = vec![
            Cell::text(label.join(", ")),
            Cell::from_number(find(results, timed, TimeSummary::Min, label), Face::N),
        ];
        cells.extend(shown.map(|of| Cell::from_number(find(results, timed, of, label), Face::Value)));
        table.row(cells);
    }
    table
}

fn bins(results: &Results) -> crate::figure::Figure {
    let bins: Vec<Bin> = results
        .all(Statistic::TimeBin, None)
        .filter_map(|named| {
            Some(Bin { from: Spot::from_label(named, 0)?, to: Spot::from_label(named, 1)?, count: Number::from(named) })
        })
        .collect();
    let caption = Caption { id: "time-histogram".to_owned(), title: "Session duration".to_owned() };
    histogram(caption, &bins, "minutes")
}

fn steps(results: &Results) -> crate::figure::Figure {
    let step = |named: &NamedEstimate| Some((Spot::from_label(named, 0)?, Number::from(named)));
    let steps = results.all(Statistic::TimeEcdf, None).filter_map(step).collect();
    let caption = Caption { id: "time-ecdf".to_owned(), title: "Cumulative session time".to_owned() };
    ecdf(caption, &[Steps { name: "sessions".to_owned(), steps }], "minutes")
}
