//! The commands, one file each.

mod analyse;
mod audit;
mod backup;
mod check;
mod compare;
mod completions;
mod demo;
mod diff;
mod explain;
mod export;
mod invite;
mod man;
mod new;
mod owner;
mod pay;
mod plan;
mod preview;
mod rehearse;
mod schema;
mod serve;
mod stats;

use clap::Subcommand;

use crate::outcome::Outcome;

pub(crate) use serve::{conclude, explain_load_error};
pub(crate) use stats::explained;

/// What rejudge can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start a study folder that already runs
    New(new::Arguments),
    /// Everything wrong or doubtful about a study, with places in its files and remedies
    Check(check::Arguments),
    /// The long text of one finding of `rejudge check` or `rejudge audit`
    Explain(explain::Arguments),
    /// Lists, slots, balance tables, expected cost and time
    Plan(plan::Arguments),
    /// Every page as a participant will see it; reloads on save; stores nothing
    Preview(preview::Arguments),
    /// What a study would find and cost, with simulated people
    Rehearse(rehearse::Arguments),
    /// Show studies to participants and keep what they answer
    Serve(serve::Arguments),
    /// Personal links for the people you invite
    Invite(invite::Arguments),
    /// A one-time link into the dashboard: a lost password, or another owner
    Owner(owner::Arguments),
    /// Copy the database while it is in use
    Backup(backup::Arguments),
    /// Judgements as CSV, JSON lines or Parquet, with a codebook
    Export(export::Arguments),
    /// Scores, agreement, comparisons and claims, as results and a report
    Analyse(Box<analyse::Arguments>),
    /// Reproduction assessment of two or more runs of a study
    Compare(compare::Arguments),
    /// How two designs differ, in the datasheet's terms
    Diff(diff::Arguments),
    /// Published numbers checked against each other
    Audit(audit::Arguments),
    /// Fair payment: the wage for an hour, the amount for a list, and what is still owed
    Pay(Box<pay::Arguments>),
    /// All of it, end to end, on a worked study and an embedded database
    Demo(demo::Arguments),
    /// Any of the statistics on any table
    Stats(Box<stats::Arguments>),
    /// The JSON Schema of the study file and those beside it, for editors
    Schema(schema::Arguments),
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
            Command::Preview(arguments) => arguments.run(),
            Command::Rehearse(arguments) => arguments.run(),
            Command::Serve(arguments) => arguments.run(),
            Command::Invite(arguments) => arguments.run(),
            Command::Owner(arguments) => arguments.run(),
            Command::Backup(arguments) => arguments.run(),
            Command::Export(arguments) => arguments.run(),
            Command::Analyse(arguments) => arguments.run(),
            Command::Compare(arguments) => arguments.run(),
            Command::Diff(arguments) => arguments.run(),
            Command::Audit(arguments) => arguments.run(),
            Command::Pay(arguments) => arguments.run(),
            Command::Demo(arguments) => arguments.run(),
            Command::Stats(arguments) => arguments.run(),
            Command::Schema(arguments) => arguments.run(),
            Command::Completions(arguments) => arguments.run(),
            Command::Man(arguments) => arguments.run(),
        }
    }
}
