//! `rejudge`: the command line. One file per command in `command/`, no logic of its own.
//!
//! [`run`] is the whole of it. Other programs, such as the Python package, call [`methods`] and [`answer`] for the
//! statistics on tables they hold in memory, and [`commands`] and [`run_captured`] for the rest.

#[macro_use]
mod output;

mod bundle_folder;
mod collected_study;
mod command;
mod conclusion;
mod count_noun;
mod documents;
mod embedding;
mod folder;
mod outcome;
mod output_files;
mod paper_audit;
mod papers;
mod personal;
mod progress;
mod study_record;
mod terminal_table;

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _, Parser};

use crate::command::Command;
pub use command::stats::Member;
pub use embedding::{
    Declaration, Kind, MethodAnswer, Parameter, Ran, Refusal, TABLE_MARK, Takes, answer, commands, methods,
    run_captured,
};
pub use progress::{ProgressReport, Watcher};

/// Runs a human evaluation of generated text, and runs it again.
///
/// Without a command, suggests what to do next in the current folder.
#[derive(Debug, Parser)]
#[command(name = "rejudge", version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The whole command line, with the other names that methods have.
fn command_line() -> clap::Command {
    Arguments::command().mut_subcommand("stats", command::with_aliases)
}

/// Does what the words of a command line say, the program's name first, and gives the exit code.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    let said: Vec<String> = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(about) = command::find_explanation(&said) {
        println!("{about}");
        return 0;
    }
    let parsed = command_line().try_get_matches_from(words).and_then(|it| Arguments::from_arg_matches(&it));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and versions come here, too; where they cannot be printed nobody reads.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    match arguments.command.map_or_else(command::show_next_steps, Command::run) {
        Ok(outcome) => outcome.code(),
        Err(fault) => outcome::explain(&fault),
    }
}
