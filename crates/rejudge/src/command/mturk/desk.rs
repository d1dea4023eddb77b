//! Both sides of a study on Mechanical Turk: what was collected, and what the platform gives out of it.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use jiff::Timestamp;
use live::LiveStudy;
use live::reconcile::{AmountOwed, Books, Export, Pair, Platform, platform_sessions, read};
use store::Store;

use super::study_of;
use crate::collected_study::DATABASE;
use crate::outcome::BadInput;

/// Which study, what was collected, and what the platform says.
#[derive(Debug, Args)]
pub(super) struct Sides {
    /// The study folder
    study: PathBuf,
    /// Output of `aws mturk list-assignments-for-hit`, or the table of results from the requester site
    #[arg(long, value_name = "FILE")]
    results: PathBuf,
    /// Where answers are stored: the same as for `rejudge serve`
    #[arg(long, value_name = "PLACE", default_value = DATABASE)]
    database: String,
}

/// Both sides, held against each other.
pub(super) struct Desk {
    pub(super) study: LiveStudy,
    pub(super) store: Store,
    pub(super) now: Timestamp,
    pub(super) export: Export,
    pub(super) pairs: Vec<Pair>,
    pub(super) owed: Vec<AmountOwed>,
}

impl Sides {
    /// Reads both sides; nothing when the study is not sound, which has been shown.
    pub(super) async fn open(&self) -> anyhow::Result<Option<Desk>> {
        let Some(named) = study_of(&self.study)? else { return Ok(None) };
        let export = self.read_results()?;
        let store = named.open_store(&self.database).await?;
        let now = Timestamp::now();
        let study = named.run(&store, now).await?;
        study.refresh_ledger().await;
        let ledger =
            study.ledger().await.map_err(|fault| anyhow::anyhow!("what was collected cannot be read: {fault:?}"))?;
        let sessions = platform_sessions(&store, &study.name, &ledger).await?;
        drop(ledger);
        let recorded = store.bonuses(&study.name).await?;
        let Books { pairs, owed, .. } =
            Books::new(&study.study, &study.plan, &sessions, &export.submissions, &recorded);
        Ok(Some(Desk { study, store, now, export, pairs, owed }))
    }

    /// The table, every row of which must be understood.
    fn read_results(&self) -> anyhow::Result<Export> {
        let shown = self.results.display();
        let text = std::fs::read_to_string(&self.results).with_context(|| format!("reading `{shown}`"))?;
        let bad = |row: usize, what: &str, remedy: &str| BadInput(format!("`{shown}`, row {row}: {what}; {remedy}"));
        let export = read(&text).map_err(|problem| bad(problem.row, &problem.what, &problem.remedy))?;
        if export.platform != Platform::Mturk {
            return Err(bad(1, "it is not a Mechanical Turk table", "give the results of the HIT").into());
        }
        if let Some(problem) = export.problems.first() {
            return Err(bad(problem.row, &problem.what, &problem.remedy).into());
        }
        Ok(export)
    }
}
