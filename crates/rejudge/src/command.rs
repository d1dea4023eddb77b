//! The commands, one file each.

mod analyse;
mod archive;
mod audit;
mod backup;
mod bundle;
mod check;
mod compare;
mod completions;
mod demo;
mod diff;
mod explain;
mod export;
mod heds;
mod import;
mod invite;
mod man;
mod mturk;
mod new;
mod next;
mod owner;
mod pay;
mod plan;
mod preregister;
mod preview;
mod prolific;
mod rehearse;
mod rerun;
mod schema;
mod serve;
pub(crate) mod stats;
mod verify;

use clap::Subcommand;

use crate::outcome::Outcome;

pub(crate) use diff::render_differences as show_diff;
pub(crate) use next::show as show_next_steps;
pub(crate) use serve::{conclude, explain_load_error, explain_open_error};
pub(crate) use stats::{find_explanation, with_aliases};

/// What rejudge can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a working study folder
    New(new::Arguments),
    /// Find mistakes and doubtful points in a study, with their place in its files and the remedy
    Check(check::Arguments),
    /// Explain one finding of `rejudge check` or `rejudge audit`
    Explain(explain::Arguments),
    /// Show lists, slots, balance, expected cost and time
    Plan(plan::Arguments),
    /// Show every page as a participant will see it; reloads on save; stores nothing
    Preview(preview::Arguments),
    /// Simulate a study: power and false-positive rate of every claim, sample size, cost
    Rehearse(rehearse::Arguments),
    /// Serve studies to participants and store their answers
    Serve(serve::Arguments),
    /// Create the draft on Prolific, show submissions, approve them, pay bonuses, send messages
    Prolific(Box<prolific::Arguments>),
    /// Write files for Mechanical Turk's tools: HIT, approvals, bonuses, workers
    Mturk(mturk::Arguments),
    /// Create personal links for the people you invite
    Invite(invite::Arguments),
    /// Create a one-time link to the dashboard, for a lost password or another owner
    Owner(owner::Arguments),
    /// Copy the database while it is in use
    Backup(backup::Arguments),
    /// Check whether anything in a database or a bundle was changed, removed or added by hand
    Verify(verify::Arguments),
    /// Export judgements as CSV, JSON Lines or Parquet, with a codebook
    Export(export::Arguments),
    /// Bring in answers from elsewhere: recognise the files, and write a study folder
    Import(import::Arguments),
    /// Analyse judgements: scores, agreement, comparisons, claims, and a report
    Analyse(Box<analyse::Arguments>),
    /// Compare two or more runs of a study: reproduction assessment
    Compare(compare::Arguments),
    /// Show how two study designs differ, in the datasheet's terms
    Diff(diff::Arguments),
    /// Fill in the HEDS datasheet from the study, or read a colleague's
    Heds(heds::Arguments),
    /// Freeze a study and fill in preregistration forms
    Preregister(preregister::Arguments),
    /// Pack everything about a study into one archive that another lab can check and run again
    Bundle(Box<bundle::Arguments>),
    /// Verify a bundle, run its study again, and compare
    Rerun(rerun::Arguments),
    /// Write a finished study as static pages to browse: items, texts, judgements and the report
    Archive(Box<archive::Arguments>),
    /// Check published numbers against each other
    Audit(audit::Arguments),
    /// Compute fair payment: hourly wage, amount per list, and what is still owed
    Pay(Box<pay::Arguments>),
    /// Run everything end to end on a worked study, with simulated participants
    Demo(demo::Arguments),
    /// Compute any of the statistics on any table
    Stats(Box<stats::Arguments>),
    /// Print the JSON Schema of the study file and related files, for editors
    Schema(schema::Arguments),
    /// Print shell completions
    Completions(completions::Arguments),
    /// Write man pages
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
            Command::Prolific(arguments) => arguments.run(),
            Command::Mturk(arguments) => arguments.run(),
            Command::Invite(arguments) => arguments.run(),
            Command::Owner(arguments) => arguments.run(),
            Command::Backup(arguments) => arguments.run(),
            Command::Verify(arguments) => arguments.run(),
            Command::Export(arguments) => arguments.run(),
            Command::Import(arguments) => arguments.run(),
            Command::Analyse(arguments) => arguments.run(),
            Command::Compare(arguments) => arguments.run(),
            Command::Diff(arguments) => arguments.run(),
            Command::Heds(arguments) => arguments.run(),
            Command::Preregister(arguments) => arguments.run(),
            Command::Bundle(arguments) => arguments.run(),
            Command::Rerun(arguments) => arguments.run(),
            Command::Archive(arguments) => arguments.run(),
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
