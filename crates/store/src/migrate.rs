//! The layout of the database, version by version. Forward only: what was written stays readable.

use crate::error::OpenError;
use crate::sql::{Connection, Value};

/// Every step, for SQLite and for PostgreSQL.
const STEPS: &[(&str, &str)] =
    &[(include_str!("../migrations/sqlite/0001_start.sql"), include_str!("../migrations/postgres/0001_start.sql"))];

/// The version that this program writes.
pub(crate) const LATEST: i64 = STEPS.len() as i64;

/// Brings the database to `version`, from wherever it is. All of it happens or none; whoever comes at the same
/// time waits.
pub(crate) async fn up_to(connection: &mut Connection<'_>, version: i64) -> Result<(), OpenError> {
    match connection {
        Connection::Sqlite(_) => connection.script("BEGIN IMMEDIATE").await?,
        // Any number that no other program is likely to use.
        Connection::Postgres(_) => connection.script("BEGIN; SELECT pg_advisory_xact_lock(7125813)").await?,
    }
    match steps(connection, version).await {
        Ok(()) => Ok(connection.script("COMMIT").await?),
        Err(error) => {
            connection.script("ROLLBACK").await?;
            Err(error)
        }
    }
}

async fn steps(connection: &mut Connection<'_>, version: i64) -> Result<(), OpenError> {
    connection.script("CREATE TABLE IF NOT EXISTS meta (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)").await?;
    let rows = connection.rows("SELECT value FROM meta WHERE name = 'layout'", &[]).await?;
    let found: i64 = match rows.first() {
        Some(row) => row.text(0)?.parse().unwrap_or(i64::MAX),
        None => 0,
    };
    if found > LATEST {
        return Err(OpenError::Later { found, known: LATEST });
    }
    for (sqlite, postgres) in STEPS.iter().take(version.max(0) as usize).skip(found as usize) {
        let step = match connection {
            Connection::Sqlite(_) => sqlite,
            Connection::Postgres(_) => postgres,
        };
        connection.script(step).await?;
    }
    let layout = found.max(version).to_string();
    let set =
        "INSERT INTO meta (name, value) VALUES ('layout', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    connection.run(set, &[Value::Text(&layout)]).await?;
    Ok(())
}
