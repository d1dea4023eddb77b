//! SQLite has one writer. Whatever is waiting when it gets its turn shares one transaction and one sync, and is
//! acknowledged after that.

use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use crate::append::{Append, AppendError};
use crate::error::StoreError;
use crate::sql::Connection;

/// The most appends in one transaction, so that the first does not wait long for the last.
const MOST: usize = 256;

/// How many may wait.
const WAITING: usize = 4096;

struct Waiting {
    append: Append,
    told: oneshot::Sender<Result<(), AppendError>>,
}

/// The way to the one writer.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Waiting>);

impl Writer {
    /// Starts the writer on its connection. It ends when nobody can send to it any more.
    pub(crate) fn start(connection: SqliteConnection) -> Writer {
        let (sender, waiting) = mpsc::channel(WAITING);
        tokio::spawn(work(connection, waiting));
        Writer(sender)
    }

    /// Returns when it is on the disk.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (told, answer) = oneshot::channel();
        let closed = || AppendError::Fault(StoreError::Closed);
        self.0.send(Waiting { append, told }).await.map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }
}

async fn work(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Waiting>) {
    let mut group = Vec::with_capacity(MOST);
    while waiting.recv_many(&mut group, MOST).await > 0 {
        let (appends, told): (Vec<Append>, Vec<_>) =
            group.drain(..).map(|waiting| (waiting.append, waiting.told)).unzip();
        let results = match write_group(&mut connection, &appends).await {
            Ok(results) => results,
            Err(error) => {
                tracing::error!(%error, appends = appends.len(), "nothing of this group was kept");
                let undone = sqlx::raw_sql("ROLLBACK").execute(&mut connection).await;
                tracing::debug!(?undone, "rolled back");
                let not_kept = || Err(AppendError::Fault(StoreError::NotKept(error.to_string())));
                appends.iter().map(|_| not_kept()).collect()
            }
        };
        for (told, result) in told.into_iter().zip(results) {
            // Whoever asked may have gone away; what was kept is kept.
            drop(told.send(result));
        }
    }
}

/// Writes a group in one transaction. A conflict is one append's own; a fault is everyone's, since nobody can tell what
/// it left behind.
async fn write_group(
    connection: &mut SqliteConnection,
    appends: &[Append],
) -> Result<Vec<Result<(), AppendError>>, StoreError> {
    let mut connection = Connection::Sqlite(connection);
    connection.script("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(appends.len());
    for append in appends {
        let several = !append.is_one_statement();
        if several {
            connection.script("SAVEPOINT one").await?;
        }
        let result = append.write(&mut connection).await;
        if let Err(AppendError::Fault(fault)) = result {
            return Err(fault);
        }
        if several {
            connection.script(if result.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" }).await?;
        }
        results.push(result);
    }
    connection.script("COMMIT").await?;
    Ok(results)
}
