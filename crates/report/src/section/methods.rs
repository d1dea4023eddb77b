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
        let name = words(&named.name);
        match methods.iter_mut().find(|(method, _)| *method == named.method) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => methods.push((&named.method, vec![name])),
        }
    }
    let lines =
        methods.iter().map(|(method, names)| Words::default().strong(listed(names)).text(format!(": {method}.")));
    section.list(lines.collect());
    let used: Vec<&str> = methods
        .iter()
        .map(|(method, _)| *method)
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
