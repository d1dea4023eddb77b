//! What is wrong with the definition of a response kind.

/// What is wrong with a definition, and under which key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The key inside `response`, such as `labels`.
    pub key: &'static str,
    /// One lower-case phrase without full stop.
    pub message: String,
    /// The smallest change that would work.
    pub help: String,
}

impl Problem {
    pub(super) fn new(key: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Problem { key, message: message.into(), help: help.into() }
    }
}

/// Ids that are empty or appear twice.
pub(super) fn ids<'a>(key: &'static str, ids: impl IntoIterator<Item = &'a str>) -> Vec<Problem> {
    let mut seen = std::collections::BTreeSet::new();
    let mut problems = Vec::new();
    for id in ids {
        if id.trim().is_empty() {
            problems.push(Problem::new(key, format!("one of the {key} is empty"), "give it words or leave it out"));
        } else if id != id.trim() {
            problems.push(Problem::new(key, format!("`{id}` has space around it"), "leave the space out"));
        } else if !seen.insert(id) {
            problems.push(Problem::new(key, format!("`{id}` is among the {key} twice"), "leave one of them out"));
        }
    }
    problems
}
