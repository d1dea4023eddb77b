//! How the slots of a study stand.

mod need;

use std::collections::BTreeSet;

use plan::Plan;
use study::Study;

use self::need::Need;
use crate::{Slot, StudyEvent, StudyLog};

/// How the slots of a study stand: per list, which completions are held, finished or free. Small, and kept
/// up to date slot by slot; nothing is counted anew, so that a study of many lists is as quick as one of few.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotBoard {
    log: StudyLog,
    completions: u32,
    wave: Option<u32>,
    lists: Vec<ListSlots>,
    /// Every list, the neediest first.
    by_need: BTreeSet<Need>,
    /// Every list of which more completions are wanted than finished: how many are finished, and which list.
    unfinished: BTreeSet<(u32, u32)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct ListSlots {
    held: u32,
    finished: u32,
    /// The lowest number that nobody has.
    first_free: u32,
    /// By number, as far as any was ever taken.
    slots: Vec<Option<Use>>,
}

impl ListSlots {
    fn set(&mut self, number: u32, now: Option<Use>) {
        let at = number as usize;
        if self.slots.len() <= at {
            self.slots.resize(at + 1, None);
        }
        let before = std::mem::replace(&mut self.slots[at], now);
        for (used, change) in [(before, -1), (now, 1)] {
            match used {
                Some(Use::Held) => self.held = self.held.saturating_add_signed(change),
                Some(Use::Finished) => self.finished = self.finished.saturating_add_signed(change),
                None => {}
            }
        }
        if now.is_none() {
            self.first_free = self.first_free.min(number);
        }
        while self.slots.get(self.first_free as usize).is_some_and(Option::is_some) {
            self.first_free += 1;
        }
    }
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
pub enum Intake {
    /// They are.
    #[default]
    Open,
    /// Not for now.
    Paused,
    /// Not any more.
    Closed,
}

impl SlotBoard {
    /// All slots free.
    #[must_use]
    pub fn new(study: &Study, plan: &Plan) -> SlotBoard {
        let mut board = SlotBoard {
            log: StudyLog::default(),
            completions: plan.completions,
            wave: study.lists.wave,
            lists: vec![ListSlots::default(); plan.lists().len()],
            by_need: BTreeSet::new(),
            unfinished: BTreeSet::new(),
        };
        board.sort_all();
        board
    }

    /// What happened to the study as a whole.
    #[must_use]
    pub fn log(&self) -> &StudyLog {
        &self.log
    }

    /// Takes in what happened to the study as a whole.
    pub fn apply(&mut self, event: &StudyEvent) {
        self.log.apply(event);
        if matches!(event, StudyEvent::SlotsAdded { .. }) {
            self.sort_all();
        }
    }

    fn sort_all(&mut self) {
        self.by_need = (0..self.lists()).map(|list| self.need(list)).collect();
        let unfinished = (0..self.lists()).filter(|list| self.finished_count(*list) < self.wanted_count(*list));
        self.unfinished = unfinished.map(|list| (self.finished_count(list), list)).collect();
    }

    fn need(&self, list: u32) -> Need {
        let taken = self.held_count(list).saturating_add(self.finished_count(list));
        Need { taken, wanted: self.wanted_count(list), list }
    }

    /// Takes in how one slot stands now. A list that the plan does not have is passed over.
    pub fn set(&mut self, slot: Slot, now: Option<Use>) {
        if self.get(slot) == now || slot.list >= self.lists() {
            return;
        }
        self.by_need.remove(&self.need(slot.list));
        self.unfinished.remove(&(self.finished_count(slot.list), slot.list));
        if let Some(list) = self.lists.get_mut(slot.list as usize) {
            list.set(slot.number, now);
        }
        self.by_need.insert(self.need(slot.list));
        if self.finished_count(slot.list) < self.wanted_count(slot.list) {
            self.unfinished.insert((self.finished_count(slot.list), slot.list));
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
    pub fn wanted_count(&self, list: u32) -> u32 {
        self.completions.saturating_add(self.log.extra(list))
    }

    /// How many people are at work on a list.
    #[must_use]
    pub fn held_count(&self, list: u32) -> u32 {
        self.lists.get(list as usize).map_or(0, |list| list.held)
    }

    /// How many have finished a list.
    #[must_use]
    pub fn finished_count(&self, list: u32) -> u32 {
        self.lists.get(list as usize).map_or(0, |list| list.finished)
    }

    /// The wave that is released, from 0; nothing when all are released at once. A wave is over when every
    /// list has as many completions as had been released, or as are wanted of it.
    #[must_use]
    pub fn wave(&self) -> Option<u32> {
        let size = self.wave.filter(|size| *size > 0)?;
        Some(self.unfinished.first().map_or(u32::MAX, |(finished, _)| *finished) / size)
    }

    /// How many completions of a list may be given out when this wave is released.
    pub(crate) fn released_count(&self, list: u32, wave: Option<u32>) -> u32 {
        let wanted = self.wanted_count(list);
        match (wave, self.wave) {
            (Some(wave), Some(size)) => wanted.min(size.saturating_mul(wave.saturating_add(1))),
            (_, None) | (None, _) => wanted,
        }
    }

    /// The lists that still want someone, the neediest first.
    pub(crate) fn in_need(&self) -> impl Iterator<Item = u32> {
        self.by_need.iter().take_while(|need| need.is_open()).map(|need| need.list)
    }

    /// The first free completion of a list below `released`.
    pub(crate) fn free(&self, list: u32, released: u32) -> Option<Slot> {
        let number = self.lists.get(list as usize)?.first_free;
        (number < released).then_some(Slot { list, number })
    }

    /// This slot if it is free, or another of its list.
    pub(crate) fn free_like(&self, slot: Slot) -> Option<Slot> {
        if slot.list < self.lists() && self.get(slot).is_none() && slot.number < self.wanted_count(slot.list) {
            return Some(slot);
        }
        self.free(slot.list, self.wanted_count(slot.list))
    }
}
