//! Participants' pages and the researcher's dashboard.

pub mod dashboard;
pub mod page;
pub mod preview;
pub mod server;
