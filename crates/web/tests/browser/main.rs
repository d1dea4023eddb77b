//! Participants' pages and the dashboard in a real browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod axe;
mod chromium;
mod comfort;
mod crowd;
mod dashboard;
mod desk;
mod leave;
#[expect(dead_code, reason = "the requests of the server's own tests, beside the browser")]
#[path = "../way/participant.rs"]
mod participant;
#[expect(dead_code, reason = "the server's own tests use all of it")]
#[path = "../way/served.rs"]
mod served;
