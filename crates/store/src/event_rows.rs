//! Events as rows of their table.

use std::fmt::Write as _;

use jiff::Timestamp;
use sqlx::AssertSqlSafe;

use crate::error::DatabaseError;
use crate::sql::{Connection, Value};

/// An event with its place in a log, ready to be written.
pub(crate) struct EventRow<'a> {
    pub(crate) study: &'a str,
    /// As [`crate::log_id::LogId`] is written.
    pub(crate) log: String,
    pub(crate) at: Timestamp,
    pub(crate) seq: u32,
    pub(crate) body: String,
}

/// Inserts the rows of one append in one statement; fails when the place of one is taken.
pub(crate) async fn insert(connection: &mut Connection<'_>, rows: &[EventRow<'_>]) -> Result<(), DatabaseError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut statement = String::from("INSERT INTO events (study, session, at, seq, body) VALUES ");
    let mut values = Vec::with_capacity(5 * rows.len());
    for row in rows {
        let (comma, at) = (if values.is_empty() { "" } else { ", " }, values.len());
        // Writing to a string cannot fail.
        let _ = write!(statement, "{comma}(${}, ${}, ${}, ${}, ${})", at + 1, at + 2, at + 3, at + 4, at + 5);
        values.extend([
            Value::Text(row.study),
            Value::Text(&row.log),
            Value::Int(row.at.as_millisecond()),
            Value::Int(row.seq.into()),
            Value::Text(&row.body),
        ]);
    }
    connection.run(AssertSqlSafe(statement), &values).await.map(drop)
}
