//! A table with more columns than a reader of a paper takes in stands in parts under each other.

use super::columns::{self, Columns};
use crate::table::{Align, Column, PrintedCell, Table};

/// No part has more columns.
pub(crate) const MOST: usize = 6;

/// Some columns of a table, its first ones in every part, with the rows that say something there.
pub(super) struct Part<'a> {
    pub(super) table: Table,
    pub(super) columns: Columns,
    /// `Err` is the heading of a group.
    pub(super) rows: Vec<Result<Vec<&'a PrintedCell>, &'a str>>,
}

/// The parts of a table, one where it is narrow.
pub(super) fn parts<'a>(table: &Table, rows: &'a [Result<Vec<PrintedCell>, &'a str>]) -> Vec<Part<'a>> {
    let made = |places: Vec<usize>, keys: usize| {
        let table = table.select_columns(&places);
        let columns = Columns::fit(&table);
        Part { table, columns, rows: rows_of(rows, &places, keys) }
    };
    let all: Vec<usize> = (0..table.columns.len()).collect();
    let widths = columns::narrowest(table);
    let fits = |places: &[usize]| {
        let letters: f64 = places.iter().map(|place| widths[*place]).sum();
        places.len() <= MOST && columns::fits_a_line(letters, places.len())
    };
    if fits(&all) {
        return vec![made(all, 0)];
    }
    let keys = table.columns.iter().take(2).take_while(|column| column.align == Align::Left).count().max(1);
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for unit in units(&table.columns, keys) {
        // What belongs together stays so, unless it is too wide by itself.
        let alone: Vec<usize> = (0..keys).chain(unit.iter().copied()).collect();
        let pieces = if fits(&alone) { vec![unit] } else { unit.into_iter().map(|place| vec![place]).collect() };
        for piece in pieces {
            let longer = parts.last().map(|part| part.iter().chain(&piece).copied().collect::<Vec<_>>());
            match (parts.last_mut(), longer.filter(|longer| fits(longer))) {
                (Some(last), Some(longer)) => *last = longer,
                _ => parts.push((0..keys).chain(piece).collect()),
            }
        }
    }
    parts.into_iter().map(|places| made(places, keys)).collect()
}

/// Columns that belong together: under one heading, or a number with its interval and p-value.
fn units(columns: &[Column], keys: usize) -> Vec<Vec<usize>> {
    let mut units: Vec<Vec<usize>> = Vec::new();
    for place in keys..columns.len() {
        let (column, before) = (&columns[place], &columns[place - 1]);
        let belongs = match &column.over {
            Some(over) if !over.is_empty() => before.over.as_ref() == Some(over),
            _ => matches!(column.head.as_str(), "interval" | "range" | "p"),
        };
        match units.last_mut() {
            Some(unit) if belongs => unit.push(place),
            _ => units.push(vec![place]),
        }
    }
    units
}

/// The rows of some columns; in a part, only those in which something stands beside the names.
fn rows_of<'a>(
    rows: &'a [Result<Vec<PrintedCell>, &'a str>],
    places: &[usize],
    keys: usize,
) -> Vec<Result<Vec<&'a PrintedCell>, &'a str>> {
    let mut kept: Vec<Result<Vec<&PrintedCell>, &str>> = Vec::new();
    for row in rows {
        match row {
            Ok(cells) => {
                let cells: Vec<&PrintedCell> = places.iter().map(|place| &cells[*place]).collect();
                if keys == 0 || cells[keys..].iter().any(|cell| !matches!(cell.words.as_str(), "" | "–")) {
                    kept.push(Ok(cells));
                }
            }
            Err(group) => {
                kept.pop_if(|last| last.is_err());
                kept.push(Err(group));
            }
        }
    }
    kept.pop_if(|last| last.is_err());
    kept
}
