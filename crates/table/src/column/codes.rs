//! Which of the different cells stands in each row, in as few bytes as that takes.

/// The code of a missing cell.
pub(super) const MISSING: u32 = u32::MAX;

/// Numbers row by row, in as few bytes as the largest of them takes; the largest `u32` stands for a missing one.
#[derive(Debug, Clone, Default)]
pub struct Codes(Width);

#[derive(Debug, Clone)]
enum Width {
    Byte(Vec<u8>),
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl Default for Width {
    fn default() -> Self {
        Width::Byte(Vec::new())
    }
}

impl Codes {
    /// With room for so many rows: growing step by step takes up to three times the memory on the way.
    #[must_use]
    pub fn with_capacity(rows: usize) -> Codes {
        Codes(Width::Byte(Vec::with_capacity(rows)))
    }

    /// How many rows.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        match &self.0 {
            Width::Byte(codes) => codes.len(),
            Width::Short(codes) => codes.len(),
            Width::Long(codes) => codes.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the number of the next row; all become wider when they must.
    pub fn push(&mut self, code: u32) {
        match &mut self.0 {
            Width::Byte(codes) => match narrow(code, u8::MAX) {
                Some(code) => codes.push(code),
                None => {
                    let mut more = Vec::with_capacity(codes.capacity());
                    more.extend(codes.iter().map(|code| wider(*code, u8::MAX, u16::MAX)));
                    self.0 = Width::Short(more);
                    self.push(code);
                }
            },
            Width::Short(codes) => match narrow(code, u16::MAX) {
                Some(code) => codes.push(code),
                None => {
                    let mut more = Vec::with_capacity(codes.capacity());
                    more.extend(codes.iter().map(|code| wider(*code, u16::MAX, MISSING)));
                    self.0 = Width::Long(more);
                    self.push(code);
                }
            },
            Width::Long(codes) => codes.push(code),
        }
    }

    /// The number of a row; nothing where there is no such row.
    #[must_use]
    #[inline]
    pub fn get(&self, row: usize) -> Option<u32> {
        match &self.0 {
            Width::Byte(codes) => codes.get(row).map(|code| wider(*code, u8::MAX, MISSING)),
            Width::Short(codes) => codes.get(row).map(|code| wider(*code, u16::MAX, MISSING)),
            Width::Long(codes) => codes.get(row).copied(),
        }
    }

    /// All numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).filter_map(|row| self.get(row))
    }
}

impl FromIterator<u32> for Codes {
    fn from_iter<I: IntoIterator<Item = u32>>(all: I) -> Self {
        let all = all.into_iter();
        let mut codes = Codes::with_capacity(all.size_hint().0);
        all.for_each(|code| codes.push(code));
        codes
    }
}

/// The code in fewer bytes; the largest number of them stands for a missing cell and for no other.
fn narrow<N: TryFrom<u32> + PartialEq>(code: u32, missing: N) -> Option<N> {
    if code == MISSING {
        return Some(missing);
    }
    N::try_from(code).ok().filter(|code| *code != missing)
}

fn wider<N: Copy + PartialEq, W: From<N>>(code: N, missing: N, wide_missing: W) -> W {
    if code == missing { wide_missing } else { code.into() }
}

#[cfg(test)]
mod tests {
    use super::{Codes, MISSING};

    #[test]
    fn codes_are_the_same_however_wide() {
        let all: Vec<u32> = [0, MISSING, 254, 255, 256, MISSING, 65_534, 65_535, 65_536, 7, MISSING].into();
        for until in 0..=all.len() {
            let codes: Codes = all[..until].iter().copied().collect();
            assert!(codes.iter().eq(all[..until].iter().copied()), "{until}");
            assert_eq!((codes.len(), codes.get(until)), (until, None));
        }
    }
}
