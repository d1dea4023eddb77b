//! The real server on a free port of this machine, with a real database, spoken to over HTTP and in a real browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod browser;
mod http;
mod issuer;
mod participant;
mod test_server;
