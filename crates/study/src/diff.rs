//! How two designs differ, in the datasheet's terms.
//!
//! **In**: two studies, or a study that repeats one. **Out**: every difference under its topic, with what each
//! says; for a study and its original, the declared deviations and the original's known facts.

mod counterpart;
mod deviations;
mod facts;
mod words;

use std::collections::BTreeSet;

use crate::{CheckQuestion, Item, Study};
use serde_json::{Value, json};

pub use deviations::{Deviations, compare_deviations, deviations};
pub use facts::{Fact, Topic, answer as answer_words, correction_words, facts};

use counterpart::counterpart;
use words::{describe_change, excerpt};

/// Version of the file of differences.
pub const FORMAT: u32 = 1;

/// One difference of design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What it belongs to.
    pub topic: Topic,
    /// What differs.
    pub what: String,
    /// How it is in the first study.
    pub first: String,
    /// How it is in the second.
    pub second: String,
    /// Why, where someone said so.
    pub why: Option<String>,
}

/// How two designs differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diff {
    /// What the first is called.
    pub first: String,
    /// What the second is called.
    pub second: String,
    /// The differences, by topic.
    pub differences: Vec<Difference>,
    /// The topics in which nothing differs.
    pub same: Vec<Topic>,
}

/// What stands where one study says nothing.
const NOTHING: &str = "–";

/// How two studies differ.
#[must_use]
pub fn diff(first: &Study, second: &Study) -> Diff {
    let (a, b) = (facts(first), facts(second));
    let mut differences = Vec::new();
    for fact in &a {
        let other = b.iter().find(|other| (other.topic, &other.what) == (fact.topic, &fact.what));
        let value = other.map_or(NOTHING, |other| other.value.as_str());
        if value != fact.value {
            differences.push(difference(fact.topic, fact.what.clone(), &fact.value, value));
        }
    }
    for fact in &b {
        if !a.iter().any(|other| (other.topic, &other.what) == (fact.topic, &fact.what)) {
            differences.push(difference(fact.topic, fact.what.clone(), NOTHING, &fact.value));
        }
    }
    differences.extend(order_of_systems(first, second));
    differences.extend(items(first, second));
    differences.extend(texts(first, second));
    differences.extend(known_answers("checks", &first.checks, &second.checks));
    differences.extend(known_answers("training", &first.training, &second.training));
    differences.sort_by_key(|difference| difference.topic);
    let same = Topic::ALL.into_iter().filter(|topic| !differences.iter().any(|d| d.topic == *topic)).collect();
    Diff { first: first.about.title.clone(), second: second.about.title.clone(), differences, same }
}

/// How a study differs from the one it repeats: what it declares, and what is known of the original.
/// Nothing for a study that repeats none.
#[must_use]
pub fn against_original(study: &Study) -> Option<Diff> {
    let reproduces = study.reproduces.as_ref()?;
    let mut differences: Vec<Difference> = reproduces
        .deviations
        .iter()
        .map(|deviation| Difference {
            topic: Topic::Declared,
            what: deviation.what.clone(),
            first: deviation.original.clone(),
            second: deviation.here.clone(),
            why: deviation.why.clone(),
        })
        .collect();
    if let Some(original) = &study.original {
        let known = facts(study);
        for (name, value) in &original.facts {
            let here = counterpart(&known, name).unwrap_or_else(|| NOTHING.to_owned());
            differences.push(difference(Topic::Facts, name.replace('_', " "), value, &here));
        }
    }
    Some(Diff { first: reproduces.paper.clone(), second: study.about.title.clone(), differences, same: Vec::new() })
}

fn difference(topic: Topic, what: impl Into<String>, first: &str, second: &str) -> Difference {
    Difference { topic, what: what.into(), first: first.to_owned(), second: second.to_owned(), why: None }
}

/// The same systems in another order, from which a plan draws otherwise.
fn order_of_systems(first: &Study, second: &Study) -> Option<Difference> {
    let ids = |study: &Study| study.systems.iter().map(|system| system.id.0.clone()).collect::<Vec<_>>();
    let (a, b) = (ids(first), ids(second));
    let sorted = |ids: &[String]| ids.iter().cloned().collect::<BTreeSet<_>>();
    (a != b && sorted(&a) == sorted(&b)).then(|| difference(Topic::Systems, "order", &a.join(", "), &b.join(", ")))
}

/// Items added, removed and changed.
fn items(first: &Study, second: &Study) -> Vec<Difference> {
    let missing = |from: &[Item], of: &[Item]| -> Vec<String> {
        of.iter().filter(|item| !from.iter().any(|known| known.id == item.id)).map(|item| item.id.0.clone()).collect()
    };
    let mut differences = Vec::new();
    let (removed, added) = (missing(&second.items, &first.items), missing(&first.items, &second.items));
    if !removed.is_empty() {
        differences.push(difference(Topic::Items, "only in the first", &summarize_ids(&removed), NOTHING));
    }
    if !added.is_empty() {
        differences.push(difference(Topic::Items, "only in the second", NOTHING, &summarize_ids(&added)));
    }
    let mut changed = Vec::new();
    let mut texts = None;
    for item in &first.items {
        let there = second.items.iter().find(|other| other.id == item.id);
        if let Some(two) = there.and_then(|other| other_texts((first, item), (second, other))) {
            changed.push(item.id.0.clone());
            texts.get_or_insert(two);
        }
    }
    if let Some((a, b)) = texts {
        let describe =
            |text: &str, other: &str| format!("{}; of the first: {}", summarize_ids(&changed), excerpt(text, other));
        differences.push(difference(Topic::Items, "same id, other texts", &describe(&a, &b), &describe(&b, &a)));
    }
    differences
}

/// Checks or training questions added, removed and changed.
fn known_answers(what: &str, first: &[CheckQuestion], second: &[CheckQuestion]) -> Vec<Difference> {
    let missing = |from: &[CheckQuestion], of: &[CheckQuestion]| -> Vec<String> {
        of.iter().filter(|it| !from.iter().any(|known| known.id == it.id)).map(|it| it.id.clone()).collect()
    };
    let mut differences = Vec::new();
    let (removed, added) = (missing(second, first), missing(first, second));
    if !removed.is_empty() {
        differences.push(difference(
            Topic::Quality,
            format!("{what} only in the first"),
            &summarize_ids(&removed),
            NOTHING,
        ));
    }
    if !added.is_empty() {
        differences.push(difference(
            Topic::Quality,
            format!("{what} only in the second"),
            NOTHING,
            &summarize_ids(&added),
        ));
    }
    for question in first {
        let Some(other) = second.iter().find(|other| other.id == question.id) else { continue };
        let parts = [
            ("texts", question.outputs != other.outputs || question.shown != other.shown),
            ("right answer", question.answer != other.answer),
            ("feedback", question.feedback != other.feedback),
        ];
        for (part, _) in parts.into_iter().filter(|(_, differs)| *differs) {
            let said = |it: &CheckQuestion| match part {
                "texts" => it.shown.iter().chain(&it.outputs).cloned().collect::<Vec<_>>().join(" / "),
                "right answer" => it.answer.clone(),
                _ => it.feedback.clone().unwrap_or_else(|| NOTHING.to_owned()),
            };
            differences.push(difference(
                Topic::Quality,
                format!("{what} {}: {part}", question.id),
                &said(question),
                &said(other),
            ));
        }
    }
    differences
}

/// The first text that two items show differently, for the systems both studies have; or else the stratum they are not both of.
fn other_texts((first, a): (&Study, &Item), (second, b): (&Study, &Item)) -> Option<(String, String)> {
    let outputs = first.systems.iter().enumerate().filter_map(|(i, system)| {
        let j = second.systems.iter().position(|other| other.id == system.id)?;
        let text = |output: Option<&Option<String>>| output.cloned().flatten().unwrap_or_else(|| NOTHING.to_owned());
        Some((text(a.outputs.get(i)), text(b.outputs.get(j))))
    });
    let shown = a.shown.iter().cloned().zip(b.shown.iter().cloned());
    let strata = if first.strata == second.strata { a.strata.as_slice() } else { &[] };
    let strata = strata.iter().cloned().zip(b.strata.iter().cloned());
    let more = (a.shown.len() != b.shown.len()).then(|| (a.shown.join(" / "), b.shown.join(" / ")));
    outputs.chain(shown).chain(strata).chain(more).find(|(a, b)| a != b)
}

/// How many there are, and the first of them.
fn summarize_ids(ids: &[String]) -> String {
    let shown = ids.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
    if ids.len() > 5 { format!("{}: {shown}, …", ids.len()) } else { format!("{}: {shown}", ids.len()) }
}

/// The texts around the questions, summarised.
fn texts(first: &Study, second: &Study) -> Vec<Difference> {
    let (a, b) = (&first.texts, &second.texts);
    [
        ("information", &a.information, &b.information),
        ("consent", &a.consent, &b.consent),
        ("instructions", &a.instructions, &b.instructions),
        ("debrief", &a.debrief, &b.debrief),
    ]
    .into_iter()
    .filter_map(|(what, a, b)| {
        let (first, second) = describe_change(a, b)?;
        Some(difference(Topic::Texts, what, &first, &second))
    })
    .collect()
}

impl Diff {
    /// The differences as a file.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let differences = self.differences.iter().map(|difference| {
            json!({
                "topic": difference.topic.word(),
                "what": difference.what,
                "first": difference.first,
                "second": difference.second,
                "why": difference.why,
            })
        });
        json!({
            "format": FORMAT,
            "first": self.first,
            "second": self.second,
            "differences": differences.collect::<Vec<_>>(),
            "same": self.same.iter().map(|topic| topic.word()).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests;
