//! The real server, in this process, on a free port of this machine.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use session::{Author, StudyCommand};
use store::{Collector, Store};
use study::Study;
use study::file::Platform;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use web::server::{Invitations, Running, Server, Settings};

use super::Clock;
use crate::command::{SoFarOf, explained_opening};
use crate::folder::Folder;
use crate::outcome::BadInput;

/// What is served, and from where.
pub(crate) struct Bill<'a> {
    pub(crate) name: &'a str,
    pub(crate) study: Arc<Study>,
    pub(crate) folder: Folder,
    /// A file, or postgres://…
    pub(crate) database: &'a str,
    pub(crate) listen: SocketAddr,
    pub(crate) dashboard: Dashboard,
}

/// Whether there is a dashboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dashboard {
    Open,
    None,
}

/// A running server.
pub(crate) struct House {
    pub(crate) url: String,
    pub(crate) name: String,
    pub(crate) study: Arc<Study>,
    pub(crate) plan: Arc<plan::Plan>,
    pub(crate) store: Store,
    pub(crate) clock: Arc<Clock>,
    /// The link that makes the owner of the dashboard, once; none without a dashboard.
    pub(crate) owner_link: Option<String>,
    /// Beside the server's own, as another server would have one.
    collector: Collector,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Result<(), web::server::ServerError>>,
}

impl House {
    /// Plans the study, opens it in the database and serves it.
    pub(crate) async fn open(bill: Bill<'_>, clock: Arc<Clock>) -> anyhow::Result<House> {
        let Bill { name, study, folder, database, listen, dashboard } = bill;
        let plan = Arc::new(plan::make(&study).map_err(|error| BadInput(error.to_string()))?);
        let store = Store::open(database).await.map_err(explained_opening)?;
        if !store.sessions(name).await?.is_empty() {
            let message =
                format!("people have taken part in `{name}` in this database; choose another for a rehearsal");
            return Err(BadInput(message).into());
        }
        let accounts = match dashboard {
            Dashboard::Open => Some(store.clone()),
            Dashboard::None => None,
        };
        let open = || Collector::open(&store, name, study.clone(), plan.clone(), clock.now());
        let (shown, collector) = (open().await.map_err(explained_opening)?, open().await.map_err(explained_opening)?);
        let mut running = Running::new(shown, Arc::new(folder));
        if dashboard == Dashboard::Open {
            running = running.concluded_by(SoFarOf::new(&study, &plan, name, &store));
        }
        let server = Server::bind(settings(listen, &clock, accounts), vec![running])?;
        let url = format!("http://{}", server.address());
        let first = match dashboard {
            Dashboard::Open => store.first_link(clock.now()).await?,
            Dashboard::None => None,
        };
        let owner_link = first.map(|secret| format!("{url}/dashboard/welcome/{secret}"));
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(server.run(async {
            // Dropped or told: it is over either way.
            let _ = stopped.await;
        }));
        Ok(House { url, name: name.to_owned(), study, plan, store, clock, owner_link, collector, stop, ended })
    }

    /// The link by which someone comes from where the study's people come from.
    pub(crate) fn link(&self, person: &str) -> String {
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

    /// Wants so many more completions of every list.
    pub(crate) async fn add_slots(&self, count: u32) -> anyhow::Result<()> {
        let by = Author::Rule;
        self.collector.command(StudyCommand::AddSlots { list: None, count, by }, self.clock.now()).await?;
        Ok(())
    }

    /// Takes back the slots whose time is over.
    pub(crate) async fn take_back(&self, now: Timestamp) -> anyhow::Result<()> {
        self.collector.lapse_due(now).await?;
        Ok(())
    }

    /// Stops serving, after what was begun.
    pub(crate) async fn close(self) -> anyhow::Result<()> {
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
pub(crate) fn slug(folder: &Path) -> String {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = full.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    name.chars().map(plain).collect()
}
