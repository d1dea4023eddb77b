//! A study that is being run.

use std::sync::Arc;

use jiff::Timestamp;
use plan::Plan;
use session::{Command, How, Session, SessionId};
use store::{Collector, Handled, Identity, StoreError};
use study::{Files, Study};

use super::fault::Fault;
use super::headers::Framing;
use super::invitation::Invitations;
use crate::page::{Links, Pages, assets};

/// A study that is being run: shared by all requests and never changed.
pub struct Running {
    pub(super) name: String,
    pub(super) study: Arc<Study>,
    pub(super) plan: Arc<Plan>,
    pub(super) pages: Pages,
    pub(super) files: Arc<dyn Files + Send + Sync>,
    collector: Collector,
}

impl Running {
    /// Makes the pages of a study that is being collected. `files` is its folder, for pictures, sounds and
    /// films.
    #[must_use]
    pub fn new(collector: Collector, files: Arc<dyn Files + Send + Sync>) -> Self {
        let (name, study, plan) = (collector.slug().to_owned(), collector.study().clone(), collector.plan().clone());
        let links = Links { assets: format!("/assets/{}", assets::folder()), files: format!("/s/{name}/files") };
        Running { pages: Pages::new(study.clone(), links), name, study, plan, files, collector }
    }

    pub(super) fn framing(&self) -> Framing {
        self.study.participants.from.into()
    }

    /// The path at which everyone enters.
    pub(super) fn entrance(&self) -> String {
        format!("/s/{}/", self.name)
    }

    pub(super) fn invitations(&self) -> Invitations<'_> {
        Invitations::new(self.collector.store(), &self.name)
    }

    /// What has happened in a session so far; nothing when there is none.
    pub(super) async fn session(&self, id: SessionId) -> Result<Option<Arc<Session>>, Fault> {
        self.collector.session(id).await.map_err(|error| unavailable(&error))
    }

    /// Does what someone wants, and keeps it. By the time this returns it is on the disk.
    pub(super) async fn handle(&self, id: SessionId, command: Command, now: Timestamp) -> Result<Handled, Fault> {
        self.collector.handle(id, command, now).await.map_err(|error| unavailable(&error))
    }

    /// Someone comes; nothing when they only typed an id that has been here: an id is no secret, so it opens
    /// nobody's session.
    pub(super) async fn arrive(&self, who: &Identity, now: Timestamp) -> Result<Option<Handled>, Fault> {
        if who.how == How::Typed {
            let store = self.collector.store();
            let known = store.sessions_of(&self.name, store.pseudonym(&self.name, &who.id)).await;
            if !known.map_err(|error| unavailable(&error))?.is_empty() {
                return Ok(None);
            }
        }
        self.collector.arrive(who, now).await.map(Some).map_err(|error| unavailable(&error))
    }

    /// Takes back the slots of those whose time is over.
    pub(super) async fn sweep(&self, now: Timestamp) {
        if let Err(error) = self.collector.lapse_due(now).await {
            tracing::error!(study = self.name, %error, "slots whose time is over could not be taken back");
        }
    }

    /// Whether the database answers.
    pub(super) async fn is_well(&self) -> Result<(), Fault> {
        self.collector.store().ping().await.map_err(|error| unavailable(&error))
    }

    /// Ends the connections to the database, after what was begun.
    pub(super) async fn close(&self) {
        self.collector.store().close().await;
    }
}

fn unavailable(error: &StoreError) -> Fault {
    tracing::error!(%error, "the database failed");
    match error {
        StoreError::Database(_) | StoreError::NotKept(_) | StoreError::Busy { .. } | StoreError::Closed => {
            Fault::Unavailable
        }
        StoreError::Event(_) | StoreError::Unexpected { .. } | StoreError::File(_) | StoreError::Random(_) => {
            Fault::Broken
        }
    }
}
