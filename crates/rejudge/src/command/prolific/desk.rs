//! What most commands need: the study, what was collected, and Prolific.

use std::path::PathBuf;

use clap::Args;
use jiff::Timestamp;
use live::LiveStudy;
use live::reconcile::{self, Books, PlatformSession, platform_sessions};
use prolific::{Prolific, ProlificError, Submission};
use store::{AuditEntry, Store};

use crate::collected_study::DATABASE;
use crate::command::serve::{NamedStudy, read_studies, token};
use crate::outcome::BadInput;

/// Who did it, in the audit log of the study.
pub(super) const ACCOUNT: &str = "command line";

/// Which study, and how Prolific is reached.
#[derive(Debug, Args)]
pub(super) struct There {
    /// The study folder
    study: PathBuf,
    /// File with the Prolific token, readable only by you
    #[arg(long, value_name = "FILE")]
    token: PathBuf,
    /// URL of Prolific's API
    #[arg(long, value_name = "URL", default_value = "https://api.prolific.com")]
    api: String,
}

/// Which study there, and where answers are stored.
#[derive(Debug, Args)]
pub(super) struct CollectedStudyArguments {
    #[command(flatten)]
    there: There,
    /// The study's id on Prolific [default: `participants.prolific_study`]
    #[arg(long, value_name = "ID")]
    study_id: Option<String>,
    /// Where answers are stored: the same as for `rejudge serve`
    #[arg(long, value_name = "PLACE", default_value = DATABASE)]
    database: String,
}

impl There {
    /// The study, and Prolific.
    pub(super) fn open(&self) -> anyhow::Result<Option<(NamedStudy, Prolific)>> {
        let Some(studies) = read_studies(std::slice::from_ref(&self.study))? else { return Ok(None) };
        let Ok([study]) = <[NamedStudy; 1]>::try_from(studies) else {
            return Err(BadInput("name one study".to_owned()).into());
        };
        Ok(Some((study, Prolific::with_address(&self.api, &token(&self.token)?))))
    }
}

/// Both sides of a study.
pub(super) struct Desk {
    pub(super) study: LiveStudy,
    pub(super) store: Store,
    pub(super) prolific: Prolific,
    pub(super) id: String,
    pub(super) now: Timestamp,
    pub(super) submissions: Vec<Submission>,
    pub(super) here: Vec<PlatformSession>,
    pub(super) books: Books,
}

impl Desk {
    /// Reads both sides; nothing when the study is not sound, which has been shown.
    pub(super) async fn open(arguments: &CollectedStudyArguments) -> anyhow::Result<Option<Desk>> {
        let Some((named, prolific)) = arguments.there.open()? else { return Ok(None) };
        let known = arguments.study_id.clone().or_else(|| named.study.participants.prolific_study.clone());
        let id = known.ok_or_else(|| {
            BadInput(
                "say which study on Prolific: `prolific_study = \"…\"` in `[participants]`, or `--study-id`".to_owned(),
            )
        })?;
        let store = named.open_store(&arguments.database).await?;
        let now = Timestamp::now();
        let study = named.run(&store, now).await?;
        let submissions = prolific.submissions(&id).await.map_err(refusal_error)?;
        let mut desk = Desk { study, store, prolific, id, now, submissions, here: Vec::new(), books: Books::default() };
        desk.compare().await?;
        Ok(Some(desk))
    }

    /// Holds both sides against each other.
    pub(super) async fn compare(&mut self) -> anyhow::Result<()> {
        let (study, name) = (&self.study, &self.study.name);
        study.refresh_ledger().await;
        let ledger =
            study.ledger().await.map_err(|fault| anyhow::anyhow!("what was collected cannot be read: {fault:?}"))?;
        self.here = platform_sessions(&self.store, name, &ledger).await?;
        drop(ledger);
        let recorded = self.store.bonuses(name).await?;
        let there: Vec<reconcile::Submission> = self.submissions.iter().cloned().map(Into::into).collect();
        self.books = Books::new(&study.study, &study.plan, &self.here, &there, &recorded);
        Ok(())
    }

    /// Writes down what was done.
    pub(super) async fn note(&self, action: &str, detail: &str) -> anyhow::Result<()> {
        let entry = AuditEntry {
            at: self.now,
            study: Some(self.study.name.clone()),
            name: ACCOUNT.to_owned(),
            action: action.to_owned(),
            detail: detail.to_owned(),
        };
        Ok(self.store.note(&entry).await?)
    }
}

/// A refusal of Prolific, in its own words.
#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
pub(super) fn refusal_error(error: ProlificError) -> anyhow::Error {
    BadInput(error.to_string()).into()
}
