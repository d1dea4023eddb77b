//! SQLite has one writer, on a thread of its own. Whatever is waiting when it gets its turn shares one transaction and one
//! sync, and is acknowledged after that.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use sqlx::SqlStr;
use tokio::sync::{mpsc, oneshot};

use crate::append::{Append, AppendError};
use crate::error::StoreError;
use crate::heard::Heard;
use crate::sql::{Connection, Value};
use crate::sqlite::{self, Owned};

/// The most appends in one transaction, so that the first does not wait long for the last.
const MOST: usize = 256;

/// How many may wait.
const WAITING: usize = 4096;

enum Waiting {
    Append(Append, oneshot::Sender<Result<(), AppendError>>),
    Rare(Vec<OwnedStep>, oneshot::Sender<Result<u64, StoreError>>),
    /// Somebody waits for the end.
    Stop(oneshot::Sender<()>),
}

/// A statement with its values, on its way to the writer.
pub(crate) type OwnedStep = (SqlStr, Vec<Owned>);

/// The way to the one writer.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Waiting>);

impl Writer {
    /// Starts the writer on its connection. It ends when nobody can send to it any more.
    pub(crate) fn start(connection: rusqlite::Connection, heard: Arc<Heard>) -> std::io::Result<Writer> {
        let (sender, mut waiting) = mpsc::channel(WAITING);
        let work = move || {
            let mut work = Work { connection, heard };
            let stop = work.until_stopped(&mut waiting);
            drop(waiting);
            if let Err((_, error)) = work.connection.close() {
                tracing::warn!(%error, "the file was not closed properly; nothing is lost by that");
            }
            if let Some(told) = stop {
                // Nobody waits any more when this fails.
                let _ = told.send(());
            }
        };
        std::thread::Builder::new().name("writer".to_owned()).spawn(work)?;
        Ok(Writer(sender))
    }

    /// Returns when it is on the disk.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (told, answer) = oneshot::channel();
        let closed = || AppendError::Fault(StoreError::Closed);
        self.0.send(Waiting::Append(append, told)).await.map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Does something rare, wholly or not at all. Each step must change something; when one does not, nothing is done and
    /// this is 0, else how many rows the last one changed.
    pub(crate) async fn rare(&self, steps: Vec<OwnedStep>) -> Result<u64, StoreError> {
        let (told, answer) = oneshot::channel();
        self.0.send(Waiting::Rare(steps, told)).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Returns when what was sent before is kept and the file is closed.
    pub(crate) async fn stop(&self) {
        let (told, stopped) = oneshot::channel();
        if self.0.send(Waiting::Stop(told)).await.is_ok() {
            // An error means that it has stopped already.
            drop(stopped.await);
        }
    }
}

struct Work {
    connection: rusqlite::Connection,
    heard: Arc<Heard>,
}

impl Work {
    /// Works; gives whom to tell that it has stopped.
    fn until_stopped(&mut self, waiting: &mut mpsc::Receiver<Waiting>) -> Option<oneshot::Sender<()>> {
        let mut group = Vec::with_capacity(MOST);
        let mut stop = None;
        while stop.is_none() && waiting.blocking_recv_many(&mut group, MOST) > 0 {
            let (mut appends, mut told) = (Vec::with_capacity(group.len()), Vec::with_capacity(group.len()));
            for waiting in group.drain(..) {
                match waiting {
                    Waiting::Append(append, teller) => {
                        appends.push(append);
                        told.push(teller);
                    }
                    // Whoever asked may have gone away; what was kept is kept.
                    Waiting::Rare(steps, teller) => drop(teller.send(self.rare(&steps))),
                    Waiting::Stop(teller) => stop = Some(teller),
                }
            }
            for (told, result) in told.into_iter().zip(self.keep_group(&appends)) {
                drop(told.send(result));
            }
        }
        stop
    }

    /// Keeps a group in one transaction. A conflict is one append's own; a fault is everyone's, since nobody can tell what
    /// it left behind.
    fn keep_group(&mut self, appends: &[Append]) -> Vec<Result<(), AppendError>> {
        if appends.is_empty() {
            return Vec::new();
        }
        let before = self.heard.change();
        match self.together(|work| appends.iter().map(|append| work.write(append)).collect::<Result<Vec<_>, _>>()) {
            Ok(results) => {
                let kept = appends.iter().zip(&results).filter(|(_, result)| result.is_ok());
                let lengths = kept.map(|(append, _)| (&*append.study, append.log(), append.length_after()));
                self.heard.wrote(before, lengths);
                results
            }
            Err(error) => {
                self.heard.lost();
                tracing::error!(%error, appends = appends.len(), "nothing of this group was kept");
                let not_kept = || Err(AppendError::Fault(StoreError::NotKept(error.to_string())));
                appends.iter().map(|_| not_kept()).collect()
            }
        }
    }

    /// Writes one append of a group, or nothing of it.
    fn write(&mut self, append: &Append) -> Result<Result<(), AppendError>, StoreError> {
        self.kept_if(Result::is_ok, |work| match at_once(append.write(&mut Connection::Sqlite(&mut work.connection))) {
            Err(AppendError::Fault(fault)) => Err(fault),
            result => Ok(result),
        })
    }

    fn rare(&mut self, steps: &[OwnedStep]) -> Result<u64, StoreError> {
        let before = self.heard.change();
        let done = self.together(|work| work.kept_if(|changed| *changed > 0, |work| work.steps(steps)));
        self.heard.wrote(before, std::iter::empty());
        done
    }

    fn steps(&self, steps: &[OwnedStep]) -> Result<u64, StoreError> {
        let mut changed = 0;
        for (sql, values) in steps {
            let values: Vec<Value<'_>> = values.iter().map(Owned::value).collect();
            changed = sqlite::run(&self.connection, sql.as_str(), &values)?;
            if changed == 0 {
                break;
            }
        }
        Ok(changed)
    }

    /// Does a part of a transaction, and undoes it unless what came of it is to be kept.
    fn kept_if<T>(
        &mut self,
        keep: impl FnOnce(&T) -> bool,
        part: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.run("SAVEPOINT part")?;
        let done = part(self)?;
        if !keep(&done) {
            self.run("ROLLBACK TO part")?;
        }
        self.run("RELEASE part")?;
        Ok(done)
    }

    /// Does something in a transaction of its own.
    fn together<T>(&mut self, all: impl FnOnce(&mut Self) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.run("BEGIN IMMEDIATE")?;
        let done = all(self).and_then(|done| self.run("COMMIT").map(|()| done));
        if done.is_err() {
            let undone = self.run("ROLLBACK");
            tracing::debug!(?undone, "rolled back");
        }
        done
    }

    fn run(&self, sql: &str) -> Result<(), StoreError> {
        sqlite::run(&self.connection, sql, &[])?;
        Ok(())
    }
}

/// Runs what never waits: a statement on SQLite is done when its call returns.
fn at_once<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        if let Poll::Ready(done) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return done;
        }
        std::thread::yield_now();
    }
}
