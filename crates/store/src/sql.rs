//! The one place that knows two databases apart: statements are the same text for both.

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Row as _, SqlSafeStr};

/// A value to put in a statement.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Value<'a> {
    Int(i64),
    Text(&'a str),
    MaybeInt(Option<i64>),
    MaybeText(Option<&'a str>),
}

/// A connection to either.
pub(crate) enum Connection<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

/// A row from either.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

macro_rules! bound {
    ($sql:expr, $values:expr) => {
        $values.iter().fold(sqlx::query($sql), |query, value| match *value {
            Value::Int(value) => query.bind(value),
            Value::Text(value) => query.bind(value),
            Value::MaybeInt(value) => query.bind(value),
            Value::MaybeText(value) => query.bind(value),
        })
    };
}

impl Connection<'_> {
    /// Runs a statement and tells how many rows it changed.
    pub(crate) async fn run(&mut self, sql: impl SqlSafeStr, values: &[Value<'_>]) -> Result<u64, sqlx::Error> {
        Ok(match self {
            Connection::Sqlite(at) => bound!(sql, values).execute(&mut **at).await?.rows_affected(),
            Connection::Postgres(at) => bound!(sql, values).execute(&mut **at).await?.rows_affected(),
        })
    }

    /// Runs a query.
    pub(crate) async fn rows(&mut self, sql: impl SqlSafeStr, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error> {
        Ok(match self {
            Connection::Sqlite(at) => {
                bound!(sql, values).fetch_all(&mut **at).await?.into_iter().map(Row::Sqlite).collect()
            }
            Connection::Postgres(at) => {
                bound!(sql, values).fetch_all(&mut **at).await?.into_iter().map(Row::Postgres).collect()
            }
        })
    }

    /// Runs several statements without values.
    pub(crate) async fn script(&mut self, sql: &'static str) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(at) => sqlx::raw_sql(sql).execute(&mut **at).await.map(drop),
            Connection::Postgres(at) => sqlx::raw_sql(sql).execute(&mut **at).await.map(drop),
        }
    }
}

impl Row {
    pub(crate) fn int(&self, column: usize) -> Result<i64, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        }
    }

    pub(crate) fn text(&self, column: usize) -> Result<String, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        }
    }

    pub(crate) fn maybe_int(&self, column: usize) -> Result<Option<i64>, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        }
    }

    pub(crate) fn maybe_text(&self, column: usize) -> Result<Option<String>, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        }
    }
}

/// Whether a statement failed because someone else was first.
pub(crate) fn someone_was_first(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
