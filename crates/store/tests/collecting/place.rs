//! A database of either kind, new for every test.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use session::testing::Sample;
use session::{ArrivalChannel, Command, Outcome, Reply, SessionId, SessionState};
use store::testing::Postgres;
use store::{Collector, CommandOutcome, Cursor, Identity, LoggedEvent, Store};

/// Each story as two tests.
macro_rules! on_both {
    ($($story:ident),* $(,)?) => {
        mod on_sqlite {
            use crate::place::Place;
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() { super::$story(Place::sqlite()).await; })*
        }
        mod on_postgres {
            use crate::place::Place;
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() { super::$story(Place::postgres()).await; })*
        }
    };
}
pub(crate) use on_both;

/// Where a test keeps its events.
pub(crate) struct Place {
    address: String,
    /// Deleted with the value; none for PostgreSQL.
    folder: Option<tempfile::TempDir>,
}

impl Place {
    pub(crate) fn sqlite() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let address = folder.path().join("events.sqlite").to_str().unwrap().to_owned();
        Place { address, folder: Some(folder) }
    }

    /// In a folder that is in memory, where the system has one: for stories that do not end in a power cut and need not
    /// wait for the disk.
    pub(crate) fn sqlite_in_memory() -> Place {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let address = folder.path().join("events.sqlite").to_str().unwrap().to_owned();
        Place { address, folder: Some(folder) }
    }

    /// In a server of the test's own.
    pub(crate) fn postgres_on(server: &Postgres) -> Place {
        Place { address: server.database(), folder: None }
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn postgres() -> Place {
        Place { address: Postgres::shared_server().database(), folder: None }
    }

    /// The folder that an SQLite file is in.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.as_ref().unwrap().path()
    }

    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.address).await.unwrap()
    }

    /// A new database of the same kind, made from a copy.
    pub(crate) async fn restore_copy(&self, copy: &Path) -> Store {
        if self.folder.is_some() {
            return Store::open_file(copy).await.unwrap();
        }
        let other = Place::postgres();
        let store = other.store().await;
        store.restore(copy).await.unwrap();
        assert!(store.restore(copy).await.is_err(), "it is not empty any more");
        // The key was taken over, and is read when a database is opened.
        other.store().await
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

pub(crate) fn minute(minutes: i64) -> Timestamp {
    start() + SignedDuration::from_mins(minutes)
}

pub(crate) fn person(number: u32) -> Identity {
    Identity { how: ArrivalChannel::Prolific, id: format!("PID{number}"), submission: Some(format!("SUB{number}")) }
}

/// Does everything right until the end, or until `stop`.
pub(crate) async fn walk(
    at: &Collector,
    sample: &Sample,
    id: SessionId,
    stop: impl Fn(SessionState) -> bool,
) -> CommandOutcome {
    let mut handled = at.handle(id, Command::Resume, start()).await.unwrap();
    while !stop(handled.session.state(&sample.study)) {
        let Some(command) = sample.right(&handled.session) else { break };
        handled = at.handle(id, command, start()).await.unwrap();
    }
    handled
}

pub(crate) fn finished_reply() -> Reply {
    Reply::Show(SessionState::Done(Outcome::Finished))
}

/// The whole log of a study in the order it was kept, read in small parts. Another transaction in the same server, of
/// another test, can hold back the last of it for a moment, and for seconds on a busy machine.
pub(crate) async fn whole_log(at: &Collector) -> Vec<LoggedEvent> {
    let mut there = at.store().study_events(at.slug(), 0).await.unwrap().len();
    for row in at.store().sessions(at.slug()).await.unwrap() {
        there += at.store().events_of(at.slug(), row.session, 0).await.unwrap().len();
    }
    let (mut log, mut cursor) = (Vec::new(), Cursor::default());
    for _ in 0..10_000 {
        let (events, next) = at.store().events_since(at.slug(), cursor, 7).await.unwrap();
        log.extend(events);
        cursor = next;
        if log.len() == there {
            return log;
        }
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    panic!("only {} of {there} events can be read", log.len());
}
