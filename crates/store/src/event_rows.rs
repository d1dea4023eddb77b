//! Events as rows of their table.

use std::fmt::Write as _;

use jiff::Timestamp;
use sqlx::AssertSqlSafe;

use crate::sql::{Connection, Value};

/// An event with its place in a log, ready to be written.
pub(crate) struct EventRow<'a> {
    pub(crate) study: &'a str,
    pub(crate) session: String,
    pub(crate) at: Timestamp,
    pub(crate) seq: u32,
    pub(crate) body: String,
}

/// What happens to a row whose place in the log is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnConflict {
    /// The statement fails.
    Fail,
    /// The row is left out, and not counted.
    Skip,
}

/// Inserts rows in one statement and tells how many there are now.
pub(crate) async fn insert(
    connection: &mut Connection<'_>,
    rows: &[EventRow<'_>],
    on_conflict: OnConflict,
) -> Result<u64, sqlx::Error> {
    if rows.is_empty() {
        return Ok(0);
    }
    let mut sql = String::from("INSERT INTO events (study, session, at, seq, body) VALUES ");
    let mut values = Vec::with_capacity(5 * rows.len());
    for row in rows {
        let (comma, at) = (if values.is_empty() { "" } else { ", " }, values.len());
        // Writing to a string cannot fail.
        let _ = write!(sql, "{comma}(${}, ${}, ${}, ${}, ${})", at + 1, at + 2, at + 3, at + 4, at + 5);
        values.extend([
            Value::Text(row.study),
            Value::Text(&row.session),
            Value::Int(row.at.as_millisecond()),
            Value::Int(row.seq.into()),
            Value::Text(&row.body),
        ]);
    }
    match on_conflict {
        OnConflict::Fail => {}
        OnConflict::Skip => sql.push_str(" ON CONFLICT DO NOTHING"),
    }
    connection.run(AssertSqlSafe(sql), &values).await
}
