//! How the slots stand, in memory: read once, then change by change.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::{Decision, SessionEvent, Slot, SlotBoard, SlotEffect, Use};

use crate::chain::ChainLink;
use crate::error::StoreError;
use crate::read::SlotRow;
use crate::store::Store;

pub(super) struct Slots(Mutex<KnownSlots>);

struct KnownSlots {
    board: SlotBoard,
    /// The link of the last event of the study's own log that was read; none before the first.
    link: Option<ChainLink>,
    /// The last change that was read.
    version: i64,
    /// What the database said last about each slot, and at which change: answers may overtake each other.
    said: HashMap<Slot, (i64, Option<Use>)>,
    /// Chosen here, but not yet known to be kept: nobody else here chooses them.
    aside: HashSet<Slot>,
}

impl KnownSlots {
    fn apply_row(&mut self, row: &SlotRow) {
        let said = self.said.entry(row.slot).or_insert((row.version, row.used));
        if row.version >= said.0 {
            *said = (row.version, row.used);
        }
        self.update_board(row.slot);
    }

    /// A slot set aside counts as held; otherwise the database's word counts.
    fn update_board(&mut self, slot: Slot) {
        let said = self.said.get(&slot).and_then(|(_, used)| *used);
        let used = if self.aside.contains(&slot) { Some(Use::Held) } else { said };
        self.board.set(slot, used);
    }
}

impl Slots {
    pub(super) fn new(board: SlotBoard) -> Slots {
        Slots(Mutex::new(KnownSlots { board, link: None, version: 0, said: HashMap::new(), aside: HashSet::new() }))
    }

    fn lock(&self) -> MutexGuard<'_, KnownSlots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How they stand, and the link of the last event of the study's own log in it.
    pub(super) fn board_and_link(&self) -> (SlotBoard, Option<ChainLink>) {
        let known = self.lock();
        (known.board.clone(), known.link)
    }

    /// Reads what changed, here or in another program.
    pub(super) async fn catch_up(&self, store: &Store, study: &str) -> Result<(), StoreError> {
        let (version, seq) = {
            let known = self.lock();
            (known.version, known.board.log().seq)
        };
        let (changed, (happened, link)) =
            tokio::try_join!(store.slots_since(study, version), store.study_log_since(study, seq))?;
        let mut known = self.lock();
        for row in &changed {
            known.version = known.version.max(row.version);
            known.apply_row(row);
        }
        let last = happened.last().map_or(0, |last| last.seq);
        for happened in happened {
            // Someone else may have read the same meanwhile.
            if happened.seq == known.board.log().seq {
                known.board.apply(&happened.event);
                known.link = if happened.seq == last { link } else { known.link };
            }
        }
        Ok(())
    }

    /// Decides while nobody else here does, and sets aside the slot that was chosen. It stays so until
    /// [`Slots::settle`].
    pub(super) fn decide_alone(
        &self,
        decide: impl FnOnce(&SlotBoard) -> Result<Decision, StoreError>,
    ) -> Result<Decision, StoreError> {
        let mut known = self.lock();
        let decision = decide(&known.board)?;
        if let Some(slot) = slot_taken(&decision.events) {
            known.aside.insert(slot);
            known.update_board(slot);
        }
        Ok(decision)
    }

    /// Whether the slot could be taken is known to the database now, and its word counts.
    pub(super) async fn settle(&self, store: &Store, study: &str, slot: Slot) -> Result<(), StoreError> {
        let row = store.slot(study, slot).await;
        let mut known = self.lock();
        known.aside.remove(&slot);
        if let Ok(Some(row)) = &row {
            known.apply_row(row);
        }
        known.update_board(slot);
        row.map(drop)
    }
}

/// The slot that events take.
pub(super) fn slot_taken(events: &[SessionEvent]) -> Option<Slot> {
    events.iter().find_map(|event| match event.slot_effect() {
        Some(SlotEffect::Hold { slot, .. } | SlotEffect::Fill { slot }) => Some(slot),
        Some(SlotEffect::Move { .. } | SlotEffect::Finish | SlotEffect::Free) | None => None,
    })
}
