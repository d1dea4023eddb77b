//! The numbers of a paper, by id, in the order of the file.

use std::collections::BTreeMap;

use diag::{Diagnostic, Place};
use study::Places;

use super::codes::{BAD_NUMBER, SAME_ID};
use super::file::{AuditFile, TableFile};
use super::pattern::{Binding, Pattern};
use super::printed_number::PrintedNumber;

/// One printed number.
#[derive(Debug, Clone)]
pub(crate) struct Number {
    pub(crate) id: String,
    pub(crate) printed: PrintedNumber,
    /// Where in the paper.
    pub(crate) place: String,
    /// Where in the audit file.
    pub(crate) at: Place,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    pub(crate) all: Vec<Number>,
    by_id: BTreeMap<String, usize>,
}

impl Numbers {
    /// Reads tables and single numbers, collecting what is wrong with them.
    pub(crate) fn read(file: &AuditFile, places: &Places) -> (Numbers, Vec<Diagnostic>) {
        let mut reader = Reader { places, found: Vec::new(), read: Vec::new() };
        for (index, table) in file.tables.iter().enumerate() {
            reader.table(table, &format!("tables.{index}"));
        }
        for (index, number) in file.numbers.iter().enumerate() {
            let at = places.find(&format!("numbers.{index}.value"));
            reader.number(number.id.clone(), PrintedNumber::read(&number.value, number.known), &number.place, at);
        }
        let Reader { mut found, mut read, .. } = reader;
        read.sort_by_key(|number| number.at.range().map_or(usize::MAX, |range| range.start));
        let mut numbers = Numbers::default();
        for number in read {
            if let Some(earlier) = numbers.index_of(&number.id).map(|index| &numbers.all[index]) {
                let message = format!("two numbers are called `{}`", number.id);
                found.push(SAME_ID.diagnose(number.at, message).with_place(earlier.at.clone(), "the first"));
                continue;
            }
            numbers.by_id.insert(number.id.clone(), numbers.all.len());
            numbers.all.push(number);
        }
        (numbers, found)
    }

    pub(crate) fn index_of(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// All that fit a pattern, each with what its names stand for, in the order of the file.
    pub(crate) fn fitting(&self, pattern: &Pattern, binding: &Binding) -> Vec<(usize, Binding)> {
        let fit = |(index, number): (usize, &Number)| Some((index, pattern.fit(&number.id, binding)?));
        self.all.iter().enumerate().filter_map(fit).collect()
    }

    /// The id that was probably meant.
    pub(crate) fn nearest(&self, id: &str) -> Option<&str> {
        diag::nearest(id, self.all.iter().map(|number| number.id.as_str()))
    }
}

struct Reader<'a> {
    places: &'a Places,
    found: Vec<Diagnostic>,
    read: Vec<Number>,
}

impl Reader<'_> {
    fn table(&mut self, table: &TableFile, path: &str) {
        let columns: Vec<&str> = table.columns.split_whitespace().collect();
        let first = self.read.len();
        let mut column_of = Vec::new();
        for (row, cells) in &table.rows {
            let row_path = format!("{path}.rows.{row}");
            let cells: Vec<(usize, &str)> = words(cells).collect();
            if cells.len() != columns.len() {
                let message = format!("row `{row}` has {} cells for {} columns", cells.len(), columns.len());
                let diagnostic = BAD_NUMBER.diagnose(self.places.find(&row_path), message);
                self.found.push(diagnostic.help("put `_` where a cell is empty"));
                continue;
            }
            for (index, ((start, cell), column)) in cells.into_iter().zip(&columns).enumerate() {
                if cell == "_" {
                    continue;
                }
                let name = if column.contains('*') { column.replace('*', row) } else { format!("{row}.{column}") };
                let at = self.places.find_inside(&row_path, start..start + cell.len());
                let before = self.read.len();
                let printed = PrintedNumber::read(cell, table.known);
                self.number(format!("{}.{name}", table.id), printed, &table.place, at);
                column_of.extend(std::iter::repeat_n(index, self.read.len() - before));
            }
        }
        if table.zeros_dropped {
            let read = &mut self.read[first..];
            for column in 0..columns.len() {
                let cells = || column_of.iter().enumerate().filter(|(_, of)| **of == column).map(|(cell, _)| cell);
                let finest = cells().map(|cell| read[cell].printed.last_digit).min().unwrap_or(0);
                cells().for_each(|cell| read[cell].printed.last_digit = finest);
            }
        }
    }

    fn number(&mut self, id: String, printed: Result<PrintedNumber, String>, place: &str, at: Place) {
        match printed {
            Ok(printed) => self.read.push(Number { id, printed, place: place.to_owned(), at }),
            Err(message) => self.found.push(BAD_NUMBER.diagnose(at, message)),
        }
    }
}

/// Words and where they start.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}
