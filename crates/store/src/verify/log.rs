//! One log, followed event by event.

use std::collections::HashMap;

use session::WrittenKind;

use super::Damage;
use crate::chain::{ChainLink, ContentHash, Place, Salt};
use crate::checkpoint::Head;
use crate::event_cells::EventCells;

/// What is wrong in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Trouble {
    /// Which event, from 1; none when it is the whole log.
    pub(super) position: Option<u64>,
    pub(super) damage: Damage,
    pub(super) why: &'static str,
}

impl Trouble {
    fn new(seq: i64, damage: Damage, why: &'static str) -> Option<Trouble> {
        Some(Trouble { position: Some(seq.max(0) as u64 + 1), damage, why })
    }
}

/// How far a log was followed.
#[derive(Debug, Clone)]
pub(super) struct LogCheck {
    /// The link of the last event; what the first holds on to before that.
    link: ChainLink,
    /// The number that the next event must have.
    next: i64,
    /// Events that were read.
    pub(super) rows: u32,
    /// Of these, erased.
    pub(super) erased: u32,
    first_erased: Option<i64>,
    withdrawn: bool,
    /// Whether it should be there: a session's is when the session is among the sessions.
    pub(super) registered: bool,
    /// Which link checkpoints have at which length.
    expected: HashMap<u64, ChainLink>,
    /// The first that is wrong.
    trouble: Option<Trouble>,
}

impl LogCheck {
    pub(super) fn new(genesis: ChainLink) -> LogCheck {
        LogCheck {
            link: genesis,
            next: 0,
            rows: 0,
            erased: 0,
            first_erased: None,
            withdrawn: false,
            registered: false,
            expected: HashMap::new(),
            trouble: None,
        }
    }

    /// The same before any event was read.
    pub(super) fn restart(&self, genesis: ChainLink) -> LogCheck {
        LogCheck { registered: self.registered, expected: self.expected.clone(), ..LogCheck::new(genesis) }
    }

    /// A checkpoint says how far it had come.
    pub(super) fn expect_head(&mut self, head: Head) {
        self.expected.insert(head.length, head.link);
    }

    /// Follows one more event.
    pub(super) fn follow(&mut self, event: &EventCells<'_>) {
        self.rows += 1;
        if self.trouble.is_none() {
            self.trouble = self.follow_sound(event);
        }
    }

    /// The same while nothing was wrong; gives what is.
    fn follow_sound(&mut self, event: &EventCells<'_>) -> Option<Trouble> {
        let &EventCells { seq, at, body, salt, digest, .. } = event;
        let kept = event.link.and_then(ChainLink::from_bytes);
        if seq > self.next {
            return Trouble::new(self.next, Damage::Removed, "a later event is there");
        }
        if seq < self.next {
            return Trouble::new(seq, Damage::Changed, "its number is there before");
        }
        let Some(kept) = kept else { return Trouble::new(seq, Damage::Added, "it has no link") };
        let kind = WrittenKind::peek(body);
        let content = match (kind, salt, digest) {
            (Some(WrittenKind { erased: true, .. }), None, Some(digest)) => ContentHash::from_bytes(digest),
            (Some(WrittenKind { erased: false, .. }), Some(salt), None) => {
                Salt::from_bytes(salt).map(|salt| ContentHash::compute(&salt, body))
            }
            _ => None,
        };
        let (Some(kind), Some(content)) = (kind, content) else {
            return Trouble::new(seq, Damage::Changed, "it is not as this program writes events");
        };
        let place = Place { seq: u32::try_from(seq).unwrap_or(u32::MAX), at };
        if self.link.link_next(content, place, kind.word) != kept {
            return Trouble::new(seq, Damage::Changed, "it does not fit its link");
        }
        if kind.erased {
            self.erased += 1;
            self.first_erased.get_or_insert(seq);
        }
        self.withdrawn |= kind.word == WrittenKind::WITHDRAWN;
        self.link = kept;
        self.next += 1;
        let other = self.expected.get(&(self.next as u64)).is_some_and(|expected| *expected != kept);
        if other { Trouble::new(seq, Damage::Changed, "a checkpoint has another") } else { None }
    }

    /// What is wrong with it, now that all of it was read.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        if self.trouble.is_some() {
            return self.trouble;
        }
        let whole = |damage, why| Some(Trouble { position: None, damage, why });
        match (self.registered, self.rows, self.expected.keys().max()) {
            (_, 0, Some(_)) => whole(Damage::Removed, "a checkpoint has it"),
            (_, _, Some(length)) if *length > self.next as u64 => {
                Trouble::new(self.next, Damage::Removed, "a checkpoint has it")
            }
            (true, 0, None) => whole(Damage::Removed, "it is among the sessions"),
            (false, 1.., _) => whole(Damage::Added, "it is not among the sessions"),
            _ => self
                .first_erased
                .filter(|_| !self.withdrawn)
                .and_then(|seq| Trouble::new(seq, Damage::Changed, "it is erased, but nobody withdrew")),
        }
    }

    /// Whether already its first event does not follow.
    pub(super) fn begins_otherwise(&self) -> bool {
        self.trouble.is_some_and(|trouble| trouble.position == Some(1) && trouble.damage == Damage::Changed)
    }

    /// A log that reads well by its numbers, but not in the order in which it is kept, was reordered. One that was only
    /// shorter has grown meanwhile, where others write.
    pub(super) fn keep_what_reading_again_does_not_explain(&mut self, before: &LogCheck) {
        if let (None, Some(trouble)) = (self.trouble, before.trouble) {
            let why = "its place among the rows is another";
            self.trouble = Some(Trouble { damage: Damage::Changed, why, ..trouble });
        }
    }

    /// How far it has come, if no checkpoint says so.
    pub(super) fn grown_to(&self) -> Option<Head> {
        let known = self.expected.keys().max().copied().unwrap_or(0);
        let length = self.next as u64;
        (length > known).then_some(Head { length, link: self.link })
    }
}
