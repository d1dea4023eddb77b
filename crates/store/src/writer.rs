//! SQLite has one writer. Whatever is waiting when it gets its turn shares one transaction and one sync, and is
//! acknowledged after that.

use std::sync::Arc;

use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use crate::append::{Append, AppendError};
use crate::error::StoreError;
use crate::event_rows::{EventRow, insert_many};
use crate::heard::Heard;
use crate::sql::{Connection, someone_was_first};

/// The most appends in one transaction, so that the first does not wait long for the last.
const MOST: usize = 256;

/// How many may wait.
const WAITING: usize = 4096;

enum Waiting {
    Append(Append, oneshot::Sender<Result<(), AppendError>>),
    /// Somebody waits for the end.
    Stop(oneshot::Sender<()>),
}

/// The way to the one writer.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Waiting>);

impl Writer {
    /// Starts the writer on its connection. It ends when nobody can send to it any more.
    pub(crate) fn start(connection: SqliteConnection, heard: Arc<Heard>) -> Writer {
        let (sender, waiting) = mpsc::channel(WAITING);
        tokio::spawn(work(connection, waiting, heard));
        Writer(sender)
    }

    /// Returns when it is on the disk.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (told, answer) = oneshot::channel();
        let closed = || AppendError::Fault(StoreError::Closed);
        self.0.send(Waiting::Append(append, told)).await.map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| Err(closed()))
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

async fn work(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Waiting>, heard: Arc<Heard>) {
    let mut group = Vec::with_capacity(MOST);
    let mut stop = None;
    while stop.is_none() && waiting.recv_many(&mut group, MOST).await > 0 {
        let (mut appends, mut told) = (Vec::with_capacity(group.len()), Vec::with_capacity(group.len()));
        for waiting in group.drain(..) {
            match waiting {
                Waiting::Append(append, teller) => {
                    appends.push(append);
                    told.push(teller);
                }
                Waiting::Stop(teller) => stop = Some(teller),
            }
        }
        let results = keep_group(&mut connection, &appends, &heard).await;
        for (told, result) in told.into_iter().zip(results) {
            // Whoever asked may have gone away; what was kept is kept.
            drop(told.send(result));
        }
    }
    drop(waiting);
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the file was not closed properly; nothing is lost by that");
    }
    if let Some(told) = stop {
        // Nobody waits any more when this fails.
        let _ = told.send(());
    }
}

async fn keep_group(
    connection: &mut SqliteConnection,
    appends: &[Append],
    heard: &Heard,
) -> Vec<Result<(), AppendError>> {
    if appends.is_empty() {
        return Vec::new();
    }
    match write_group(connection, appends, heard).await {
        Ok(results) => results,
        Err(error) => {
            heard.lost();
            tracing::error!(%error, appends = appends.len(), "nothing of this group was kept");
            let undone = sqlx::raw_sql("ROLLBACK").execute(connection).await;
            tracing::debug!(?undone, "rolled back");
            let not_kept = || Err(AppendError::Fault(StoreError::NotKept(error.to_string())));
            appends.iter().map(|_| not_kept()).collect()
        }
    }
}

/// Writes a group in one transaction. A conflict is one append's own; a fault is everyone's, since nobody can tell what
/// it left behind. Every statement is a way to SQLite's thread and back, so there are few.
async fn write_group(
    connection: &mut SqliteConnection,
    appends: &[Append],
    heard: &Heard,
) -> Result<Vec<Result<(), AppendError>>, StoreError> {
    let before = heard.change();
    let mut connection = Connection::Sqlite(connection);
    let alone = appends.iter().all(Append::is_one_statement);
    let results = if alone && write_together(&mut connection, appends).await? {
        appends.iter().map(|_| Ok(())).collect()
    } else {
        write_in_turn(&mut connection, appends).await?
    };
    let kept = appends.iter().zip(&results).filter(|(_, result)| result.is_ok());
    heard.wrote(
        before,
        kept.map(|(append, _)| (&*append.study, append.session, append.seq + append.events.len() as u32)),
    );
    Ok(results)
}

async fn write_in_turn(
    connection: &mut Connection<'_>,
    appends: &[Append],
) -> Result<Vec<Result<(), AppendError>>, StoreError> {
    connection.script("BEGIN IMMEDIATE").await?;
    let together = write_together(connection, appends).await?;
    let mut results = Vec::with_capacity(appends.len());
    for append in appends {
        let kept = together && append.is_one_statement();
        results.push(if kept { Ok(()) } else { write_alone(connection, append).await? });
    }
    connection.script("COMMIT").await?;
    Ok(results)
}

/// Writes those appends that are nothing but events, in one statement; `false`, and nothing is written, when not all
/// of them can be kept.
async fn write_together(connection: &mut Connection<'_>, appends: &[Append]) -> Result<bool, StoreError> {
    let events = appends.iter().filter(|append| append.is_one_statement());
    let rows: Vec<EventRow<'_>> = events.flat_map(Append::rows).collect();
    match insert_many(connection, &rows).await {
        Ok(()) => Ok(true),
        Err(error) if someone_was_first(&error) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

async fn write_alone(connection: &mut Connection<'_>, append: &Append) -> Result<Result<(), AppendError>, StoreError> {
    let several = !append.is_one_statement();
    if several {
        connection.script("SAVEPOINT one").await?;
    }
    let result = append.write(connection).await;
    if let Err(AppendError::Fault(fault)) = result {
        return Err(fault);
    }
    if several {
        connection.script(if result.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" }).await?;
    }
    Ok(result)
}
