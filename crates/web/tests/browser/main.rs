//! Participants' pages in a real browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod axe;
mod chromium;
mod comfort;
mod desk;
