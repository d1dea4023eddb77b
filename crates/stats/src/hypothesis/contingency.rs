//! Tables of counts.

use super::sample::at_least;
use crate::{Result, StatError};

/// A table of counts with at least two rows and two columns, none of them empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contingency {
    pub(super) counts: Vec<u64>,
    pub(super) columns: usize,
}

impl Contingency {
    /// From rows.
    ///
    /// # Errors
    /// When rows differ in length, or fewer than two rows or columns have counts above zero.
    pub fn new<R: AsRef<[u64]>>(rows: &[R]) -> Result<Self> {
        at_least("rows of the table", 2, rows.len())?;
        let columns = rows[0].as_ref().len();
        at_least("columns of the table", 2, columns)?;
        let mut counts = Vec::with_capacity(rows.len() * columns);
        for row in rows {
            let row = row.as_ref();
            if row.len() != columns {
                let (left_len, right_len) = (columns, row.len());
                return Err(StatError::Lengths { left: "the first row", left_len, right: "another row", right_len });
            }
            counts.extend_from_slice(row);
        }
        let table = Contingency { counts, columns };
        if table.row_sums().contains(&0) || table.column_sums().contains(&0) {
            let what = "a row or column of the table is empty; leave it out";
            return Err(StatError::Undefined(what.to_owned()));
        }
        Ok(table)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.counts.chunks_exact(self.columns)
    }

    pub(super) fn row_sums(&self) -> Vec<u64> {
        self.rows().map(|row| row.iter().sum()).collect()
    }

    pub(super) fn column_sums(&self) -> Vec<u64> {
        (0..self.columns).map(|column| self.rows().map(|row| row[column]).sum()).collect()
    }

    /// The four counts when there are just two rows and two columns.
    pub(super) fn four(&self) -> Option<[u64; 4]> {
        if self.columns == 2 { self.counts.as_slice().try_into().ok() } else { None }
    }
}
