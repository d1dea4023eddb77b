//! The real server, in this process, on a free port of this machine.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use live::{Conclusions, Invitations, LiveStudy};
use plan::Plan;
use server::{Server, ServerError, Settings};
use session::{Author, ParticipantKind, StudyCommand};
use store::{Collector, Opening, Store};
use study::file::Platform;
use study::{Files, Snapshot, Study};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::{Clock, LoadError};

/// Says what follows from the answers so far, for a server with a dashboard.
pub type Conclude = fn(&Collector) -> Arc<dyn Conclusions>;

/// What is served, and from where.
pub(crate) struct ServerConfig<'a> {
    pub(crate) name: &'a str,
    pub(crate) study: Arc<Study>,
    pub(crate) files: Arc<dyn Files + Send + Sync>,
    /// A file, or postgres://…
    pub(crate) database: &'a str,
    pub(crate) listen: SocketAddr,
    /// With this there is a dashboard.
    pub(crate) dashboard: Option<Conclude>,
}

/// A running server.
pub struct TestServer {
    /// Its address.
    pub url: String,
    /// The study's name in addresses.
    pub name: String,
    /// The study.
    pub study: Arc<Study>,
    /// Its plan.
    pub plan: Arc<Plan>,
    /// Its database.
    pub store: Store,
    /// The time it goes by.
    pub clock: Arc<Clock>,
    /// The one-time link that creates the dashboard's owner; none without a dashboard.
    pub owner_link: Option<String>,
    /// Beside the server's own, as another server would have one.
    collector: Collector,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Result<(), ServerError>>,
}

impl TestServer {
    /// Plans the study, opens it in the database and serves it.
    pub(crate) async fn start(config: ServerConfig<'_>, clock: Arc<Clock>) -> Result<TestServer, LoadError> {
        let ServerConfig { name, study, files, database, listen, dashboard } = config;
        let plan = Arc::new(plan::make(&study)?);
        let store = Store::open(database).await?;
        if !store.sessions(name).await?.is_empty() {
            return Err(LoadError::InUse(name.to_owned()));
        }
        let (_, snapshot) = Snapshot::take(&*files);
        let participants = ParticipantKind::Simulated;
        let opening = Opening { study: study.clone(), plan: plan.clone(), snapshot, participants };
        let shown = opening.clone().open(&store, name, clock.now()).await?;
        let collector = opening.open(&store, name, clock.now()).await?;
        let conclusions = dashboard.map(|conclude| conclude(&shown));
        let mut running = LiveStudy::new(shown, files);
        if let Some(conclusions) = conclusions {
            running = running.with_conclusions(conclusions);
        }
        let server = Server::bind(settings(listen, &clock, dashboard.map(|_| store.clone())), vec![running])?;
        let url = format!("http://{}", server.address());
        let secret = if dashboard.is_some() { store.first_link(clock.now()).await? } else { None };
        let owner_link = secret.map(|secret| format!("{url}/dashboard/welcome/{secret}"));
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(server.run(async {
            // Dropped or told: it is over either way.
            let _ = stopped.await;
        }));
        Ok(TestServer { url, name: name.to_owned(), study, plan, store, clock, owner_link, collector, stop, ended })
    }

    /// The link by which a participant comes from the study's platform.
    #[must_use]
    pub fn link(&self, person: &str) -> String {
        let entrance = format!("/s/{}/", self.name);
        match self.study.participants.from {
            Platform::Prolific => format!("{entrance}?PROLIFIC_PID={person}&STUDY_ID=rehearsal&SESSION_ID=s{person}"),
            Platform::Mturk => format!(
                "{entrance}?assignmentId=a{person}&hitId=rehearsal&workerId={person}&turkSubmitTo=https://workersandbox.mturk.com"
            ),
            Platform::Invited => {
                format!("{entrance}i/{}", Invitations::new(&self.store, &self.name).token(person))
            }
            Platform::Open => entrance,
        }
    }

    /// Asks for so many more completions of every list.
    pub async fn add_slots(&self, count: u32) -> Result<(), LoadError> {
        let by = Author::Rule;
        self.collector.command(StudyCommand::AddSlots { list: None, count, by }, self.clock.now()).await?;
        Ok(())
    }

    /// Releases the slots whose time is over.
    pub(crate) async fn release_expired(&self, now: Timestamp) -> Result<(), LoadError> {
        self.collector.lapse_due(now).await?;
        Ok(())
    }

    /// Finishes the requests under way and stops.
    pub async fn stop(self) -> Result<(), LoadError> {
        drop(self.stop);
        Ok(self.ended.await??)
    }
}

/// Everyone comes from this machine, so nobody is held back for coming often.
fn settings(listen: SocketAddr, clock: &Arc<Clock>, accounts: Option<Store>) -> Settings {
    let clock = clock.clone();
    Settings { listen, accounts, ..Settings::local(Arc::new(move || clock.now())) }
}

/// A folder's name as a study is called in addresses; anything else becomes a dash.
#[must_use]
pub fn slug(folder: &Path) -> String {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = full.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    name.chars().map(plain).collect()
}
