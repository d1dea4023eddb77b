//! The beginning of a report for a terminal.

use std::fmt::Write as _;

use crate::answer::Answer;
use crate::markdown::plain_text;

/// Whose judgements they are, the outcome in one sentence, and what endangers trust.
#[must_use]
pub fn text(answer: &Answer) -> String {
    let mut out = format!("{}: {}\n{}\n", answer.badge.word(), answer.badge.meaning(), plain_text(&answer.verdict));
    for caution in &answer.cautions {
        let _ = writeln!(out, "{} {}", if caution.grave { "!!" } else { " !" }, plain_text(&caution.words));
    }
    out
}
