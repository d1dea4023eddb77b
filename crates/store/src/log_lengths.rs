//! What is known of the logs in an SQLite file without asking it: how long each was when this program last wrote or
//! read it, and whether any other program has written since.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::log_id::LogId;

/// How many logs of a study are remembered before all are forgotten.
const MOST: usize = 1 << 16;

/// The number of transactions that an SQLite file has seen, as far as its write-ahead log tells.
pub(crate) type TransactionCount = u32;

/// How long the logs are. A log of which nothing is known here has to be read.
pub(crate) struct KnownLogLengths {
    counter: Option<TransactionCounter>,
    known: Mutex<LogLengths>,
}

#[derive(Default)]
struct LogLengths {
    /// Transactions up to the last one whose contents are known here.
    transactions: Option<TransactionCount>,
    /// By study and log.
    lengths: HashMap<String, HashMap<LogId, u32>>,
}

impl KnownLogLengths {
    pub(crate) fn for_file(file: &Path) -> KnownLogLengths {
        KnownLogLengths { counter: TransactionCounter::open(file), known: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, LogLengths> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Transactions of all programs so far; nothing where the system does not tell.
    pub(crate) fn count_transactions(&self) -> Option<TransactionCount> {
        self.counter.as_ref().and_then(TransactionCounter::read)
    }

    /// Whether a log is certain to have this length just now.
    pub(crate) fn is_at(&self, study: &str, log: LogId, length: u32) -> bool {
        let now = self.count_transactions();
        let known = self.lock();
        now.is_some() && known.transactions == now && known.length(study, log) == Some(length)
    }

    /// A log was read after so many transactions, and this is its length.
    pub(crate) fn record_read(&self, after: Option<TransactionCount>, log: (&str, LogId), length: u32) {
        let mut known = self.lock();
        if after.is_some() && known.transactions == after {
            known.record(log, length);
        }
    }

    /// This program wrote something after `before`, as one transaction: the logs and how long they are. If any other
    /// program wrote at the same time, nothing is known any more.
    pub(crate) fn record_write<'a>(
        &self,
        before: Option<TransactionCount>,
        logs: impl Iterator<Item = (&'a str, LogId, u32)>,
    ) {
        let now = self.count_transactions();
        let mut known = self.lock();
        if known.transactions != before {
            known.lengths.clear();
        }
        known.transactions = now;
        if now.is_none() || now != before.map(|count| count.wrapping_add(1)) {
            known.lengths.clear();
            return;
        }
        for (study, log, length) in logs {
            known.record((study, log), length);
        }
    }

    /// Nobody can tell what was written.
    pub(crate) fn forget_all(&self) {
        *self.lock() = LogLengths::default();
    }
}

impl LogLengths {
    fn length(&self, study: &str, log: LogId) -> Option<u32> {
        self.lengths.get(study)?.get(&log).copied()
    }

    fn record(&mut self, (study, log): (&str, LogId), length: u32) {
        if !self.lengths.contains_key(study) {
            self.lengths.insert(study.to_owned(), HashMap::new());
        }
        let Some(lengths) = self.lengths.get_mut(study) else { return };
        if lengths.len() >= MOST {
            lengths.clear();
        }
        lengths.insert(log, length);
    }
}

/// The counter of transactions in the index of the write-ahead log (`iChange` at byte 8 of the file `…-shm`, in the
/// byte order of the machine: <https://sqlite.org/walformat.html>, section 2.1). Every program that has the database open
/// shares it through memory, so reading it asks no disk.
struct TransactionCounter(&'static File);

impl TransactionCounter {
    /// The file stays open until the program ends: closing it would give up the locks that SQLite has on it in this
    /// program (POSIX locks belong to the program, not to the descriptor).
    #[cfg(unix)]
    fn open(file: &Path) -> Option<TransactionCounter> {
        let mut name = file.as_os_str().to_owned();
        name.push("-shm");
        File::open(name).ok().map(|file| TransactionCounter(Box::leak(Box::new(file))))
    }

    #[cfg(unix)]
    fn read(&self) -> Option<TransactionCount> {
        use std::os::unix::fs::FileExt as _;
        let mut bytes = [0; 4];
        self.0.read_exact_at(&mut bytes, 8).ok().map(|()| TransactionCount::from_ne_bytes(bytes))
    }

    /// Elsewhere logs are read each time.
    #[cfg(not(unix))]
    fn open(_file: &Path) -> Option<TransactionCounter> {
        None
    }

    #[cfg(not(unix))]
    fn read(&self) -> Option<TransactionCount> {
        None
    }
}
