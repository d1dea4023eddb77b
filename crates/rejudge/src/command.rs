//! The commands, one file each.

mod stats;

use clap::Subcommand;

use crate::outcome::Outcome;

pub(crate) use stats::explained;

/// What rejudge can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Any of the statistics on any table
    Stats(stats::Arguments),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Stats(arguments) => arguments.run(),
        }
    }
}
