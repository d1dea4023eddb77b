//! Participants' pages and the dashboard in a real browser.

mod axe;
mod beside;
mod chromium;
mod comfort;
mod crowd;
mod dashboard;
mod desk;
mod fits;
mod journey;
mod leave;
mod person;
mod two_devices;
