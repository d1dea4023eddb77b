//! Systems against each other: as the original did it, and as the design asks.

use analysis::Results;

use super::family::{self, words};
use super::home::{Home, families};
use crate::document::{Section, Words, slug};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("comparisons", "Comparisons");
    for criterion in &results.about.criteria {
        let families = families(results, Some(&criterion.id), Home::Comparisons);
        if families.is_empty() {
            continue;
        }
        section.heading(format!("comparisons-{}", slug(&criterion.id)), criterion.name.clone());
        for (name, numbers) in families {
            let id = format!("{}-{}", slug(name), slug(&criterion.id));
            let method = numbers.first().map(|named| named.method.as_str()).unwrap_or_default();
            let method = if method.is_empty() { String::new() } else { format!(" ({method})") };
            let caption = format!("{}: {}{method}", criterion.name, words(name));
            section.table(family::table(results, id, caption, &numbers));
        }
    }
    for remark in results.remarks.iter().filter(|remark| remark.criterion.is_none()) {
        section.remark(Words::of(remark.text.clone()));
    }
    section
}
