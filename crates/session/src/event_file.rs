//! How events are written down: one JSON object each, `{"v":1,"kind":"answered",…}`.
//!
//! These names are for ever. A later version may add kinds and keys; what was written is read as it was.

mod mirror;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::mirror::{EventFile, EventRef};
use crate::Event;

/// The version written, and the only one so far.
const VERSION: u32 = 1;

/// Why what was kept cannot be read as an event.
#[derive(Debug, Error)]
pub enum EventFileError {
    /// It is not one.
    #[error("not an event: {0}")]
    Json(#[from] serde_json::Error),
    /// A later program wrote it.
    #[error("an event of format {0}, but this program reads format {VERSION}; use the program that wrote it")]
    Version(u32),
}

#[derive(Serialize)]
struct Written<'a> {
    v: u32,
    #[serde(flatten)]
    event: EventRef<'a>,
}

#[derive(Deserialize)]
struct Read {
    #[serde(flatten, with = "EventFile")]
    event: Event,
}

#[derive(Deserialize)]
struct Version {
    v: u32,
}

impl Event {
    /// The line of JSON it is kept as.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Nothing in an event can fail to be written: its keys are strings and its numbers finite.
        serde_json::to_string(&Written { v: VERSION, event: EventRef(self) }).unwrap_or_default()
    }

    /// Reads what [`Event::to_json`] wrote.
    ///
    /// # Errors
    /// When it is something else, or a later program wrote it.
    pub fn from_json(text: &str) -> Result<Event, EventFileError> {
        let read: Result<Read, _> = serde_json::from_str(text);
        match serde_json::from_str::<Version>(text)? {
            Version { v: VERSION } => Ok(read?.event),
            Version { v } => Err(EventFileError::Version(v)),
        }
    }
}

#[cfg(test)]
mod tests;
