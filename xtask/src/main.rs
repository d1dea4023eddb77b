//! What cargo does not do: set-up, the whole test run, tidiness, reference tables.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program talks")]

mod book;
mod dist;
mod packages;
mod python;
mod reference;
mod run;
mod supply;
mod test;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "What cargo does not do")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Install whatever the tests need, then run all of them
    Test,
    /// Build the Python package and run its tests alone
    Python,
    /// Check what the compiler does not: crate edges, room sizes, names, stray words
    Tidy,
    /// Make the documentation a book of web pages, in target/book/html
    Book,
    /// Check licences, sources and versions of what we build on, and known faults where their database can be had
    Supply,
    /// Make what is given to others: wheel, sources, static binary with man pages and completions, checksums, bill of materials
    Dist {
        /// How everything is compiled; `dev` is quick and only for trying the recipe
        #[arg(long, default_value = "dist")]
        profile: String,
    },
    /// Re-run the R and Python scripts in reference/ and show what changed
    Reference {
        /// Only the families whose folder name holds this
        #[arg(default_value = "")]
        family: String,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().chore {
        Chore::Test => test::run(),
        Chore::Python => python::run(),
        Chore::Tidy => tidy::run(),
        Chore::Book => book::run(),
        Chore::Supply => supply::run(),
        Chore::Dist { profile } => dist::run(&profile),
        Chore::Reference { family } => reference::run(&family),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault:#}");
            ExitCode::FAILURE
        }
    }
}
