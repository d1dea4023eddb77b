//! The one place that knows two databases apart: statements are the same text for both.

use std::borrow::Cow;

use rusqlite::types::Value as Cell;

use crate::error::DatabaseError;
use crate::{postgres, sqlite};

/// The text of a statement. What people wrote is never part of it.
pub(crate) type Sql = Cow<'static, str>;

/// A value to put in a statement.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Value<'a> {
    Int(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
    MaybeInt(Option<i64>),
    MaybeText(Option<&'a str>),
}

/// A connection to either. What is asked of SQLite is done when the call returns, and never waits for anything that would
/// need to be woken.
pub(crate) enum Connection<'c> {
    Sqlite(&'c mut rusqlite::Connection),
    Postgres(&'c mut postgres::Connection),
}

/// A row from either.
pub(crate) enum Row {
    Sqlite(Vec<Cell>),
    Postgres(tokio_postgres::Row),
}

impl Connection<'_> {
    /// Runs a statement and tells how many rows it changed.
    pub(crate) async fn run(&mut self, sql: impl Into<Sql>, values: &[Value<'_>]) -> Result<u64, DatabaseError> {
        match self {
            Connection::Sqlite(at) => Ok(sqlite::run(at, &sql.into(), values)?),
            Connection::Postgres(at) => at.run(sql.into(), values).await,
        }
    }

    /// Runs a query.
    pub(crate) async fn rows(&mut self, sql: impl Into<Sql>, values: &[Value<'_>]) -> Result<Vec<Row>, DatabaseError> {
        match self {
            Connection::Sqlite(at) => Ok(sqlite::rows(at, &sql.into(), values)?),
            Connection::Postgres(at) => Ok(at.rows(sql.into(), values).await?.into_iter().map(Row::Postgres).collect()),
        }
    }

    /// Runs several statements without values.
    pub(crate) async fn script(&mut self, sql: &'static str) -> Result<(), DatabaseError> {
        match self {
            Connection::Sqlite(at) => Ok(at.execute_batch(sql)?),
            Connection::Postgres(at) => at.script(sql).await,
        }
    }
}

impl Row {
    pub(crate) fn int(&self, column: usize) -> Result<i64, DatabaseError> {
        self.maybe_int(column)?.ok_or(DatabaseError::Cell { column, expected: "a number" })
    }

    pub(crate) fn text(&self, column: usize) -> Result<String, DatabaseError> {
        self.maybe_text(column)?.ok_or(DatabaseError::Cell { column, expected: "text" })
    }

    pub(crate) fn maybe_int(&self, column: usize) -> Result<Option<i64>, DatabaseError> {
        match self {
            Row::Sqlite(cells) => match cells.get(column) {
                Some(Cell::Integer(value)) => Ok(Some(*value)),
                Some(Cell::Null) => Ok(None),
                Some(Cell::Real(_) | Cell::Text(_) | Cell::Blob(_)) | None => {
                    Err(DatabaseError::Cell { column, expected: "a number" })
                }
            },
            Row::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    /// Text that is looked at and not kept.
    pub(crate) fn str(&self, column: usize) -> Result<&str, DatabaseError> {
        let text = match self {
            Row::Sqlite(cells) => match cells.get(column) {
                Some(Cell::Text(value)) => Some(value.as_str()),
                Some(Cell::Null | Cell::Integer(_) | Cell::Real(_) | Cell::Blob(_)) | None => None,
            },
            Row::Postgres(row) => row.try_get(column)?,
        };
        text.ok_or(DatabaseError::Cell { column, expected: "text" })
    }

    pub(crate) fn maybe_bytes(&self, column: usize) -> Result<Option<&[u8]>, DatabaseError> {
        match self {
            Row::Sqlite(cells) => match cells.get(column) {
                Some(Cell::Blob(value)) => Ok(Some(value)),
                Some(Cell::Null) => Ok(None),
                Some(Cell::Integer(_) | Cell::Real(_) | Cell::Text(_)) | None => {
                    Err(DatabaseError::Cell { column, expected: "bytes" })
                }
            },
            Row::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    pub(crate) fn maybe_text(&self, column: usize) -> Result<Option<String>, DatabaseError> {
        match self {
            Row::Sqlite(cells) => match cells.get(column) {
                Some(Cell::Text(value)) => Ok(Some(value.clone())),
                Some(Cell::Null) => Ok(None),
                Some(Cell::Integer(_) | Cell::Real(_) | Cell::Blob(_)) | None => {
                    Err(DatabaseError::Cell { column, expected: "text" })
                }
            },
            Row::Postgres(row) => Ok(row.try_get(column)?),
        }
    }
}
