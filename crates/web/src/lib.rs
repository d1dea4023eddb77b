//! Participants' pages and the researcher's dashboard.

pub mod server;
