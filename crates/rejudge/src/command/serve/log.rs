//! What the server says while it runs.

use std::io::IsTerminal as _;

use clap::ValueEnum;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

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

impl Log {
    /// From here on. Neither form names participants: see `server`.
    pub(super) fn start(self) {
        let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(coloured);
        let attention = Targets::new().with_default(LevelFilter::WARN);
        match self {
            Log::Text => log.with_target(false).finish().with(attention).init(),
            Log::Json => {
                let every_request = attention.with_targets([("server", LevelFilter::INFO), ("web", LevelFilter::INFO)]);
                log.json().flatten_event(true).finish().with(every_request).init();
            }
            Log::Off => {}
        }
    }
}
