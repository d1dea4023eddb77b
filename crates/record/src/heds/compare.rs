//! How two datasheets differ, question by question.

use super::form::Version;
use super::sheet::{Entry, Sheet};

/// A question that two datasheets answer differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerDifference {
    /// Number of the question in 3.0, with the criterion.
    pub number: String,
    pub question: String,
    /// The answers in words; empty where there is none.
    pub first: String,
    pub second: String,
}

/// Every question that is not answered alike, in the terms of 3.0, and how many are. Criteria are the same when their names
/// are, whatever their case; a single criterion on either side is the same whatever its name.
#[must_use]
pub fn compare(first: &Sheet, second: &Sheet) -> (Vec<AnswerDifference>, usize) {
    let (first, second) = (first.to_version(Version::V3), second.to_version(Version::V3));
    let alone = first.criteria.len() == 1 && second.criteria.len() == 1;
    let same = |a: &Entry, b: &Entry| {
        let criterion = match (&a.criterion, &b.criterion) {
            (Some(a), Some(b)) => alone || a.to_lowercase() == b.to_lowercase(),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        criterion && a.question.meaning == b.question.meaning
    };
    let (mut differences, mut alike) = (Vec::new(), 0);
    for entry in &first.entries {
        let other = second.entries.iter().find(|other| same(entry, other));
        note(Some(entry), other, &mut differences, &mut alike);
    }
    for entry in second.entries.iter().filter(|it| !first.entries.iter().any(|other| same(it, other))) {
        note(None, Some(entry), &mut differences, &mut alike);
    }
    (differences, alike)
}

fn note(first: Option<&Entry>, second: Option<&Entry>, differences: &mut Vec<AnswerDifference>, alike: &mut usize) {
    let shown = |entry: Option<&Entry>| entry.map(Entry::answer_in_words).unwrap_or_default();
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (a, b) = (shown(first), shown(second));
    if plain(&a) == plain(&b) {
        *alike += usize::from(!a.is_empty());
        return;
    }
    if let Some(entry) = first.or(second) {
        differences.push(AnswerDifference {
            number: entry.number(),
            question: entry.question.asks.clone(),
            first: a,
            second: b,
        });
    }
}
