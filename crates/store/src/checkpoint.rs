//! Checkpoints: how far every log had come at a time, in a chain of their own.
//!
//! A chain alone does not show that its last events are missing, nor that a whole session is. So a server writes down from
//! time to time, and when it stops, how long each log is that grew meanwhile, and its last link. The link of the last
//! checkpoint stands for everything before it.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::chain::{ChainLink, genesis_of_checkpoints};
use crate::error::StoreError;
use crate::log_id::LogId;
use crate::read::Cursor;
use crate::sql::{Row, Value};
use crate::store::Store;

/// Rows read at a time.
const PAGE: u32 = 10_000;

/// How often one is tried again because another server was first.
const ATTEMPTS: u32 = 20;

/// Whose end is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum HeadOf {
    /// A log of the study.
    Log(LogId),
    /// The audit log of the database.
    AuditLog,
}

const AUDIT_LOG: &str = "audit";

/// How far a log has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    /// How many events it has; of the audit log, the number of its last entry.
    pub(crate) length: u64,
    /// The link of the last.
    pub(crate) link: ChainLink,
}

/// One checkpoint, as it is kept.
pub(crate) struct Checkpoint {
    pub(crate) seq: i64,
    at: i64,
    heads: String,
    pub(crate) link: Option<ChainLink>,
}

impl Checkpoint {
    fn from_row(row: &Row) -> Result<Checkpoint, StoreError> {
        let link = row.maybe_bytes(3)?.and_then(ChainLink::from_bytes);
        Ok(Checkpoint { seq: row.int(0)?, at: row.int(1)?, heads: row.text(2)?, link })
    }

    /// The link it must have behind another.
    pub(crate) fn link_behind(&self, previous: ChainLink) -> ChainLink {
        previous.then_parts([&*self.seq.to_string(), &self.at.to_string(), &self.heads])
    }

    /// What it says; nothing of a line that says nothing.
    pub(crate) fn heads(&self) -> impl Iterator<Item = (HeadOf, Head)> {
        self.heads.lines().filter_map(|line| {
            let mut words = line.split(' ');
            let of = match words.next()? {
                AUDIT_LOG => HeadOf::AuditLog,
                log => HeadOf::Log(log.parse().ok()?),
            };
            Some((of, Head { length: words.next()?.parse().ok()?, link: words.next()?.parse().ok()? }))
        })
    }
}

fn write_heads(grown: &HashMap<HeadOf, Head>) -> String {
    let line = |(of, head): (&HeadOf, &Head)| match of {
        HeadOf::Log(log) => format!("{log} {} {}\n", head.length, head.link),
        HeadOf::AuditLog => format!("{AUDIT_LOG} {} {}\n", head.length, head.link),
    };
    let mut lines: Vec<String> = grown.iter().map(line).collect();
    lines.sort_unstable();
    lines.concat()
}

/// How far the logs of a study are known here.
pub(crate) struct Progress {
    /// How far the study's log was read.
    pub(crate) cursor: Cursor,
    /// How many checkpoints there are.
    pub(crate) seq: i64,
    /// The link of the last one.
    pub(crate) link: ChainLink,
    /// What has grown since.
    pub(crate) grown: HashMap<HeadOf, Head>,
    /// The last entry of the audit log that is written down.
    pub(crate) audited: u64,
}

impl Progress {
    /// Before anything happened.
    pub(crate) fn of_nothing(store: &Store, study: &str) -> Progress {
        let link = genesis_of_checkpoints(store.origin(), study);
        Progress { cursor: Cursor::default(), seq: 0, link, grown: HashMap::new(), audited: 0 }
    }

    /// Takes in a checkpoint that is kept.
    pub(crate) fn pass(&mut self, checkpoint: &Checkpoint) {
        self.seq = checkpoint.seq + 1;
        self.link = checkpoint.link.unwrap_or(self.link);
        for (of, head) in checkpoint.heads() {
            if of == HeadOf::AuditLog {
                self.audited = head.length;
            }
            if self.grown.get(&of).is_some_and(|grown| grown.length <= head.length) {
                self.grown.remove(&of);
            }
        }
    }

    fn grow(&mut self, of: HeadOf, head: Head) {
        let known = self.grown.entry(of).or_insert(head);
        if head.length > known.length {
            *known = head;
        }
    }
}

/// The checkpoints of one study, as a server writes them.
pub(crate) struct Checkpoints(tokio::sync::Mutex<Progress>);

impl Checkpoints {
    pub(crate) fn from(progress: Progress) -> Checkpoints {
        Checkpoints(tokio::sync::Mutex::new(progress))
    }

    /// Writes down what has grown, if anything has.
    pub(crate) async fn write(&self, store: &Store, study: &str, now: Timestamp) -> Result<(), StoreError> {
        let mut progress = self.0.lock().await;
        look_on(store, study, &mut progress).await?;
        for _ in 0..ATTEMPTS {
            if progress.grown.is_empty() {
                return Ok(());
            }
            let heads = write_heads(&progress.grown);
            let mut new = Checkpoint { seq: progress.seq, at: now.as_millisecond(), heads, link: None };
            let link = new.link_behind(progress.link);
            new.link = Some(link);
            let insert = "INSERT INTO checkpoints (study, seq, at, heads, link) VALUES ($1, $2, $3, $4, $5)";
            let (seq, at) = (Value::Int(new.seq), Value::Int(new.at));
            let values = [Value::Text(study), seq, at, Value::Text(&new.heads), Value::Bytes(link.bytes())];
            match store.run(insert, &values).await {
                Ok(_) => progress.pass(&new),
                // Another server was first, and has written down what it knew.
                Err(error) if error.is_conflict() => {
                    for other in store.checkpoints(study, progress.seq).await? {
                        progress.pass(&other);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Reads what was added since.
async fn look_on(store: &Store, study: &str, progress: &mut Progress) -> Result<(), StoreError> {
    loop {
        let (heads, cursor) = store.heads_since(study, progress.cursor, PAGE).await?;
        if heads.is_empty() {
            break;
        }
        progress.cursor = cursor;
        for (log, head) in heads {
            progress.grow(HeadOf::Log(log), head);
        }
    }
    let (last, link) = store.last_of_audit_log().await?;
    let last = u64::try_from(last).unwrap_or_default();
    if last > progress.audited {
        progress.grow(HeadOf::AuditLog, Head { length: last, link });
    }
    Ok(())
}

impl Store {
    /// The checkpoints of a study from number `from` on, a few at a time.
    pub(crate) async fn checkpoints(&self, study: &str, from: i64) -> Result<Vec<Checkpoint>, StoreError> {
        let select =
            "SELECT seq, at, heads, link FROM checkpoints WHERE study = $1 AND seq >= $2 ORDER BY seq LIMIT 100";
        let rows = self.many_rows(select, &[Value::Text(study), Value::Int(from)]).await?;
        rows.iter().map(Checkpoint::from_row).collect()
    }
}
