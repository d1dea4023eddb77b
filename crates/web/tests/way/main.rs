//! The real server on a free port of this machine, with a real database, spoken to over HTTP.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod dashboard;
mod door;
mod forged;
mod garbage;
mod journeys;
mod leave;
mod participant;
mod served;
mod shell;
mod slots;
