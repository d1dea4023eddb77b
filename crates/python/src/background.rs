//! Computing without holding up Python: other threads go on, Ctrl-C stops it, progress is reported.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;
use rejudge::{ProgressReport, Refusal, Watcher};

use crate::raise;

/// How long Ctrl-C may wait, and how often progress is reported.
const LOOK: Duration = Duration::from_millis(100);

/// Computes on a thread of its own while this one listens. When Ctrl-C comes, or `progress` raises, a command ends at its
/// next step; what takes no steps ends by itself, and nobody waits for it.
pub(crate) fn compute<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watcher) -> T + Send + 'static,
) -> PyResult<T> {
    let watcher = Watcher::default();
    let (done, mut waiting) = channel();
    let watched = watcher.clone();
    std::thread::Builder::new().name("rejudge".to_owned()).spawn(move || {
        // Nobody waits for the result when the caller was interrupted.
        let _ = done.send(work(&watched));
    })?;
    let mut before = None;
    loop {
        let (received, back) = py.detach(move || (waiting.recv_timeout(LOOK), waiting));
        waiting = back;
        match received {
            Ok(done) => {
                // What is done in less than a look is reported, too.
                report(progress, watcher.latest_report().as_ref(), before.as_ref())?;
                return Ok(done);
            }
            Err(RecvTimeoutError::Disconnected) => {
                let message = "the computation broke off; please report it with what was asked".to_owned();
                return Err(raise(py, Refusal { message, code: 3 }));
            }
            Err(RecvTimeoutError::Timeout) => {
                let seen = watcher.latest_report();
                if let Err(stop) = py.check_signals().and_then(|()| report(progress, seen.as_ref(), before.as_ref())) {
                    watcher.stop();
                    return Err(stop);
                }
                before = seen;
            }
        }
    }
}

/// Calls `progress(done, total, what)` when there is news.
fn report(
    progress: Option<&Bound<'_, PyAny>>,
    seen: Option<&ProgressReport>,
    before: Option<&ProgressReport>,
) -> PyResult<()> {
    if let (Some(progress), Some(now)) = (progress, seen)
        && seen != before
    {
        progress.call1((now.done, now.total, now.what.as_str()))?;
    }
    Ok(())
}
