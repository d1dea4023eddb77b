//! What may happen in a session: single transitions, and that nothing breaks whatever people do.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod crowd;
mod last_acknowledged;
mod slots;
mod table;
mod transitions;
mod world;
