//! Each finished step on standard output: lines for people, or one JSON object for programs.

use std::time::Instant;

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};

use crate::terminal_table;

/// Prints each step when it is finished.
pub(super) struct Steps {
    audience: Audience,
    since: Instant,
}

/// Who reads the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Audience {
    People,
    Programs,
}

const DONE: Style = AnsiColor::Green.on_default().bold();
const FAILED: Style = AnsiColor::Red.on_default().bold();
const STRONG: Style = Style::new().bold();
const QUIET: Style = Style::new().dimmed();

/// The column in which the outcome of a step begins.
const INDENT: usize = 21;
/// Where it ends at most, unless an address is longer than that.
const WIDTH: usize = 100;

/// A line broken between words.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let (here, more) = (lines.last().map_or(0, |last| last.chars().count()), word.chars().count());
        // What fits nowhere stays where it is.
        if here > 0 && INDENT + here + 1 + more > width && INDENT + more <= width {
            lines.push(String::new());
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    lines
}

/// Whether a step succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Passed,
    Failed,
}

impl Steps {
    pub(super) fn new(audience: Audience) -> Steps {
        Steps { audience, since: Instant::now() }
    }

    pub(super) fn title(&self, words: &str) {
        if self.audience == Audience::People {
            styled_println!("{STRONG}{words}{STRONG:#}\n");
        }
    }

    /// A step is finished: its outcome, one thing a line, and the same for programs.
    pub(super) fn finish(&mut self, mark: Mark, name: &str, lines: &[String], facts: &Value) {
        let seconds = self.since.elapsed().as_secs_f64();
        self.since = Instant::now();
        match self.audience {
            Audience::Programs => {
                let passed = mark == Mark::Passed;
                println!(
                    "{}",
                    json!({ "format": 2, "step": name, "seconds": seconds, "passed": passed, "facts": facts })
                );
            }
            Audience::People => {
                let (style, sign) = match mark {
                    Mark::Passed => (DONE, '✓'),
                    Mark::Failed => (FAILED, '✗'),
                };
                let width = terminal_table::width().map_or(WIDTH, |width| width.min(WIDTH));
                let mut lines = lines.iter().flat_map(|line| wrapped(line, width));
                let first = lines.next().unwrap_or_default();
                styled_println!(
                    "{style}{sign}{style:#} {STRONG}{name:<9}{STRONG:#}{QUIET}{seconds:>6.2} s{QUIET:#}  {first}"
                );
                for line in lines {
                    styled_println!("{:INDENT$}{line}", "");
                }
            }
        }
    }

    /// A line for people.
    pub(super) fn print(&self, words: &str) {
        if self.audience == Audience::People {
            styled_println!("{words}");
        }
    }

    /// An address or a command under a name.
    pub(super) fn print_link(&self, name: &str, place: &str) {
        if self.audience == Audience::People {
            styled_println!("  {name:<14}{STRONG}{place}{STRONG:#}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_addresses_are_not() {
        let address =
            "http://127.0.0.1:40825/dashboard/welcome/1a8c326462b73e7bfd683abced624a04027edf261adc7c0ef26e33d";
        assert_eq!(wrapped(&format!("watch: {address}"), 80), [format!("watch: {address}")]);
        let lines = wrapped("fitted to the results reported by Hosking, Tang and Lapata 2022: scores on meaning", 80);
        assert_eq!(lines, ["fitted to the results reported by Hosking, Tang and Lapata", "2022: scores on meaning"]);
    }
}
