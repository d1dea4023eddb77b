//! Progress bars on a terminal; hidden elsewhere.

use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use load::{Counts, Progress};

/// A bar with this template; hidden when standard error is no terminal.
pub(crate) fn bar(total: u64, template: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A bar that counts participants who have left, and what drives it.
pub(crate) fn participant_bar(people: u64) -> (ProgressBar, Progress) {
    let bar = bar(people, "{elapsed:>4} {bar:30} {pos} of {len} participants done{msg}");
    let shown = bar.clone();
    let progress = Progress::to(move |Counts { present, left, answers }| {
        shown.set_position(left);
        shown.set_message(format!(", {present} present, {answers} answers"));
    });
    (bar, progress)
}
