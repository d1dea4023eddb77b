//! Which of the different cells stands in each row, in as few bytes as that takes.

mod numbers;

use numbers::Numbers;

/// The code of a missing cell.
pub(super) const MISSING: u32 = u32::MAX;

/// Numbers row by row, in as few bytes as the largest of them takes; the largest `u32` stands for a missing one. Where rows are
/// made from those of another table, the numbers of that one are kept, and not one for each row.
#[derive(Debug, Clone)]
pub struct Codes(Arrangement);

#[derive(Debug, Clone)]
enum Arrangement {
    /// One for each row.
    Rows(Numbers),
    /// One for so many rows each.
    Repeat { numbers: Numbers, times: usize },
    /// The first of each list, then the second of each, and so on.
    Turns(Vec<Numbers>),
    /// For so many rows each the one of the patterns that is chosen, which stand one behind the other.
    Patterns { patterns: Numbers, chosen: Numbers, width: usize },
}

impl Default for Codes {
    fn default() -> Self {
        Codes(Arrangement::Rows(Numbers::default()))
    }
}

impl Codes {
    /// With room for so many rows: growing step by step takes up to three times the memory on the way.
    #[must_use]
    pub fn with_capacity(rows: usize) -> Codes {
        Codes(Arrangement::Rows(Numbers::with_capacity(rows)))
    }

    /// Each of these for so many rows.
    pub(super) fn repeat(self, times: usize) -> Codes {
        Codes(Arrangement::Repeat { numbers: self.into_numbers(), times })
    }

    /// The first of each of these, then the second of each, and so on. All have the same length.
    pub(super) fn take_turns(all: Vec<Codes>) -> Codes {
        Codes(Arrangement::Turns(all.into_iter().map(Codes::into_numbers).collect()))
    }

    /// For each of `chosen` the pattern of that number; patterns of this width stand one behind the other.
    pub(super) fn from_patterns(patterns: Codes, chosen: Codes, width: usize) -> Codes {
        Codes(Arrangement::Patterns { patterns: patterns.into_numbers(), chosen: chosen.into_numbers(), width })
    }

    fn into_numbers(self) -> Numbers {
        if let Arrangement::Rows(numbers) = self.0 { numbers } else { self.iter().collect() }
    }

    /// The same with another number for each.
    #[must_use]
    pub fn renumber(&self, new: impl Fn(u32) -> u32) -> Codes {
        let all = |numbers: &Numbers| numbers.iter().map(&new).collect::<Numbers>();
        Codes(match &self.0 {
            Arrangement::Rows(numbers) => Arrangement::Rows(all(numbers)),
            Arrangement::Repeat { numbers, times } => Arrangement::Repeat { numbers: all(numbers), times: *times },
            Arrangement::Turns(lists) => Arrangement::Turns(lists.iter().map(all).collect()),
            Arrangement::Patterns { patterns, chosen, width } => {
                Arrangement::Patterns { patterns: all(patterns), chosen: chosen.clone(), width: *width }
            }
        })
    }

    /// How many rows.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        match &self.0 {
            Arrangement::Rows(numbers) => numbers.len(),
            Arrangement::Repeat { numbers, times } => numbers.len() * times,
            Arrangement::Turns(lists) => lists.iter().map(Numbers::len).sum(),
            Arrangement::Patterns { chosen, width, .. } => chosen.len() * width,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the number of the next row.
    pub fn push(&mut self, code: u32) {
        if !matches!(self.0, Arrangement::Rows(_)) {
            self.0 = Arrangement::Rows(std::mem::take(self).into_numbers());
        }
        if let Arrangement::Rows(numbers) = &mut self.0 {
            numbers.push(code);
        }
    }

    /// The number of a row; nothing where there is no such row.
    #[must_use]
    #[inline]
    pub fn get(&self, row: usize) -> Option<u32> {
        match &self.0 {
            Arrangement::Rows(numbers) => numbers.get(row),
            Arrangement::Repeat { numbers, times } => numbers.get(row / times),
            Arrangement::Turns(lists) => lists.get(row % lists.len().max(1))?.get(row / lists.len()),
            Arrangement::Patterns { patterns, chosen, width } => {
                patterns.get(chosen.get(row / width)? as usize * width + row % width)
            }
        }
    }

    /// All numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).filter_map(|row| self.get(row))
    }
}

impl FromIterator<u32> for Codes {
    fn from_iter<I: IntoIterator<Item = u32>>(all: I) -> Self {
        Codes(Arrangement::Rows(all.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Codes, MISSING};

    fn codes(numbers: &[u32]) -> Codes {
        numbers.iter().copied().collect()
    }

    #[test]
    fn rows_made_from_other_rows_have_their_numbers() {
        let repeated = codes(&[7, MISSING, 300]).repeat(2);
        let turns = Codes::take_turns(vec![codes(&[1, 2, 3]), codes(&[4, 500, MISSING])]);
        let patterns = Codes::from_patterns(codes(&[1, 2, 3, 4]), codes(&[1, 0, 1]), 2);
        for (made, expected) in [
            (repeated, [7, 7, MISSING, MISSING, 300, 300]),
            (turns, [1, 4, 2, 500, 3, MISSING]),
            (patterns, [3, 4, 1, 2, 3, 4]),
        ] {
            assert_eq!((made.iter().collect::<Vec<_>>(), made.len(), made.get(6)), (expected.to_vec(), 6, None));
            let doubled = made.renumber(|code| if code == MISSING { 9 } else { code * 2 });
            assert!(doubled.iter().eq(expected.map(|code| if code == MISSING { 9 } else { code * 2 })));
            let mut longer = made.clone();
            longer.push(8);
            assert!(longer.iter().eq(expected.into_iter().chain([8])));
        }
        assert!(codes(&[]).repeat(3).is_empty() && Codes::take_turns(Vec::new()).is_empty());
    }
}
