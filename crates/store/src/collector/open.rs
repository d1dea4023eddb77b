//! Beginning to collect, or going on with it.

use std::sync::Arc;

use jiff::Timestamp;
use plan::Plan;
use session::{ParticipantKind, SlotBoard};
use study::{Snapshot, Study};

use super::Collector;
use super::cache::Cache;
use super::slots::Slots;
use crate::checkpoint::Checkpoints;
use crate::error::OpenError;
use crate::kept_study::Opening;
use crate::store::Store;

impl Opening {
    /// Opens a study in a database under a name. The first time, study and plan are kept there. When somebody has taken
    /// part already, the kept plan counts, and the study must ask the same of the same: texts, payment, names and
    /// analysis may be others, and more completions may be wanted.
    ///
    /// # Errors
    /// When the database fails, somebody has written to it by hand, the study is another one, or other than those who will take
    /// part did so before.
    pub async fn open(self, store: &Store, name: &str, now: Timestamp) -> Result<Collector, OpenError> {
        let plan = match store.kept_study(name).await? {
            Some(kept) if store.has_begun(name).await? => {
                if kept.participants != self.participants {
                    let (kept, now) = (kept.participants, self.participants);
                    return Err(OpenError::Mixed { study: name.to_owned(), kept, now });
                }
                let plan = Arc::new(kept.plan_for(&self.study, &self.snapshot)?);
                if kept.has_plan() {
                    store.update_study(name, &self.study).await?;
                } else {
                    // An earlier program did not keep them, but what it noted proves that they are the same.
                    let proven = Opening { plan: Arc::clone(&plan), ..self.clone() };
                    store.keep_study(name, &proven, kept.since).await?;
                }
                plan
            }
            Some(_) | None => {
                store.keep_study(name, &self, now).await?;
                self.plan
            }
        };
        let progress = store.verified_progress(name).await?;
        let (study, participants) = (self.study, self.participants);
        let blank = SlotBoard::new(&study, &plan);
        let slots = Arc::new(Slots::new(blank.clone()));
        slots.catch_up(store, name).await?;
        let sessions = Cache::default();
        Ok(Collector {
            slug: Arc::from(name),
            study,
            plan,
            participants,
            store: store.clone(),
            slots,
            blank,
            sessions,
            genesis: progress.genesis,
            checkpoints: Checkpoints::from(progress.progress),
        })
    }
}

impl Collector {
    /// Opens a study for people that was made in memory and has no files to keep: for tests and examples.
    ///
    /// # Errors
    /// As [`Opening::open`].
    pub async fn open(
        store: &Store,
        name: &str,
        study: Arc<Study>,
        plan: Arc<Plan>,
        now: Timestamp,
    ) -> Result<Collector, OpenError> {
        let (snapshot, participants) = (Snapshot::default(), ParticipantKind::People);
        Opening { study, plan, snapshot, participants }.open(store, name, now).await
    }
}
