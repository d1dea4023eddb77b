//! Tells what is done while it is done: a line for people, or an object for programs.

use std::time::Instant;

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};

/// Tells what is done while it is done.
pub(super) struct Teller {
    voice: Voice,
    since: Instant,
}

/// For whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    People,
    Programs,
}

const DONE: Style = AnsiColor::Green.on_default().bold();
const FAILED: Style = AnsiColor::Red.on_default().bold();
const STRONG: Style = Style::new().bold();
const QUIET: Style = Style::new().dimmed();

/// Whether a step came out as it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Well,
    Amiss,
}

impl Teller {
    pub(super) fn new(voice: Voice) -> Teller {
        Teller { voice, since: Instant::now() }
    }

    pub(super) fn title(&self, words: &str) {
        if self.voice == Voice::People {
            anstream::println!("{STRONG}{words}{STRONG:#}\n");
        }
    }

    /// A step is done: what came of it, one thing a line, and the same for programs.
    pub(super) fn step(&mut self, mark: Mark, name: &str, lines: &[String], facts: &Value) {
        let seconds = self.since.elapsed().as_secs_f64();
        self.since = Instant::now();
        match self.voice {
            Voice::Programs => {
                let well = mark == Mark::Well;
                println!("{}", json!({ "format": 1, "step": name, "seconds": seconds, "well": well, "facts": facts }));
            }
            Voice::People => {
                let (style, sign) = match mark {
                    Mark::Well => (DONE, '✓'),
                    Mark::Amiss => (FAILED, '✗'),
                };
                let mut lines = lines.iter();
                let first = lines.next().map_or("", String::as_str);
                anstream::println!(
                    "{style}{sign}{style:#} {STRONG}{name:<9}{STRONG:#}{QUIET}{seconds:>6.2} s{QUIET:#}  {first}"
                );
                for line in lines {
                    anstream::println!("{:21}{line}", "");
                }
            }
        }
    }

    /// Something to say to people.
    pub(super) fn say(&self, words: &str) {
        if self.voice == Voice::People {
            anstream::println!("{words}");
        }
    }

    /// An address or a command under a name.
    pub(super) fn point(&self, name: &str, place: &str) {
        if self.voice == Voice::People {
            anstream::println!("  {name:<14}{STRONG}{place}{STRONG:#}");
        }
    }
}
