//! One session as the dashboard looks at it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use jiff::Timestamp;
use session::{Outcome, PageClock, Session, SessionEvent, SessionId, SessionState, Timing};
use study::Study;
use study::file::Pages;

use crate::flags::{Odd, Questions, Work, comparable, count_hurried_pages};

/// One session as the dashboard looks at it.
#[derive(Debug, Clone)]
pub struct SessionView {
    /// Opens the participant's page, so it is given to the collector and shown to nobody.
    id: SessionId,
    /// The public name: which arrival it was, from 1.
    pub number: u32,
    /// What its events make of it.
    pub session: Session,
    /// When it ended last.
    pub ended_at: Option<Timestamp>,
    /// When they agreed to take part.
    pub consented_at: Option<Timestamp>,
    /// The time each page of the list took, by step.
    pub pages: BTreeMap<u32, PageTime>,
    /// When the page they are at could first be shown.
    clock: PageClock,
    /// What they wrote to the researcher.
    pub comments: Vec<Comment>,
    /// What it did, once someone asked.
    work: OnceLock<Work>,
}

/// The time that one page took, over all visits to it, as far as the browser reported it. A browser can report anything, and times
/// decide about money: no time is longer than what passed on the server between the page before and this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageTime {
    /// In use.
    pub active_ms: Option<u64>,
    /// On the screen, in use or not.
    pub shown_ms: Option<u64>,
    /// How often answers were changed.
    pub changes: Option<u32>,
    /// How often it was sent.
    pub sent: u32,
    /// How long it took by the server's clock: from the page before to this one.
    pub passed_ms: u64,
    /// How much longer the page was in use than the server saw pass, if the browser is believed.
    pub surplus_ms: u64,
    /// What no person does.
    pub odd: Odd,
}

/// Something a participant wrote to the researcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// When.
    pub at: Timestamp,
    /// Where they were.
    pub stage: SessionState,
    /// What; empty where they only said that something is wrong.
    pub text: String,
    /// Whether something is wrong with what the page shows.
    pub problem: bool,
}

/// How a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Came, and has no slot yet.
    Arrived,
    /// Came when there was no place, and has none yet.
    TurnedAway,
    /// Holds a slot.
    AtWork,
    /// Over.
    Ended(Outcome),
}

impl State {
    /// How it is called on pages.
    pub fn title(self) -> &'static str {
        match self {
            State::Arrived => "arrived",
            State::TurnedAway => "turned away",
            State::AtWork => "at work",
            State::Ended(outcome) => outcome_title(&outcome),
        }
    }

    /// The word for it in addresses.
    pub fn word(self) -> &'static str {
        match self {
            State::Arrived => "arrived",
            State::TurnedAway => "turned-away",
            State::AtWork => "at-work",
            State::Ended(outcome) => outcome.word(),
        }
    }
}

impl SessionView {
    pub(super) fn new(id: SessionId, number: u32) -> SessionView {
        SessionView {
            id,
            number,
            session: Session::default(),
            ended_at: None,
            consented_at: None,
            pages: BTreeMap::new(),
            clock: PageClock::default(),
            comments: Vec::new(),
            work: OnceLock::new(),
        }
    }

    /// What it did, as far as flags look at it.
    pub fn work(&self, questions: &Questions) -> &Work {
        self.work.get_or_init(|| {
            let ms = self.active_ms().or_else(|| self.elapsed_ms());
            let work = Work::from_session(questions, &self.session, ms.map(|ms| ms as f64 / 1000.0));
            let hurried =
                count_hurried_pages(questions, &self.session, |step| self.pages.get(&step).map(|page| page.passed_ms));
            let mut texts = work.texts;
            texts.extend(self.comments.iter().filter_map(|comment| comparable(&comment.text)));
            let odd = self.pages.values().fold(Odd::default(), |sum, page| sum.plus(page.odd));
            Work { surplus_secs: self.surplus_ms() as f64 / 1000.0, hurried, texts, odd, ..work }
        })
    }

    /// For the collector alone.
    pub fn id(&self) -> SessionId {
        self.id
    }

    /// How it stands.
    pub fn state(&self) -> State {
        match (self.session.outcome, &self.session.assignment, self.session.turned_away) {
            (Some(outcome), _, _) => State::Ended(outcome),
            (None, Some(_), _) => State::AtWork,
            (None, None, Some(_)) => State::TurnedAway,
            (None, None, None) => State::Arrived,
        }
    }

    /// The time spent in use on all pages of the list; nothing when no page reported any.
    pub fn active_ms(&self) -> Option<u64> {
        self.pages.values().filter_map(|page| page.active_ms).fold(None, |sum, ms| Some(sum.unwrap_or(0) + ms))
    }

    /// How much more time in use the browser reported than passed on the server.
    pub fn surplus_ms(&self) -> u64 {
        self.pages.values().fold(0, |sum, page| sum.saturating_add(page.surplus_ms))
    }

    /// From the slot being given to the end, without breaks.
    pub fn elapsed_ms(&self) -> Option<u64> {
        let assignment = self.session.assignment.as_ref()?;
        let passed = u64::try_from(self.ended_at?.duration_since(assignment.since).as_millis()).ok()?;
        Some(passed.saturating_sub(self.session.rested_ms()))
    }

    pub(super) fn apply(&mut self, study: &Study, at: Timestamp, event: &SessionEvent) {
        self.work.take();
        match event {
            SessionEvent::Submitted { step, timing } => {
                // All pages on one form have one time, which is that of the first.
                let same_form = study.lists.pages == Pages::All && !self.pages.is_empty() && self.clock.is_at(at);
                let timing = if same_form { Timing::default() } else { *timing };
                self.pages.entry(*step).or_default().add(&timing, self.clock.passed_ms(at));
            }
            SessionEvent::Commented { text } => {
                let stage = self.session.state(study);
                self.comments.push(Comment { at, stage, text: text.clone(), problem: false });
            }
            SessionEvent::Remarked { step, remark } => {
                let before = self.session.remarks.get(step).cloned().unwrap_or_default();
                let stage = SessionState::Step(*step);
                let same = |it: &Comment| it.stage == stage && it.text == before.text && it.problem == before.problem;
                self.comments.retain(|it| !same(it));
                if !remark.is_empty() {
                    self.comments.push(Comment { at, stage, text: remark.text.clone(), problem: remark.problem });
                }
            }
            SessionEvent::Consented => self.consented_at = Some(at),
            SessionEvent::Withdrawn => self.comments.clear(),
            SessionEvent::Held { .. }
            | SessionEvent::InstructionsRead
            | SessionEvent::TrainingAnswered { .. }
            | SessionEvent::Reopened { .. }
            | SessionEvent::Arrived { .. }
            | SessionEvent::TurnedAway { .. }
            | SessionEvent::Declined
            | SessionEvent::Screened { .. }
            | SessionEvent::ScreenedOut
            | SessionEvent::Answered { .. }
            | SessionEvent::Dropped { .. }
            | SessionEvent::Rested { .. }
            | SessionEvent::CheckPassed { .. }
            | SessionEvent::CheckFailed { .. }
            | SessionEvent::ClosingAnswered { .. }
            | SessionEvent::Finished
            | SessionEvent::Failed { .. }
            | SessionEvent::Lapsed
            | SessionEvent::Returned
            | SessionEvent::AcceptedLate { .. }
            | SessionEvent::Extended { .. }
            | SessionEvent::Reissued { .. }
            | SessionEvent::Excluded { .. }
            | SessionEvent::Included { .. }
            | SessionEvent::Flagged { .. }
            | SessionEvent::Erased { .. } => {}
        }
        self.clock.apply(at, event);
        let before = self.session.outcome;
        self.session.apply(at, event);
        if self.session.outcome != before {
            self.ended_at = self.session.outcome.map(|_| at);
        }
    }
}

impl PageTime {
    /// One more visit, during which so much time passed on the server.
    fn add(&mut self, timing: &Timing, passed_ms: u64) {
        let bounded = timing.capped_at(passed_ms);
        let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.saturating_add(other)),
            (one, None) => one,
            (None, other) => other,
        };
        self.active_ms = sum(self.active_ms, bounded.active_ms);
        self.shown_ms = sum(self.shown_ms, bounded.shown_ms);
        self.surplus_ms = self.surplus_ms.saturating_add(timing.active_ms.unwrap_or(0).saturating_sub(passed_ms));
        self.changes = self.changes.max(timing.changes);
        self.passed_ms = self.passed_ms.saturating_add(passed_ms);
        self.odd.add(timing);
        self.sent += 1;
    }
}

/// How a session ended, as pages call it. Templates give references.
#[must_use]
pub fn outcome_title(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Finished => "finished",
        Outcome::Declined => "declined",
        Outcome::ScreenedOut => "screened out",
        Outcome::FailedCheck => "failed checks",
        Outcome::FailedTraining => "failed training",
        Outcome::TooLate => "lapsed",
        Outcome::Returned => "returned",
        Outcome::Withdrawn => "withdrawn",
    }
}
