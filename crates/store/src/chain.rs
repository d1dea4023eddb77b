//! How events hold on to each other, so that one that is changed, removed or put in by hand does not go unnoticed.
//!
//! The content of an event is hashed with a salt of its own. Its link is the hash of the link before it in the same log, of
//! that hash, and of its place, time and kind. The first link of a log follows from the study and plan that the database
//! keeps and from a random number of the database. Whoever erases a content keeps its hash: the links stay what they were,
//! and without the salt nobody can find out by trying what was said.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use session::WrittenKind;
use sha2::{Digest as _, Sha256};

use crate::error::StoreError;
use crate::log_id::LogId;

const BYTES: usize = 32;
const SALT_BYTES: usize = 16;

/// The end of a chain so far: whoever has written it down can tell later whether anything before it was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainLink([u8; BYTES]);

/// What was taken for the end of a chain is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the head of a chain has 64 hexadecimal digits")]
pub struct BadChainLink;

/// The hash of a content with its salt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ContentHash([u8; BYTES]);

/// What keeps a content from being guessed by its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Salt([u8; SALT_BYTES]);

/// What the chains of one study begin with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Genesis(ChainLink);

/// Where an event stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) seq: u32,
    /// In milliseconds.
    pub(crate) at: i64,
}

/// An event as it is written.
#[derive(Debug, Clone)]
pub(crate) struct SealedEvent {
    pub(crate) body: String,
    pub(crate) salt: Salt,
    pub(crate) link: ChainLink,
}

impl SealedEvent {
    /// Seals bodies that follow each other, the first of them at number `seq` behind `previous`.
    pub(crate) fn seal_all(
        previous: ChainLink,
        seq: u32,
        at: Timestamp,
        bodies: impl Iterator<Item = String>,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        let mut previous = previous;
        let seal = |(seq, body): (u32, String)| {
            let salt = Salt::random()?;
            let place = Place { seq, at: at.as_millisecond() };
            previous = previous.link_next(ContentHash::compute(&salt, &body), place, kind(&body));
            Ok(SealedEvent { body, salt, link: previous })
        };
        (seq..).zip(bodies).map(seal).collect()
    }
}

/// The kind of an event by which it is linked; of what cannot be read, none.
fn kind(body: &str) -> &str {
    WrittenKind::peek(body).map_or("", |kind| kind.word)
}

impl Salt {
    pub(crate) fn random() -> Result<Salt, StoreError> {
        let mut salt = [0; SALT_BYTES];
        getrandom::fill(&mut salt)?;
        Ok(Salt(salt))
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Salt> {
        bytes.try_into().ok().map(Salt)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl ContentHash {
    pub(crate) fn compute(salt: &Salt, body: &str) -> ContentHash {
        ContentHash(Sha256::new().chain_update(salt.0).chain_update(body).finalize().into())
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<ContentHash> {
        bytes.try_into().ok().map(ContentHash)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl ChainLink {
    /// The link of an event behind this one.
    pub(crate) fn link_next(self, content: ContentHash, place: Place, kind: &str) -> ChainLink {
        let hash = Sha256::new()
            .chain_update(self.0)
            .chain_update(content.0)
            .chain_update(u64::from(place.seq).to_be_bytes())
            .chain_update(place.at.to_be_bytes())
            .chain_update(kind);
        ChainLink(hash.finalize().into())
    }

    /// The link of parts behind this one; none of them runs into the next.
    pub(crate) fn then_parts<'a>(self, parts: impl IntoIterator<Item = &'a str>) -> ChainLink {
        let hash = parts.into_iter().fold(Sha256::new().chain_update(self.0), |hash, part| {
            hash.chain_update((part.len() as u64).to_be_bytes()).chain_update(part)
        });
        ChainLink(hash.finalize().into())
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<ChainLink> {
        bytes.try_into().ok().map(ChainLink)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// What the logs of a study begin with that was collected before events were linked.
pub(crate) fn genesis_of_earlier_study(origin: ChainLink, study: &str) -> Genesis {
    Genesis::new(origin, ["earlier study", study])
}

/// What the audit log holds on to.
pub(crate) fn genesis_of_audit_log(origin: ChainLink) -> ChainLink {
    origin.then_parts(["audit log"])
}

/// What the checkpoints of a study hold on to.
pub(crate) fn genesis_of_checkpoints(origin: ChainLink, study: &str) -> ChainLink {
    origin.then_parts(["checkpoints", study])
}

impl Genesis {
    /// What follows from the database's own number and whatever must not be changed.
    pub(crate) fn new<'a>(origin: ChainLink, parts: impl IntoIterator<Item = &'a str>) -> Genesis {
        Genesis(origin.then_parts(parts))
    }

    /// What the first event of a log holds on to.
    pub(crate) fn log(self, log: LogId) -> ChainLink {
        self.0.then_parts([log.to_string().as_str()])
    }
}

impl From<[u8; BYTES]> for ChainLink {
    fn from(bytes: [u8; BYTES]) -> Self {
        ChainLink(bytes)
    }
}

impl fmt::Display for ChainLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl FromStr for ChainLink {
    type Err = BadChainLink;

    fn from_str(text: &str) -> Result<Self, BadChainLink> {
        hex::decode(text).ok().and_then(|bytes| ChainLink::from_bytes(&bytes)).ok_or(BadChainLink)
    }
}
