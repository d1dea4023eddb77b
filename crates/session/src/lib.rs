//! What may happen next in a session, purely.
//!
//! **In**: a checked study, its plan, what has happened so far ([`Session`], [`SlotBoard`], [`History`]), a
//! [`Command`] and the time. **Out**: the [`SessionEvent`]s it gives rise to and a [`Reply`]: the page that comes
//! next, or the reason why not. **Does not know** databases, browsers or clocks. Chance comes from the
//! plan's seed alone, so that the same question always gets the same decision.
//!
//! Every transition is in one function, [`decide`], and in one table, `docs/reference/sessions.md`.

mod choose;
mod command;
mod decide;
mod event;
mod event_file;
mod id;
mod pace;
mod page_clock;
mod page_questions;
mod participant_kind;
mod pseudonyms;
mod remark;
mod session;
mod session_state;
mod slot_board;
mod study_log;
mod transitions;

#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use choose::{History, choose};
pub use command::{Begin, Command, CriterionAnswer, Decision, DecisionContext, Missing, PageAnswers, Refusal, Reply};
pub use decide::decide;
pub use event::{
    ArrivalChannel, Author, Content, Failure, Screening, SessionEvent, SlotEffect, StudyEvent, Timing, TurnAwayReason,
};
pub use event_file::{EventFileError, WrittenKind};
pub use id::{BadId, ParticipantId, SessionId, Slot};
pub use page_clock::PageClock;
pub use page_questions::{PageQuestions, Subject, page_questions};
pub use participant_kind::ParticipantKind;
pub use pseudonyms::Pseudonyms;
pub use remark::Remark;
pub use session::{Assignment, Session, Training};
pub use session_state::{Outcome, SessionState};
pub use slot_board::{Intake, SlotBoard, Use};
pub use study_log::{StudyCommand, StudyLog, decide_study};
pub use transitions::{TRANSITIONS, Transition};
