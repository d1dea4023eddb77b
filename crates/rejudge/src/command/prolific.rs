//! `rejudge prolific`: the study on Prolific, from the file. Nothing is changed there without a yes.

mod approve;
mod bonus;
mod desk;
mod draft;
mod message;
mod places;
mod status;

use std::io::{IsTerminal as _, Write as _};

use clap::{Args, Subcommand};

use crate::outcome::Outcome;

/// Create the draft on Prolific, show submissions, approve them, pay bonuses, send messages
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge prolific draft studies/fluency --token prolific.token --public-url https://study.example.org
  rejudge prolific status studies/fluency --token prolific.token
  rejudge prolific approve studies/fluency --token prolific.token
  rejudge prolific bonus studies/fluency --token prolific.token
  rejudge prolific message studies/fluency thanks --to finished --token prolific.token

Each command shows what it would do and asks for confirmation; `--yes` confirms in advance. No command ever \
rejects anybody. The token is read from a file that only you can read; create it in Prolific's settings.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Draft(draft::Arguments),
    Status(status::Arguments),
    Places(places::Arguments),
    Approve(approve::Arguments),
    Bonus(bonus::Arguments),
    Message(message::Arguments),
}

/// Whether something may be done.
#[derive(Debug, Args)]
struct Consent {
    /// Do it without asking
    #[arg(long)]
    yes: bool,
}

impl Consent {
    /// Asks, where somebody is there to answer. Without a yes nothing is done, and that is said.
    fn ask_consent(&self, question: &str) -> anyhow::Result<bool> {
        if self.yes {
            return Ok(true);
        }
        if std::io::stdin().is_terminal() {
            print!("{question} Type yes: ");
            std::io::stdout().flush()?;
            let mut answer = String::new();
            std::io::stdin().read_line(&mut answer)?;
            if answer.trim().eq_ignore_ascii_case("yes") {
                return Ok(true);
            }
        }
        println!("Nothing was changed. Use `--yes` to confirm.");
        Ok(false)
    }
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            match self.what {
                What::Draft(arguments) => arguments.run().await,
                What::Status(arguments) => arguments.run().await,
                What::Places(arguments) => arguments.run().await,
                What::Approve(arguments) => arguments.run().await,
                What::Bonus(arguments) => arguments.run().await,
                What::Message(arguments) => arguments.run().await,
            }
        })
    }
}
