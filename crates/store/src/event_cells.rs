//! An event as its row has it, looked at and not kept.

use rusqlite::types::ValueRef;

use crate::error::DatabaseError;
use crate::sql::Row;

/// An event as its row has it. Nothing of it is copied: millions of them are looked at when a server starts.
pub(crate) struct EventCells<'a> {
    /// As [`crate::log_id::LogId`] is written.
    pub(crate) log: &'a str,
    pub(crate) seq: i64,
    /// In milliseconds.
    pub(crate) at: i64,
    pub(crate) body: &'a str,
    pub(crate) salt: Option<&'a [u8]>,
    pub(crate) digest: Option<&'a [u8]>,
    pub(crate) link: Option<&'a [u8]>,
}

impl<'a> EventCells<'a> {
    /// The columns they are in.
    pub(crate) const COLUMNS: &'static str = "session, seq, at, body, salt, digest, link";

    /// Those of a row, from column `first` on.
    pub(crate) fn from_row(row: &'a Row, first: usize) -> Result<EventCells<'a>, DatabaseError> {
        Ok(EventCells {
            log: row.str(first)?,
            seq: row.int(first + 1)?,
            at: row.int(first + 2)?,
            body: row.str(first + 3)?,
            salt: row.maybe_bytes(first + 4)?,
            digest: row.maybe_bytes(first + 5)?,
            link: row.maybe_bytes(first + 6)?,
        })
    }

    /// The same of a row that SQLite has just found.
    pub(crate) fn of_sqlite(row: &'a rusqlite::Row<'_>, first: usize) -> Result<EventCells<'a>, DatabaseError> {
        Ok(EventCells {
            log: text(row, first)?,
            seq: int(row, first + 1)?,
            at: int(row, first + 2)?,
            body: text(row, first + 3)?,
            salt: maybe_bytes(row, first + 4)?,
            digest: maybe_bytes(row, first + 5)?,
            link: maybe_bytes(row, first + 6)?,
        })
    }
}

/// A number in a row that SQLite has just found.
pub(crate) fn int(row: &rusqlite::Row<'_>, column: usize) -> Result<i64, DatabaseError> {
    row.get_ref(column)?.as_i64().map_err(|_| DatabaseError::Cell { column, expected: "a number" })
}

fn text<'a>(row: &'a rusqlite::Row<'_>, column: usize) -> Result<&'a str, DatabaseError> {
    row.get_ref(column)?.as_str().map_err(|_| DatabaseError::Cell { column, expected: "text" })
}

fn maybe_bytes<'a>(row: &'a rusqlite::Row<'_>, column: usize) -> Result<Option<&'a [u8]>, DatabaseError> {
    match row.get_ref(column)? {
        ValueRef::Blob(bytes) => Ok(Some(bytes)),
        ValueRef::Null => Ok(None),
        ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Text(_) => {
            Err(DatabaseError::Cell { column, expected: "bytes" })
        }
    }
}
