//! Progress bars on a terminal; hidden elsewhere. Another thread may watch a command, and stop it.

use std::cell::RefCell;
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use load::{Counts, Progress};

/// Watches what one thread does, from another.
#[derive(Debug, Clone, Default)]
pub struct Watcher(Arc<ProgressState>);

#[derive(Debug, Default)]
struct ProgressState {
    bar: Mutex<Option<ProgressBar>>,
    stopped: AtomicBool,
}

/// How far a command is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressReport {
    /// What is done.
    pub done: u64,
    /// Of how much.
    pub total: u64,
    /// What is being done, in words.
    pub what: String,
}

/// What a stopped command unwinds with.
struct StopSignal;

thread_local! {
    static WATCHER: RefCell<Option<Watcher>> = const { RefCell::new(None) };
}

impl Watcher {
    /// Watches the commands of this thread from now on.
    pub(crate) fn attach(&self) {
        WATCHER.set(Some(self.clone()));
    }

    /// How far the command is, or was at its end; nothing when it does not say.
    #[must_use]
    pub fn latest_report(&self) -> Option<ProgressReport> {
        let bar = self.0.bar.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = bar.as_ref()?;
        Some(ProgressReport { done: bar.position(), total: bar.length()?, what: bar.message() })
    }

    /// Makes the command end at its next step.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }
}

/// A bar that others may watch.
#[derive(Debug, Clone)]
pub(crate) struct Bar {
    shown: ProgressBar,
    watcher: Option<Watcher>,
}

impl Bar {
    pub(crate) fn set_length(&self, total: u64) {
        self.shown.set_length(total);
    }

    pub(crate) fn set_message(&self, what: impl Into<std::borrow::Cow<'static, str>>) {
        self.shown.set_message(what);
    }

    pub(crate) fn set_position(&self, done: u64) {
        self.shown.set_position(done);
        self.end_where_stopped();
    }

    pub(crate) fn inc(&self, done: u64) {
        self.shown.inc(done);
        self.end_where_stopped();
    }

    pub(crate) fn finish_and_clear(&self) {
        self.shown.finish_and_clear();
    }

    /// The computations know nothing of stopping: what they call unwinds through them, to the end of the thread.
    fn end_where_stopped(&self) {
        if self.watcher.as_ref().is_some_and(|watcher| watcher.0.stopped.load(Ordering::Relaxed)) {
            std::panic::resume_unwind(Box::new(StopSignal));
        }
    }
}

/// A bar with this template; hidden when standard error is no terminal.
pub(crate) fn bar(total: u64, template: &str) -> Bar {
    // Hidden until it has its style: it draws itself whenever something about it changes.
    let shown = ProgressBar::hidden();
    shown.set_length(total);
    if let Ok(style) = ProgressStyle::with_template(template) {
        shown.set_style(style);
    }
    if std::io::stderr().is_terminal() {
        shown.set_draw_target(ProgressDrawTarget::stderr());
    }
    if !shown.is_hidden() {
        shown.enable_steady_tick(Duration::from_millis(200));
    }
    let watcher = WATCHER.with_borrow(Clone::clone);
    if let Some(Watcher(watched)) = &watcher {
        *watched.bar.lock().unwrap_or_else(PoisonError::into_inner) = Some(shown.clone());
    }
    Bar { shown, watcher }
}

/// A bar that counts participants who have left, and what drives it.
pub(crate) fn participant_bar(people: u64) -> (Bar, Progress) {
    let bar = bar(people, "{elapsed:>4} {bar:30} {pos} of {len} participants done{msg}");
    let shown = bar.shown.clone();
    let progress = Progress::from_listener(move |Counts { present, left, answers }| {
        shown.set_position(left);
        shown.set_message(format!(", {present} present, {answers} answers"));
    });
    (bar, progress)
}
