//! What one session did, as far as flags look at it.

use std::collections::BTreeMap;

use plan::{Presentation, Step};
use session::{Outcome, ParticipantId, Session};
use study::response::Answer;

use super::{Odd, Questions};

/// What one session did: all that flags need to know of it, so that what happens in one session makes no other be looked
/// at again.
#[derive(Debug, Clone, Default)]
pub struct Work {
    pub finished: bool,
    /// How long it really took, where that is known.
    pub secs: Option<f64>,
    /// How much more time in use the browser reported than passed on the server.
    pub surplus_secs: f64,
    pub checks: usize,
    pub checks_failed: usize,
    /// Why it was marked.
    pub marks: Vec<String>,
    /// Of the criterion with the largest share of equal answers: how many are equal, of how many.
    pub most_equal: Option<(usize, usize)>,
    pub favourite: Option<Favourite>,
    /// How often the first place was preferred, of how many choices.
    pub first_place: (usize, usize),
    /// How many pages were sent sooner than they can be read, of those with enough words.
    pub hurried: (usize, usize),
    /// What pages saw that no person does.
    pub odd: Odd,
    /// Who it was.
    pub participant: Option<ParticipantId>,
    /// What they wrote that is long enough to be told apart, without regard to capitals and spaces.
    pub texts: Vec<Box<str>>,
    /// The answers to questions about items, in the order of the pages.
    pub given: Vec<ComparableAnswer>,
}

/// The place that was preferred most often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Favourite {
    pub place: usize,
    /// How often it was.
    pub chosen: usize,
    /// Of how many choices.
    pub of: usize,
    /// Among how many places.
    pub places: usize,
}

/// One answer to a question about an item, to be held against others'.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparableAnswer {
    /// Its number among [`Questions`].
    pub question: usize,
    pub value: Value,
    /// Of a ranking, the rank of each system in the order of the study.
    pub ranks: Option<Box<[u32]>>,
}

/// An answer in terms of the systems in the order of the study.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A place on a scale.
    Number(f64),
    /// Anything else: it is the same as another, or it is not.
    Words(Box<str>),
    /// What someone wrote themselves. Nobody else writes the same, and that is no disagreement.
    Text,
}

impl Value {
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Words(_) | Value::Text => None,
        }
    }

    pub fn words(&self) -> Option<&str> {
        match self {
            Value::Number(_) | Value::Text => None,
            Value::Words(words) => Some(words),
        }
    }
}

/// An answer to a question about an item as it was shown.
#[derive(Clone, Copy)]
pub(super) struct PresentedAnswer<'a> {
    pub(super) question: usize,
    /// In the order shown.
    pub(super) systems: &'a [u16],
    pub(super) answer: &'a Answer,
}

impl Work {
    /// What a session did; `secs` is how long it really took.
    pub fn from_session(questions: &Questions, session: &Session, secs: Option<f64>) -> Work {
        let work = Work {
            finished: session.outcome == Some(Outcome::Finished),
            secs,
            checks: session.checks.len(),
            checks_failed: session.failed_checks(),
            marks: session.flags.clone(),
            participant: session.participant,
            texts: texts(session),
            ..Work::default()
        };
        let Some(presentation) = presentation(questions, session) else { return work };
        let shown = presented_answers(questions, session, &presentation).into_iter().map(|(_, shown)| shown);
        work.answering(questions, &shown.collect::<Vec<_>>())
    }

    pub(super) fn answering(self, questions: &Questions, shown: &[PresentedAnswer<'_>]) -> Work {
        Work {
            most_equal: most_equal(questions, shown),
            favourite: favourite(shown),
            first_place: first_place(shown),
            given: shown.iter().map(|shown| shown.comparable_answer(questions)).collect(),
            ..self
        }
    }
}

/// Numbers, options and texts only: for places there is [`favourite`]. A text that was left out is no answer.
fn most_equal(questions: &Questions, shown: &[PresentedAnswer<'_>]) -> Option<(usize, usize)> {
    let mut counts: BTreeMap<usize, BTreeMap<String, usize>> = BTreeMap::new();
    for PresentedAnswer { question, answer, .. } in shown {
        let words = match answer {
            Answer::Text(text) if text.trim().is_empty() => continue,
            Answer::Rating(_) | Answer::Slider(_) | Answer::Count(_) | Answer::Choice(_) | Answer::Text(_) => {
                answer.to_json().to_string()
            }
            // That nothing is marked may be true everywhere; what is marked is never the same.
            Answer::Spans(_)
            | Answer::Ranking(_)
            | Answer::Pairwise(_)
            | Answer::Graded(_)
            | Answer::BestWorst { .. }
            | Answer::Unable(_) => continue,
        };
        *counts.entry(questions.criterion(*question)).or_default().entry(words).or_default() += 1;
    }
    let shares = counts.values().map(|counts| {
        let (most, all) = (counts.values().copied().max().unwrap_or(0), counts.values().sum::<usize>());
        (most, all)
    });
    shares.max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)))
}

/// What a session is shown, where it has a list.
pub(super) fn presentation(questions: &Questions, session: &Session) -> Option<Presentation> {
    session.assignment.as_ref()?.presentation(&questions.plan).ok()
}

/// The answers of a session to questions about items, with the pages they were given on.
pub(super) fn presented_answers<'a>(
    questions: &Questions,
    session: &'a Session,
    presentation: &'a Presentation,
) -> Vec<(u32, PresentedAnswer<'a>)> {
    let Some(assignment) = &session.assignment else { return Vec::new() };
    let pages = questions.plan.pages(assignment.slot.list as usize);
    // That somebody cannot judge is no opinion to hold against others'.
    let judged = session.answers.iter().filter(|(_, answer)| !matches!(answer, Answer::Unable(_)));
    let shown = judged.filter_map(|((step, id), answer)| {
        let Step::Page { page, outputs } = presentation.steps.get(*step as usize)? else { return None };
        let criterion = questions.study.criteria.iter().position(|criterion| criterion.id == *id)?;
        let question = questions.number(*pages.get(*page as usize)?, criterion)?;
        Some((*step, PresentedAnswer { question, systems: outputs, answer }))
    });
    shown.collect()
}

/// Shorter texts are the same by chance.
const LETTERS_LEAST: usize = 25;

/// A text as it is compared with others', where it is long enough for that.
pub(crate) fn comparable(text: &str) -> Option<Box<str>> {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    (plain.chars().count() >= LETTERS_LEAST).then(|| plain.into())
}

/// What someone wrote as an answer.
fn texts(session: &Session) -> Vec<Box<str>> {
    let closing = session.closing.iter().flatten().map(|(_, answer)| answer);
    let all = session.answers.values().chain(closing);
    all.filter_map(|answer| if let Answer::Text(text) = answer { comparable(text) } else { None }).collect()
}

/// How often the first place was preferred, of how many choices.
fn first_place(shown: &[PresentedAnswer<'_>]) -> (usize, usize) {
    let chosen = || shown.iter().filter_map(|shown| shown.answer.preferred_position());
    (chosen().filter(|place| *place == 0).count(), chosen().count())
}

fn favourite(shown: &[PresentedAnswer<'_>]) -> Option<Favourite> {
    let mut counts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for PresentedAnswer { systems, answer, .. } in shown {
        let Some(chosen) = answer.preferred_position() else { continue };
        let counts = counts.entry(systems.len()).or_insert_with(|| vec![0; systems.len()]);
        if let Some(count) = counts.get_mut(chosen) {
            *count += 1;
        }
    }
    let (places, counts) = counts.into_iter().max_by_key(|(_, counts)| counts.iter().sum::<usize>())?;
    // The first of those chosen equally often.
    let (place, chosen) = counts.iter().copied().enumerate().rev().max_by_key(|(_, count)| *count)?;
    Some(Favourite { place, chosen, of: counts.iter().sum(), places })
}

impl PresentedAnswer<'_> {
    pub(super) fn comparable_answer(&self, questions: &Questions) -> ComparableAnswer {
        let scaled = self.answer.number().filter(|_| questions.scale(self.question).is_some());
        let sorted = self.in_study_order();
        let value = match scaled {
            Some(number) => Value::Number(number),
            None if matches!(sorted, Answer::Text(_)) => Value::Text,
            None => Value::Words(sorted.to_json().to_string().into()),
        };
        let ranks = if let Answer::Ranking(ranks) = sorted { Some(ranks.into()) } else { None };
        ComparableAnswer { question: self.question, value, ranks }
    }

    /// The answer in terms of the systems in the order of the study.
    fn in_study_order(&self) -> Answer {
        let place = |system: &u16| self.systems.iter().filter(|other| *other < system).count();
        self.answer.reordered(&self.systems.iter().map(place).collect::<Vec<_>>())
    }
}
