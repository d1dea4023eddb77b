//! What can be seen of a rehearsal while it goes on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Counts what happens, and shows it on a terminal.
pub(crate) struct Watch {
    bar: ProgressBar,
    here: AtomicU64,
    answers: AtomicU64,
}

impl Watch {
    /// Nothing is shown.
    pub(crate) fn hidden() -> Watch {
        Watch { bar: ProgressBar::hidden(), here: AtomicU64::new(0), answers: AtomicU64::new(0) }
    }

    /// A bar on standard error.
    pub(crate) fn shown(people: u64) -> Watch {
        let bar = ProgressBar::new(people);
        if let Ok(style) = ProgressStyle::with_template("{elapsed:>4} {bar:30} {pos} of {len} people done{msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Watch { bar, ..Watch::hidden() }
    }

    pub(crate) fn came(&self) {
        self.here.fetch_add(1, Ordering::Relaxed);
        self.say();
    }

    pub(crate) fn left(&self) {
        self.here.fetch_sub(1, Ordering::Relaxed);
        self.bar.inc(1);
        self.say();
    }

    pub(crate) fn answered(&self, count: usize) {
        self.answers.fetch_add(count as u64, Ordering::Relaxed);
        self.say();
    }

    pub(crate) fn over(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self) {
        if !self.bar.is_hidden() {
            let (here, answers) = (self.here.load(Ordering::Relaxed), self.answers.load(Ordering::Relaxed));
            self.bar.set_message(format!(", {here} here, {answers} answers"));
        }
    }
}
