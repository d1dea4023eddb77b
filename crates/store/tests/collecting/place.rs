//! A database of either kind, new for every test.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use session::testing::Sample;
use session::{Command, How, Outcome, Reply, SessionId, Stage};
use store::testing::Postgres;
use store::{Collector, Handled, Identity, Store};

/// Where a test keeps its events.
pub(crate) struct Place {
    address: String,
    // Deleted with the value.
    _folder: Option<tempfile::TempDir>,
}

impl Place {
    pub(crate) fn sqlite() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let address = folder.path().join("events.sqlite").to_str().unwrap().to_owned();
        Place { address, _folder: Some(folder) }
    }

    pub(crate) fn postgres() -> Place {
        Place { address: Postgres::shared().database(), _folder: None }
    }

    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.address).await.unwrap()
    }

    /// The study as one more server process would open it.
    pub(crate) async fn collector(&self, sample: &Sample) -> Collector {
        let store = self.store().await;
        let (study, plan) = (Arc::clone(&sample.study), Arc::clone(&sample.plan));
        Collector::open(&store, "fluency", study, plan, start()).await.unwrap()
    }
}

pub(crate) fn start() -> Timestamp {
    "2026-11-16T09:00:00Z".parse().unwrap()
}

pub(crate) fn after(minutes: i64) -> Timestamp {
    start() + SignedDuration::from_mins(minutes)
}

pub(crate) fn person(number: u32) -> Identity {
    Identity { how: How::Prolific, id: format!("PID{number}"), submission: Some(format!("SUB{number}")) }
}

/// Does everything right until the end, or until `stop`.
pub(crate) async fn walk(at: &Collector, sample: &Sample, id: SessionId, stop: impl Fn(Stage) -> bool) -> Handled {
    let mut handled = at.handle(id, Command::Resume, start()).await.unwrap();
    while !stop(handled.session.stage(&sample.study)) {
        let Some(command) = sample.right(&handled.session) else { break };
        handled = at.handle(id, command, start()).await.unwrap();
    }
    handled
}

pub(crate) fn finished() -> Reply {
    Reply::Show(Stage::Done(Outcome::Finished))
}
