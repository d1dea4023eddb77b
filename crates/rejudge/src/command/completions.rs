//! `rejudge completions SHELL`: what the shell needs to complete our commands.

use clap::Args;
use clap::builder::PossibleValuesParser;
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
        // Only completion takes the codes for a closed list: the command itself has a better answer to a wrong one.
        let mut command_line = crate::command_line().mut_subcommand("explain", |explain| {
            explain.mut_arg("code", |code| code.value_parser(PossibleValuesParser::new(super::explain::codes())))
        });
        clap_complete::generate(self.shell, &mut command_line, "rejudge", &mut script);
        print!("{}", String::from_utf8_lossy(&script));
        Ok(Outcome::Done)
    }
}
