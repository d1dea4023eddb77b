//! Participants' whole way through the real server in a real browser, from the link to the code.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../../server/tests/it/browser/chromium.rs"]
mod chromium; // The pages' own tests drive the same browser.
mod obstacles;
mod page;
mod person;
mod reports;
mod researcher;
mod test_server;
mod ways;
