//! Which of the different cells stands in each row, in as few bytes as that takes.

/// The code of a missing cell.
pub(super) const MISSING: u32 = u32::MAX;

/// Numbers of levels, row by row; [`MISSING`] where there is none. They become wider when they must.
#[derive(Debug, Clone)]
pub(super) enum Codes {
    Byte(Vec<u8>),
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl Codes {
    pub(super) fn new() -> Codes {
        Codes::Byte(Vec::new())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Codes::Byte(codes) => codes.len(),
            Codes::Short(codes) => codes.len(),
            Codes::Long(codes) => codes.len(),
        }
    }

    pub(super) fn push(&mut self, code: u32) {
        match self {
            Codes::Byte(codes) => match narrow(code, u8::MAX) {
                Some(code) => codes.push(code),
                None => {
                    *self = Codes::Short(codes.iter().map(|code| wider(*code, u8::MAX, u16::MAX)).collect());
                    self.push(code);
                }
            },
            Codes::Short(codes) => match narrow(code, u16::MAX) {
                Some(code) => codes.push(code),
                None => {
                    *self = Codes::Long(codes.iter().map(|code| wider(*code, u16::MAX, MISSING)).collect());
                    self.push(code);
                }
            },
            Codes::Long(codes) => codes.push(code),
        }
    }

    /// The code of a row; nothing where there is no such row.
    pub(super) fn get(&self, row: usize) -> Option<u32> {
        match self {
            Codes::Byte(codes) => codes.get(row).map(|code| wider(*code, u8::MAX, MISSING)),
            Codes::Short(codes) => codes.get(row).map(|code| wider(*code, u16::MAX, MISSING)),
            Codes::Long(codes) => codes.get(row).copied(),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).filter_map(|row| self.get(row))
    }
}

impl FromIterator<u32> for Codes {
    fn from_iter<I: IntoIterator<Item = u32>>(all: I) -> Self {
        let mut codes = Codes::new();
        all.into_iter().for_each(|code| codes.push(code));
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
