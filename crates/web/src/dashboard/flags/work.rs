//! What one session did, as far as flags look at it.

use std::collections::BTreeMap;

use plan::Plan;
use session::{Outcome, Session, Subject, asked};
use study::Study;
use study::response::{Answer, Preference, Response};

/// What one session did.
#[derive(Debug, Clone, Default)]
pub(crate) struct Work {
    pub(crate) finished: bool,
    /// How long it really took, where that is known.
    pub(crate) secs: Option<f64>,
    pub(crate) checks: usize,
    pub(crate) checks_failed: usize,
    /// Why it was marked.
    pub(crate) marks: Vec<String>,
    /// The answers to questions about items, in the order of the pages.
    pub(crate) given: Vec<Given>,
}

/// One answer to a question about an item.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Given {
    pub(crate) question: Question,
    /// In terms of what was shown.
    pub(crate) shown: Answer,
    /// In terms of the systems in the order of the study, to be compared with others'.
    pub(crate) sorted: Answer,
    /// How many places there were.
    pub(crate) places: usize,
}

/// What was asked: the same for everyone who saw these outputs of this item.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Question {
    pub(crate) item: usize,
    /// Sorted.
    pub(crate) systems: Vec<u16>,
    pub(crate) criterion: usize,
}

impl Work {
    /// What a session did; `secs` is how long it really took.
    pub(crate) fn of(study: &Study, plan: &Plan, session: &Session, secs: Option<f64>) -> Work {
        let mut given = Vec::new();
        if let Some(hold) = &session.hold {
            let presentation = hold.presentation(plan);
            for ((step, id), answer) in &session.answers {
                let asked = asked(study, plan, hold.slot.list, &presentation, *step);
                let criterion = study.criteria.iter().position(|criterion| criterion.id == *id);
                let (Some(asked), Some(criterion)) = (asked, criterion) else { continue };
                let Subject::Item { item, systems } = asked.subject else { continue };
                given.push(Given::new(item, &systems, criterion, answer));
            }
        }
        Work {
            finished: session.outcome == Some(Outcome::Finished),
            secs,
            checks: session.checks.len(),
            checks_failed: session.failed_checks(),
            marks: session.flags.clone(),
            given,
        }
    }

    /// Of the criterion with the largest share of equal answers: how many are equal, of how many.
    pub(crate) fn most_equal(&self) -> Option<(usize, usize)> {
        let mut counts: BTreeMap<usize, BTreeMap<String, usize>> = BTreeMap::new();
        for given in &self.given {
            let words = match &given.shown {
                Answer::Rating(_) | Answer::Slider(_) | Answer::Count(_) | Answer::Choice(_) | Answer::Text(_) => {
                    given.shown.to_json().to_string()
                }
                // That nothing is marked may be true everywhere; what is marked is never the same.
                Answer::Spans(_) | Answer::Ranking(_) | Answer::Pairwise(_) | Answer::BestWorst { .. } => continue,
            };
            *counts.entry(given.question.criterion).or_default().entry(words).or_default() += 1;
        }
        let shares = counts.values().map(|counts| {
            let (most, all) = (counts.values().copied().max().unwrap_or(0), counts.values().sum::<usize>());
            (most, all)
        });
        shares.max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)))
    }

    /// The place chosen most often, how often, of how many choices, among how many places.
    pub(crate) fn favourite(&self) -> Option<(usize, usize, usize, usize)> {
        let mut counts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for given in &self.given {
            let chosen = match &given.shown {
                Answer::Pairwise(Preference::First) => 0,
                Answer::Pairwise(Preference::Second) => 1,
                Answer::BestWorst { best, .. } => *best,
                Answer::Ranking(places) => match places.iter().filter(|place| **place == 1).count() {
                    1 => places.iter().position(|place| *place == 1).unwrap_or_default(),
                    _ => continue,
                },
                Answer::Pairwise(Preference::Equal)
                | Answer::Rating(_)
                | Answer::Slider(_)
                | Answer::Choice(_)
                | Answer::Spans(_)
                | Answer::Count(_)
                | Answer::Text(_) => continue,
            };
            let counts = counts.entry(given.places).or_insert_with(|| vec![0; given.places]);
            if let Some(count) = counts.get_mut(chosen) {
                *count += 1;
            }
        }
        let (places, counts) = counts.into_iter().max_by_key(|(_, counts)| counts.iter().sum::<usize>())?;
        // The first of those chosen equally often.
        let (place, chosen) = counts.iter().copied().enumerate().rev().max_by_key(|(_, count)| *count)?;
        Some((place, chosen, counts.iter().sum(), places))
    }
}

impl Given {
    pub(crate) fn new(item: usize, systems: &[u16], criterion: usize, answer: &Answer) -> Given {
        let mut sorted = systems.to_vec();
        sorted.sort_unstable();
        let order: Vec<usize> =
            systems.iter().map(|system| sorted.iter().position(|known| known == system).unwrap_or_default()).collect();
        Given {
            shown: answer.clone(),
            sorted: answer.reordered(&order),
            places: systems.len(),
            question: Question { item, systems: sorted, criterion },
        }
    }
}

/// The length of the scale of a kind whose answers are numbers; counts have no end, and are held against the
/// largest given.
pub(crate) fn range(response: &Response) -> Option<f64> {
    match response {
        Response::Rating(rating) => Some((rating.highest() - rating.lowest()) as f64),
        Response::Slider(slider) => Some(slider.maximum - slider.minimum),
        Response::Count(_)
        | Response::Ranking(_)
        | Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Choice(_)
        | Response::Spans(_)
        | Response::Text(_) => None,
    }
}
