//! Events as rows of their table.

use std::collections::HashSet;
use std::fmt::Write as _;

use jiff::Timestamp;
use tokio_postgres::types::{ToSql, Type};

use crate::chain::SealedEvent;
use crate::error::DatabaseError;
use crate::postgres;
use crate::sql::{Connection, Value};

/// An event with its place in a log, ready to be written.
pub(crate) struct EventRow<'a> {
    pub(crate) study: &'a str,
    /// As [`crate::log_id::LogId`] is written.
    pub(crate) log: String,
    pub(crate) at: Timestamp,
    pub(crate) seq: u32,
    /// The number of the first event of the same append.
    pub(crate) first: u32,
    pub(crate) event: &'a SealedEvent,
}

/// Inserts rows in one statement, sorted by log; tells of each whether it was added. The rows of one log are added all or
/// none: none when its first number is taken, and when somebody takes one in this moment the statement fails as a whole.
pub(crate) async fn insert(connection: &mut Connection<'_>, rows: &[EventRow<'_>]) -> Result<Vec<bool>, DatabaseError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    match connection {
        Connection::Sqlite(_) => insert_values(connection, rows).await.map(|()| vec![true; rows.len()]),
        Connection::Postgres(connection) => insert_columns(connection, rows).await,
    }
}

/// In SQLite a taken number makes the statement fail.
async fn insert_values(connection: &mut Connection<'_>, rows: &[EventRow<'_>]) -> Result<(), DatabaseError> {
    let mut statement = String::from("INSERT INTO events (study, session, at, seq, body, salt, link) VALUES ");
    let mut values = Vec::with_capacity(7 * rows.len());
    for row in rows {
        let (comma, at) = (if values.is_empty() { "" } else { ", " }, values.len());
        // Writing to a string cannot fail.
        let _ = write!(
            statement,
            "{comma}(${}, ${}, ${}, ${}, ${}, ${}, ${})",
            at + 1,
            at + 2,
            at + 3,
            at + 4,
            at + 5,
            at + 6,
            at + 7
        );
        values.extend([
            Value::Text(row.study),
            Value::Text(&row.log),
            Value::Int(row.at.as_millisecond()),
            Value::Int(row.seq.into()),
            Value::Text(&row.event.body),
            Value::Bytes(row.event.salt.bytes()),
            Value::Bytes(row.event.link.bytes()),
        ]);
    }
    connection.run(statement, &values).await.map(drop)
}

/// In PostgreSQL the statement is the same for any number of rows, so that it is prepared once, and planned while the table
/// is small. With `NOT EXISTS` the plan was then to read the whole table, and remained so while it grew; `LIMIT` keeps the
/// question apart, one look into the index for each row.
async fn insert_columns(
    connection: &mut postgres::Connection,
    rows: &[EventRow<'_>],
) -> Result<Vec<bool>, DatabaseError> {
    const INSERT: &str = "INSERT INTO events (study, session, at, seq, body, salt, link) \
                          SELECT study, session, at, seq, body, salt, link \
                          FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], \
                                      $7::bytea[], $8::bytea[]) \
                          AS new (study, session, at, seq, body, first, salt, link) \
                          WHERE (SELECT 1 FROM events taken WHERE taken.study = new.study \
                                 AND taken.session = new.session AND taken.seq = new.first LIMIT 1) IS NULL \
                          RETURNING study, session, seq";
    let studies: Vec<&str> = rows.iter().map(|row| row.study).collect();
    let sessions: Vec<&str> = rows.iter().map(|row| row.log.as_str()).collect();
    let times: Vec<i64> = rows.iter().map(|row| row.at.as_millisecond()).collect();
    let numbers: Vec<i64> = rows.iter().map(|row| row.seq.into()).collect();
    let bodies: Vec<&str> = rows.iter().map(|row| row.event.body.as_str()).collect();
    let firsts: Vec<i64> = rows.iter().map(|row| row.first.into()).collect();
    let salts: Vec<&[u8]> = rows.iter().map(|row| row.event.salt.bytes()).collect();
    let links: Vec<&[u8]> = rows.iter().map(|row| row.event.link.bytes()).collect();
    let columns: [(&(dyn ToSql + Sync), Type); 8] = [
        (&studies, Type::TEXT_ARRAY),
        (&sessions, Type::TEXT_ARRAY),
        (&times, Type::INT8_ARRAY),
        (&numbers, Type::INT8_ARRAY),
        (&bodies, Type::TEXT_ARRAY),
        (&firsts, Type::INT8_ARRAY),
        (&salts, Type::BYTEA_ARRAY),
        (&links, Type::BYTEA_ARRAY),
    ];
    let mut added = HashSet::with_capacity(rows.len());
    let returned = connection.rows_of_columns(INSERT, &columns).await?;
    for row in &returned {
        added.insert((row.try_get::<_, &str>(0)?, row.try_get::<_, &str>(1)?, row.try_get::<_, i64>(2)?));
    }
    Ok(rows.iter().map(|row| added.contains(&(row.study, row.log.as_str(), i64::from(row.seq)))).collect())
}
