//! How every number was made, with references.

use analysis::Results;

use super::family::words;
use super::listed;
use super::references::REFERENCES;
use crate::document::{Section, Words};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("methods", "Methods");
    // Methods in the order of first use, each with the names of the numbers it made.
    let mut methods: Vec<(&str, Vec<String>)> = Vec::new();
    for named in results.estimates.iter().filter(|named| !matches!(named.method.as_str(), "" | "count")) {
        // A corrected p-value is made like the number it belongs to.
        if named.name.ends_with("_p") {
            continue;
        }
        let name = words(&named.name);
        match methods.iter_mut().find(|(method, _)| *method == named.method) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => methods.push((&named.method, vec![name])),
        }
    }
    let lines = methods.iter().map(|(method, names)| {
        let (name, words) = (listed(names), Words::default());
        // Some numbers are called as they are made.
        if name == *method { words.strong(name).text(".") } else { words.strong(name).text(format!(": {method}.")) }
    });
    let mut lines: Vec<Words> = lines.collect();
    let corrections = results.estimates.iter().filter(|named| named.name.ends_with("_p"));
    let mut corrections: Vec<&str> = corrections.filter_map(|named| Some(named.method.rsplit_once("; ")?.1)).collect();
    corrections.sort_unstable();
    corrections.dedup();
    lines.extend(corrections.iter().map(|how| Words::default().strong("corrected p").text(format!(": {how}."))));
    section.list(lines);
    let used: Vec<&str> = methods
        .iter()
        .map(|(method, _)| *method)
        .chain(corrections)
        .chain(results.estimates.iter().map(|named| named.name.as_str()))
        .chain(results.claims.iter().map(|claim| claim.rule.as_str()))
        .collect();
    let cited = REFERENCES.iter().filter(|(words, _)| used.iter().any(|used| used.to_lowercase().contains(words)));
    let cited: Vec<Words> = cited.map(|(_, reference)| Words::of(*reference)).collect();
    if !cited.is_empty() {
        section.heading("references", "References");
        section.list(cited);
    }
    section
}
