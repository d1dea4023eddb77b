//! How much a list needs someone.

use std::cmp::Ordering;

/// How much a list needs someone: the fewer people are at work or finished, relative to how many are wanted, the more.
/// Of several that need it alike, the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) taken: u32,
    pub(super) wanted: u32,
    pub(super) list: u32,
}

impl Need {
    /// Whether fewer are at work or finished than wanted.
    pub(super) fn is_open(self) -> bool {
        self.taken < self.wanted
    }

    /// As a fraction. A list of which nothing is wanted needs nobody.
    fn share(self) -> (u64, u64) {
        if self.wanted == 0 { (1, 1) } else { (self.taken.into(), self.wanted.into()) }
    }
}

impl Ord for Need {
    fn cmp(&self, other: &Self) -> Ordering {
        let ((taken, wanted), (others, of)) = (self.share(), other.share());
        (taken * of).cmp(&(others * wanted)).then(self.list.cmp(&other.list))
    }
}

impl PartialOrd for Need {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
