//! Spoken to over HTTP.

mod dashboard;
mod door;
mod forged;
mod garbage;
mod journeys;
mod leave;
mod shell;
mod slots;
