//! One named column of text cells, kept in one piece of memory.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::number;

/// One named column. A cell is a text or missing; an empty cell of a text file is missing.
#[derive(Debug, Clone, Default)]
pub struct Column {
    name: String,
    text: String,
    ends: Vec<usize>,
    missing: Vec<bool>,
}

impl Column {
    /// An empty column.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Column { name: name.into(), ..Column::default() }
    }

    /// A column of missing cells.
    pub(crate) fn missing(name: &str, cells: usize) -> Self {
        let mut column = Column::new(name);
        column.ends = vec![0; cells];
        column.missing = vec![true; cells];
        column
    }

    /// Its name, as in the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same column under another name.
    #[must_use]
    pub fn renamed(mut self, name: impl Into<String>) -> Column {
        self.name = name.into();
        self
    }

    /// Adds a cell.
    pub fn push(&mut self, cell: Option<&str>) {
        self.text.push_str(cell.unwrap_or_default());
        self.ends.push(self.text.len());
        self.missing.push(cell.is_none());
    }

    /// Adds a number that came typed, as the shortest text that reads back as the same number; NaN is missing.
    pub fn push_number(&mut self, number: f64) {
        if number.is_nan() {
            return self.push(None);
        }
        // Whole numbers are most of what people rate with.
        if number.abs() < 1e15 && number.fract() == 0.0 {
            let _ = write!(self.text, "{}", number as i64);
        } else {
            self.text.push_str(&number::text(number));
        }
        self.ends.push(self.text.len());
        self.missing.push(false);
    }

    /// Adds a whole number that came typed.
    pub fn push_integer(&mut self, number: i64) {
        let _ = write!(self.text, "{number}");
        self.ends.push(self.text.len());
        self.missing.push(false);
    }

    /// How many cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The cell of a row, counted from zero; `None` when it is missing or there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<&str> {
        let end = *self.ends.get(row)?;
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        (!self.missing[row]).then(|| &self.text[start..end])
    }

    /// All cells in order.
    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// The distinct cells in order of appearance, and for every row the index of its cell;
    /// `None` for a missing one.
    #[must_use]
    pub fn levels(&self) -> (Vec<&str>, Vec<Option<u32>>) {
        let mut index: HashMap<&str, u32> = HashMap::new();
        let mut levels = Vec::new();
        let codes = self
            .iter()
            .map(|cell| {
                cell.map(|cell| {
                    *index.entry(cell).or_insert_with(|| {
                        levels.push(cell);
                        u32::try_from(levels.len() - 1).unwrap_or(u32::MAX)
                    })
                })
            })
            .collect();
        (levels, codes)
    }

    /// The same column with only the rows for which `keep` holds.
    #[must_use]
    pub fn filtered(&self, keep: &[bool]) -> Column {
        let mut column = Column::new(self.name.clone());
        for (cell, _) in self.iter().zip(keep).filter(|(_, keep)| **keep) {
            column.push(cell);
        }
        column
    }
}

#[cfg(test)]
mod tests {
    use super::Column;

    #[test]
    fn numbers_read_back_as_they_were() {
        let numbers = [0.0, 3.0, -2.0, 0.1, 1e15, 123_456_789_012_345.0, 2.5e-7, 1e300];
        let mut column = Column::new("x");
        numbers.into_iter().for_each(|number| column.push_number(number));
        column.push_number(f64::NAN);
        column.push_integer(-7);
        let read: Vec<Option<f64>> = column.iter().map(|cell| cell.map(|cell| cell.parse().unwrap())).collect();
        let expected: Vec<Option<f64>> = numbers.into_iter().map(Some).chain([None, Some(-7.0)]).collect();
        assert_eq!(read, expected);
        assert_eq!(column.get(1), Some("3"));
    }
}
