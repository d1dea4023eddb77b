//! `rejudge mturk workers STUDY`: who took part, for a qualification that keeps them from coming again.

use std::path::PathBuf;

use clap::Args;
use session::ArrivalChannel;
use store::{DatabaseAddress, Store};
use study::csv_text;

use super::study_of;
use crate::collected_study::DATABASE;
use crate::command::serve::explain_open_error;
use crate::count_noun::count_noun;
use crate::outcome::{BadInput, Outcome};

/// Print the workers who took part, in the format in which the requester site assigns a qualification
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The study folder
    study: PathBuf,
    /// Name of the qualification on the requester's site
    #[arg(long, value_name = "NAME")]
    qualification: String,
    /// Where answers are stored: the same as for `rejudge serve`
    #[arg(long, value_name = "PLACE", default_value = DATABASE)]
    database: String,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let Some(named) = study_of(&self.study)? else { return Ok(Outcome::ProblemsFound) };
        let place = &self.database;
        let address = DatabaseAddress::parse(place).map_err(|error| BadInput(error.to_string()))?;
        if address.file().is_some_and(|file| !file.is_file()) {
            return Err(BadInput(format!("there is no database `{place}`; `rejudge serve` makes it")).into());
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let people = runtime.block_on(async {
            let store = Store::open(place).await.map_err(explain_open_error)?;
            anyhow::Ok(store.people(&named.name).await?)
        })?;
        let mut workers: Vec<String> = people
            .into_iter()
            .filter(|(_, person)| person.how == ArrivalChannel::Mturk)
            .map(|(_, person)| person.platform_id)
            .collect();
        workers.sort_unstable();
        workers.dedup();
        let head = ["Worker ID".to_owned(), format!("UPDATE-{}", self.qualification)];
        print!(
            "{}",
            csv_text(std::iter::once(head).chain(workers.iter().map(|worker| [worker.clone(), "1".to_owned()])))
        );
        eprintln!(
            "{}. On the requester's site: Manage, Workers, Upload CSV.",
            count_noun(workers.len(), "worker", "workers")
        );
        Ok(Outcome::Done)
    }
}
