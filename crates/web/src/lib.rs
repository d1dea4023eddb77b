//! HTTP plumbing that knows no study: faults, headers, request limits, request ids, where a request came
//! from, TLS and its certificates, asking other servers, and when to stop.

mod acme;
mod ask;
mod endpoint;
mod fault;
mod headers;
mod limit;
mod peers;
mod reply;
mod request_id;
mod secret;
mod stop;
mod tls;

pub use acme::{Acme, AcmeError, Challenges, Refusal, Standing};
pub use ask::{NoReply, ask};
pub use endpoint::{Encryption, Endpoint};
pub use fault::Fault;
pub use headers::{Framing, secure};
pub use limit::{Limit, Rate, TooMany};
pub use peers::{Peers, subscriber};
pub use reply::{html, see_other};
pub use request_id::{HEADER, RequestId};
pub use secret::Secret;
pub use stop::{survive_limits_of_file_size, wait_for_stop_request};
pub use tls::{TlsFiles, config, keep_renewed};

use std::sync::Arc;

use jiff::Timestamp;

/// The time, as the server is told it.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;
