//! A study that is being run.

use std::sync::Arc;

use jiff::Timestamp;
use plan::Plan;
use session::{ArrivalChannel, Command, Outcome, Session, SessionId};
use store::{Collector, Handled, Identity, StoreError};
use study::file::Platform;
use study::{Files, Study};
use tokio::sync::RwLockReadGuard;

use super::fault::Fault;
use super::headers::Framing;
use super::invitation::Invitations;
use crate::dashboard::{Books, Conclusions, Ledger, Prolific};
use crate::page::{Links, Pages, assets};

/// A study that is being run: shared by all requests and never changed.
pub struct Running {
    pub(crate) name: String,
    pub(crate) study: Arc<Study>,
    pub(crate) plan: Arc<Plan>,
    pub(crate) pages: Pages,
    pub(crate) files: Arc<dyn Files + Send + Sync>,
    collector: Collector,
    books: Books,
    conclusions: Option<Arc<dyn Conclusions>>,
    prolific: Option<Prolific>,
}

impl Running {
    /// Makes the pages of a study that is being collected. `files` is its folder, for pictures, sounds and
    /// films.
    #[must_use]
    pub fn new(collector: Collector, files: Arc<dyn Files + Send + Sync>) -> Self {
        let (name, study, plan) = (collector.slug().to_owned(), collector.study().clone(), collector.plan().clone());
        let links = Links { assets: format!("/assets/{}", assets::folder()), files: files_address(&name) };
        let (pages, books) = (Pages::new(study.clone(), links), Books::new(&study, &plan));
        Running { pages, name, study, plan, files, collector, books, conclusions: None, prolific: None }
    }

    /// With someone who can say what follows from the answers so far.
    #[must_use]
    pub fn concluded_by(self, conclusions: Arc<dyn Conclusions>) -> Self {
        Running { conclusions: Some(conclusions), ..self }
    }

    /// With Prolific within reach, for who came from there.
    #[must_use]
    pub fn recruited_by(self, prolific: Option<Prolific>) -> Self {
        Running { prolific, ..self }
    }

    /// Prolific, where the operator gave a token.
    pub(crate) fn prolific(&self) -> Option<&Prolific> {
        self.prolific.as_ref()
    }

    /// Who can say what follows from the answers so far.
    pub(crate) fn conclusions(&self) -> Option<&Arc<dyn Conclusions>> {
        self.conclusions.as_ref()
    }

    /// The door for commands of researchers.
    pub(crate) fn collector(&self) -> &Collector {
        &self.collector
    }

    /// Everything that has happened until now, ready to be looked at. After the start of the server it takes a while to
    /// read a long log; whoever asks meanwhile is told so.
    pub(crate) async fn ledger(&self) -> Result<RwLockReadGuard<'_, Ledger>, Fault> {
        let read =
            self.books.read_soon(self.collector.store(), &self.name).await.map_err(|error| unavailable(&error))?;
        read.ok_or_else(|| Fault::Reading { events: self.books.events() })
    }

    /// Reads what has happened and looks through it, so that nobody who looks has to wait for it.
    pub(crate) async fn read_on(&self) {
        match self.books.read(self.collector.store(), &self.name).await {
            Ok(ledger) => drop(ledger.flags()),
            Err(error) => tracing::error!(study = self.name, %error, "what has happened could not be read"),
        }
    }

    pub(crate) fn framing(&self) -> Framing {
        self.study.participants.from.into()
    }

    /// What the addresses of its files begin with, for participants.
    pub(crate) fn files_address(&self) -> String {
        files_address(&self.name)
    }

    /// The path at which everyone enters.
    pub(crate) fn entrance(&self) -> String {
        format!("/s/{}/", self.name)
    }

    pub(crate) fn invitations(&self) -> Invitations<'_> {
        Invitations::new(self.collector.store(), &self.name)
    }

    /// What has happened in a session so far; nothing when there is none.
    pub(crate) async fn session(&self, id: SessionId) -> Result<Option<Arc<Session>>, Fault> {
        self.collector.session(id).await.map_err(|error| unavailable(&error))
    }

    /// A session as it was last seen here: enough to read what was answered to a page of it.
    pub(super) async fn session_as_last_seen(&self, id: SessionId) -> Result<Option<Arc<Session>>, Fault> {
        self.collector.session_as_last_seen(id).await.map_err(|error| unavailable(&error))
    }

    /// Does what someone wants, and keeps it. By the time this returns it is on the disk.
    pub(crate) async fn handle(&self, id: SessionId, command: Command, now: Timestamp) -> Result<Handled, Fault> {
        self.collector.handle(id, command, now).await.map_err(|error| unavailable(&error))
    }

    /// Someone comes; nothing when all they show is an id that has been here.
    pub(crate) async fn arrive(&self, who: &Identity, now: Timestamp) -> Result<Option<Handled>, Fault> {
        if !self.may_enter(who).await.map_err(|error| unavailable(&error))? {
            return Ok(None);
        }
        self.collector.arrive(who, now).await.map(Some).map_err(|error| unavailable(&error))
    }

    /// An id is no secret, so it opens nobody's session by itself: whoever types one is let in once, and
    /// whoever comes from a platform again must come with the same submission or assignment, or after having
    /// finished.
    async fn may_enter(&self, who: &Identity) -> Result<bool, StoreError> {
        let store = self.collector.store();
        let participant = store.pseudonym(&self.name, &who.id);
        match who.how {
            ArrivalChannel::Invited | ArrivalChannel::Open => Ok(true),
            ArrivalChannel::Typed => Ok(store.sessions_of(&self.name, participant).await?.is_empty()),
            ArrivalChannel::Prolific | ArrivalChannel::Mturk => {
                let before = store.sessions_of(&self.name, participant).await?;
                if before.is_empty() {
                    return Ok(true);
                }
                let person = store.person(&self.name, participant).await?;
                let same = person.is_none_or(|person| person.submission == who.submission);
                let finished = before.iter().all(|session| session.outcome == Some(Outcome::Finished));
                Ok(same || (finished && before.len() < self.study.participants.lists_each as usize))
            }
        }
    }

    /// Whether the person of this session may do another list, and no platform decides about it.
    pub(crate) async fn has_more(&self, session: &Session) -> Result<bool, Fault> {
        let (each, from) = (self.study.participants.lists_each as usize, self.study.participants.from);
        let Some(participant) = session.participant.filter(|_| each > 1) else { return Ok(false) };
        match from {
            Platform::Prolific | Platform::Mturk => Ok(false),
            Platform::Invited | Platform::Open => {
                let done = self.collector.store().sessions_of(&self.name, participant).await;
                Ok(done.map_err(|error| unavailable(&error))?.len() < each)
            }
        }
    }

    /// Another list for someone who has finished one.
    pub(crate) async fn another(&self, after: SessionId, now: Timestamp) -> Result<Handled, Fault> {
        self.collector.another(after, now).await.map_err(|error| unavailable(&error))
    }

    /// Takes back the slots of those whose time is over.
    pub(crate) async fn sweep(&self, now: Timestamp) {
        if let Err(error) = self.collector.lapse_due(now).await {
            tracing::error!(study = self.name, %error, "slots whose time is over could not be taken back");
        }
    }

    /// Whether the database answers.
    pub(crate) async fn is_well(&self) -> Result<(), Fault> {
        self.collector.store().health().await.map_err(|error| unavailable(&error))
    }

    /// Ends the connections to the database, after what was begun.
    pub(crate) async fn close(&self) {
        self.collector.store().close().await;
    }
}

fn files_address(name: &str) -> String {
    format!("/s/{name}/files")
}

pub(crate) fn unavailable(error: &StoreError) -> Fault {
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
