//! A session is what its events say it is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use plan::{Plan, Presentation, PresentationError, RecordedPresentation};
use study::file::Pages;
use study::response::Answer;
use study::{CriterionId, Study};

use crate::{
    ArrivalChannel, Failure, Outcome, PageClock, ParticipantId, Remark, Screening, SessionEvent, SessionState, Slot,
    TurnAwayReason,
};

/// One participant's way through one list: the fold of its events.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Session {
    /// How many events it is made of. The next one has this number.
    pub seq: u32,
    /// Whose it is.
    pub participant: Option<ParticipantId>,
    /// How they came.
    pub how: Option<ArrivalChannel>,
    /// When they came.
    pub arrived_at: Option<Timestamp>,
    /// When something last happened.
    pub last_at: Option<Timestamp>,
    /// Why there was no place for them when they last tried.
    pub turned_away: Option<TurnAwayReason>,
    /// Whether they agreed to take part.
    pub consented: bool,
    /// Whether they meet what is required; nothing before they were asked.
    pub screened: Option<bool>,
    /// What they answered to that.
    pub screening: Vec<Screening>,
    /// The slot given to them, also when it was taken back.
    pub assignment: Option<Assignment>,
    /// Whether they went on from the instructions.
    pub instructions_read: bool,
    /// How far they are in the training.
    pub training: Training,
    /// The answers that count, by step and criterion.
    pub answers: BTreeMap<(u32, CriterionId), Answer>,
    /// How sure they said they are of these answers, from 1.
    pub confidence: BTreeMap<(u32, CriterionId), u32>,
    /// What they said about pages, by step.
    pub remarks: BTreeMap<u32, Remark>,
    /// The steps they went on from.
    pub submitted: BTreeSet<u32>,
    /// How long they rested before these steps, in milliseconds.
    pub breaks: BTreeMap<u32, u64>,
    /// When the page at hand could first be shown.
    pub clock: PageClock,
    /// The number of the event by which each step was last submitted.
    pub last_submitted: BTreeMap<u32, u32>,
    /// Checks by step: whether they were passed.
    pub checks: BTreeMap<u32, bool>,
    /// The answers to the closing questions, once given.
    pub closing: Option<Vec<(String, Answer)>>,
    /// What they wrote at the end.
    pub comment: Option<String>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Why it is marked for the researcher.
    pub flags: Vec<String>,
    /// Whether its slot was given to someone else.
    pub reissued: bool,
    /// By which rule it is left out of the analysis, and why.
    pub excluded: Option<(String, String)>,
}

/// A slot given to someone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The slot.
    pub slot: Slot,
    /// When it lapses.
    pub until: Option<Timestamp>,
    /// When it was given.
    pub since: Timestamp,
    /// What is shown, as recorded.
    pub presentation: Arc<RecordedPresentation>,
    /// How many pages that is.
    pub steps: u32,
}

/// How far someone is in the training.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Training {
    /// Which time they go through it, from 1; 0 before they began.
    pub attempt: u32,
    /// Their answers to the questions of this attempt, in order, and whether each passed.
    pub answers: Vec<(Answer, bool)>,
}

impl Assignment {
    /// What is shown, as recorded when the slot was given.
    ///
    /// # Errors
    /// When the plan does not have what was shown: it is another plan.
    pub fn presentation(&self, plan: &Plan) -> Result<Presentation, PresentationError> {
        self.presentation.read(plan, self.slot.list as usize)
    }
}

impl Session {
    /// The session that these events make.
    #[must_use]
    pub fn from_events<'a>(events: impl IntoIterator<Item = (Timestamp, &'a SessionEvent)>) -> Session {
        let mut session = Session::default();
        for (at, event) in events {
            session.apply(at, event);
        }
        session
    }

    /// Which page comes next.
    #[must_use]
    pub fn state(&self, study: &Study) -> SessionState {
        self.outcome.map_or_else(|| self.state_if_open(study), SessionState::Done)
    }

    /// Which page would come next if the session were not over.
    pub(crate) fn state_if_open(&self, study: &Study) -> SessionState {
        if !self.consented {
            let nothing_to_read = study.texts.information.trim().is_empty();
            return if nothing_to_read { SessionState::Consent } else { SessionState::Information };
        }
        if !study.screening.is_empty() && self.screened.is_none() {
            return SessionState::Screening;
        }
        let Some(assignment) = &self.assignment else { return SessionState::Waiting };
        if !self.instructions_read && !study.texts.instructions.trim().is_empty() {
            return SessionState::Instructions;
        }
        if let Some(state) = self.training_state(study) {
            return state;
        }
        match ((0..assignment.steps).find(|step| !self.submitted.contains(step)), study.lists.pages) {
            (Some(step), Pages::One) => SessionState::Step(step),
            (Some(_), Pages::All) => SessionState::AllSteps,
            (None, Pages::One | Pages::All) if study.closes() && self.closing.is_none() => SessionState::Closing,
            // The event that ends the session follows at once.
            (None, Pages::One | Pages::All) => SessionState::Done(Outcome::Finished),
        }
    }

    /// The training question that comes next; none when there is no training or it is passed.
    fn training_state(&self, study: &Study) -> Option<SessionState> {
        let questions = study.training.len();
        if questions == 0 {
            return None;
        }
        let answered = self.training.answers.len();
        let attempt = self.training.attempt.max(1);
        if answered < questions {
            return Some(SessionState::Training { attempt, question: answered as u32 });
        }
        (!self.training_passed(study)).then_some(SessionState::Training { attempt: attempt + 1, question: 0 })
    }

    /// Whether the current attempt at the training is complete and good enough.
    #[must_use]
    pub fn training_passed(&self, study: &Study) -> bool {
        let right = self.training.answers.iter().filter(|(_, passed)| *passed).count();
        self.training.answers.len() == study.training.len() && right >= study.training_rule.pass as usize
    }

    /// Whether every page was gone on from.
    #[must_use]
    pub fn all_submitted(&self) -> bool {
        self.assignment
            .as_ref()
            .is_some_and(|assignment| (0..assignment.steps).all(|step| self.submitted.contains(&step)))
    }

    /// Whether a page was submitted after it was loaded like this: what is saved from it is older than what was submitted.
    #[must_use]
    pub fn is_superseded(&self, step: u32, loaded_at: Option<u32>) -> bool {
        self.last_submitted.get(&step).is_some_and(|submitted| loaded_at.unwrap_or(0) <= *submitted)
    }

    /// How many checks were failed.
    #[must_use]
    pub fn failed_checks(&self) -> usize {
        self.checks.values().filter(|passed| !**passed).count()
    }

    /// When the slot lapses, while the session is under way.
    #[must_use]
    pub fn time_left_until(&self) -> Option<Timestamp> {
        self.assignment.as_ref().filter(|_| self.outcome.is_none()).and_then(|assignment| assignment.until)
    }

    /// Takes in one more event.
    pub fn apply(&mut self, at: Timestamp, event: &SessionEvent) {
        self.seq += 1;
        self.last_at = Some(at);
        match event {
            SessionEvent::Arrived { participant, how } => {
                self.participant = Some(*participant);
                self.how = Some(*how);
                self.arrived_at = Some(at);
            }
            SessionEvent::TurnedAway { why } => self.turned_away = Some(*why),
            SessionEvent::Consented => self.consented = true,
            SessionEvent::Screened { answers, passed } => {
                self.screened = Some(*passed);
                self.screening.clone_from(answers);
            }
            SessionEvent::Held { slot, until, presentation } => self.take(at, *slot, *until, presentation),
            SessionEvent::InstructionsRead => self.instructions_read = true,
            SessionEvent::TrainingAnswered { attempt, answer, passed, .. } => {
                if *attempt != self.training.attempt {
                    self.training = Training { attempt: *attempt, answers: Vec::new() };
                }
                self.training.answers.push((answer.clone(), *passed));
            }
            SessionEvent::Answered { step, criterion, answer, confidence, .. } => {
                self.answer((*step, criterion.clone()), answer, *confidence);
            }
            SessionEvent::Dropped { step, criterion } => self.drop_answer(&(*step, criterion.clone())),
            SessionEvent::Remarked { step, remark } => self.remark(*step, remark),
            SessionEvent::Rested { step } => self.rest(*step, at),
            SessionEvent::Submitted { step, .. } => {
                self.submitted.insert(*step);
                self.last_submitted.insert(*step, self.seq - 1);
            }
            SessionEvent::CheckPassed { step, .. } => {
                self.checks.insert(*step, true);
            }
            SessionEvent::CheckFailed { step, .. } => {
                self.checks.insert(*step, false);
            }
            SessionEvent::ClosingAnswered { answers } => self.closing = Some(answers.clone()),
            SessionEvent::Commented { text } => self.comment = Some(text.clone()),
            SessionEvent::Finished => self.outcome = Some(Outcome::Finished),
            SessionEvent::Declined => self.outcome = Some(Outcome::Declined),
            SessionEvent::ScreenedOut => self.outcome = Some(Outcome::ScreenedOut),
            SessionEvent::Failed { why: Failure::Checks } => self.outcome = Some(Outcome::FailedCheck),
            SessionEvent::Failed { why: Failure::Training } => self.outcome = Some(Outcome::FailedTraining),
            SessionEvent::Lapsed => self.outcome = Some(Outcome::TooLate),
            SessionEvent::Returned => self.outcome = Some(Outcome::Returned),
            SessionEvent::Withdrawn => self.forget(),
            SessionEvent::Reopened { slot, until, .. } => {
                self.reopen();
                self.move_to(*slot, *until);
            }
            SessionEvent::AcceptedLate { slot, .. } => {
                self.outcome = Some(Outcome::Finished);
                let until = self.assignment.as_ref().and_then(|assignment| assignment.until);
                self.move_to(*slot, until);
            }
            SessionEvent::Extended { until, .. } => {
                if let Some(assignment) = &mut self.assignment {
                    assignment.until = *until;
                }
            }
            SessionEvent::Reissued { .. } => self.reissued = true,
            SessionEvent::Excluded { rule, reason, .. } => self.excluded = Some((rule.clone(), reason.clone())),
            SessionEvent::Included { .. } => self.excluded = None,
            SessionEvent::Flagged { reason, .. } => self.flags.push(reason.clone()),
            SessionEvent::Erased { .. } => {}
        }
        self.clock.apply(at, event);
    }

    fn answer(&mut self, question: (u32, CriterionId), answer: &Answer, confidence: Option<u32>) {
        self.answers.insert(question.clone(), answer.clone());
        match confidence {
            Some(level) => self.confidence.insert(question, level),
            None => self.confidence.remove(&question),
        };
    }

    fn remark(&mut self, step: u32, remark: &Remark) {
        self.remarks.insert(step, remark.clone());
    }

    fn rest(&mut self, step: u32, until: Timestamp) {
        self.breaks.insert(step, self.clock.passed_ms(until));
    }

    fn drop_answer(&mut self, question: &(u32, CriterionId)) {
        self.answers.remove(question);
        self.confidence.remove(question);
    }

    fn take(&mut self, at: Timestamp, slot: Slot, until: Option<Timestamp>, presentation: &RecordedPresentation) {
        self.turned_away = None;
        let steps = presentation.len() as u32;
        self.assignment =
            Some(Assignment { slot, until, since: at, presentation: Arc::new(presentation.clone()), steps });
    }

    /// What was shown stays as recorded, also when the slot has another number now.
    fn move_to(&mut self, slot: Slot, until: Option<Timestamp>) {
        if let Some(assignment) = &mut self.assignment {
            assignment.slot = slot;
            assignment.until = until;
        }
    }

    /// Another chance: what was failed is asked again, and whoever was at the end goes through it all once
    /// more, with the answers they gave.
    fn reopen(&mut self) {
        self.reissued = false;
        if self.outcome == Some(Outcome::FailedTraining) {
            self.training = Training::default();
        }
        if self.all_submitted() {
            self.submitted.clear();
            self.checks.clear();
            self.closing = None;
        }
        self.submitted.retain(|step| self.checks.get(step) != Some(&false));
        self.checks.retain(|_, passed| *passed);
        self.outcome = None;
    }

    /// Everything they said.
    fn forget(&mut self) {
        self.outcome = Some(Outcome::Withdrawn);
        self.answers.clear();
        self.confidence.clear();
        self.remarks.clear();
        self.screening.clear();
        self.training.answers.clear();
        self.closing = None;
        self.comment = None;
    }
}
