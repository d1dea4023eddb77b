//! Who and what is meant: two identifiers must not be swappable.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One participant's way through one list. 128 random bits given by the caller, shown in hexadecimal.
/// Whoever knows it may go on with the session, so it is as secret as a password.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub [u8; 16]);

/// A person, known by a pseudonym: 128 random bits given by the caller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParticipantId(pub [u8; 16]);

/// One wanted completion of one list. Numbers count from 0; those from the plan's completions on were
/// added while the study ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// Number of the list in the plan.
    pub list: u32,
    /// Which of its completions. What is shown is drawn from it, so whoever replaces another sees the same.
    pub number: u32,
}

/// What was taken for an id is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("an id is 32 hexadecimal digits")]
pub struct BadId;

fn write_hex(bytes: &[u8; 16], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

fn read_hex(text: &str) -> Result<[u8; 16], BadId> {
    let digits = text.as_bytes();
    if digits.len() != 32 {
        return Err(BadId);
    }
    let digit = |at: usize| char::from(digits[at]).to_digit(16).ok_or(BadId);
    let mut bytes = [0; 16];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = (digit(2 * at)? * 16 + digit(2 * at + 1)?) as u8;
    }
    Ok(bytes)
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Display for ParticipantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

/// Shortened, so that a log line does not hand out the session.
impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "session {:02x}{:02x}…", self.0[0], self.0[1])
    }
}

impl fmt::Debug for ParticipantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "participant {:02x}{:02x}…", self.0[0], self.0[1])
    }
}

impl FromStr for SessionId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        read_hex(text).map(SessionId)
    }
}

impl FromStr for ParticipantId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        read_hex(text).map(ParticipantId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_back_from_what_it_is_shown_as() {
        let id = SessionId(std::array::from_fn(|i| (i * 17) as u8));
        assert_eq!(id.to_string(), "00112233445566778899aabbccddeeff");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(format!("{id:?}"), "session 0011…");
        for bad in ["", "00", "zz112233445566778899aabbccddeeff", "00112233445566778899aabbccddeef€"] {
            assert_eq!(bad.parse::<SessionId>(), Err(BadId), "{bad}");
        }
    }
}
