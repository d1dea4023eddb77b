//! SQLite: one file, its connections, and statements on them.
//!
//! A statement is done when it returns, on the thread that asked for it: the writer has a thread of its own, and readers
//! borrow one, so that nobody who serves people waits for a disk.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{InterruptHandle, OpenFlags};
use tokio::sync::Semaphore;

use crate::database_files::create_private;
use crate::error::StoreError;
use crate::sql::{Row, Sql, Value};

/// Connections that read side by side with the writer.
const READERS: u32 = 4;

/// How long to wait for someone else who is writing to the same file.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Statements that a connection keeps prepared.
const PREPARED: usize = 64;

/// What the write-ahead log is cut back to after it was written back into the database.
const LOG_BYTES: i64 = 16 << 20;

/// Opens a file for writing, and makes it when it is not there, for its owner alone. What is committed is on the disk:
/// write-ahead log, full sync.
pub(crate) fn open(file: &Path) -> Result<rusqlite::Connection, StoreError> {
    match create_private(file) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        // What is wrong, SQLite says in its own words.
        Err(error) => tracing::debug!(%error, "the file could not be made"),
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = connect(file, flags)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
    // What is erased is overwritten, not only let go.
    connection.pragma_update(None, "secure_delete", "ON")?;
    Ok(connection)
}

pub(crate) fn connect(file: &Path, flags: OpenFlags) -> Result<rusqlite::Connection, rusqlite::Error> {
    let connection = rusqlite::Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    Ok(connection)
}

/// Runs a statement and tells how many rows it changed.
pub(crate) fn run(at: &rusqlite::Connection, sql: &str, values: &[Value<'_>]) -> Result<u64, rusqlite::Error> {
    let mut statement = at.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    statement.raw_execute().map(|changed| changed as u64)
}

/// Runs a query.
pub(crate) fn rows(at: &rusqlite::Connection, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, rusqlite::Error> {
    let mut statement = at.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    let columns = statement.column_count();
    let mut found = statement.raw_query();
    let mut all = Vec::new();
    while let Some(row) = found.next()? {
        all.push(Row::Sqlite((0..columns).map(|column| row.get(column)).collect::<Result<_, _>>()?));
    }
    Ok(all)
}

/// Runs a query and gives each row to someone as it is found.
pub(crate) fn each_row(
    at: &rusqlite::Connection,
    sql: &str,
    values: &[Value<'_>],
    mut look: impl FnMut(&rusqlite::Row<'_>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut statement = at.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    let mut found = statement.raw_query();
    while let Some(row) = found.next()? {
        look(row)?;
    }
    Ok(())
}

/// SQLite numbers `$2` by where it first stands, not by its name: so each goes where its name says.
fn bind(statement: &mut rusqlite::Statement<'_>, values: &[Value<'_>]) -> Result<(), rusqlite::Error> {
    for place in 1..=statement.parameter_count() {
        let named = statement.parameter_name(place).and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok());
        let number = named.unwrap_or(place);
        let value = number.checked_sub(1).and_then(|index| values.get(index));
        let value = value.ok_or(rusqlite::Error::InvalidParameterCount(values.len(), number))?;
        match *value {
            Value::Int(value) => statement.raw_bind_parameter(place, value)?,
            Value::Text(value) => statement.raw_bind_parameter(place, value)?,
            Value::Bytes(value) => statement.raw_bind_parameter(place, value)?,
            Value::MaybeInt(value) => statement.raw_bind_parameter(place, value)?,
            Value::MaybeText(value) => statement.raw_bind_parameter(place, value)?,
        }
    }
    Ok(())
}

/// A few connections that read. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub(crate) struct Readers(Arc<PoolState>);

struct PoolState {
    file: PathBuf,
    turns: Arc<Semaphore>,
    idle: Mutex<Vec<rusqlite::Connection>>,
    /// To end what is being read when the program stops.
    interrupts: Mutex<Vec<InterruptHandle>>,
    closing: AtomicBool,
}

impl Readers {
    pub(crate) fn new(file: &Path) -> Readers {
        Readers(Arc::new(PoolState {
            file: file.to_owned(),
            turns: Arc::new(Semaphore::new(READERS as usize)),
            idle: Mutex::default(),
            interrupts: Mutex::default(),
            closing: AtomicBool::new(false),
        }))
    }

    /// Runs a query.
    pub(crate) async fn rows(&self, sql: Sql, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let values: Vec<OwnedValue> = values.iter().map(OwnedValue::from_value).collect();
        self.read(move |connection| {
            let values: Vec<Value<'_>> = values.iter().map(OwnedValue::borrow).collect();
            Ok(rows(connection, &sql, &values)?)
        })
        .await
    }

    /// Reads, on a thread that may wait. Whoever asked may go away meanwhile: the turn belongs to the thread, so that nobody
    /// takes the connection for closed while it reads.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&rusqlite::Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let turn = Arc::clone(&self.0.turns).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let shared = Arc::clone(&self.0);
        let reading = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let connection = shared.take()?;
            let found = read(&connection);
            shared.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            if shared.closing.load(Ordering::Acquire) { Err(StoreError::Closed) } else { found }
        });
        reading.await.map_err(|_| StoreError::Closed)?
    }

    /// Closes them all. What is being read ends unread: nothing is acknowledged by reading.
    pub(crate) async fn close(&self) {
        self.0.closing.store(true, Ordering::Release);
        self.0.interrupts.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(InterruptHandle::interrupt);
        if let Ok(all) = self.0.turns.acquire_many(READERS).await {
            self.0.turns.close();
            drop(all);
        }
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl PoolState {
    fn take(&self) -> Result<rusqlite::Connection, StoreError> {
        if self.closing.load(Ordering::Acquire) {
            return Err(StoreError::Closed);
        }
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(connection) = idle {
            return Ok(connection);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = connect(&self.file, flags)?;
        let interrupt = connection.get_interrupt_handle();
        self.interrupts.lock().unwrap_or_else(PoisonError::into_inner).push(interrupt);
        Ok(connection)
    }
}

/// A value that goes to another thread.
pub(crate) enum OwnedValue {
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
    Nothing,
}

impl OwnedValue {
    pub(crate) fn from_value(value: &Value<'_>) -> OwnedValue {
        match *value {
            Value::Int(value) | Value::MaybeInt(Some(value)) => OwnedValue::Int(value),
            Value::Text(value) | Value::MaybeText(Some(value)) => OwnedValue::Text(value.to_owned()),
            Value::Bytes(value) => OwnedValue::Bytes(value.to_owned()),
            Value::MaybeInt(None) | Value::MaybeText(None) => OwnedValue::Nothing,
        }
    }

    pub(crate) fn borrow(&self) -> Value<'_> {
        match self {
            OwnedValue::Int(value) => Value::Int(*value),
            OwnedValue::Text(value) => Value::Text(value),
            OwnedValue::Bytes(value) => Value::Bytes(value),
            OwnedValue::Nothing => Value::MaybeText(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{rows, run};
    use crate::sql::Value;
    use crate::store::Store;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn after_a_stop_the_file_alone_holds_everything_though_someone_asked_and_went_away() {
        let folder = tempfile::tempdir().unwrap();
        let (file, copy) = (folder.path().join("answers"), folder.path().join("copy"));
        let store = Store::open_file(&file).await.unwrap();
        let slow = "WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted LIMIT 1000000000) \
                    SELECT count(*) FROM counted";
        let asking = tokio::spawn({
            let store = store.clone();
            async move { store.rows(slow, &[]).await.map(drop) }
        });
        tokio::time::sleep(Duration::from_millis(200)).await;
        asking.abort();
        store.run("INSERT INTO meta (name, value) VALUES ('kept', 'yes')", &[]).await.unwrap();
        tokio::time::timeout(Duration::from_secs(20), store.close()).await.expect("the read is not waited for");
        std::fs::copy(&file, &copy).unwrap();
        assert!(!folder.path().join("answers-wal").exists(), "nothing is left beside it");
        let copied = rusqlite::Connection::open(&copy).unwrap();
        let found = rows(&copied, "SELECT value FROM meta WHERE name = 'kept'", &[]).unwrap();
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn values_go_where_their_numbers_say() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        let found = rows(&connection, "SELECT $2, $1, $2", &[Value::Text("one"), Value::Int(2)]).unwrap();
        assert_eq!((found[0].int(0).unwrap(), found[0].text(1).unwrap()), (2, "one".to_owned()));
        assert_eq!(found[0].int(2).unwrap(), 2);
        assert!(run(&connection, "SELECT $3", &[Value::Int(1)]).is_err());
    }
}
