//! A column as it is read from a file, in which cells that are alike are kept once.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use super::Column;
use super::codes::{Codes, MISSING};

/// So many different cells are always kept by their codes.
const FEW: usize = 4096;

/// A column that is being read. Where most cells are different, as texts are, each is kept by itself.
#[derive(Debug)]
pub struct InternedColumn {
    name: String,
    levels: Vec<String>,
    codes: Codes,
    /// The last level with this hash.
    by_hash: HashMap<u64, u32>,
    /// For each level the one before it with the same hash.
    before: Vec<Option<u32>>,
    hasher: RandomState,
    /// The column, when it holds mostly different cells.
    each: Option<Column>,
    /// The code of the row before: rows about one person or item often stand together.
    last: u32,
}

impl InternedColumn {
    /// A column that will have about so many rows.
    #[must_use]
    pub fn new(name: String, rows: usize) -> InternedColumn {
        InternedColumn {
            name,
            levels: Vec::new(),
            codes: Codes::with_capacity(rows),
            by_hash: HashMap::new(),
            before: Vec::new(),
            hasher: RandomState::new(),
            each: None,
            last: MISSING,
        }
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
        self.each.as_ref().map_or(self.codes.len(), Column::len)
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
            let coded = std::mem::replace(self, InternedColumn::new(self.name.clone(), 0)).finish();
            let mut each = Column::new(self.name.clone());
            coded.iter().for_each(|cell| each.push(cell));
            self.each = Some(each);
        }
    }

    fn code(&mut self, cell: &str) -> u32 {
        if self.levels.get(self.last as usize).is_some_and(|last| last == cell) {
            return self.last;
        }
        self.last = self.find_or_add(cell);
        self.last
    }

    fn find_or_add(&mut self, cell: &str) -> u32 {
        let hash = self.hasher.hash_one(cell);
        let last = self.by_hash.get(&hash).copied();
        let mut alike = last;
        while let Some(code) = alike {
            if self.levels[code as usize] == cell {
                return code;
            }
            alike = self.before[code as usize];
        }
        let code = u32::try_from(self.levels.len()).unwrap_or(MISSING);
        self.levels.push(cell.to_owned());
        self.before.push(last);
        self.by_hash.insert(hash, code);
        code
    }

    /// The column.
    #[must_use]
    pub fn finish(self) -> Column {
        let InternedColumn { name, levels, codes, each, .. } = self;
        each.unwrap_or_else(|| Column::from_levels(name, levels, codes))
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
