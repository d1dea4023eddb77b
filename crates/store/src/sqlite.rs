//! SQLite: one file, its connections, and statements on them.
//!
//! A statement is done when it returns, on the thread that asked for it: the writer has a thread of its own, and readers
//! borrow one, so that nobody who serves people waits for a disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::OpenFlags;
use sqlx::SqlStr;
use tokio::sync::Semaphore;

use crate::error::StoreError;
use crate::sql::{Row, Value};

/// Connections that read side by side with the writer.
const READERS: u32 = 4;

/// How long to wait for someone else who is writing to the same file.
const PATIENCE: Duration = Duration::from_secs(20);

/// Statements that a connection keeps prepared.
const PREPARED: usize = 64;

/// Opens a file for writing, and makes it when it is not there. What is committed is on the disk: write-ahead log, full
/// sync.
pub(crate) fn open(file: &Path) -> Result<rusqlite::Connection, rusqlite::Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = connect(file, flags)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

fn connect(file: &Path, flags: OpenFlags) -> Result<rusqlite::Connection, rusqlite::Error> {
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
            Value::MaybeInt(value) => statement.raw_bind_parameter(place, value)?,
            Value::MaybeText(value) => statement.raw_bind_parameter(place, value)?,
        }
    }
    Ok(())
}

/// A few connections that read. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub(crate) struct Readers(Arc<Shared>);

struct Shared {
    file: PathBuf,
    turns: Semaphore,
    idle: Mutex<Vec<rusqlite::Connection>>,
}

impl Readers {
    pub(crate) fn of(file: &Path) -> Readers {
        let turns = Semaphore::new(READERS as usize);
        Readers(Arc::new(Shared { file: file.to_owned(), turns, idle: Mutex::default() }))
    }

    /// Runs a query, on a thread that may wait.
    pub(crate) async fn rows(&self, sql: SqlStr, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let values: Vec<Owned> = values.iter().map(Owned::of).collect();
        let _turn = self.0.turns.acquire().await.map_err(|_| StoreError::Closed)?;
        let shared = Arc::clone(&self.0);
        let reading = tokio::task::spawn_blocking(move || {
            let connection = shared.take()?;
            let values: Vec<Value<'_>> = values.iter().map(Owned::value).collect();
            let found = rows(&connection, sql.as_str(), &values);
            shared.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            found
        });
        Ok(reading.await.map_err(|_| StoreError::Closed)??)
    }

    /// Closes them all, after what was begun.
    pub(crate) async fn close(&self) {
        if let Ok(all) = self.0.turns.acquire_many(READERS).await {
            self.0.turns.close();
            drop(all);
        }
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Shared {
    fn take(&self) -> Result<rusqlite::Connection, rusqlite::Error> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| connect(&self.file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX), Ok)
    }
}

/// A value that goes to another thread.
pub(crate) enum Owned {
    Int(i64),
    Text(String),
    Nothing,
}

impl Owned {
    pub(crate) fn of(value: &Value<'_>) -> Owned {
        match *value {
            Value::Int(value) | Value::MaybeInt(Some(value)) => Owned::Int(value),
            Value::Text(value) | Value::MaybeText(Some(value)) => Owned::Text(value.to_owned()),
            Value::MaybeInt(None) | Value::MaybeText(None) => Owned::Nothing,
        }
    }

    pub(crate) fn value(&self) -> Value<'_> {
        match self {
            Owned::Int(value) => Value::Int(*value),
            Owned::Text(value) => Value::Text(value),
            Owned::Nothing => Value::MaybeText(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{rows, run};
    use crate::sql::Value;

    #[test]
    fn values_go_where_their_numbers_say() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        let found = rows(&connection, "SELECT $2, $1, $2", &[Value::Text("one"), Value::Int(2)]).unwrap();
        assert_eq!((found[0].int(0).unwrap(), found[0].text(1).unwrap()), (2, "one".to_owned()));
        assert_eq!(found[0].int(2).unwrap(), 2);
        assert!(run(&connection, "SELECT $3", &[Value::Int(1)]).is_err());
    }
}
