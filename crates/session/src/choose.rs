//! Which slot someone gets.

use plan::Plan;
use study::Study;

use crate::{Intake, Slot, SlotBoard, TurnAwayReason};

/// What the same person did in other sessions of the study.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History {
    /// Every list they were ever given, whatever became of it: they have seen its items.
    pub lists: Vec<u32>,
}

/// The slot for someone with this history: the first free one of the list that needs completions most,
/// which is the one with the fewest people at work or finished, relative to how many are wanted; of
/// several such, the first. Only among lists that the plan lets one person do together, and within the
/// wave that is released.
///
/// # Errors
/// Why there is no place for them.
pub fn choose(study: &Study, plan: &Plan, board: &SlotBoard, history: &History) -> Result<Slot, TurnAwayReason> {
    match board.log().intake {
        Intake::Open => {}
        Intake::Paused => return Err(TurnAwayReason::Paused),
        Intake::Closed => return Err(TurnAwayReason::Closed),
    }
    if history.lists.len() >= study.participants.lists_each as usize {
        return Err(TurnAwayReason::AlreadyTookPart);
    }
    let wave = board.wave();
    let allowed = |list: u32| history.lists.iter().all(|done| plan.compatible(*done as usize, list as usize));
    let mut free = board.in_need().filter_map(|list| board.free(list, board.released_count(list, wave)));
    free.find(|slot| allowed(slot.list)).ok_or(TurnAwayReason::Full)
}
