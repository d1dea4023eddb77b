//! Prolific, from the study's side.
//!
//! **In**: a study and its plan. **Out**: the draft that Prolific is sent ([`Draft`]), what it costs ([`Cost`]), what its words
//! mean ([`Status`]) and whether a delivery is its own ([`webhook`]). [`Prolific`] is its interface for programs, as far as it is
//! used: every request is sent once, and nothing is asked or paid unless somebody said so. **Does not know** our sessions.

mod client;
mod cost;
mod draft;
mod status;
pub mod webhook;

#[cfg(any(test, feature = "testing"))]
pub mod standin;

pub use client::{Prolific, ProlificError, SetUp, StudyThere, Submission};
pub use cost::{Cost, share};
pub use draft::{Action, CodeRule, Draft, LinkSigning, NotReady};
pub use status::Status;
