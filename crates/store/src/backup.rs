//! A copy of everything, while people take part.

use std::path::{Path, PathBuf};

use sqlx::AssertSqlSafe;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, BufWriter};

use crate::error::StoreError;
use crate::sql::{Connection, Value};
use crate::sqlite;
use crate::store::{Database, Store};

/// The tables, in the order in which they are written and read. One-time links, sign-ins and tries end by
/// themselves, and are left behind.
const TABLES: [&str; 10] =
    ["meta", "studies", "sessions", "events", "slots", "people", "accounts", "roles", "tokens", "trail"];

/// Events read at a time.
const PAGE: i64 = 5000;

impl Store {
    /// Writes a copy of the database as it is at this moment to a new file: of SQLite, a database like itself; of
    /// PostgreSQL, one line of JSON for each row, for [`Store::restore`]. Nobody waits for it.
    ///
    /// # Errors
    /// When the file is there already or cannot be written, or the database fails.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        let pool = match self.database() {
            Database::Sqlite { file: from, .. } => return copy(from.clone(), file.to_owned()).await,
            Database::Postgres(pool) => pool,
        };
        let out = tokio::fs::File::create_new(file).await?;
        let mut out = BufWriter::new(out);
        let mut connection = pool.acquire().await?;
        let mut connection = Connection::Postgres(&mut connection);
        connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        let written = dump(&mut connection, &mut out).await;
        connection.script("COMMIT").await?;
        written?;
        out.flush().await?;
        Ok(out.get_ref().sync_all().await?)
    }

    /// Fills an empty PostgreSQL database with what [`Store::backup`] wrote. Of SQLite, the copy is the database.
    ///
    /// # Errors
    /// When the database is not empty, or the file is something else.
    pub async fn restore(&self, file: &Path) -> Result<(), StoreError> {
        let Some(pool) = self.postgres() else { return Err(not_a_file(file)) };
        let mut lines = BufReader::new(tokio::fs::File::open(file).await?).lines();
        let mut transaction = pool.begin().await?;
        let mut connection = Connection::Postgres(&mut transaction);
        if !connection.rows("SELECT study FROM studies LIMIT 1", &[]).await?.is_empty() {
            let what = "studies already".to_owned();
            return Err(StoreError::Unexpected { what, expected: "an empty database" });
        }
        connection.script("DELETE FROM meta").await?;
        while let Some(line) = lines.next_line().await? {
            let (table, row) = line.split_once('\t').ok_or_else(|| not_a_file(file))?;
            let table = TABLES.iter().find(|known| **known == table).ok_or_else(|| not_a_file(file))?;
            // Transactions are numbered anew in another server.
            let insert = format!(
                "INSERT INTO {table} SELECT (jsonb_populate_record(NULL::{table}, \
                 $1::jsonb || jsonb_build_object('tx', pg_current_xact_id()::text))).*"
            );
            connection.run(AssertSqlSafe(insert), &[Value::Text(row)]).await?;
        }
        for next in [
            "SELECT setval(pg_get_serial_sequence('events', 'id'), (SELECT COALESCE(MAX(id), 1) FROM events))",
            "SELECT setval(pg_get_serial_sequence('trail', 'id'), (SELECT COALESCE(MAX(id), 1) FROM trail))",
        ] {
            connection.rows(next, &[]).await?;
        }
        Ok(transaction.commit().await?)
    }
}

/// Copies an SQLite file beside the writer, which goes on.
async fn copy(from: PathBuf, to: PathBuf) -> Result<(), StoreError> {
    let copying = tokio::task::spawn_blocking(move || {
        let place = to.to_str().ok_or_else(|| not_a_file(&to))?;
        sqlite::run(&sqlite::open(&from)?, "VACUUM INTO $1", &[Value::Text(place)])?;
        Ok(())
    });
    copying.await.map_err(|_| StoreError::Closed)?
}

fn not_a_file(file: &Path) -> StoreError {
    StoreError::Unexpected { what: format!("`{}`", file.display()), expected: "a copy that can be used here" }
}

async fn dump(connection: &mut Connection<'_>, out: &mut BufWriter<tokio::fs::File>) -> Result<(), StoreError> {
    for table in TABLES {
        let mut behind = 0;
        loop {
            let (paged, id) = if table == "events" {
                ("WHERE t.id > $1 ORDER BY t.id LIMIT $2", "t.id")
            } else {
                ("WHERE $1 = 0 AND $2 > 0", "$2")
            };
            let select = format!("SELECT row_to_json(t)::text, {id} FROM {table} t {paged}");
            let rows = connection.rows(AssertSqlSafe(select), &[Value::Int(behind), Value::Int(PAGE)]).await?;
            for row in &rows {
                out.write_all(format!("{table}\t{}\n", row.text(0)?).as_bytes()).await?;
                behind = row.int(1)?;
            }
            if table != "events" || rows.is_empty() {
                break;
            }
        }
    }
    Ok(())
}
