//! How many places a study needs on Prolific.

use prolific::{Status, Submission};
use session::SlotBoard;

/// How many places a study needs there for every slot to be filled here: those who have sent something keep theirs, every slot
/// that is not filled needs one, and so does everyone who is at work.
#[must_use]
pub fn places_needed(submissions: &[Submission], board: &SlotBoard) -> u64 {
    let at_work = |status: Status| matches!(status, Status::Reserved | Status::Active);
    let working = submissions.iter().filter(|submission| at_work(submission.status)).count() as u64;
    let holding = submissions.iter().filter(|submission| submission.status.takes_place()).count() as u64;
    let unfilled: u64 = (0..board.lists())
        .map(|list| u64::from(board.wanted_count(list).saturating_sub(board.finished_count(list))))
        .sum();
    holding - working + unfilled.max(working)
}
