//! How well people work while the study runs: agreement, speed, checks and sides, by person and by list. Nothing here knows which
//! system an answer is about.

use session::SlotBoard;
use stats::describe::median;

use super::all_sessions::{Agreement, AllSessions};
use super::work::{Favourite, Work};
use crate::SessionView;

/// How well one session went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// How far its answers agree with everyone else's, from 0 to 1, and on how many questions that others answered too.
    pub agreement: Option<(f64, usize)>,
    /// How long it took, in seconds.
    pub secs: Option<f64>,
    /// Its time as a share of the median of everyone who finished.
    pub pace: Option<f64>,
    /// Checks failed, of how many.
    pub checks: (usize, usize),
    /// The place preferred most often: which, how often, of how many choices.
    pub favourite: Option<(usize, usize, usize)>,
}

impl Quality {
    pub(crate) fn measure(all: &AllSessions<'_>, work: &Work) -> Quality {
        let pace = work.secs.zip(all.median_secs.filter(|usual| *usual > 0.0)).map(|(secs, usual)| secs / usual);
        let favourite = work.favourite.map(|Favourite { place, chosen, of, .. }| (place, chosen, of));
        Quality {
            agreement: all.agreement(work).map(|Agreement { share, questions }| (share, questions)),
            secs: work.secs,
            pace: pace.filter(|_| work.finished),
            checks: (work.checks_failed, work.checks),
            favourite,
        }
    }
}

/// How well the sessions of one list went that finished and are not excluded.
#[derive(Debug, Clone, PartialEq)]
pub struct ListQuality {
    /// Its number in the plan.
    pub list: u32,
    /// How many there are.
    pub sessions: usize,
    /// The mean of their agreement.
    pub agreement: Option<f64>,
    /// The median of their times, in seconds.
    pub secs: Option<f64>,
    /// Checks failed, of how many.
    pub checks: (usize, usize),
    /// How often the first place was preferred, of how many choices.
    pub first: Option<(usize, usize)>,
    /// How many completions that can be used the list will end with, and how many the plan wants.
    pub usable: (u32, u32),
}

/// Every list of the plan.
pub(crate) fn qualities_of_lists(
    sessions: &[SessionView],
    found: &[(Quality, &Work)],
    board: &SlotBoard,
) -> Vec<ListQuality> {
    let mut lists: Vec<ListTotals> = (0..board.lists()).map(|_| ListTotals::default()).collect();
    for (seen, (quality, work)) in sessions.iter().zip(found).filter(|(_, (_, work))| work.finished) {
        let list = seen.session.assignment.as_ref().map(|assignment| assignment.slot.list as usize);
        if let Some(list) = list.and_then(|list| lists.get_mut(list)) {
            list.take(seen, quality, work);
        }
    }
    (0..).zip(lists).map(|(list, gathered)| gathered.list(list, board)).collect()
}

/// What the finished sessions of a list add up to.
#[derive(Default)]
struct ListTotals {
    sessions: usize,
    excluded: u32,
    agreement: Vec<f64>,
    secs: Vec<f64>,
    checks: (usize, usize),
    first: (usize, usize),
}

impl ListTotals {
    fn take(&mut self, seen: &SessionView, quality: &Quality, work: &Work) {
        if seen.session.excluded.is_some() {
            self.excluded += 1;
            return;
        }
        self.sessions += 1;
        self.agreement.extend(quality.agreement.map(|(share, _)| share));
        self.secs.extend(quality.secs);
        self.checks = (self.checks.0 + quality.checks.0, self.checks.1 + quality.checks.1);
        self.first = (self.first.0 + work.first_place.0, self.first.1 + work.first_place.1);
    }

    fn list(self, list: u32, board: &SlotBoard) -> ListQuality {
        let wanted = board.wanted_count(list);
        ListQuality {
            list,
            sessions: self.sessions,
            agreement: (!self.agreement.is_empty())
                .then(|| self.agreement.iter().sum::<f64>() / self.agreement.len() as f64),
            secs: median(&self.secs).ok(),
            checks: self.checks,
            first: Some(self.first).filter(|(_, of)| *of > 0),
            usable: (wanted.saturating_sub(self.excluded), wanted.saturating_sub(board.log().extra(list))),
        }
    }
}
