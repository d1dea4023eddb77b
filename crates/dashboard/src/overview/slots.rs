//! How many slots are open, held and finished.

use session::SlotBoard;

/// How many slots are open, held and finished, of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slots {
    pub(crate) wanted: u32,
    pub(crate) open: u32,
    pub(crate) held: u32,
    pub(crate) finished: u32,
}

impl Slots {
    pub(crate) fn from_board(standing: &SlotBoard) -> Slots {
        let lists = 0..standing.lists();
        lists.map(|list| Slots::of_list(standing, list)).fold(Slots::new(0, 0, 0), |sum, list| {
            Slots::new(sum.wanted + list.wanted, sum.held + list.held, sum.finished + list.finished)
        })
    }

    pub(crate) fn of_list(standing: &SlotBoard, list: u32) -> Slots {
        Slots::new(standing.wanted_count(list), standing.held_count(list), standing.finished_count(list))
    }

    fn new(wanted: u32, held: u32, finished: u32) -> Slots {
        Slots { wanted, held, finished, open: wanted.saturating_sub(held + finished) }
    }

    /// How many are not finished yet.
    pub(crate) fn missing(self) -> u32 {
        self.open + self.held
    }

    /// Finished of all that are wanted, in thousandths: the width of a bar.
    pub(crate) fn finished_share(self) -> f64 {
        self.share(self.finished)
    }

    /// Held of all that are wanted, in thousandths.
    pub(crate) fn held_share(self) -> f64 {
        self.share(self.held)
    }

    fn share(self, part: u32) -> f64 {
        if self.wanted == 0 { 0.0 } else { 1000.0 * f64::from(part) / f64::from(self.wanted) }
    }
}
