//! Columns by name, as models want them.

use crate::{Result, StatError};

/// One column: numbers, or codes of named levels.
#[derive(Debug, Clone)]
pub enum Column {
    /// Numbers.
    Numeric(Vec<f64>),
    /// Levels by name and, for each row, which one.
    Factor {
        /// Level names, in the order in which they are coded.
        levels: Vec<String>,
        /// One per row.
        codes: Vec<u32>,
    },
}

/// Columns of one length by name. Rows with missing values have been left out before.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    columns: Vec<(String, Column)>,
}

impl Column {
    /// A factor from one text per row; levels in the order of sorting, whole numbers by value.
    #[must_use]
    pub fn factor<S: AsRef<str>>(cells: &[S]) -> Column {
        let mut levels: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
        levels.sort_unstable();
        levels.dedup();
        sort_levels(&mut levels);
        let index: std::collections::HashMap<&str, u32> = levels.iter().copied().zip(0..).collect();
        let codes = cells.iter().map(|cell| index[cell.as_ref()]).collect();
        Column::Factor { levels: levels.into_iter().map(str::to_owned).collect(), codes }
    }

    /// How many rows.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Column::Numeric(values) => values.len(),
            Column::Factor { codes, .. } => codes.len(),
        }
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Sorts level names as R's `factor` does for numbers, and by text otherwise.
pub fn sort_levels(levels: &mut [&str]) {
    if levels.iter().all(|level| level.parse::<f64>().is_ok_and(f64::is_finite)) {
        levels.sort_by(|a, b| {
            let number = |text: &str| text.parse::<f64>().unwrap_or(f64::INFINITY);
            number(a).total_cmp(&number(b)).then(a.cmp(b))
        });
    } else {
        levels.sort_unstable();
    }
}

impl Frame {
    /// The same columns and one more.
    ///
    /// # Errors
    /// When its length differs from the others', a number is not finite or a code has no level.
    pub fn with_column(mut self, name: impl Into<String>, column: Column) -> Result<Frame> {
        if let Some((_, first)) = self.columns.first()
            && first.len() != column.len()
        {
            return Err(StatError::Lengths {
                left: "the first column",
                left_len: first.len(),
                right: "another column",
                right_len: column.len(),
            });
        }
        match &column {
            Column::Numeric(values) => {
                if let Some(index) = values.iter().position(|x| !x.is_finite()) {
                    return Err(StatError::NotFinite { what: "a column", index });
                }
            }
            Column::Factor { levels, codes } => {
                if codes.iter().any(|code| *code as usize >= levels.len()) {
                    return Err(StatError::Undefined("a factor has a code without a level".to_owned()));
                }
            }
        }
        self.columns.push((name.into(), column));
        Ok(self)
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| column.len())
    }

    /// The column of that name.
    ///
    /// # Errors
    /// When there is none.
    pub fn column(&self, name: &str) -> Result<&Column> {
        self.columns
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, column)| column)
            .ok_or_else(|| StatError::Undefined(format!("there is no column `{name}`")))
    }

    /// The column of that name as numbers.
    ///
    /// # Errors
    /// When there is none or it holds levels.
    pub fn numbers(&self, name: &str) -> Result<&[f64]> {
        match self.column(name)? {
            Column::Numeric(values) => Ok(values),
            Column::Factor { .. } => Err(StatError::Undefined(format!("column `{name}` must hold numbers"))),
        }
    }
}
