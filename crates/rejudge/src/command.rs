//! The commands, one file each.

mod backup;
mod check;
mod completions;
mod explain;
mod invite;
mod man;
mod new;
mod plan;
mod rehearse;
mod schema;
mod serve;
mod stats;

use clap::Subcommand;

use crate::outcome::Outcome;

pub(crate) use stats::explained;

/// What rejudge can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start a study folder that already runs
    New(new::Arguments),
    /// Everything wrong or doubtful about a study, with places in its files and remedies
    Check(check::Arguments),
    /// The long text of one finding of `rejudge check`
    Explain(explain::Arguments),
    /// Lists, slots, balance tables, expected cost and time
    Plan(plan::Arguments),
    /// Let made-up participants do the whole study, from plan to report
    Rehearse(rehearse::Arguments),
    /// Show studies to participants and keep what they answer
    Serve(serve::Arguments),
    /// Personal links for the people you invite
    Invite(invite::Arguments),
    /// Copy the database while it is in use
    Backup(backup::Arguments),
    /// The JSON Schema of the study file, for editors
    Schema(schema::Arguments),
    /// Any of the statistics on any table
    Stats(Box<stats::Arguments>),
    /// Shell completions
    Completions(completions::Arguments),
    /// Man pages
    Man(man::Arguments),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::New(arguments) => arguments.run(),
            Command::Check(arguments) => arguments.run(),
            Command::Explain(arguments) => arguments.run(),
            Command::Plan(arguments) => arguments.run(),
            Command::Serve(arguments) => arguments.run(),
            Command::Invite(arguments) => arguments.run(),
            Command::Backup(arguments) => arguments.run(),
            Command::Schema(arguments) => arguments.run(),
            Command::Rehearse(arguments) => arguments.run(),
            Command::Stats(arguments) => arguments.run(),
            Command::Completions(arguments) => arguments.run(),
            Command::Man(arguments) => arguments.run(),
        }
    }
}
