//! The server: participants' pages and the dashboard over HTTP.
//!
//! `router` is the list of what it does. A request is: read the state, decide, append in one
//! transaction, show the reply. Nothing is kept here between requests that a restart would lose.

mod assets;
mod first_byte;
mod health;
mod listen;
mod observe;
mod plain_http;
mod prolific_hook;
mod request_metrics;
mod router;
mod server;

pub use participant::PROLIFIC_KEYS;
pub use plain_http::PlainHttp;
pub use server::{FIRST_BYTE, Server, ServerError, Settings, routes};

pub(crate) use server::App;
