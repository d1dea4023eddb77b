//! The researcher's dashboard: how a study goes, what is wrong with it, and what can be done about it.
//!
//! Every page is made from the ledger, the fold of the study's events, which is kept in memory and read on at
//! each request. Whatever is done goes through the collector, as everything else does, and in the audit log.
//! A session is known here by its number of arrival; its id opens the participant's page and is never shown.

mod access;
mod account;
mod answer_text;
mod answers;
mod assets;
mod audit_log;
mod comments;
mod confirm;
mod context;
mod cookie;
mod data;
mod disagreement;
mod fault_page;
mod fields;
mod files;
mod forms;
mod frame;
mod items;
mod lists;
mod overview;
mod paginate;
mod password;
mod people;
mod person;
mod quality;
mod reconcile;
mod researcher;
mod rights;
mod routes;
mod sign_in;
mod studies;
mod tables;
mod welcome;
mod words;

pub use assets::ASSETS;
pub use context::Context;
pub use fault_page::fault_page;
pub use rights::Right;
pub use routes::{ROUTES, routes};

/// Whether an address belongs to the dashboard.
#[must_use]
pub fn is_at(path: &str) -> bool {
    path == "/dashboard" || path.starts_with("/dashboard/")
}
