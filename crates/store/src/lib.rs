//! Events in SQLite or PostgreSQL.
//!
//! **In**: what [`session::decide`] decided. **Out**: the same, after a power cut. A [`Store`] is one
//! database; a [`Collector`] is one study in it, through which every command of a participant
//! or researcher goes: read, decide, append in one transaction, reply. Nothing else writes. **Does not
//! know** browsers, nor the clock: the time is an argument.
//!
//! An append says which number its first event has. When the log is longer by then, it conflicts, and the
//! decision is made again on what has happened since. Slots are claimed in the same transaction as the event
//! that says so, and the database's own constraints stand guard.

mod accounts;
mod address;
mod append;
mod backup;
mod bonuses;
mod chain;
mod checkpoint;
mod collector;
mod database_files;
mod design;
mod error;
mod event_cells;
mod event_rows;
mod glance;
mod kept_study;
mod log_id;
mod log_lengths;
mod migrate;
mod notices;
mod people;
mod postgres;
mod read;
mod seal;
mod sql;
mod sqlite;
mod store;
mod verify;
mod write_health;
mod writer;

#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use accounts::{
    Account, AccountId, AuditEntry, EVERY, Entrance, Grant, Invitation, InvitationName, Link, LinkOutcome, Role, Sight,
    SignIn, Token, TokenName, Tries,
};
pub use address::DatabaseAddress;
pub use bonuses::{Batch, Bonus, BonusRecord, BonusState};
pub use chain::{BadChainLink, ChainLink};
pub use collector::{Collector, CommandOutcome};
pub use design::Changes;
pub use error::{DatabaseError, OpenError, StoreError};
pub use glance::{StudyCount, glance};
pub use kept_study::{KeptStudy, Opening};
pub use people::{Identity, Person};
pub use read::{Cursor, LoggedEvent, LoggedSessionEvent, LoggedStudyEvent, SessionRow};
pub use store::Store;
pub use verify::{Counts, Damage, Fault, Part, Verification};
