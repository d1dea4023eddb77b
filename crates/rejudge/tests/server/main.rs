//! The server, through the real program: requests, crashes, simulated participants, browsers.

mod crash;
mod faults;
mod https;
mod journeys;
mod mturk;
#[cfg(unix)]
mod prolific;
mod rush;
mod serve;
mod spreadsheet;
mod verify;
mod via_server;
