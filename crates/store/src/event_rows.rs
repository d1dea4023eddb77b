//! Events as rows of their table.

use std::fmt::Write as _;

use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::sql::{self, Connection};

/// An event with its place in a log, ready to be written.
pub(crate) struct EventRow<'a> {
    pub(crate) study: &'a str,
    pub(crate) session: String,
    pub(crate) at: Timestamp,
    pub(crate) seq: u32,
    pub(crate) body: String,
}

/// Inserts the rows of one append in one statement; fails when the place of one is taken.
pub(crate) async fn insert(connection: &mut Connection<'_>, rows: &[EventRow<'_>]) -> Result<(), sqlx::Error> {
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
            sql::Value::Text(row.study),
            sql::Value::Text(&row.session),
            sql::Value::Int(row.at.as_millisecond()),
            sql::Value::Int(row.seq.into()),
            sql::Value::Text(&row.body),
        ]);
    }
    connection.run(AssertSqlSafe(statement), &values).await.map(drop)
}

/// Inserts any number of rows into SQLite in one statement that is prepared once; fails, and inserts none, when the place
/// of one is taken.
pub(crate) async fn insert_many(connection: &mut Connection<'_>, rows: &[EventRow<'_>]) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let row = |row: &EventRow<'_>| json!([row.study, row.session, row.at.as_millisecond(), row.seq, row.body]);
    let rows = Value::Array(rows.iter().map(row).collect()).to_string();
    let insert = "INSERT INTO events (study, session, at, seq, body) \
                  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each($1)";
    connection.run(insert, &[sql::Value::Text(&rows)]).await.map(drop)
}
