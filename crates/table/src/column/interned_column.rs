//! A column as it is read from a file, in which cells that are alike are kept once.

use super::codes::{Codes, MISSING};
use super::levels::Levels;
use super::texts::Texts;
use super::{Cells, Column, Contents};

/// So many different cells are always kept by their codes.
const FEW: usize = 4096;

/// A column that is being read. Where most cells are different, as texts are, each is kept by itself.
#[derive(Debug)]
pub struct InternedColumn {
    name: String,
    levels: Levels,
    codes: Codes,
    /// The cells, when they are mostly different.
    each: Option<Texts>,
    /// The code of the row before: rows about one person or item often stand together.
    last: u32,
}

impl InternedColumn {
    /// A column that will have about so many rows.
    #[must_use]
    pub fn new(name: String, rows: usize) -> InternedColumn {
        InternedColumn { name, levels: Levels::default(), codes: Codes::with_capacity(rows), each: None, last: MISSING }
    }

    /// The same with so many missing cells at its beginning.
    #[must_use]
    pub fn with_missing(mut self, cells: usize) -> InternedColumn {
        (0..cells).for_each(|_| self.push(None));
        self
    }

    /// How many cells there are so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.each.as_ref().map_or(self.codes.len(), Texts::len)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds a cell.
    pub fn push(&mut self, cell: Option<&str>) {
        if let Some(each) = &mut self.each {
            return each.push(cell);
        }
        let code = cell.map_or(MISSING, |cell| self.code(cell));
        self.codes.push(code);
        if self.levels.len() > FEW && self.levels.len() * 2 > self.codes.len() {
            let (levels, codes) = (std::mem::take(&mut self.levels), std::mem::take(&mut self.codes));
            let mut each = Texts::default();
            codes.iter().for_each(|code| each.push(levels.get(code)));
            self.each = Some(each);
        }
    }

    fn code(&mut self, cell: &str) -> u32 {
        if self.levels.get(self.last) != Some(cell) {
            self.last = self.levels.number(cell);
        }
        self.last
    }

    /// The column.
    #[must_use]
    pub fn finish(self) -> Column {
        let InternedColumn { name, levels, codes, each, .. } = self;
        match each {
            Some(texts) => Column { name, cells: Contents::Here(Cells::Each(texts)) },
            None => Column::from_levels(name, levels.into_texts(), codes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, InternedColumn};

    #[test]
    fn cells_are_the_same_whether_many_are_alike_or_none() {
        let alike = |row: usize| (!row.is_multiple_of(7)).then(|| format!("c{}", row % 300));
        let different = |row: usize| (!row.is_multiple_of(7)).then(|| format!("c{row}"));
        for cell in [&alike as &dyn Fn(usize) -> Option<String>, &different] {
            let mut column = InternedColumn::new("x".to_owned(), 0);
            (0..FEW * 2).for_each(|row| column.push(cell(row).as_deref()));
            let column = column.finish();
            assert_eq!((column.name(), column.len()), ("x", FEW * 2));
            assert!((0..FEW * 2).all(|row| column.get(row).map(str::to_owned) == cell(row)));
        }
    }
}
