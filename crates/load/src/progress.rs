//! Counts of a running load test, for whoever shows them.

use std::sync::{Mutex, PoisonError};

/// Counts what happens and tells a listener after every change.
pub struct Progress {
    counts: Mutex<Counts>,
    listener: Box<dyn Fn(Counts) + Send + Sync>,
}

/// How far a load test is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Participants on the pages now.
    pub present: u64,
    /// Participants who have left.
    pub left: u64,
    /// Answers acknowledged so far.
    pub answers: u64,
}

impl Progress {
    /// Nobody listens.
    #[must_use]
    pub fn silent() -> Progress {
        Progress::from_listener(|_| {})
    }

    /// Tells this listener.
    #[must_use]
    pub fn from_listener(listener: impl Fn(Counts) + Send + Sync + 'static) -> Progress {
        Progress { counts: Mutex::default(), listener: Box::new(listener) }
    }

    pub(crate) fn arrive(&self) {
        self.change(|counts| counts.present += 1);
    }

    pub(crate) fn leave(&self) {
        self.change(|counts| {
            counts.present -= 1;
            counts.left += 1;
        });
    }

    pub(crate) fn acknowledge(&self, answers: usize) {
        self.change(|counts| counts.answers += answers as u64);
    }

    fn change(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut counts);
        (self.listener)(*counts);
    }
}
