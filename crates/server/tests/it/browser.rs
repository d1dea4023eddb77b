//! Participants' pages and the dashboard in a real browser.

mod axe;
mod chromium;
mod comfort;
mod crowd;
mod dashboard;
mod desk;
mod leave;
mod two_devices;
