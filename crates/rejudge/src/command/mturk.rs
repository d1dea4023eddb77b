//! `rejudge mturk`: the study on Mechanical Turk, as its own tools take it. Nothing is sent from here.

mod approve;
mod bonus;
mod desk;
mod hit;
mod workers;

use clap::{Args, Subcommand};

use super::serve::{NamedStudy, read_studies};
use crate::outcome::{BadInput, Outcome};

/// Write files for Mechanical Turk's tools: HIT, approvals, bonuses, workers
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge mturk hit studies/fluency --public-url https://study.example.org --sandbox > hit.json
  aws mturk list-assignments-for-hit --hit-id 3HIT > results.json
  rejudge mturk approve studies/fluency --results results.json > approve.txt
  rejudge mturk bonus studies/fluency --results results.json > bonuses.csv
  rejudge mturk workers studies/fluency --qualification \"took part in fluency\" > workers.csv

Nothing is sent: the files are for Amazon's own command line and for the requester site. The HIT is built from \
`[payment]` and `[platform.mturk]` in the study. The dashboard offers the same approvals and bonuses \
(Reconcile).")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Hit(hit::Arguments),
    Approve(approve::Arguments),
    Bonus(bonus::Arguments),
    Workers(workers::Arguments),
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.what {
            What::Hit(arguments) => arguments.run(),
            What::Approve(arguments) => tokio::runtime::Runtime::new()?.block_on(arguments.run()),
            What::Bonus(arguments) => tokio::runtime::Runtime::new()?.block_on(arguments.run()),
            What::Workers(arguments) => arguments.run(),
        }
    }
}

/// The one study named, which must be one for Mechanical Turk; nothing when it is not sound, which has been shown.
fn study_of(folder: &std::path::Path) -> anyhow::Result<Option<NamedStudy>> {
    let Some(studies) = read_studies(&[folder.to_owned()])? else { return Ok(None) };
    let Ok([study]) = <[NamedStudy; 1]>::try_from(studies) else {
        return Err(BadInput("name one study".to_owned()).into());
    };
    if study.study.participants.from != study::file::Platform::Mturk {
        let message =
            format!("`{}` is not for Mechanical Turk; set `from = \"mturk\"` in `[participants]`", study.name);
        return Err(BadInput(message).into());
    }
    Ok(Some(study))
}
