//! Appends to PostgreSQL from one program: whatever is waiting when a connection is free goes in one statement, or one
//! transaction, and one sync, and is acknowledged after that.
//!
//! What only adds events is one statement for all, and so is what also takes or finishes slots: all who change slots of a study
//! take turns, with all servers, and a turn is no longer than that statement. Whatever changes more is one transaction, in which
//! everyone does the same things in the same order: sessions, events, slots; so that no two transactions wait for each other.
//! Each of the three has connections of its own: answers do not wait behind slots, nor slots behind those who come.
//! When anything in a group meets what somebody else has written, nothing of the group is kept and each is tried alone.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::slots::{self, SlotChange};
use super::{BEGIN_WRITING, PATIENCE, Pool, batch_changes, in_time};
use crate::append::{Append, AppendError};
use crate::error::StoreError;
use crate::event_rows::insert;
use crate::sql::Connection;
use crate::write_health::WriteHealth;

/// The most appends in one transaction, so that the first does not wait long for the last.
const GROUP_LIMIT: usize = 256;

/// How many may wait.
const QUEUE_LIMIT: usize = 4096;

/// Connections that only add events: while one waits for the disk, another gathers.
const ADDING: u32 = 2;

/// Connections that write: those, one for slots and one for whatever changes more.
pub(crate) const CONNECTIONS: u32 = ADDING + 2;

struct Request {
    append: Append,
    reply: oneshot::Sender<Result<(), AppendError>>,
}

/// The way to those who write.
pub(crate) struct Writer {
    /// None once it is closed.
    queues: Mutex<Option<Queues>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

/// Who waits.
#[derive(Clone)]
struct Queues {
    /// For events to be added.
    adding: mpsc::Sender<Request>,
    /// For that, and a slot to be taken or finished.
    slots: mpsc::Sender<Request>,
    /// For that, and anything else to be changed.
    changing: mpsc::Sender<Request>,
}

impl Writer {
    pub(crate) fn start(pool: &Pool, health: &Arc<WriteHealth>) -> Writer {
        let mut tasks = Vec::new();
        let mut start = |connections: u32| {
            let (queue, requests) = mpsc::channel(QUEUE_LIMIT);
            let requests = Arc::new(tokio::sync::Mutex::new(requests));
            tasks.extend((0..connections).map(|_| {
                let work = Work { pool: pool.clone(), health: Arc::clone(health) };
                tokio::spawn(work.until_closed(Arc::clone(&requests)))
            }));
            queue
        };
        let queues = Queues { adding: start(ADDING), slots: start(1), changing: start(1) };
        Writer { queues: Mutex::new(Some(queues)), tasks: Mutex::new(tasks) }
    }

    /// Returns when it is on the disk of the server.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        let closed = || AppendError::Fault(StoreError::Closed);
        let queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(closed)?;
        let queue = if append.only_adds_events() {
            queues.adding
        } else if SlotChange::from_append(&append).is_some() {
            queues.slots
        } else {
            queues.changing
        };
        let (reply, answer) = oneshot::channel();
        let written = async {
            queue.send(Request { append, reply }).await.map_err(|_| closed())?;
            answer.await.unwrap_or_else(|_| Err(closed()))
        };
        in_time(PATIENCE, written).await
    }

    /// Returns when what was sent before is kept.
    pub(crate) async fn close(&self) {
        drop(self.queues.lock().unwrap_or_else(PoisonError::into_inner).take());
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        for task in tasks {
            // It has ended by itself when this fails.
            drop(task.await);
        }
    }
}

struct Work {
    pool: Pool,
    health: Arc<WriteHealth>,
}

impl Work {
    async fn until_closed(self, requests: Arc<tokio::sync::Mutex<mpsc::Receiver<Request>>>) {
        let mut group = Vec::with_capacity(GROUP_LIMIT);
        while requests.lock().await.recv_many(&mut group, GROUP_LIMIT).await > 0 {
            // Indexes are entered in one order by everyone.
            group.sort_by_cached_key(|request| (Arc::clone(&request.append.study), request.append.log().to_string()));
            self.write_group(std::mem::take(&mut group)).await;
        }
    }

    async fn write_group(&self, group: Vec<Request>) {
        let (appends, replies): (Vec<_>, Vec<_>) =
            group.into_iter().map(|request| (request.append, request.reply)).unzip();
        let results = match appends.as_slice() {
            [] => return,
            [one] => vec![in_time(PATIENCE, self.write_one(one)).await],
            several => match in_time(PATIENCE, self.write_together(several)).await {
                Ok(results) => results,
                Err(AppendError::Conflict) => self.write_singly(several).await,
                Err(AppendError::Fault(fault)) => {
                    let not_kept = || Err(AppendError::Fault(StoreError::NotKept(fault.to_string())));
                    several.iter().map(|_| not_kept()).collect()
                }
            },
        };
        let mut faults = results.iter().filter_map(|result| match result {
            Err(AppendError::Fault(fault)) => Some(fault),
            Ok(()) | Err(AppendError::Conflict) => None,
        });
        match faults.next() {
            Some(fault) => self.health.record_failure(fault, 1 + faults.count()),
            None => self.health.record_success(),
        }
        for (reply, result) in replies.into_iter().zip(results) {
            // Whoever asked may have gone away; what was kept is kept.
            drop(reply.send(result));
        }
    }

    async fn write_singly(&self, appends: &[Append]) -> Vec<Result<(), AppendError>> {
        let mut results = Vec::with_capacity(appends.len());
        for append in appends {
            results.push(in_time(PATIENCE, self.write_one(append)).await);
        }
        results
    }

    async fn write_one(&self, append: &Append) -> Result<(), AppendError> {
        let results = self.write_together(std::slice::from_ref(append)).await?;
        results.into_iter().next().unwrap_or(Err(AppendError::Conflict))
    }

    /// Writes a group. A conflict of the whole group says that each is to be tried alone.
    async fn write_together(&self, appends: &[Append]) -> Result<Vec<Result<(), AppendError>>, AppendError> {
        let mut lease = self.pool.lease().await.map_err(AppendError::Fault)?;
        let connection = &mut *lease;
        let slot_changes: Option<Vec<_>> = appends.iter().map(SlotChange::from_append).collect();
        let written = if appends.iter().all(Append::only_adds_events) {
            add_events(connection, appends).await
        } else if let Some(changes) = slot_changes {
            Ok(slots::change(connection, &changes).await)
        } else {
            connection.script(BEGIN_WRITING).await?;
            let written = write_possible(connection, appends).await;
            connection.script(if written.is_ok() { "COMMIT" } else { "ROLLBACK" }).await?;
            written
        };
        lease.give_back();
        written
    }
}

/// Writes all whose slots nobody else has taken. Servers that do not know of each other yet choose the same slots: whoever is
/// later learns it here, before anything is written, and the others of the group need not be tried again for it.
async fn write_possible(
    connection: &mut super::Connection,
    appends: &[Append],
) -> Result<Vec<Result<(), AppendError>>, AppendError> {
    let taken = batch_changes::find_taken(connection, appends).await?;
    if !taken.contains(&true) {
        return write_in_order(connection, appends).await;
    }
    let possible: Vec<Append> =
        appends.iter().zip(&taken).filter(|(_, taken)| !**taken).map(|(append, _)| append.clone()).collect();
    let mut written = write_in_order(connection, &possible).await?.into_iter();
    let result = |taken| if taken { None } else { written.next() };
    Ok(taken.into_iter().map(result).map(|result| result.unwrap_or(Err(AppendError::Conflict))).collect())
}

/// Adds the events of all in one statement; tells whose were added.
async fn add_events(
    connection: &mut super::Connection,
    appends: &[Append],
) -> Result<Vec<Result<(), AppendError>>, AppendError> {
    let rows: Vec<_> = appends.iter().flat_map(Append::rows).collect();
    let added = insert(&mut Connection::Postgres(connection), &rows).await?;
    let mut place = 0;
    let result = |append: &Append| {
        let next = place + append.len();
        let all = added[place..next].iter().all(|added| *added);
        place = next;
        if all { Ok(()) } else { Err(AppendError::Conflict) }
    };
    Ok(appends.iter().map(result).collect())
}

async fn write_in_order(
    connection: &mut super::Connection,
    appends: &[Append],
) -> Result<Vec<Result<(), AppendError>>, AppendError> {
    batch_changes::begin_sessions(connection, appends).await?;
    let added = add_events(connection, appends).await?;
    if added.iter().any(Result::is_err) {
        return Err(AppendError::Conflict);
    }
    batch_changes::apply_effects(connection, appends).await?;
    Ok(added)
}
