//! Judgements from what happened on our own pages.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use plan::Plan;
use session::{Outcome, Pseudonyms, Session, SessionEvent};
use study::{CriterionId, Study};

use crate::{Dataset, Excluded, Judgement, Origin, Subject, Timing};

/// What happened in one session, in order.
pub type Log = Vec<(Timestamp, SessionEvent)>;

/// Every answer that was given, also in sessions that were not finished: these are excluded with the
/// way they ended. Participants get pseudonyms by the order in which they came; what a withdrawal
/// erased is not there.
#[must_use]
pub fn from_events(study: &Study, plan: &Plan, logs: &[impl AsRef<Log>]) -> Dataset {
    let mut dataset = Dataset::of(study, Origin::Collected);
    let mut sessions: Vec<(&Log, Session)> = logs
        .iter()
        .map(AsRef::as_ref)
        .map(|log| (log, Session::of(log.iter().map(|(at, event)| (*at, event)))))
        .filter(|(_, session)| session.participant.is_some() && session.assignment.is_some())
        .collect();
    sessions.sort_by_key(|(_, session)| (session.arrived_at, session.participant));
    let people = Pseudonyms::of(sessions.iter().map(|(_, session)| session));
    dataset.participants = people.names();
    let mut attempts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for (log, session) in &sessions {
        let person = session.participant.and_then(|participant| people.number(participant));
        let (Some(person), Some(assignment)) = (person, &session.assignment) else { continue };
        let attempt = attempts.entry((person, assignment.slot.list)).or_insert(0);
        *attempt += 1;
        let walk = Walk { study, plan, log, session, person, attempt: *attempt };
        dataset.judgements.extend(walk.judgements(assignment));
    }
    dataset
}

struct Walk<'a> {
    study: &'a Study,
    plan: &'a Plan,
    log: &'a Log,
    session: &'a Session,
    person: u32,
    attempt: u32,
}

impl Walk<'_> {
    fn judgements(&self, assignment: &session::Assignment) -> Vec<Judgement> {
        let presentation = assignment.presentation(self.plan);
        let excluded = self.excluded();
        let timings = self.timings();
        let mut judgements = Vec::new();
        for ((step, id), answer) in &self.session.answers {
            let Some(asked) =
                session::page_questions(self.study, self.plan, assignment.slot.list, &presentation, *step)
            else {
                continue;
            };
            let Some(criterion) = self.study.criteria.iter().position(|criterion| criterion.id == *id) else {
                continue;
            };
            let subject = match asked.subject {
                session::Subject::Item { item, systems } => Subject::Item { item, systems },
                session::Subject::Check { check, .. } => {
                    Subject::Check { check, passed: self.session.checks.get(step).copied().unwrap_or(false) }
                }
            };
            judgements.push(Judgement {
                participant: self.person,
                list: assignment.slot.list,
                attempt: self.attempt,
                position: step + 1,
                subject,
                criterion,
                answer: answer.clone(),
                timing: timings.get(&(*step, id)).copied().unwrap_or_default(),
                excluded: excluded.clone(),
            });
        }
        judgements.sort_by_key(|judgement| (judgement.position, judgement.criterion));
        judgements
    }

    /// Why nothing of this session counts.
    fn excluded(&self) -> Option<Excluded> {
        if let Some((rule, _)) = &self.session.excluded {
            return Some(Excluded::named(rule));
        }
        match self.session.outcome {
            Some(Outcome::Finished) => None,
            Some(Outcome::FailedCheck | Outcome::FailedTraining) => Some(Excluded::FailedChecks),
            Some(Outcome::TooLate) => Some(Excluded::Lapsed),
            Some(Outcome::Withdrawn | Outcome::Declined) => Some(Excluded::Withdrawn),
            Some(Outcome::Returned | Outcome::ScreenedOut) | None => Some(Excluded::Incomplete),
        }
    }

    /// When each question was last answered, and how long its page had been looked at.
    fn timings(&self) -> HashMap<(u32, &CriterionId), Timing> {
        let session_secs = self.session.arrived_at.zip(self.session.last_at).map(|(from, to)| seconds(from, to));
        let mut timings = HashMap::new();
        for (at, event) in self.log {
            if let SessionEvent::Answered { step, criterion, timing, .. } = event {
                let answered = at.as_millisecond();
                let shown = timing.shown_ms.and_then(|ms| answered.checked_sub(i64::try_from(ms).ok()?));
                timings.insert(
                    (*step, criterion),
                    Timing {
                        shown_at_ms: shown,
                        answered_at_ms: Some(answered),
                        active_secs: timing.active_ms.map(|ms| ms as f64 / 1000.0),
                        session_secs,
                    },
                );
            }
        }
        timings
    }
}

fn seconds(from: Timestamp, to: Timestamp) -> f64 {
    (to.as_millisecond() - from.as_millisecond()).max(0) as f64 / 1000.0
}
