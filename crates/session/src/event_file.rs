//! How events are written down: one JSON object each, `{"v":1,"kind":"answered",…}`.
//!
//! These names are for ever. A later version may add kinds and keys; what was written is read as it was.

mod mirror;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use self::mirror::{SessionEventFile, StudyEventFile};
use crate::{SessionEvent, StudyEvent};

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
struct EventRecord<E> {
    v: u32,
    #[serde(flatten)]
    event: E,
}

/// The kind of an event as it is written down, found without reading the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenKind<'a> {
    /// What kind; of what was erased, what it was.
    pub word: &'a str,
    /// Whether it was erased.
    pub erased: bool,
}

impl<'a> WrittenKind<'a> {
    /// The word of the event that someone withdrew.
    pub const WITHDRAWN: &'static str = "withdrawn";

    /// The kind of an event written by this program; nothing for anything else.
    #[must_use]
    pub fn peek(text: &'a str) -> Option<WrittenKind<'a>> {
        let (word, rest) = text.strip_prefix(r#"{"v":1,"kind":""#)?.split_once('"')?;
        if word != "erased" {
            return Some(WrittenKind { word, erased: false });
        }
        let word = rest.strip_prefix(r#","what":""#)?.strip_suffix(r#""}"#)?;
        Some(WrittenKind { word, erased: true })
    }
}

struct WriteSession<'a>(&'a SessionEvent);

impl Serialize for WriteSession<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SessionEventFile::serialize(self.0, serializer)
    }
}

struct WriteStudy<'a>(&'a StudyEvent);

impl Serialize for WriteStudy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StudyEventFile::serialize(self.0, serializer)
    }
}

#[derive(Deserialize)]
struct ReadSession {
    v: u32,
    #[serde(flatten, with = "SessionEventFile")]
    event: SessionEvent,
}

#[derive(Deserialize)]
struct ReadStudy {
    v: u32,
    #[serde(flatten, with = "StudyEventFile")]
    event: StudyEvent,
}

#[derive(Deserialize)]
struct Version {
    v: u32,
}

fn write(event: impl Serialize) -> String {
    // Nothing in an event can fail to be written: its keys are strings and its numbers finite.
    serde_json::to_string(&EventRecord { v: VERSION, event }).unwrap_or_default()
}

/// Reads a line. What cannot be read may have been written by a later program, whose kinds are not known here: only
/// then is the version looked for by itself.
fn read<T: DeserializeOwned>(text: &str, version: impl FnOnce(&T) -> u32) -> Result<T, EventFileError> {
    let read: Result<T, _> = serde_json::from_str(text);
    let found = match &read {
        Ok(read) => version(read),
        Err(_) => serde_json::from_str::<Version>(text).map_or(VERSION, |version| version.v),
    };
    if found == VERSION { Ok(read?) } else { Err(EventFileError::Version(found)) }
}

impl SessionEvent {
    /// The line of JSON it is kept as.
    #[must_use]
    pub fn to_json(&self) -> String {
        write(WriteSession(self))
    }

    /// Reads what [`SessionEvent::to_json`] wrote.
    ///
    /// # Errors
    /// When it is something else, or a later program wrote it.
    pub fn from_json(text: &str) -> Result<SessionEvent, EventFileError> {
        read(text, |read: &ReadSession| read.v).map(|read| read.event)
    }
}

impl StudyEvent {
    /// The line of JSON it is kept as.
    #[must_use]
    pub fn to_json(&self) -> String {
        write(WriteStudy(self))
    }

    /// Reads what [`StudyEvent::to_json`] wrote.
    ///
    /// # Errors
    /// When it is something else, or a later program wrote it.
    pub fn from_json(text: &str) -> Result<StudyEvent, EventFileError> {
        read(text, |read: &ReadStudy| read.v).map(|read| read.event)
    }
}

#[cfg(test)]
mod tests;
