//! PostgreSQL: connections, and statements on them.
//!
//! A connection is lent to one user at a time and keeps the statements it has prepared. It is not asked whether it still
//! works before each use: when it does not, whoever has it is told so, and the next one gets a new connection. Nobody waits
//! longer than [`PATIENCE`] for a server that does not answer.

mod batch_changes;
mod slots;
mod tls;
mod writer;

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::BytesMut;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, Config, Row};

use self::tls::Tls;
pub(crate) use self::writer::{CONNECTIONS as WRITERS, Writer};
use crate::error::{DatabaseError, OpenError, StoreError};
use crate::sql::Value;

/// How long somebody who takes part waits for the database before they are asked to try again.
pub(crate) const PATIENCE: Duration = Duration::from_millis(2500);

/// How long to wait for many rows at once.
pub(crate) const PATIENCE_FOR_MANY: Duration = Duration::from_secs(15);

/// Statements that a connection keeps prepared.
const PREPARED: usize = 128;

/// What the server is asked to end by itself, in milliseconds: a transaction whose program went away keeps others from
/// their slots.
const IDLE_IN_TRANSACTION: u32 = 10_000;

/// Begins a transaction that writes. Statements are planned while their tables are small, and must not read them whole when
/// they have grown.
const BEGIN_WRITING: &str = "BEGIN; SET LOCAL enable_seqscan = off";

/// Connections to one database. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub(crate) struct Pool(Arc<PoolState>);

struct PoolState {
    config: Config,
    tls: Tls,
    turns: Arc<Semaphore>,
    idle: Mutex<Vec<Connection>>,
}

impl Pool {
    /// At most so many connections, made when they are needed.
    pub(crate) fn new(address: &str, connections: usize) -> Result<Pool, OpenError> {
        let (config, tls) = tls::read_address(address)?;
        let turns = Arc::new(Semaphore::new(connections));
        Ok(Pool(Arc::new(PoolState { config, tls, turns, idle: Mutex::default() })))
    }

    /// A connection, for as long as the lease is held.
    pub(crate) async fn lease(&self) -> Result<Lease, StoreError> {
        in_time(PATIENCE, self.wait_for_lease()).await
    }

    async fn wait_for_lease(&self) -> Result<Lease, StoreError> {
        let turn = Arc::clone(&self.0.turns).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let connection = match self.take_idle() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        Ok(Lease { connection: Some(connection), pool: Arc::clone(&self.0), _turn: turn })
    }

    fn take_idle(&self) -> Option<Connection> {
        let mut idle = self.0.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|connection| !connection.client.is_closed());
        idle.pop()
    }

    /// A connection of its own, outside the pool.
    pub(crate) async fn connect(&self) -> Result<Connection, DatabaseError> {
        let (client, connection) = self.0.config.connect(self.0.tls.clone()).await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(error = %explain(&error), "a connection to PostgreSQL ended");
            }
        });
        client.batch_execute(&format!("SET idle_in_transaction_session_timeout = {IDLE_IN_TRANSACTION}")).await?;
        Ok(Connection { client, prepared: HashMap::new() })
    }

    /// Ends all connections, after what was begun.
    pub(crate) async fn close(&self, connections: u32) {
        if let Ok(all) = self.0.turns.acquire_many(connections).await {
            self.0.turns.close();
            drop(all);
        }
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Whoever waits longer than this is told that the database does not answer.
pub(crate) async fn in_time<T, E: From<DatabaseError>>(
    patience: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    tokio::time::timeout(patience, work).await.unwrap_or_else(|_| Err(DatabaseError::NoAnswer { patience }.into()))
}

/// A connection that is lent. It goes back to the others by [`Lease::give_back`] alone: one that was dropped in the middle of
/// something is closed.
pub(crate) struct Lease {
    connection: Option<Connection>,
    pool: Arc<PoolState>,
    _turn: OwnedSemaphorePermit,
}

impl Lease {
    /// Gives it back after a statement, unless the server has yet to answer it.
    pub(crate) fn give_back_unless_waiting<T>(self, result: &Result<T, DatabaseError>) {
        if !matches!(result, Err(DatabaseError::NoAnswer { .. })) {
            self.give_back();
        }
    }

    pub(crate) fn give_back(mut self) {
        if let Some(connection) = self.connection.take().filter(|connection| !connection.client.is_closed()) {
            self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }
}

impl Deref for Lease {
    type Target = Connection;

    #[expect(clippy::expect_used, reason = "it is there until it is given back, which takes the lease")]
    fn deref(&self) -> &Connection {
        self.connection.as_ref().expect("a lease has its connection")
    }
}

impl DerefMut for Lease {
    #[expect(clippy::expect_used, reason = "it is there until it is given back, which takes the lease")]
    fn deref_mut(&mut self) -> &mut Connection {
        self.connection.as_mut().expect("a lease has its connection")
    }
}

/// One connection, with the statements that are prepared on it.
pub(crate) struct Connection {
    client: Client,
    prepared: HashMap<Cow<'static, str>, tokio_postgres::Statement>,
}

impl Connection {
    /// Runs a statement and tells how many rows it changed.
    pub(crate) async fn run(&mut self, sql: Cow<'static, str>, values: &[Value<'_>]) -> Result<u64, DatabaseError> {
        let statement = self.prepare(sql, &types(values)).await?;
        Ok(self.client.execute(&statement, &parameters(values)).await?)
    }

    /// Runs a query.
    pub(crate) async fn rows(
        &mut self,
        sql: Cow<'static, str>,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, DatabaseError> {
        let statement = self.prepare(sql, &types(values)).await?;
        Ok(self.client.query(&statement, &parameters(values)).await?)
    }

    /// Runs a query on whole columns.
    pub(crate) async fn rows_of_columns(
        &mut self,
        sql: &'static str,
        columns: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<Vec<Row>, DatabaseError> {
        let types: Vec<Type> = columns.iter().map(|(_, kind)| kind.clone()).collect();
        let statement = self.prepare(Cow::Borrowed(sql), &types).await?;
        let parameters: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|(column, _)| *column).collect();
        Ok(self.client.query(&statement, &parameters).await?)
    }

    /// Runs a query on whole columns as a transaction of its own, which the server begins and ends without waiting to be
    /// told: what it locks is locked no longer than it works.
    pub(crate) async fn rows_of_transaction(
        &mut self,
        sql: &'static str,
        columns: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<Vec<Row>, DatabaseError> {
        let types: Vec<Type> = columns.iter().map(|(_, kind)| kind.clone()).collect();
        let statement = self.prepare(Cow::Borrowed(sql), &types).await?;
        let parameters: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|(column, _)| *column).collect();
        // Sent in this order before the first is answered; after a failure the server takes the last for ROLLBACK.
        let (begun, rows, ended) = tokio::join!(
            biased;
            self.client.batch_execute(BEGIN_WRITING),
            self.client.query(&statement, &parameters),
            self.client.batch_execute("COMMIT"),
        );
        begun?;
        let rows = rows?;
        ended?;
        Ok(rows)
    }

    /// Runs several statements without values.
    pub(crate) async fn script(&mut self, sql: &str) -> Result<(), DatabaseError> {
        Ok(self.client.batch_execute(sql).await?)
    }

    async fn prepare(
        &mut self,
        sql: Cow<'static, str>,
        types: &[Type],
    ) -> Result<tokio_postgres::Statement, DatabaseError> {
        if let Some(known) = self.prepared.get(&sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare_typed(&sql, types).await?;
        if self.prepared.len() >= PREPARED {
            self.prepared.clear();
        }
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }
}

fn types(values: &[Value<'_>]) -> Vec<Type> {
    let kind = |value: &Value<'_>| match value {
        Value::Int(_) | Value::MaybeInt(_) => Type::INT8,
        Value::Text(_) | Value::MaybeText(_) => Type::TEXT,
        Value::Bytes(_) => Type::BYTEA,
    };
    values.iter().map(kind).collect()
}

fn parameters<'a>(values: &'a [Value<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// Statements are prepared with the types of [`types`].
impl ToSql for Value<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match *self {
            Value::Int(value) => value.to_sql(kind, out),
            Value::Text(value) => value.to_sql(kind, out),
            Value::Bytes(value) => value.to_sql(kind, out),
            Value::MaybeInt(value) => value.to_sql(kind, out),
            Value::MaybeText(value) => value.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::INT8 | Type::TEXT | Type::BYTEA)
    }

    to_sql_checked!();
}

/// An error with its causes: its own words alone do not say what happened.
pub(crate) fn explain(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
