//! How long it took, and what was paid.

use analysis::Results;

use super::family::{self, words};
use super::home::{Home, families};
use crate::document::{Section, slug};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("time-and-pay", "Time and pay");
    for (name, numbers) in families(results, None, Home::Time) {
        let id = format!("time-and-pay-{}", slug(name));
        section.table(family::table(results, id, words(name), &numbers));
    }
    section
}
