//! `rejudge stats METHOD FILE …`: any of the statistics on any table.
//!
//! One file per method in `stats/`, holding its arguments, what it says about itself
//! ([`about::About`]) and how it calls the `stats` crate. To add a method, add a file and a variant.

mod about;
mod answer;
mod data;
mod emm;
mod lmm;
mod model_frame;
mod ttest;

use clap::{Args, Subcommand};

use crate::outcome::Outcome;
use about::About;
use answer::Answer;

/// Any of the statistics on any table
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats ttest ratings.csv --value rating --group system\n\nSee them all with `rejudge stats list`."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    method: Method,
    /// Print one JSON object instead of a table
    #[arg(long, global = true)]
    json: bool,
    /// Print formula, source and when not to use the method, and stop
    #[arg(long, global = true)]
    explain: bool,
}

#[derive(Debug, Subcommand)]
enum Method {
    /// Every method with the reference it was checked against
    List,
    /// Estimated marginal means and contrasts of a mixed model
    Emm(emm::Arguments),
    /// Linear mixed models, with marginal means and contrasts
    Lmm(lmm::Arguments),
    /// Student's, Welch's, paired and one-sample t-tests
    Ttest(ttest::Arguments),
}

/// What every method says about itself, in the order of `rejudge stats list`.
const ABOUT: &[&About] = &[&lmm::ABOUT, &emm::ABOUT, &ttest::ABOUT];

impl Method {
    fn run(&self) -> anyhow::Result<Answer> {
        match self {
            Method::List => Ok(about::list(ABOUT)),
            Method::Emm(arguments) => arguments.run(),
            Method::Lmm(arguments) => arguments.run(),
            Method::Ttest(arguments) => arguments.run(),
        }
    }
}

/// What `stats METHOD --explain` is about. It needs no data, so it is answered before the arguments
/// of the method, most of which are required, are read.
pub(crate) fn explained(words: &[String]) -> Option<&'static About> {
    let [command, method, rest @ ..] = words else { return None };
    let asked = command == "stats" && rest.iter().any(|word| word == "--explain");
    ABOUT.iter().copied().find(|about| asked && about.name == method)
}

impl Arguments {
    /// Runs the method and prints its answer.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let answer = self.method.run()?;
        if self.json {
            println!("{}", answer.to_json());
        } else {
            print!("{}", answer.to_text());
        }
        Ok(Outcome::Done)
    }
}
