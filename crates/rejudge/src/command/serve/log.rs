//! What the server says while it runs.

use clap::ValueEnum;
use tracing_subscriber::EnvFilter;

/// What is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Log {
    /// What needs attention, for people
    Text,
    /// Every request, one JSON object a line
    Json,
    /// Nothing
    Off,
}

/// What is always written.
const ATTENTION: &str = "warn";

impl Log {
    /// From here on. Neither form names participants: see `server`.
    pub(super) fn start(self) {
        let log = tracing_subscriber::fmt().with_writer(std::io::stderr);
        match self {
            Log::Text => log.with_env_filter(EnvFilter::new(ATTENTION)).with_target(false).init(),
            Log::Json => {
                log.with_env_filter(EnvFilter::new(format!("{ATTENTION},web=info"))).json().flatten_event(true).init()
            }
            Log::Off => {}
        }
    }
}
