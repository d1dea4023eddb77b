//! How the slots of a study stand.

use plan::Plan;
use study::Study;

use crate::{Slot, StudyLog};

/// How the slots of a study stand: per list, which completions are held, finished or free. Small, and kept
/// up to date slot by slot; nothing is counted anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What happened to the study as a whole.
    pub log: StudyLog,
    completions: u32,
    wave: Option<u32>,
    lists: Vec<ListStanding>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct ListStanding {
    held: u32,
    finished: u32,
    /// By number, as far as any was ever taken.
    slots: Vec<Option<Use>>,
}

/// What a slot is used for. A free one has no use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Someone is at work.
    Held,
    /// Someone finished.
    Finished,
}

/// Whether people are let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Door {
    /// They are.
    #[default]
    Open,
    /// Not for now.
    Paused,
    /// Not any more.
    Closed,
}

impl Standing {
    /// All slots free.
    #[must_use]
    pub fn new(study: &Study, plan: &Plan) -> Standing {
        Standing {
            log: StudyLog::default(),
            completions: plan.completions,
            wave: study.lists.wave,
            lists: vec![ListStanding::default(); plan.lists().len()],
        }
    }

    /// Takes in how one slot stands now. A list that the plan does not have is passed over.
    pub fn set(&mut self, slot: Slot, now: Option<Use>) {
        let Some(list) = self.lists.get_mut(slot.list as usize) else { return };
        let number = slot.number as usize;
        if list.slots.len() <= number {
            list.slots.resize(number + 1, None);
        }
        let before = std::mem::replace(&mut list.slots[number], now);
        for (used, change) in [(before, -1), (now, 1)] {
            match used {
                Some(Use::Held) => list.held = list.held.saturating_add_signed(change),
                Some(Use::Finished) => list.finished = list.finished.saturating_add_signed(change),
                None => {}
            }
        }
    }

    /// How one slot stands.
    #[must_use]
    pub fn get(&self, slot: Slot) -> Option<Use> {
        self.lists.get(slot.list as usize)?.slots.get(slot.number as usize).copied().flatten()
    }

    /// How many lists there are.
    #[must_use]
    pub fn lists(&self) -> u32 {
        self.lists.len() as u32
    }

    /// How many completions of a list are wanted.
    #[must_use]
    pub fn wanted(&self, list: u32) -> u32 {
        self.completions.saturating_add(self.log.extra(list))
    }

    /// How many people are at work on a list.
    #[must_use]
    pub fn held(&self, list: u32) -> u32 {
        self.lists.get(list as usize).map_or(0, |list| list.held)
    }

    /// How many have finished a list.
    #[must_use]
    pub fn finished(&self, list: u32) -> u32 {
        self.lists.get(list as usize).map_or(0, |list| list.finished)
    }

    /// The wave that is released, from 0; nothing when all are released at once. A wave is over when every
    /// list has as many completions as had been released, or as are wanted of it.
    #[must_use]
    pub fn wave(&self) -> Option<u32> {
        let size = self.wave.filter(|size| *size > 0)?;
        let least = (0..self.lists()).filter(|list| self.finished(*list) < self.wanted(*list));
        Some(least.map(|list| self.finished(list) / size).min().unwrap_or(u32::MAX / size))
    }

    /// How many completions of a list may be given out when this wave is released.
    pub(crate) fn released(&self, list: u32, wave: Option<u32>) -> u32 {
        let wanted = self.wanted(list);
        match (wave, self.wave) {
            (Some(wave), Some(size)) => wanted.min(size.saturating_mul(wave.saturating_add(1))),
            (_, None) | (None, _) => wanted,
        }
    }

    /// The first free completion of a list below `released`.
    pub(crate) fn free(&self, list: u32, released: u32) -> Option<Slot> {
        let taken = &self.lists.get(list as usize)?.slots;
        (0..released)
            .find(|number| taken.get(*number as usize).copied().flatten().is_none())
            .map(|number| Slot { list, number })
    }

    /// This slot if it is free, or another of its list.
    pub(crate) fn free_like(&self, slot: Slot) -> Option<Slot> {
        if slot.list < self.lists() && self.get(slot).is_none() && slot.number < self.wanted(slot.list) {
            return Some(slot);
        }
        self.free(slot.list, self.wanted(slot.list))
    }
}
