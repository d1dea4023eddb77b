//! `rejudge man DIR`: one man page for each command.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::outcome::Outcome;

/// Man pages
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge man ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// The folder to write to; it is created if necessary
    directory: PathBuf,
}

impl Arguments {
    /// Writes the pages.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let directory = self.directory.display();
        std::fs::create_dir_all(&self.directory).with_context(|| format!("cannot make the folder `{directory}`"))?;
        clap_mangen::generate_to(crate::command_line(), &self.directory)
            .with_context(|| format!("cannot write into `{directory}`"))?;
        eprintln!("man pages written into {directory}");
        Ok(Outcome::Done)
    }
}
