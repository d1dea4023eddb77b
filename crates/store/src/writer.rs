//! SQLite has one writer, on a thread of its own. Whatever is waiting when it gets its turn shares one transaction and one
//! sync, and is acknowledged after that.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::append::{Append, AppendError};
use crate::database_files::DatabaseFiles;
use crate::error::StoreError;
use crate::log_lengths::KnownLogLengths;
use crate::sql::{Connection, Sql, Value};
use crate::sqlite::{self, OwnedValue};
use crate::write_health::WriteHealth;

/// The most appends in one transaction, so that the first does not wait long for the last.
const GROUP_LIMIT: usize = 256;

/// How many may wait.
const QUEUE_LIMIT: usize = 4096;

/// From this length on the write-ahead log is written back and begun again, also when readers never pause.
const LONG_LOG: u64 = 64 << 20;

/// How long to wait for readers when the log is begun again.
const PATIENCE_WITH_READERS: Duration = Duration::from_millis(200);

/// How long a clean stop waits for other programs that read the file.
const PATIENCE_AT_STOP: Duration = Duration::from_secs(5);

enum Request {
    Append(Append, oneshot::Sender<Result<(), AppendError>>),
    Transact(Vec<OwnedStatement>, oneshot::Sender<Result<Option<u64>, StoreError>>),
    /// Something was erased, and is to go from the files.
    Scrub(oneshot::Sender<()>),
    /// Somebody waits for the end.
    Stop(oneshot::Sender<()>),
}

/// A statement with its values, on its way to the writer.
pub(crate) struct OwnedStatement {
    pub(crate) sql: Sql,
    pub(crate) values: Vec<OwnedValue>,
    pub(crate) must_change: bool,
}

/// The way to the one writer.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Request>);

/// What the writer shares with those who read.
#[derive(Clone)]
pub(crate) struct WriterContext {
    pub(crate) files: Arc<DatabaseFiles>,
    pub(crate) lengths: Arc<KnownLogLengths>,
    pub(crate) health: Arc<WriteHealth>,
}

impl Writer {
    /// Starts the writer on its connection. It ends when nobody can send to it any more.
    pub(crate) fn start(connection: rusqlite::Connection, shared: WriterContext) -> std::io::Result<Writer> {
        let (sender, mut requests) = mpsc::channel(QUEUE_LIMIT);
        let work = move || {
            let mut work = Work { connection, shared, erased: false };
            let stop = work.until_stopped(&mut requests);
            drop(requests);
            work.close();
            if let Some(stopped) = stop {
                // Nobody waits any more when this fails.
                let _ = stopped.send(());
            }
        };
        std::thread::Builder::new().name("writer".to_owned()).spawn(work)?;
        Ok(Writer(sender))
    }

    /// Returns when it is on the disk.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (reply, answer) = oneshot::channel();
        let closed = || AppendError::Fault(StoreError::Closed);
        self.0.send(Request::Append(append, reply)).await.map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Runs statements in one transaction, wholly or not at all; tells how many rows the last one changed. When one that must
    /// change something does not, nothing is done and nothing told.
    pub(crate) async fn transact(&self, statements: Vec<OwnedStatement>) -> Result<Option<u64>, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.0.send(Request::Transact(statements, reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Takes what was erased out of the write-ahead log too: now, or as soon as nobody reads what is older.
    pub(crate) async fn scrub(&self) {
        let (reply, done) = oneshot::channel();
        if self.0.send(Request::Scrub(reply)).await.is_ok() {
            // An error means that the writer has stopped, which scrubs as well.
            drop(done.await);
        }
    }

    /// Returns when what was sent before is kept and the file is closed.
    pub(crate) async fn stop(&self) {
        let (reply, stopped) = oneshot::channel();
        if self.0.send(Request::Stop(reply)).await.is_ok() {
            // An error means that it has stopped already.
            drop(stopped.await);
        }
    }
}

struct Work {
    connection: rusqlite::Connection,
    shared: WriterContext,
    /// Something was erased that the write-ahead log may still hold.
    erased: bool,
}

impl Work {
    /// Works; gives whom to tell that it has stopped.
    fn until_stopped(&mut self, requests: &mut mpsc::Receiver<Request>) -> Option<oneshot::Sender<()>> {
        let mut group = Vec::with_capacity(GROUP_LIMIT);
        let (mut stop, mut scrubs) = (None, Vec::new());
        while stop.is_none() && requests.blocking_recv_many(&mut group, GROUP_LIMIT) > 0 {
            let (mut appends, mut replies) = (Vec::with_capacity(group.len()), Vec::with_capacity(group.len()));
            for request in group.drain(..) {
                match request {
                    Request::Append(append, reply) => {
                        appends.push(append);
                        replies.push(reply);
                    }
                    // Whoever asked may have gone away; what was kept is kept.
                    Request::Transact(statements, reply) => drop(reply.send(self.transact(&statements))),
                    Request::Scrub(reply) => scrubs.push(reply),
                    Request::Stop(reply) => stop = Some(reply),
                }
            }
            for (reply, result) in replies.into_iter().zip(self.append_group(&appends)) {
                drop(reply.send(result));
            }
            if self.erased || !scrubs.is_empty() {
                self.erased = !self.checkpoint("TRUNCATE", PATIENCE_WITH_READERS);
                for reply in scrubs.drain(..) {
                    // Whoever asked may have gone away.
                    let _ = reply.send(());
                }
            }
        }
        stop
    }

    /// Writes a group in one transaction. A conflict is one append's own; a fault is everyone's, since nobody can tell what
    /// it left behind.
    fn append_group(&mut self, appends: &[Append]) -> Vec<Result<(), AppendError>> {
        if appends.is_empty() {
            return Vec::new();
        }
        let before = self.shared.lengths.count_transactions();
        let write_all =
            |work: &mut Self| appends.iter().map(|append| work.write(append)).collect::<Result<Vec<_>, _>>();
        match self.in_transaction(write_all) {
            Ok(results) => {
                let kept = appends.iter().zip(&results).filter(|(_, result)| result.is_ok());
                let lengths = kept.map(|(append, _)| (&*append.study, append.log(), append.length_after()));
                self.shared.lengths.record_write(before, lengths);
                self.shared.health.record_success();
                results
            }
            Err(error) => {
                self.shared.lengths.forget_all();
                self.shared.health.record_failure(&error, appends.len());
                let not_kept = || Err(AppendError::Fault(StoreError::NotKept(error.to_string())));
                appends.iter().map(|_| not_kept()).collect()
            }
        }
    }

    /// Writes one append of a group, or nothing of it.
    fn write(&mut self, append: &Append) -> Result<Result<(), AppendError>, StoreError> {
        self.in_savepoint(Result::is_ok, |work| {
            match now_or_never(append.write(&mut Connection::Sqlite(&mut work.connection))) {
                Err(AppendError::Fault(fault)) => Err(fault),
                result => Ok(result),
            }
        })
    }

    fn transact(&mut self, statements: &[OwnedStatement]) -> Result<Option<u64>, StoreError> {
        let before = self.shared.lengths.count_transactions();
        let done =
            self.in_transaction(|work| work.in_savepoint(Option::is_some, |work| work.run_statements(statements)));
        self.shared.lengths.record_write(before, std::iter::empty());
        match &done {
            Ok(_) => self.shared.health.record_success(),
            Err(error) if error.is_conflict() => {}
            Err(error) => self.shared.health.record_failure(error, 1),
        }
        done
    }

    fn run_statements(&self, statements: &[OwnedStatement]) -> Result<Option<u64>, StoreError> {
        let mut changed = 0;
        for statement in statements {
            let values: Vec<Value<'_>> = statement.values.iter().map(OwnedValue::borrow).collect();
            changed = sqlite::run(&self.connection, &statement.sql, &values)?;
            if changed == 0 && statement.must_change {
                return Ok(None);
            }
        }
        Ok(Some(changed))
    }

    /// Does a part of a transaction, and undoes it unless what came of it is to be kept.
    fn in_savepoint<T>(
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

    /// Does something in a transaction of its own, in the files that were opened and are there still.
    fn in_transaction<T>(&mut self, all: impl FnOnce(&mut Self) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.shared.files.check()?;
        self.run("BEGIN IMMEDIATE")?;
        let done = all(self).and_then(|done| self.run("COMMIT").map(|()| done));
        if done.is_err() {
            let undone = self.run("ROLLBACK");
            tracing::debug!(?undone, "rolled back");
            return done;
        }
        if self.shared.files.check()? > LONG_LOG {
            self.checkpoint("RESTART", PATIENCE_WITH_READERS);
        }
        done
    }

    fn run(&self, sql: &str) -> Result<(), StoreError> {
        sqlite::run(&self.connection, sql, &[])?;
        Ok(())
    }

    /// Writes the write-ahead log back into the database. Tells whether all of it could be.
    fn checkpoint(&self, mode: &str, patience: Duration) -> bool {
        let done = self.connection.busy_timeout(patience).and_then(|()| {
            let pragma = format!("PRAGMA wal_checkpoint({mode})");
            let busy = self.connection.query_row(&pragma, [], |row| row.get::<_, i64>(0))?;
            self.connection.busy_timeout(sqlite::PATIENCE)?;
            Ok(busy == 0)
        });
        done.inspect_err(|error| tracing::warn!(%error, "the write-ahead log could not be written back"))
            .unwrap_or_default()
    }

    /// Closes the file so that it alone holds everything.
    fn close(self) {
        if !self.checkpoint("TRUNCATE", PATIENCE_AT_STOP) {
            let file = self.shared.files.database().display();
            tracing::warn!(
                %file,
                "another program reads the database: until it ends, copy the file only with the one beside it, `-wal`"
            );
        }
        if let Err((_, error)) = self.connection.close() {
            tracing::warn!(%error, "the file was not closed properly; nothing is lost by that");
        }
    }
}

/// Runs what never waits: a statement on SQLite is done when its call returns.
fn now_or_never<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        if let Poll::Ready(done) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return done;
        }
        std::thread::yield_now();
    }
}
