//! One named column of text cells, kept in one piece of memory.

mod codes;
mod deferred_cells;
mod form_rows;
mod interned_column;
mod levels;
mod texts;

use std::collections::HashMap;
use std::convert::Infallible;

use crate::number;
pub use codes::Codes;
use codes::MISSING;
use deferred_cells::DeferredCells;
pub use interned_column::InternedColumn;
use levels::Levels;
use texts::Texts;

/// One named column. A cell is a text or missing; an empty cell of a text file is missing.
#[derive(Debug, Clone, Default)]
pub struct Column {
    name: String,
    cells: Contents,
}

#[derive(Debug, Clone)]
enum Contents {
    Here(Cells),
    Elsewhere(DeferredCells),
}

#[derive(Debug, Clone)]
enum Cells {
    /// Each cell by itself, as files have them.
    Each(Texts),
    /// Each different cell once, and which of them stands in a row: [`MISSING`] for none.
    Coded { levels: Vec<String>, codes: Codes },
}

impl Default for Cells {
    fn default() -> Self {
        Cells::Each(Texts::default())
    }
}

impl Default for Contents {
    fn default() -> Self {
        Contents::Here(Cells::default())
    }
}

impl Column {
    /// An empty column.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Column { name: name.into(), cells: Contents::default() }
    }

    fn from_levels(name: impl Into<String>, levels: Vec<String>, codes: Codes) -> Self {
        Column { name: name.into(), cells: Contents::Here(Cells::Coded { levels, codes }) }
    }

    /// A column of so many rows that another program holds. It is taken over when a cell is first asked for, which may be never.
    #[must_use]
    pub fn fetch_later(
        name: impl Into<String>,
        rows: usize,
        take: impl Fn() -> Column + Send + Sync + 'static,
    ) -> Self {
        let cells = DeferredCells::new(rows, move || take().into_cells());
        Column { name: name.into(), cells: Contents::Elsewhere(cells) }
    }

    fn cells(&self) -> &Cells {
        match &self.cells {
            Contents::Here(cells) => cells,
            Contents::Elsewhere(deferred) => deferred.cells(),
        }
    }

    fn into_cells(self) -> Cells {
        match self.cells {
            Contents::Here(cells) => cells,
            Contents::Elsewhere(deferred) => deferred.cells().clone(),
        }
    }

    /// A column of cells that came typed and of which many are alike: each different one is written once, by its key.
    ///
    /// # Errors
    /// The first error among the cells.
    pub fn from_typed<K: std::hash::Hash + Eq, E>(
        name: impl Into<String>,
        cells: impl Iterator<Item = Result<Option<K>, E>>,
        write: impl Fn(&K) -> String,
    ) -> Result<Self, E> {
        let mut known: HashMap<K, u32> = HashMap::new();
        let mut levels = Vec::new();
        let mut codes = Codes::default();
        for cell in cells {
            codes.push(match cell? {
                None => MISSING,
                Some(key) => match known.get(&key) {
                    Some(code) => *code,
                    None => {
                        let code = u32::try_from(levels.len()).unwrap_or(MISSING);
                        levels.push(write(&key));
                        known.insert(key, code);
                        code
                    }
                },
            });
        }
        Ok(Column::from_levels(name, levels, codes))
    }

    /// A column whose different cells are known already: for each row the place of its cell among them; any other number
    /// is a missing cell.
    #[must_use]
    pub fn from_codes(name: impl Into<String>, levels: Vec<String>, places: impl Iterator<Item = i64>) -> Self {
        let codes = places.map(|place| u32::try_from(place).unwrap_or(MISSING)).collect();
        Column::from_levels(name, levels, codes)
    }

    /// A column of whole numbers that came typed.
    #[must_use]
    pub fn of_integers(name: impl Into<String>, numbers: impl Iterator<Item = Option<i64>> + Clone) -> Self {
        let (least, most, count) = numbers
            .clone()
            .flatten()
            .fold((i64::MAX, i64::MIN, 0), |(least, most, count), n| (least.min(n), most.max(n), count + 1));
        let width = most.checked_sub(least).and_then(|width| usize::try_from(width).ok());
        // Numbers that lie close together, as ids and ratings do, are found by their place instead of by their hash.
        let Some(width) = width.filter(|width| *width <= 4 * count + 1024) else {
            let Ok(column): Result<Column, Infallible> = Column::from_typed(name, numbers.map(Ok), i64::to_string);
            return column;
        };
        let mut known = vec![MISSING; width + 1];
        let mut levels = Vec::new();
        let mut code = |number: i64| {
            let known = &mut known[(number - least) as usize];
            if *known == MISSING {
                *known = u32::try_from(levels.len()).unwrap_or(MISSING);
                levels.push(number.to_string());
            }
            *known
        };
        let codes = numbers.map(|number| number.map_or(MISSING, &mut code)).collect();
        Column::from_levels(name, levels, codes)
    }

    /// A column of numbers that came typed, each as the shortest text that reads back as the same number; NaN is missing.
    #[must_use]
    pub fn of_numbers(name: impl Into<String>, numbers: impl Iterator<Item = f64> + Clone) -> Self {
        if numbers.clone().all(|number| number.is_nan() || (number.abs() < 1e15 && number.fract() == 0.0)) {
            return Column::of_integers(name, numbers.map(|number| (!number.is_nan()).then_some(number as i64)));
        }
        let bits = numbers.map(|number| Ok((!number.is_nan()).then_some((number + 0.0).to_bits())));
        let Ok(column): Result<Column, Infallible> =
            Column::from_typed(name, bits, |bits| number::text(f64::from_bits(*bits)));
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
        if !matches!(self.cells, Contents::Here(Cells::Each(_))) {
            let known = std::mem::take(self);
            self.name.clone_from(&known.name);
            known.iter().for_each(|cell| self.push(cell));
        }
        if let Contents::Here(Cells::Each(texts)) = &mut self.cells {
            texts.push(cell);
        }
    }

    /// How many cells.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        match &self.cells {
            Contents::Here(Cells::Each(texts)) => texts.len(),
            Contents::Here(Cells::Coded { codes, .. }) => codes.len(),
            Contents::Elsewhere(deferred) => deferred.rows(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell of a row, counted from zero; `None` when it is missing or there is no such row.
    #[must_use]
    #[inline]
    pub fn get(&self, row: usize) -> Option<&str> {
        match self.cells() {
            Cells::Each(texts) => texts.get(row),
            Cells::Coded { levels, codes } => levels.get(codes.get(row)? as usize).map(String::as_str),
        }
    }

    /// All cells in order.
    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// What something makes of every cell, or the first refusal. It is asked with the row, and of cells that are known to be
    /// alike only about the first.
    ///
    /// # Errors
    /// When it refuses a cell.
    pub fn map_cells<T: Copy, E>(
        &self,
        mut make: impl FnMut(usize, Option<&str>) -> Result<T, E>,
    ) -> Result<Vec<T>, E> {
        // Large columns: room is made once.
        let mut all = Vec::with_capacity(self.len());
        match self.cells() {
            Cells::Each(_) => {
                for (row, cell) in self.iter().enumerate() {
                    all.push(make(row, cell)?);
                }
            }
            Cells::Coded { levels, codes } => {
                let mut made: Vec<Option<T>> = vec![None; levels.len() + 1];
                for (row, code) in codes.iter().enumerate() {
                    let place = (code as usize).min(levels.len());
                    all.push(match made[place] {
                        Some(known) => known,
                        None => *made[place].insert(make(row, levels.get(place).map(String::as_str))?),
                    });
                }
            }
        }
        Ok(all)
    }

    /// The number that something gives every cell, or the first refusal. It is asked with the row, in the order of the rows, and of
    /// cells that are known to be alike only about the first.
    ///
    /// # Errors
    /// When it refuses a cell.
    pub fn number_cells<E>(&self, mut number: impl FnMut(usize, Option<&str>) -> Result<u32, E>) -> Result<Codes, E> {
        let Cells::Coded { levels, codes } = self.cells() else {
            let mut numbers = Codes::with_capacity(self.len());
            for (row, cell) in self.iter().enumerate() {
                numbers.push(number(row, cell)?);
            }
            return Ok(numbers);
        };
        let place = |code: u32| (code as usize).min(levels.len());
        let mut made: Vec<Option<u32>> = vec![None; levels.len() + 1];
        for (row, code) in codes.iter().enumerate() {
            let made = &mut made[place(code)];
            if made.is_none() {
                *made = Some(number(row, levels.get(code as usize).map(String::as_str))?);
            }
        }
        Ok(codes.renumber(|code| made[place(code)].unwrap_or(MISSING)))
    }

    /// The same column with what something makes of every text; nothing is a missing cell. It is asked in the order of the rows,
    /// and about cells that are known to be alike once.
    #[must_use]
    pub fn map_texts(&self, mut make: impl FnMut(&str) -> Option<String>) -> Column {
        if let Cells::Each(_) = self.cells() {
            let mut column = InternedColumn::new(self.name.clone(), self.len());
            self.iter().for_each(|cell| column.push(cell.and_then(&mut make).as_deref()));
            return column.finish();
        }
        let mut levels = Levels::default();
        let Ok(codes): Result<Codes, Infallible> =
            self.number_cells(|_, cell| Ok(cell.and_then(&mut make).map_or(MISSING, |text| levels.number(&text))));
        Column::from_levels(self.name.clone(), levels.into_texts(), codes)
    }

    /// A number for the cell of a row, the same for cells that are known to be alike, and below [`Column::most_numbers`]; nothing
    /// where every cell is kept by itself, or is missing.
    #[must_use]
    #[inline]
    pub fn number(&self, row: usize) -> Option<usize> {
        match self.cells() {
            Cells::Each(_) => None,
            Cells::Coded { levels, codes } => {
                codes.get(row).map(|code| code as usize).filter(|code| *code < levels.len())
            }
        }
    }

    /// How many different numbers [`Column::number`] gives at most.
    #[must_use]
    pub fn most_numbers(&self) -> usize {
        match self.cells() {
            Cells::Each(_) => 0,
            Cells::Coded { levels, .. } => levels.len(),
        }
    }

    /// The cells, those that are known to be alike once, in any order: for asking whether all or any of them are something.
    pub fn cells_once(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match self.cells() {
            Cells::Each(_) => Box::new(self.iter().flatten()),
            Cells::Coded { .. } => Box::new(self.distinct().into_iter()),
        }
    }

    /// The distinct cells, in any order.
    #[must_use]
    pub fn distinct(&self) -> Vec<&str> {
        match self.cells() {
            Cells::Each(_) => {
                // Cells that are mostly different: a hash of each would take several times their memory.
                let mut cells = Vec::with_capacity(self.len());
                cells.extend(self.iter().flatten());
                cells.sort_unstable();
                cells.dedup();
                cells
            }
            Cells::Coded { levels, codes } => {
                // Not every level need have a row left.
                let mut used = vec![false; levels.len() + 1];
                codes.iter().for_each(|code| used[(code as usize).min(levels.len())] = true);
                levels.iter().zip(used).filter(|(_, used)| *used).map(|(level, _)| level.as_str()).collect()
            }
        }
    }

    /// The distinct cells in order of appearance, and for every row the index of its cell;
    /// `None` for a missing one.
    #[must_use]
    pub fn levels(&self) -> (Vec<&str>, Vec<Option<u32>>) {
        let mut index: HashMap<&str, u32> = HashMap::new();
        let mut seen = Vec::new();
        match self.cells() {
            Cells::Each(_) => {
                let codes = self
                    .iter()
                    .map(|cell| {
                        cell.map(|cell| {
                            *index.entry(cell).or_insert_with(|| {
                                seen.push(cell);
                                u32::try_from(seen.len() - 1).unwrap_or(u32::MAX)
                            })
                        })
                    })
                    .collect();
                (seen, codes)
            }
            Cells::Coded { levels, codes } => {
                // Not every level need have a row left, nor do they stand in order then.
                let mut renumbered: Vec<Option<u32>> = vec![None; levels.len()];
                let number = |code: u32| {
                    let place = code as usize;
                    let level = levels.get(place)?;
                    Some(*renumbered[place].get_or_insert_with(|| {
                        seen.push(level.as_str());
                        u32::try_from(seen.len() - 1).unwrap_or(u32::MAX)
                    }))
                };
                let codes = codes.iter().map(number).collect();
                (seen, codes)
            }
        }
    }

    /// The same column with only the rows for which `keep` holds.
    #[must_use]
    pub fn filtered(&self, keep: &[bool]) -> Column {
        if let Contents::Elsewhere(_) = self.cells {
            let (whole, keep) = (self.clone(), keep.to_vec());
            let rows = keep.iter().filter(|keep| **keep).count();
            let filtered =
                move || Column { cells: Contents::Here(whole.cells().clone()), ..Column::default() }.filtered(&keep);
            return Column::fetch_later(self.name.clone(), rows, filtered);
        }
        if let Cells::Coded { levels, codes } = self.cells() {
            let codes = codes.iter().zip(keep).filter(|(_, keep)| **keep).map(|(code, _)| code).collect();
            return Column::from_levels(self.name.clone(), levels.clone(), codes);
        }
        let mut column = Column::new(self.name.clone());
        for (cell, _) in self.iter().zip(keep).filter(|(_, keep)| **keep) {
            column.push(cell);
        }
        column
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::Column;

    #[test]
    fn numbers_read_back_as_they_were() {
        let numbers = [0.0, 3.0, -2.0, 0.1, 1e15, 3.0, 123_456_789_012_345.0, 2.5e-7, 1e300, -0.0];
        let column = Column::of_numbers("x", numbers.into_iter().chain([f64::NAN]));
        let read: Vec<Option<f64>> = column.iter().map(|cell| cell.map(|cell| cell.parse().unwrap())).collect();
        let expected: Vec<Option<f64>> = numbers.into_iter().map(Some).chain([None]).collect();
        assert_eq!(read, expected);
        assert_eq!((column.get(1), column.get(9)), (Some("3"), Some("0")));
    }

    #[test]
    fn whole_numbers_are_the_same_however_far_apart() {
        for far in [9, i64::MAX] {
            let numbers = [Some(-3), None, Some(far), Some(-3), Some(i64::from(far == 9) - 4)];
            let column = Column::of_integers("x", numbers.into_iter());
            assert!(
                column
                    .iter()
                    .eq(numbers.map(|number| number.map(|number| number.to_string())).iter().map(Option::as_deref))
            );
            let whole = Column::of_numbers("x", [2.0, f64::NAN, 2.0, -1.0].into_iter());
            assert_eq!(whole.levels(), (vec!["2", "-1"], vec![Some(0), None, Some(0), Some(1)]));
        }
        assert!(Column::of_integers("x", std::iter::empty()).is_empty());
        let coded = Column::from_codes("x", vec!["a".to_owned(), "b".to_owned()], [1, -1, 0, 7].into_iter());
        assert_eq!(coded.levels(), (vec!["b", "a"], vec![Some(0), None, Some(1), None]));
    }

    #[test]
    fn a_column_is_taken_over_when_a_cell_is_asked_for_and_once() {
        let taken = Arc::new(AtomicUsize::new(0));
        let counting = Arc::clone(&taken);
        let column = Column::fetch_later("x", 3, move || {
            counting.fetch_add(1, Ordering::Relaxed);
            Column::from_codes("", vec!["a".to_owned(), "b".to_owned()], [1, -1, 0].into_iter())
        });
        let filtered = column.filtered(&[true, false, true]);
        assert_eq!((column.name(), column.len(), filtered.name(), filtered.len()), ("x", 3, "x", 2));
        assert_eq!(taken.load(Ordering::Relaxed), 0);
        assert_eq!(column.levels(), (vec!["b", "a"], vec![Some(0), None, Some(1)]));
        assert_eq!((column.get(2), column.number(0)), (Some("a"), Some(1)));
        assert_eq!(taken.load(Ordering::Relaxed), 1);
        assert!(filtered.iter().eq([Some("b"), Some("a")]));
        let mut longer = column.clone();
        longer.push(Some("c"));
        assert!(longer.iter().eq([Some("b"), None, Some("a"), Some("c")]) && longer.name() == "x");
    }

    #[test]
    fn cells_that_are_kept_once_are_the_same_cells() {
        let cells = [Some("b"), None, Some("a"), Some("b"), Some(""), Some("a"), None];
        let coded = Column::from_typed("x", cells.into_iter().map(Ok::<_, ()>), |cell| (*cell).to_owned()).unwrap();
        let mut each = Column::new("x");
        cells.into_iter().for_each(|cell| each.push(cell));
        let keep = [false, true, true, true, true, false, true];
        let mut longer = coded.clone();
        longer.push(Some("c"));
        each.push(Some("c"));
        let made = |column: &Column| column.map_cells(|_, cell| Ok::<_, ()>(cell.map(str::len))).unwrap();
        for (coded, each) in [(&longer, &each), (&coded.filtered(&keep), &each.filtered(&keep))] {
            assert!(coded.iter().eq(each.iter()));
            assert_eq!(coded.levels(), each.levels());
            let sorted = |column: &Column| column.distinct().into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
            assert_eq!((sorted(coded), coded.distinct().len()), (sorted(each), each.distinct().len()));
            assert_eq!(made(coded), made(each));
            assert_eq!((coded.len(), coded.name()), (each.len(), "x"));
        }
        let refused = coded.map_cells(|row, cell| if cell == Some("a") { Err(row) } else { Ok(0) });
        assert_eq!(refused, Err(2));
    }
}
