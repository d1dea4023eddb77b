//! `rejudge`: the command line. One file per command in `command/`, no logic of its own.
#![expect(clippy::print_stderr, reason = "results go to standard output, talk to standard error")]

#[macro_use]
mod output;

mod bundled;
mod collected;
mod command;
mod conclusion;
mod counted;
mod folder;
mod outcome;
mod personal;
mod progress;
mod ruled;
mod study_record;
mod written;

use std::process::ExitCode;

use clap::Parser;

use crate::command::Command;

/// A page is a few hundred small pieces of text: with the system's own allocator the server spent a seventh of its time in
/// it and took a sixth fewer submissions (`bench/README.md`, Collecting).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
