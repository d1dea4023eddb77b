//! Whole numbers, all of them in as few bytes as the largest takes.

use super::MISSING;

/// Whole numbers; the largest `u32` stands for a missing one.
#[derive(Debug, Clone)]
pub(super) enum Numbers {
    Byte(Vec<u8>),
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers::Byte(Vec::new())
    }
}

impl Numbers {
    pub(super) fn with_capacity(count: usize) -> Numbers {
        Numbers::Byte(Vec::with_capacity(count))
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Numbers::Byte(numbers) => numbers.len(),
            Numbers::Short(numbers) => numbers.len(),
            Numbers::Long(numbers) => numbers.len(),
        }
    }

    /// Adds a number; all become wider when they must.
    pub(super) fn push(&mut self, number: u32) {
        match self {
            Numbers::Byte(numbers) => match narrow(number, u8::MAX) {
                Some(number) => numbers.push(number),
                None => {
                    let mut more = Vec::with_capacity(numbers.capacity());
                    more.extend(numbers.iter().map(|number| wider(*number, u8::MAX, u16::MAX)));
                    *self = Numbers::Short(more);
                    self.push(number);
                }
            },
            Numbers::Short(numbers) => match narrow(number, u16::MAX) {
                Some(number) => numbers.push(number),
                None => {
                    let mut more = Vec::with_capacity(numbers.capacity());
                    more.extend(numbers.iter().map(|number| wider(*number, u16::MAX, MISSING)));
                    *self = Numbers::Long(more);
                    self.push(number);
                }
            },
            Numbers::Long(numbers) => numbers.push(number),
        }
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<u32> {
        match self {
            Numbers::Byte(numbers) => numbers.get(at).map(|number| wider(*number, u8::MAX, MISSING)),
            Numbers::Short(numbers) => numbers.get(at).map(|number| wider(*number, u16::MAX, MISSING)),
            Numbers::Long(numbers) => numbers.get(at).copied(),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).filter_map(|at| self.get(at))
    }
}

impl FromIterator<u32> for Numbers {
    fn from_iter<I: IntoIterator<Item = u32>>(all: I) -> Self {
        let all = all.into_iter();
        // What is taken from a list and left out in part says how many there are at most.
        let (least, most) = all.size_hint();
        let mut numbers = Numbers::with_capacity(most.unwrap_or(least));
        all.for_each(|number| numbers.push(number));
        numbers
    }
}

/// The number in fewer bytes; the largest number of them stands for a missing one and for no other.
fn narrow<N: TryFrom<u32> + PartialEq>(number: u32, missing: N) -> Option<N> {
    if number == MISSING {
        return Some(missing);
    }
    N::try_from(number).ok().filter(|number| *number != missing)
}

fn wider<N: Copy + PartialEq, W: From<N>>(number: N, missing: N, wide_missing: W) -> W {
    if number == missing { wide_missing } else { number.into() }
}

#[cfg(test)]
mod tests {
    use super::{MISSING, Numbers};

    #[test]
    fn numbers_are_the_same_however_wide() {
        let all: Vec<u32> = [0, MISSING, 254, 255, 256, MISSING, 65_534, 65_535, 65_536, 7, MISSING].into();
        for until in 0..=all.len() {
            let numbers: Numbers = all[..until].iter().copied().collect();
            assert!(numbers.iter().eq(all[..until].iter().copied()), "{until}");
            assert_eq!((numbers.len(), numbers.get(until)), (until, None));
        }
    }
}
