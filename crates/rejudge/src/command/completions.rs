//! `rejudge completions SHELL`: what the shell needs to complete our commands.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::outcome::Outcome;

/// Shell completions
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge completions bash > ~/.local/share/bash-completion/completions/rejudge")]
pub(crate) struct Arguments {
    /// For which shell
    shell: Shell,
}

impl Arguments {
    /// Prints the completions.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Arguments::command(), "rejudge", &mut script);
        print!("{}", String::from_utf8_lossy(&script));
        Ok(Outcome::Done)
    }
}
