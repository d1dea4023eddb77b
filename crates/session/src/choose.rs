//! Which slot someone gets.

use plan::Plan;
use study::Study;

use crate::{Away, Door, Slot, Standing};

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
pub fn choose(study: &Study, plan: &Plan, standing: &Standing, history: &History) -> Result<Slot, Away> {
    match standing.log().door {
        Door::Open => {}
        Door::Paused => return Err(Away::Paused),
        Door::Closed => return Err(Away::Closed),
    }
    if history.lists.len() >= study.participants.lists_each as usize {
        return Err(Away::AlreadyTookPart);
    }
    let wave = standing.wave();
    let allowed = |list: u32| history.lists.iter().all(|done| plan.compatible(*done as usize, list as usize));
    let mut free = standing.in_need().filter_map(|list| standing.free(list, standing.released(list, wave)));
    free.find(|slot| allowed(slot.list)).ok_or(Away::Full)
}
