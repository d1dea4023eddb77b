//! A finding that may repeat row after row, told once.

use diag::{Diagnostic, Place};

use super::Rule;

/// How many places of a repeated finding are shown.
const SHOWN: usize = 3;

/// The first places of a finding and how often it was seen, so that ten thousand bad rows give one
/// diagnostic and not ten thousand.
#[derive(Debug, Default)]
pub(super) struct Tally {
    places: Vec<(Place, String)>,
    count: usize,
}

impl Tally {
    /// Counts one; where it is, and a few words about it, are asked for only while they are shown.
    pub(super) fn add(&mut self, spot: impl FnOnce() -> (Place, String)) {
        if self.places.len() < SHOWN {
            self.places.push(spot());
        }
        self.count += 1;
    }

    /// How often it was seen.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// One diagnostic for all of them, or none when there was nothing.
    pub(super) fn report(self, rule: &Rule, message: impl FnOnce(usize) -> String) -> Option<Diagnostic> {
        let more = self.count - self.places.len();
        let mut places = self.places.into_iter();
        let (first, words) = places.next()?;
        let mut diagnostic = rule.diagnose(first, message(self.count)).label(words);
        for (place, words) in places {
            diagnostic = diagnostic.with_place(place, words);
        }
        if more > 0
            && let Some((_, words)) = diagnostic.places.last_mut()
        {
            words.push_str(if words.is_empty() { "" } else { "; " });
            words.push_str(&format!("and {more} more"));
        }
        Some(diagnostic)
    }
}

/// `1 item`, `3 items`.
pub(super) fn count_noun(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
