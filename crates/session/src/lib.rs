//! What may happen next in a session, purely.
//!
//! **In**: a checked study, its plan, what has happened so far ([`Session`], [`Standing`], [`History`]), a
//! [`Command`] and the time. **Out**: the [`SessionEvent`]s it gives rise to and a [`Reply`]: the page that comes
//! next, or the reason why not. **Does not know** databases, browsers or clocks. Chance comes from the
//! plan's seed alone, so that the same question always gets the same decision.
//!
//! Every transition is in one function, [`decide`], and in one table, `docs/reference/sessions.md`.

mod asked;
mod choose;
mod command;
mod decide;
mod event;
mod event_file;
mod id;
mod pseudonyms;
mod session;
mod stage;
mod standing;
mod study_log;
mod transitions;

#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use asked::{Asked, Subject, asked};
pub use choose::{History, choose};
pub use command::{Begin, Command, Decision, Given, Missing, PageAnswers, Refusal, Reply, State};
pub use decide::decide;
pub use event::{Author, Away, Content, Failure, How, Screening, SessionEvent, SlotEffect, StudyEvent, Timing};
pub use event_file::EventFileError;
pub use id::{BadId, ParticipantId, SessionId, Slot};
pub use pseudonyms::Pseudonyms;
pub use session::{Hold, Session, Training};
pub use stage::{Outcome, Stage};
pub use standing::{Door, Standing, Use};
pub use study_log::{StudyCommand, StudyLog, decide_study};
pub use transitions::{TRANSITIONS, Transition};
