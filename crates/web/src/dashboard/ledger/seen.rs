//! One session as the dashboard looks at it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use jiff::Timestamp;
use session::{Outcome, Session, SessionEvent, SessionId, SessionState, Timing};
use study::Study;

use crate::dashboard::flags::{Questions, Work};
use crate::dashboard::words;

/// One session as the dashboard looks at it.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// Opens the participant's page, so it is given to the collector and shown to nobody.
    id: SessionId,
    /// The public name: which arrival it was, from 1.
    pub(crate) number: u32,
    /// What its events make of it.
    pub(crate) session: Session,
    /// When it ended last.
    pub(crate) ended_at: Option<Timestamp>,
    /// When they agreed to take part.
    pub(crate) consented_at: Option<Timestamp>,
    /// The time each page of the list took, by step.
    pub(crate) pages: BTreeMap<u32, PageTime>,
    /// What they wrote to the researcher.
    pub(crate) comments: Vec<Comment>,
    /// What it did, once someone asked.
    work: OnceLock<Work>,
}

/// The time that one page took, over all visits to it, as far as the browser told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PageTime {
    /// In use.
    pub(crate) active_ms: Option<u64>,
    /// On the screen, in use or not.
    pub(crate) shown_ms: Option<u64>,
    /// How often answers were changed.
    pub(crate) changes: Option<u32>,
    /// How often it was sent.
    pub(crate) sent: u32,
}

/// Something a participant wrote to the researcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comment {
    /// When.
    pub(crate) at: Timestamp,
    /// Where they were.
    pub(crate) stage: SessionState,
    /// What.
    pub(crate) text: String,
}

/// How a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum State {
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
    pub(crate) fn title(self) -> &'static str {
        match self {
            State::Arrived => "arrived",
            State::TurnedAway => "turned away",
            State::AtWork => "at work",
            State::Ended(outcome) => words::ended(&outcome),
        }
    }

    /// The word for it in addresses.
    pub(crate) fn word(self) -> &'static str {
        match self {
            State::Arrived => "arrived",
            State::TurnedAway => "turned-away",
            State::AtWork => "at-work",
            State::Ended(outcome) => outcome.word(),
        }
    }
}

impl Seen {
    pub(super) fn new(id: SessionId, number: u32) -> Seen {
        Seen {
            id,
            number,
            session: Session::default(),
            ended_at: None,
            consented_at: None,
            pages: BTreeMap::new(),
            comments: Vec::new(),
            work: OnceLock::new(),
        }
    }

    /// What it did, as far as flags look at it.
    pub(crate) fn work(&self, questions: &Questions) -> &Work {
        self.work.get_or_init(|| {
            let ms = self.active_ms().or_else(|| self.elapsed_ms());
            Work::of(questions, &self.session, ms.map(|ms| ms as f64 / 1000.0))
        })
    }

    /// For the collector alone.
    pub(crate) fn id(&self) -> SessionId {
        self.id
    }

    /// How it stands.
    pub(crate) fn state(&self) -> State {
        match (self.session.outcome, &self.session.assignment, self.session.turned_away) {
            (Some(outcome), _, _) => State::Ended(outcome),
            (None, Some(_), _) => State::AtWork,
            (None, None, Some(_)) => State::TurnedAway,
            (None, None, None) => State::Arrived,
        }
    }

    /// The time spent in use on all pages of the list; nothing when no page told.
    pub(crate) fn active_ms(&self) -> Option<u64> {
        self.pages.values().filter_map(|page| page.active_ms).fold(None, |sum, ms| Some(sum.unwrap_or(0) + ms))
    }

    /// From the slot being given to the end.
    pub(crate) fn elapsed_ms(&self) -> Option<u64> {
        let assignment = self.session.assignment.as_ref()?;
        u64::try_from(self.ended_at?.duration_since(assignment.since).as_millis()).ok()
    }

    pub(super) fn apply(&mut self, study: &Study, at: Timestamp, event: &SessionEvent) {
        self.work.take();
        match event {
            SessionEvent::Submitted { step, timing } => self.pages.entry(*step).or_default().add(timing),
            SessionEvent::Commented { text } => {
                let stage = self.session.state(study);
                self.comments.push(Comment { at, stage, text: text.clone() });
            }
            SessionEvent::Consented => self.consented_at = Some(at),
            SessionEvent::Withdrawn => self.comments.clear(),
            SessionEvent::Arrived { .. }
            | SessionEvent::TurnedAway { .. }
            | SessionEvent::Declined
            | SessionEvent::Screened { .. }
            | SessionEvent::ScreenedOut
            | SessionEvent::Held { .. }
            | SessionEvent::InstructionsRead
            | SessionEvent::TrainingAnswered { .. }
            | SessionEvent::Answered { .. }
            | SessionEvent::CheckPassed { .. }
            | SessionEvent::CheckFailed { .. }
            | SessionEvent::ClosingAnswered { .. }
            | SessionEvent::Finished
            | SessionEvent::Failed { .. }
            | SessionEvent::Lapsed
            | SessionEvent::Returned
            | SessionEvent::Reopened { .. }
            | SessionEvent::AcceptedLate { .. }
            | SessionEvent::Extended { .. }
            | SessionEvent::Reissued { .. }
            | SessionEvent::Excluded { .. }
            | SessionEvent::Included { .. }
            | SessionEvent::Flagged { .. }
            | SessionEvent::Erased { .. } => {}
        }
        let before = self.session.outcome;
        self.session.apply(at, event);
        if self.session.outcome != before {
            self.ended_at = self.session.outcome.map(|_| at);
        }
    }
}

impl PageTime {
    /// One more visit.
    fn add(&mut self, timing: &Timing) {
        let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.saturating_add(other)),
            (one, None) => one,
            (None, other) => other,
        };
        self.active_ms = sum(self.active_ms, timing.active_ms);
        self.shown_ms = sum(self.shown_ms, timing.shown_ms);
        self.changes = self.changes.max(timing.changes);
        self.sent += 1;
    }
}
