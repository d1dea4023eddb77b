//! What participants are answered, from the link to the code.
//!
//! A request is: read the state, decide, append in one transaction, show the reply. Nothing is kept here between
//! requests that a restart would lose.

mod arrival;
mod context;
mod fault_page;
mod files;
mod key_set;
mod routes;
mod session_cookie;
mod signed_link;
mod visit;

pub use context::Context;
pub use fault_page::{fault_page, framing};
pub use key_set::{KeySet, PROLIFIC_KEYS};
pub use routes::routes;
