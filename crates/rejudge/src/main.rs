//! `rejudge`: the command line. One file per command in `command/`, no logic of its own.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "results go to standard output, talk to standard error")]

mod command;
mod folder;
mod outcome;

use std::process::ExitCode;

use clap::Parser;

use crate::command::Command;

/// Runs a human evaluation of generated text, and runs it again.
#[derive(Debug, Parser)]
#[command(name = "rejudge", version, propagate_version = true, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(about) = command::explained(&words) {
        println!("{about}");
        return ExitCode::SUCCESS;
    }
    let arguments = Arguments::parse();
    match arguments.command.run() {
        Ok(outcome) => outcome.into(),
        Err(fault) => outcome::explain(&fault),
    }
}
