//! What everyone did, for one session to be held against.

use std::collections::{HashMap, HashSet};

use stats::describe::{median, median_deviation};

use super::Questions;
use super::work::{ComparableAnswer, Value, Work};

/// What everyone did.
#[derive(Debug, Clone)]
pub(crate) struct AllSessions<'a> {
    /// How many have finished.
    pub(crate) finished: usize,
    /// The median of their times.
    pub(crate) median_secs: Option<f64>,
    pub(crate) usual_agreement: Option<UsualAgreement>,
    /// By how many people each text was written that several wrote.
    shared: HashMap<&'a str, usize>,
    questions: &'a Questions,
    /// To each of them.
    answers: Vec<Answers<'a>>,
}

/// How far people agree with the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct UsualAgreement {
    pub(crate) median: f64,
    /// The median distance from it, scaled so that it is the standard deviation of a normal distribution.
    pub(crate) deviation: f64,
    pub(crate) people: usize,
}

/// How far one agrees with the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Agreement {
    /// 0 to 1.
    pub(crate) share: f64,
    /// On how many questions that others answered too.
    pub(crate) questions: usize,
}

/// All answers to one question.
#[derive(Debug, Clone)]
enum Answers<'a> {
    None,
    Numbers { sum: f64, count: usize },
    Words { given: HashMap<&'a str, usize>, count: usize },
}

impl<'a> AllSessions<'a> {
    /// What these sessions make. Those that did not finish are not counted among the rest.
    pub(crate) fn new(questions: &'a Questions, works: impl Iterator<Item = &'a Work> + Clone) -> AllSessions<'a> {
        let shared = count_shared_texts(works.clone());
        let finished = works.filter(|work| work.finished);
        let mut answers = vec![Answers::None; questions.count()];
        for given in finished.clone().flat_map(|work| &work.given) {
            if let Some(answers) = answers.get_mut(given.question) {
                answers.add(&given.value);
            }
        }
        let secs: Vec<f64> = finished.clone().filter_map(|work| work.secs).collect();
        let median_secs = median(&secs).ok();
        let mut all =
            AllSessions { finished: secs.len(), median_secs, usual_agreement: None, shared, questions, answers };
        let least = super::QUESTIONS_LEAST;
        let agreed = finished.filter_map(|work| all.agreement(work)).filter(|own| own.questions >= least);
        let shares: Vec<f64> = agreed.map(|own| own.share).collect();
        all.usual_agreement = median(&shares).ok().zip(median_deviation(&shares).ok()).map(|(median, deviation)| {
            // Where nearly all agree alike, a few hundredths are no difference.
            UsualAgreement { median, deviation: deviation.max(0.02), people: shares.len() }
        });
        all
    }

    /// How many people wrote something that a session wrote, themselves included; the largest number of its texts.
    pub(crate) fn writers(&self, work: &Work) -> Option<usize> {
        work.texts.iter().filter_map(|text| self.shared.get(text.as_ref()).copied()).max()
    }

    /// How far a session agrees with the rest: the mean over the questions that others answered too. For numbers, the
    /// nearness to the mean of the others, as a share of the scale; for everything else, the share of others who gave
    /// the same answer. What people wrote themselves is not counted.
    pub(crate) fn agreement(&self, work: &Work) -> Option<Agreement> {
        let own = usize::from(work.finished);
        let (mut sum, mut questions) = (0.0, 0);
        for near in work.given.iter().filter_map(|given| self.nearness(given, own)) {
            sum += near;
            questions += 1;
        }
        (questions > 0).then(|| Agreement { share: sum / questions as f64, questions })
    }

    /// How near one answer is to the others'; `own` of them are of the same session.
    fn nearness(&self, given: &ComparableAnswer, own: usize) -> Option<f64> {
        match (self.answers.get(given.question)?, &given.value) {
            (Answers::Numbers { sum, count }, Value::Number(value)) if *count > own => {
                let others = (sum - value * own as f64) / (count - own) as f64;
                Some(1.0 - ((value - others).abs() / self.questions.scale(given.question)?).min(1.0))
            }
            (Answers::Words { given, count }, Value::Words(words)) if *count > own => {
                let same = given.get(words.as_ref()).copied().unwrap_or_default();
                Some(same.saturating_sub(own) as f64 / (count - own) as f64)
            }
            (
                Answers::None | Answers::Numbers { .. } | Answers::Words { .. },
                Value::Number(_) | Value::Words(_) | Value::Text,
            ) => None,
        }
    }
}

/// By how many people each text was written, of those that several wrote. One person may repeat themselves.
fn count_shared_texts<'a>(works: impl Iterator<Item = &'a Work>) -> HashMap<&'a str, usize> {
    let mut writers: HashMap<&str, HashSet<_>> = HashMap::new();
    for work in works {
        for text in &work.texts {
            writers.entry(text).or_default().insert(work.participant);
        }
    }
    writers.into_iter().map(|(text, people)| (text, people.len())).filter(|(_, people)| *people > 1).collect()
}

impl<'a> Answers<'a> {
    fn add(&mut self, value: &'a Value) {
        match (&mut *self, value) {
            (Answers::Numbers { sum, count }, Value::Number(number)) => {
                *sum += number;
                *count += 1;
            }
            (Answers::Words { given, count }, Value::Words(words)) => {
                *given.entry(words).or_default() += 1;
                *count += 1;
            }
            (Answers::None, Value::Number(number)) => *self = Answers::Numbers { sum: *number, count: 1 },
            (Answers::None, Value::Words(words)) => {
                *self = Answers::Words { given: HashMap::from([(words.as_ref(), 1)]), count: 1 };
            }
            // A question is of one kind.
            (Answers::Numbers { .. }, Value::Words(_))
            | (Answers::Words { .. }, Value::Number(_))
            | (Answers::None | Answers::Numbers { .. } | Answers::Words { .. }, Value::Text) => {}
        }
    }
}
