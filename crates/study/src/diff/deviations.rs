//! The deviations that a reproduction states, held against those that are found.

use serde_json::{Value, json};

use super::counterpart::find_counterpart;
use super::facts::Topic;
use super::{Diff, Difference, diff};
use crate::Study;
use crate::file::Deviation;

/// Stated deviations beside found ones.
#[derive(Debug, Clone, Default)]
pub struct Deviations {
    /// Stated and found: each with the differences it speaks of.
    pub both: Vec<(Deviation, Vec<Difference>)>,
    /// Found and not stated.
    pub not_stated: Vec<Difference>,
    /// Stated and not found.
    pub not_found: Vec<Deviation>,
}

/// How a reproduction differs from a study, and what of that it states. What both state is about a third study, which both
/// repeat.
#[must_use]
pub fn compare_deviations(first: &Study, second: &Study) -> (Diff, Deviations) {
    let stated = |study: &Study| study.reproduces.as_ref().map(|it| it.deviations.clone()).unwrap_or_default();
    let (known, mut own) = (stated(first), stated(second));
    own.retain(|deviation| !known.contains(deviation));
    let found = diff(first, second);
    let held = deviations(&found, &own);
    (found, held)
}

impl Deviations {
    /// Whether nothing differs and nothing is said to.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.both.is_empty() && self.not_stated.is_empty() && self.not_found.is_empty()
    }

    /// The names of each kind.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let found = |it: &Difference| format!("{}: {}", it.topic.word(), it.what);
        json!({
            "stated_and_found": self.both.iter().map(|(stated, _)| &stated.what).collect::<Vec<_>>(),
            "found_and_not_stated": self.not_stated.iter().map(found).collect::<Vec<_>>(),
            "stated_and_not_found": self.not_found.iter().map(|it| &it.what).collect::<Vec<_>>(),
        })
    }
}

/// Holds what a reproduction states against how it differs from the original, study against study. A statement speaks of a
/// difference when it is called by its name, by its topic, or by a name that facts of originals go by.
#[must_use]
pub fn deviations(found: &Diff, stated: &[Deviation]) -> Deviations {
    let mut result = Deviations::default();
    let mut spoken_of = vec![false; found.differences.len()];
    for deviation in stated {
        let mut about = Vec::new();
        for (index, difference) in found.differences.iter().enumerate() {
            if speaks_of(&deviation.what, difference) {
                spoken_of[index] = true;
                about.push(difference.clone());
            }
        }
        if about.is_empty() {
            result.not_found.push(deviation.clone());
        } else {
            result.both.push((deviation.clone(), about));
        }
    }
    let unsaid = found.differences.iter().zip(&spoken_of).filter(|(_, spoken)| !**spoken);
    result.not_stated = unsaid.map(|(difference, _)| difference.clone()).collect();
    result
}

/// What a statement called so speaks of, too: of money paid and of who took part a study says several things.
const ALSO: [(&[&str], Topic, &[&str]); 3] = [
    (
        &["payment", "reward", "compensation", "wage", "minimum wage", "hourly pay", "pay per hour"],
        Topic::Pay,
        &["per hour, expected", "floor per hour"],
    ),
    (&["raters", "participants", "annotators", "evaluators", "workers"], Topic::People, &["platform", "requirements"]),
    (&["guidelines"], Topic::Texts, &["instructions"]),
];

fn speaks_of(what: &str, difference: &Difference) -> bool {
    let what = what.replace(['_', '-'], " ").to_lowercase();
    let found = difference.what.to_lowercase();
    // "fluency: question" is spoken of by "question", "checks c1: texts" by "checks", and each by itself.
    let last = found.rsplit(": ").next().unwrap_or(&found);
    let is_beginning = found.strip_prefix(&what).is_some_and(|rest| rest.starts_with(' '));
    if what == found || what == last || is_beginning || what == difference.topic.word() {
        return true;
    }
    let is_also = |(names, topic, whats): &(&[&str], Topic, &[&str])| {
        names.contains(&what.as_str()) && *topic == difference.topic && whats.contains(&found.as_str())
    };
    ALSO.iter().any(is_also)
        || find_counterpart(&what)
            .is_some_and(|(topic, name)| topic == difference.topic && (name == found || name == last))
}
