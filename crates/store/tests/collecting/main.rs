//! The same stories on SQLite files and on a real PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod accounts;
mod bonuses;
mod chain;
mod conformance;
mod erasure;
mod files;
mod notices;
mod outage;
mod place;
mod race;
mod simulation;
