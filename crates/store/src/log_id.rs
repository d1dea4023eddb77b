//! Which log an event belongs to.

use std::fmt;
use std::str::FromStr;

use session::{BadId, SessionId};

/// Every session has a log of its own, and so has the study as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LogId {
    /// What happened to the study as a whole.
    Study,
    /// What happened in a session.
    Session(SessionId),
}

/// As the column `session` of the table `events` holds it: no id of a session is spelled like this.
const STUDY: &str = "study";

impl fmt::Display for LogId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogId::Study => f.write_str(STUDY),
            LogId::Session(session) => session.fmt(f),
        }
    }
}

impl FromStr for LogId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        if text == STUDY { Ok(LogId::Study) } else { text.parse().map(LogId::Session) }
    }
}
