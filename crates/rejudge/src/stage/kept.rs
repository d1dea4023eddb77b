//! Whether everything that was acknowledged was kept, and everyone was told the truth.

use std::collections::{BTreeMap, HashMap};

use dataset::Log;
use session::{Event, Session, SessionId};
use study::Study;
use study::response::Answer;

use super::player::{Given, Walked};

/// What became of what people sent and were told.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    /// Answers that were acknowledged.
    pub(crate) acknowledged: usize,
    /// Those of them that are not there, or not as given.
    pub(crate) lost: usize,
    /// Answers that are there more than once.
    pub(crate) doubled: usize,
    /// Endings that people were told.
    pub(crate) endings: usize,
    /// Those that are not how the session ended, or came with another code than that of the ending.
    pub(crate) untrue: usize,
    /// Slots that two sessions have finished.
    pub(crate) slots_twice: usize,
}

impl Kept {
    /// Holds what people did against the logs of their sessions.
    pub(crate) fn of(study: &Study, walked: &[Walked], logs: &BTreeMap<SessionId, Log>) -> Kept {
        let mut kept = Kept::default();
        let answers = answers(study, logs);
        for given in walked.iter().flat_map(|walked| &walked.given) {
            kept.acknowledged += 1;
            let Given { session, step, criterion, answer } = given;
            match answers.get(&(*session, *step, *criterion)).map(Vec::as_slice) {
                Some([one]) if *one == answer => {}
                Some([_, _, ..]) => kept.doubled += 1,
                Some([]) | Some([_]) | None => kept.lost += 1,
            }
        }
        let sessions: HashMap<SessionId, Session> =
            logs.iter().map(|(id, log)| (*id, Session::of(log.iter().map(|(at, event)| (*at, event))))).collect();
        for told in walked.iter().flat_map(|walked| &walked.told) {
            kept.endings += 1;
            let code = study.participants.codes.as_ref().and_then(|codes| told.outcome.code(codes));
            let ended = told.session.and_then(|id| sessions.get(&id)).map(|session| session.outcome);
            let true_words = ended.is_none_or(|outcome| outcome == Some(told.outcome));
            kept.untrue += usize::from(!true_words || told.code != code.unwrap_or_default());
        }
        let mut finished: HashMap<_, usize> = HashMap::new();
        for session in sessions.values().filter(|session| session.outcome == Some(session::Outcome::Finished)) {
            *finished.entry(session.hold.as_ref().map(|hold| hold.slot)).or_default() += 1;
        }
        kept.slots_twice = finished.values().filter(|times| **times > 1).count();
        kept
    }

    pub(crate) fn all_well(&self) -> bool {
        self.lost + self.doubled + self.untrue + self.slots_twice == 0
    }
}

/// Every answer in the logs, by session, step and criterion.
fn answers<'a>(study: &Study, logs: &'a BTreeMap<SessionId, Log>) -> HashMap<(SessionId, u32, usize), Vec<&'a Answer>> {
    let mut answers: HashMap<_, Vec<&Answer>> = HashMap::new();
    for (session, log) in logs {
        for (_, event) in log {
            if let Event::Answered { step, criterion, answer, .. } = event
                && let Some(number) = study.criteria.iter().position(|it| it.id == *criterion)
            {
                answers.entry((*session, *step, number)).or_default().push(answer);
            }
        }
    }
    answers
}
