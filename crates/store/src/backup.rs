//! A copy of everything, while people take part.

use std::path::{Path, PathBuf};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, BufWriter};

use crate::database_files::{create_private, sync};
use crate::error::StoreError;
use crate::migrate::LATEST;
use crate::sql::{Connection, Value};
use crate::sqlite;
use crate::store::{Database, Store};

/// The tables, in the order in which they are written and read.
const TABLES: [&str; 13] = [
    "meta",
    "studies",
    "sessions",
    "events",
    "checkpoints",
    "slots",
    "people",
    "accounts",
    "roles",
    "tokens",
    "audit_log",
    "bonuses",
    "notices",
];

/// Events read at a time.
const PAGE: i64 = 5000;

impl Store {
    /// Writes a copy of the database as it is at this moment to a new file: of SQLite, a database like itself; of
    /// PostgreSQL, one line of JSON for each row, for [`Store::restore`]. Only its owner can read it, and when this returns it
    /// is on the disk. Nobody waits for it.
    ///
    /// # Errors
    /// When the file is there already or cannot be written, or the database fails.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        let pool = match self.database() {
            Database::Sqlite { shared, .. } => {
                return copy(shared.files.database().to_owned(), file.to_owned()).await;
            }
            Database::Postgres { pool, .. } => pool,
        };
        let mut out = BufWriter::new(tokio::fs::File::from_std(create_private(file)?));
        let mut connection = pool.connect().await?;
        let mut connection = Connection::Postgres(&mut connection);
        connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        let written = dump(&mut connection, &mut out).await;
        connection.script("COMMIT").await?;
        written?;
        out.flush().await?;
        Ok(sync(file)?)
    }

    /// Fills an empty PostgreSQL database with what [`Store::backup`] wrote. Of SQLite, the copy is the database.
    ///
    /// # Errors
    /// When the database is not empty, or the file is something else.
    pub async fn restore(&self, file: &Path) -> Result<(), StoreError> {
        let Some(pool) = self.postgres() else { return Err(not_a_file(file)) };
        let mut lines = BufReader::new(tokio::fs::File::open(file).await?).lines();
        let mut connection = pool.connect().await?;
        let mut connection = Connection::Postgres(&mut connection);
        connection.script("BEGIN").await?;
        if !connection.rows("SELECT study FROM studies LIMIT 1", &[]).await?.is_empty() {
            let what = "studies already".to_owned();
            return Err(StoreError::Unexpected { what, expected: "an empty database" });
        }
        connection.script("DELETE FROM meta").await?;
        while let Some(line) = lines.next_line().await? {
            let (table, row) = line.split_once('\t').ok_or_else(|| not_a_file(file))?;
            let table = TABLES.iter().find(|known| **known == table).ok_or_else(|| not_a_file(file))?;
            if *table == "meta" {
                check_layout(row)?;
            }
            // Transactions are numbered anew in another server.
            let insert = format!(
                "INSERT INTO {table} SELECT (jsonb_populate_record(NULL::{table}, \
                 $1::jsonb || jsonb_build_object('tx', pg_current_xact_id()::text))).*"
            );
            connection.run(insert, &[Value::Text(row)]).await?;
        }
        let next = "SELECT setval(pg_get_serial_sequence('events', 'id'), (SELECT COALESCE(MAX(id), 1) FROM events))";
        connection.rows(next, &[]).await?;
        Ok(connection.script("COMMIT").await?)
    }
}

/// Copies an SQLite file beside the writer, which goes on.
async fn copy(from: PathBuf, to: PathBuf) -> Result<(), StoreError> {
    let copying = tokio::task::spawn_blocking(move || {
        let place = to.to_str().ok_or_else(|| not_a_file(&to))?;
        create_private(&to)?;
        let copied = sqlite::open(&from)
            .and_then(|from| Ok(sqlite::run(&from, "VACUUM INTO $1", &[Value::Text(place)])?))
            .and_then(|_| Ok(sync(&to)?));
        if copied.is_err() {
            // Half a copy would be taken for a whole one.
            std::fs::remove_file(&to)?;
        }
        copied
    });
    copying.await.map_err(|_| StoreError::Closed)?
}

/// A copy is restored by a program that knows the same layout, and brought up to date afterwards.
fn check_layout(row: &str) -> Result<(), StoreError> {
    let row: serde_json::Value = serde_json::from_str(row).unwrap_or_default();
    let (name, value) = (row["name"].as_str(), row["value"].as_str().unwrap_or_default());
    if name == Some("layout") && value != LATEST.to_string() {
        let what = format!("a copy of layout {value}");
        return Err(StoreError::Unexpected {
            what,
            expected: "one of this program; restore it with the one that wrote it",
        });
    }
    Ok(())
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
            let rows = connection.rows(select, &[Value::Int(behind), Value::Int(PAGE)]).await?;
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

#[cfg(test)]
mod tests {
    use super::TABLES;
    use crate::store::Store;
    use crate::testing::Postgres;

    /// One-time links, sign-ins and tries at passwords end by themselves.
    const LEFT_BEHIND: [&str; 3] = ["links", "sign_ins", "tries"];

    #[tokio::test]
    async fn every_table_is_copied_or_left_behind_for_a_reason() {
        let store = Store::open(&Postgres::shared_server().database()).await.unwrap();
        let select = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1";
        let rows = store.rows(select, &[]).await.unwrap();
        let there: Vec<String> = rows.iter().map(|row| row.text(0).unwrap()).collect();
        let mut known = [&TABLES[..], &LEFT_BEHIND].concat();
        known.sort_unstable();
        assert_eq!(there, known);
    }
}
