//! One database, of either kind.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use session::ParticipantId;

use crate::address::DatabaseAddress;
use crate::append::{Append, AppendError};
use crate::chain::ChainLink;
use crate::database_files::DatabaseFiles;
use crate::error::{DatabaseError, OpenError, StoreError};
use crate::log_lengths::KnownLogLengths;
use crate::migrate;
use crate::people::Key;
use crate::postgres::{self, PATIENCE, PATIENCE_FOR_MANY, Pool, in_time};
use crate::sql::{Connection, Row, Sql, Value};
use crate::sqlite::{self, OwnedValue, Readers};
use crate::write_health::WriteHealth;
use crate::writer::{OwnedStatement, Writer, WriterContext};

/// Connections to PostgreSQL from one program, besides those that append.
const POSTGRES_CONNECTIONS: u32 = 14;

/// One database. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    database: Database,
    key: Key,
    /// The random number that the chains of this database begin with.
    origin: ChainLink,
}

/// Either kind, with what is needed to use it.
pub(crate) enum Database {
    Sqlite { readers: Readers, writer: Writer, shared: WriterContext },
    Postgres { pool: Pool, writers: Pool, writer: postgres::Writer, health: Arc<WriteHealth> },
}

/// Which tables something was erased from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ErasedTables {
    People,
    PeopleAndEvents,
}

impl Store {
    /// Opens the database at an address (`postgres://…`), or in a file, which is made when it is not there;
    /// brings its layout up to date.
    ///
    /// # Errors
    /// When it cannot be reached, or a later program has changed it.
    pub async fn open(place: &str) -> Result<Store, OpenError> {
        match DatabaseAddress::parse(place)? {
            DatabaseAddress::Postgres(address) => Store::open_postgres(&address).await,
            DatabaseAddress::File(file) => Store::open_file(&file).await,
        }
    }

    /// Opens an SQLite file. What is acknowledged is on the disk: write-ahead log, full sync.
    ///
    /// # Errors
    /// When it cannot be read or written, or a later program has changed it.
    pub async fn open_file(file: &Path) -> Result<Store, OpenError> {
        Store::open_sqlite(file).await.map_err(|error| error.with_file(file))
    }

    async fn open_sqlite(file: &Path) -> Result<Store, OpenError> {
        let mut connection = sqlite::open(file)?;
        migrate::up_to(&mut Connection::Sqlite(&mut connection), migrate::LATEST).await?;
        let (key, origin) = secrets(&mut Connection::Sqlite(&mut connection)).await?;
        let shared = WriterContext {
            files: Arc::new(DatabaseFiles::identify(file).map_err(StoreError::from)?),
            lengths: Arc::new(KnownLogLengths::for_file(file)),
            health: Arc::new(WriteHealth::default()),
        };
        let writer = Writer::start(connection, shared.clone()).map_err(StoreError::from)?;
        let database = Database::Sqlite { readers: Readers::new(file), writer, shared };
        Ok(Store(Arc::new(Inner { database, key, origin })))
    }

    async fn open_postgres(address: &str) -> Result<Store, OpenError> {
        let pool = Pool::new(address, POSTGRES_CONNECTIONS as usize)?;
        let mut connection = pool.connect().await?;
        migrate::up_to(&mut Connection::Postgres(&mut connection), migrate::LATEST).await?;
        let (key, origin) = secrets(&mut Connection::Postgres(&mut connection)).await?;
        let writers = Pool::new(address, postgres::WRITERS as usize)?;
        let health = Arc::new(WriteHealth::default());
        let writer = postgres::Writer::start(&writers, &health);
        let database = Database::Postgres { pool, writers, writer, health };
        Ok(Store(Arc::new(Inner { database, key, origin })))
    }

    /// Ends all connections, after what was begun.
    pub async fn close(&self) {
        match &self.0.database {
            Database::Sqlite { readers, writer, .. } => {
                readers.close().await;
                writer.stop().await;
            }
            Database::Postgres { pool, writers, writer, .. } => {
                writer.close().await;
                writers.close(postgres::WRITERS).await;
                pool.close(POSTGRES_CONNECTIONS).await;
            }
        }
    }

    /// Whether the database answers and takes what is written. When the last write failed, one more is tried.
    ///
    /// # Errors
    /// When it does not.
    pub async fn health(&self) -> Result<(), StoreError> {
        self.rows("SELECT value FROM meta WHERE name = 'layout'", &[]).await?;
        let health = match &self.0.database {
            Database::Sqlite { shared, .. } => &shared.health,
            Database::Postgres { health, .. } => health,
        };
        if health.is_failing() {
            self.run("UPDATE meta SET value = value WHERE name = 'layout'", &[]).await?;
            health.record_success();
        }
        Ok(())
    }

    /// How much room the disk of an SQLite database has, in megabytes; nothing where that is not known.
    #[must_use]
    pub fn free_disk_mb(&self) -> Option<u64> {
        match &self.0.database {
            Database::Sqlite { shared, .. } => shared.files.free_mb(),
            Database::Postgres { .. } => None,
        }
    }

    /// A digest that only who has this database can make: for what need not be read again, only known again.
    #[must_use]
    pub fn keyed_digest(&self, purpose: &str, text: &str) -> [u8; 16] {
        self.0.key.digest(purpose, text)
    }

    /// The random number that the chains of this database begin with.
    pub(crate) fn origin(&self) -> ChainLink {
        self.0.origin
    }

    /// Notes by which submission someone who is known already comes now.
    ///
    /// # Errors
    /// When the database does not do so.
    pub(crate) async fn note_submission(
        &self,
        study: &str,
        participant: ParticipantId,
        submission: &str,
    ) -> Result<(), StoreError> {
        let participant = participant.to_string();
        let update = "UPDATE people SET submission = $3 WHERE study = $1 AND participant = $2 \
                      AND (submission IS NULL OR submission <> $3)";
        self.run(update, &[Value::Text(study), Value::Text(&participant), Value::Text(submission)]).await?;
        Ok(())
    }

    /// Deletes what the platform calls a participant. Their answers stay, and nobody can tell any more whose
    /// they are.
    ///
    /// # Errors
    /// When the database does not do so.
    pub async fn forget(&self, study: &str, participant: ParticipantId) -> Result<bool, StoreError> {
        let participant = participant.to_string();
        let delete = "DELETE FROM people WHERE study = $1 AND participant = $2";
        let forgotten = self.run(delete, &[Value::Text(study), Value::Text(&participant)]).await? > 0;
        self.scrub(ErasedTables::People).await;
        Ok(forgotten)
    }

    /// Something was erased: takes what is left of it out of the files of the database, as far as others who read let it. In
    /// PostgreSQL that goes on by itself after this returns.
    pub(crate) async fn scrub(&self, erased: ErasedTables) {
        match &self.0.database {
            Database::Sqlite { writer, .. } => writer.scrub().await,
            Database::Postgres { pool, .. } => {
                let pool = pool.clone();
                tokio::spawn(async move {
                    if let Err(error) = vacuum(&pool, erased).await {
                        tracing::warn!(
                            %error,
                            "what was erased lies in PostgreSQL's files until its next vacuum; `VACUUM FULL people; VACUUM FULL events;` takes it out"
                        );
                    }
                });
            }
        }
    }

    /// Which of the two.
    pub(crate) fn database(&self) -> &Database {
        &self.0.database
    }

    /// The connections to PostgreSQL, when that is what it is.
    pub(crate) fn postgres(&self) -> Option<&Pool> {
        match &self.0.database {
            Database::Postgres { pool, .. } => Some(pool),
            Database::Sqlite { .. } => None,
        }
    }

    /// The connections that read an SQLite file, when that is what it is and it is still there.
    pub(crate) fn readers(&self) -> Result<Option<&Readers>, StoreError> {
        match &self.0.database {
            Database::Sqlite { readers, shared, .. } => {
                shared.files.check()?;
                Ok(Some(readers))
            }
            Database::Postgres { .. } => Ok(None),
        }
    }

    /// What is known of the logs without asking; nothing for PostgreSQL, which others write to all the time.
    pub(crate) fn log_lengths(&self) -> Option<&KnownLogLengths> {
        match &self.0.database {
            Database::Sqlite { shared, .. } => shared.files.check().is_ok().then_some(&*shared.lengths),
            Database::Postgres { .. } => None,
        }
    }

    /// Keeps events, wholly or not at all. What it returns from is on the disk.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        match &self.0.database {
            Database::Sqlite { writer, .. } => writer.append(append).await,
            Database::Postgres { writer, .. } => writer.append(append).await,
        }
    }

    /// Runs a query.
    pub(crate) async fn rows(&self, sql: impl Into<Sql>, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        self.rows_within(PATIENCE, sql.into(), values).await
    }

    /// Runs a query that may give many rows.
    pub(crate) async fn many_rows(&self, sql: impl Into<Sql>, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        self.rows_within(PATIENCE_FOR_MANY, sql.into(), values).await
    }

    async fn rows_within(&self, patience: Duration, sql: Sql, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let pool = match &self.0.database {
            Database::Sqlite { readers, shared, .. } => {
                shared.files.check()?;
                return readers.rows(sql, values).await;
            }
            Database::Postgres { pool, .. } => pool,
        };
        let mut lease = pool.lease().await?;
        let rows = in_time(patience, Connection::Postgres(&mut lease).rows(sql, values)).await;
        lease.give_back_unless_waiting(&rows);
        Ok(rows?)
    }

    /// Runs several statements in one transaction; `false`, and nothing done, when one that must change something does not.
    pub(crate) async fn run_all(&self, statements: &[Statement<'_>]) -> Result<bool, StoreError> {
        let pool = match &self.0.database {
            Database::Sqlite { writer, .. } => {
                let statements = statements.iter().map(|statement| OwnedStatement {
                    sql: statement.sql.into(),
                    values: to_owned(&statement.values),
                    must_change: statement.must_change,
                });
                return Ok(writer.transact(statements.collect()).await?.is_some());
            }
            Database::Postgres { pool, .. } => pool,
        };
        let mut lease = pool.lease().await?;
        let done = in_time(PATIENCE, run_in_transaction(&mut Connection::Postgres(&mut lease), statements)).await;
        lease.give_back_unless_waiting(&done);
        Ok(done?)
    }

    /// Runs a statement; tells how many rows it changed.
    pub(crate) async fn run(&self, sql: impl Into<Sql>, values: &[Value<'_>]) -> Result<u64, StoreError> {
        let pool = match &self.0.database {
            Database::Sqlite { writer, .. } => {
                let statement = OwnedStatement { sql: sql.into(), values: to_owned(values), must_change: false };
                return Ok(writer.transact(vec![statement]).await?.unwrap_or_default());
            }
            Database::Postgres { pool, .. } => pool,
        };
        let mut lease = pool.lease().await?;
        let changed = in_time(PATIENCE, Connection::Postgres(&mut lease).run(sql, values)).await;
        lease.give_back_unless_waiting(&changed);
        Ok(changed?)
    }
}

/// Takes out of PostgreSQL's files what was erased. Both tables are written anew: a plain VACUUM only frees the room, and the
/// last row of a page stays readable in it. It begins only when nobody else is in the table for a moment, or is left to the
/// operator.
async fn vacuum(pool: &Pool, erased: ErasedTables) -> Result<(), DatabaseError> {
    let mut connection = pool.connect().await?;
    connection.script("SET lock_timeout = 1000").await?;
    connection.script("VACUUM FULL people").await?;
    match erased {
        ErasedTables::People => Ok(()),
        ErasedTables::PeopleAndEvents => connection.script("VACUUM FULL events").await,
    }
}

async fn run_in_transaction(
    connection: &mut Connection<'_>,
    statements: &[Statement<'_>],
) -> Result<bool, DatabaseError> {
    connection.script("BEGIN").await?;
    let mut done = Ok(true);
    for Statement { sql, values, must_change } in statements {
        done = connection.run(*sql, values).await.map(|changed| changed > 0 || !must_change);
        if !matches!(done, Ok(true)) {
            break;
        }
    }
    connection.script(if matches!(done, Ok(true)) { "COMMIT" } else { "ROLLBACK" }).await?;
    done
}

/// A statement with its values.
pub(crate) struct Statement<'a> {
    sql: &'static str,
    values: Vec<Value<'a>>,
    /// Whether all that is done with it is undone when it changes nothing.
    must_change: bool,
}

impl<'a> Statement<'a> {
    /// It must change something.
    pub(crate) fn must_change(sql: &'static str, values: impl Into<Vec<Value<'a>>>) -> Statement<'a> {
        Statement { sql, values: values.into(), must_change: true }
    }

    /// There may be nothing to change.
    pub(crate) fn may_change(sql: &'static str, values: impl Into<Vec<Value<'a>>>) -> Statement<'a> {
        Statement { sql, values: values.into(), must_change: false }
    }
}

fn to_owned(values: &[Value<'_>]) -> Vec<OwnedValue> {
    values.iter().map(OwnedValue::from_value).collect()
}

async fn secrets(connection: &mut Connection<'_>) -> Result<(Key, ChainLink), StoreError> {
    Ok((Key(secret(connection, "key").await?), origin(connection).await?))
}

/// The random number that the chains of a database begin with.
pub(crate) async fn origin(connection: &mut Connection<'_>) -> Result<ChainLink, StoreError> {
    Ok(ChainLink::from(secret(connection, "origin").await?))
}

/// 256 random bits: made once, and the same for all programs that share the database.
async fn secret(connection: &mut Connection<'_>, name: &str) -> Result<[u8; 32], StoreError> {
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh)?;
    let insert = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
    connection.run(insert, &[Value::Text(name), Value::Text(&hex::encode(fresh))]).await?;
    let rows = connection.rows("SELECT value FROM meta WHERE name = $1", &[Value::Text(name)]).await?;
    let text = rows.first().map(|row| row.text(0)).transpose()?.unwrap_or_default();
    let mut secret = [0; 32];
    hex::decode_to_slice(&text, &mut secret)
        .map_err(|_| StoreError::Unexpected { what: "something else".to_owned(), expected: "a key of 64 digits" })?;
    Ok(secret)
}
