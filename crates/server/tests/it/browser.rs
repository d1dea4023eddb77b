//! Participants' pages and the dashboard in a real browser.

mod advance;
mod at_the_list;
mod axe;
mod chromium;
mod comfort;
mod crowd;
mod dashboard;
mod desk;
mod fits;
mod follow_ups;
mod journey;
mod leave;
mod odd;
mod pace;
mod person;
mod review;
mod showing;
mod side_panels;
mod two_devices;
mod typing;
