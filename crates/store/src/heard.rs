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
pub(crate) type Change = u32;

/// How long the logs are. A log of which nothing is said here has to be read.
pub(crate) struct Heard {
    counter: Option<Counter>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// The last transaction that is known here.
    change: Option<Change>,
    /// By study and log.
    lengths: HashMap<String, HashMap<LogId, u32>>,
}

impl Heard {
    pub(crate) fn of(file: &Path) -> Heard {
        Heard { counter: Counter::open(file), known: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last transaction of anybody; nothing where the system does not tell.
    pub(crate) fn change(&self) -> Option<Change> {
        self.counter.as_ref().and_then(Counter::read)
    }

    /// Whether a log is certain to have this length just now.
    pub(crate) fn is_at(&self, study: &str, log: LogId, length: u32) -> bool {
        let now = self.change();
        let known = self.lock();
        now.is_some() && known.change == now && known.length(study, log) == Some(length)
    }

    /// A log was read after `change`, and this is its length.
    pub(crate) fn read(&self, change: Option<Change>, log: (&str, LogId), length: u32) {
        let mut known = self.lock();
        if change.is_some() && known.change == change {
            known.note(log, length);
        }
    }

    /// This program wrote something after `before`, as one transaction: the logs and how long they are. If any other
    /// program wrote at the same time, nothing is known any more.
    pub(crate) fn wrote<'a>(&self, before: Option<Change>, logs: impl Iterator<Item = (&'a str, LogId, u32)>) {
        let now = self.change();
        let mut known = self.lock();
        if known.change != before {
            known.lengths.clear();
        }
        known.change = now;
        if now.is_none() || now != before.map(|change| change.wrapping_add(1)) {
            known.lengths.clear();
            return;
        }
        for (study, log, length) in logs {
            known.note((study, log), length);
        }
    }

    /// Nobody can tell what was written.
    pub(crate) fn lost(&self) {
        *self.lock() = Known::default();
    }
}

impl Known {
    fn length(&self, study: &str, log: LogId) -> Option<u32> {
        self.lengths.get(study)?.get(&log).copied()
    }

    fn note(&mut self, (study, log): (&str, LogId), length: u32) {
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
struct Counter(&'static File);

impl Counter {
    /// The file stays open until the program ends: closing it would give up the locks that SQLite has on it in this
    /// program (POSIX locks belong to the program, not to the descriptor).
    #[cfg(unix)]
    fn open(file: &Path) -> Option<Counter> {
        let mut name = file.as_os_str().to_owned();
        name.push("-shm");
        File::open(name).ok().map(|file| Counter(Box::leak(Box::new(file))))
    }

    #[cfg(unix)]
    fn read(&self) -> Option<Change> {
        use std::os::unix::fs::FileExt as _;
        let mut bytes = [0; 4];
        self.0.read_exact_at(&mut bytes, 8).ok().map(|()| Change::from_ne_bytes(bytes))
    }

    /// Elsewhere logs are read each time.
    #[cfg(not(unix))]
    fn open(_file: &Path) -> Option<Counter> {
        None
    }

    #[cfg(not(unix))]
    fn read(&self) -> Option<Change> {
        None
    }
}
