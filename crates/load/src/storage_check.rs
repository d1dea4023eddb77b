//! Whether every acknowledged answer was stored, and everyone was told the truth.

use std::collections::{BTreeMap, HashMap};

use dataset::Log;
use session::{Session, SessionEvent, SessionId};
use study::Study;
use study::response::Answer;

use super::visitor::{AcknowledgedAnswer, Visit};

/// What became of the answers that were acknowledged and the endings that were shown.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct StorageCheck {
    /// Answers that were acknowledged.
    pub acknowledged: usize,
    /// Those of them that are not there, or not as given.
    pub lost: usize,
    /// Answers that are there more than once.
    pub duplicated: usize,
    /// Endings that participants were shown.
    pub endings: usize,
    /// Those that are not how the session ended, or came with another code than that of the ending.
    pub wrong_endings: usize,
    /// Slots that two sessions have finished.
    pub slots_filled_twice: usize,
}

impl StorageCheck {
    /// Compares what participants did with the logs of their sessions.
    #[must_use]
    pub fn compare(study: &Study, visits: &[Visit], logs: &BTreeMap<SessionId, Log>) -> StorageCheck {
        let mut check = StorageCheck::default();
        let answers = answers(study, logs);
        for answer_given in visits.iter().flat_map(|visit| &visit.acknowledged) {
            check.acknowledged += 1;
            let AcknowledgedAnswer { session, step, criterion, answer } = answer_given;
            match answers.get(&(*session, *step, *criterion)).map(Vec::as_slice) {
                Some([one]) if *one == answer => {}
                Some([_, _, ..]) => check.duplicated += 1,
                Some([]) | Some([_]) | None => check.lost += 1,
            }
        }
        let sessions: HashMap<SessionId, Session> = logs
            .iter()
            .map(|(id, log)| (*id, Session::from_events(log.iter().map(|(at, event)| (*at, event)))))
            .collect();
        for ending in visits.iter().flat_map(|visit| &visit.endings) {
            check.endings += 1;
            let code = study.participants.codes.as_ref().and_then(|codes| ending.outcome.code(codes));
            let ended = ending.session.and_then(|id| sessions.get(&id)).map(|session| session.outcome);
            let is_true = ended.is_none_or(|outcome| outcome == Some(ending.outcome));
            check.wrong_endings += usize::from(!is_true || ending.code != code.unwrap_or_default());
        }
        let mut finished: HashMap<_, usize> = HashMap::new();
        for session in sessions.values().filter(|session| session.outcome == Some(session::Outcome::Finished)) {
            *finished.entry(session.assignment.as_ref().map(|assignment| assignment.slot)).or_default() += 1;
        }
        check.slots_filled_twice = finished.values().filter(|times| **times > 1).count();
        check
    }

    /// Whether nothing is missing, duplicated or wrong.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.lost + self.duplicated + self.wrong_endings + self.slots_filled_twice == 0
    }
}

/// Every answer in the logs, by session, step and criterion.
fn answers<'a>(study: &Study, logs: &'a BTreeMap<SessionId, Log>) -> HashMap<(SessionId, u32, usize), Vec<&'a Answer>> {
    let mut answers: HashMap<_, Vec<&Answer>> = HashMap::new();
    for (session, log) in logs {
        for (_, event) in log {
            if let SessionEvent::Answered { step, criterion, answer, .. } = event
                && let Some(number) = study.criteria.iter().position(|it| it.id == *criterion)
            {
                answers.entry((*session, *step, number)).or_default().push(answer);
            }
        }
    }
    answers
}
