//! What everyone did, for one session to be held against.

use std::collections::HashMap;

use study::Study;
use study::response::Answer;

use super::work::{Question, Work, range};

/// What everyone did.
#[derive(Debug, Clone, Default)]
pub(crate) struct Crowd {
    /// How many have finished.
    pub(crate) finished: usize,
    /// The median of their times.
    pub(crate) median_secs: Option<f64>,
    pub(crate) usual_agreement: Option<UsualAgreement>,
    questions: HashMap<Question, Answers>,
    /// The length of each criterion's scale, where answers are numbers.
    ranges: Vec<Option<f64>>,
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
enum Answers {
    Numbers { sum: f64, count: usize },
    Words(HashMap<String, usize>),
}

impl Crowd {
    /// What these sessions make. Those that did not finish are not counted among the rest.
    pub(crate) fn of<'a>(study: &Study, works: impl Iterator<Item = &'a Work> + Clone) -> Crowd {
        let mut crowd = Crowd {
            ranges: study.criteria.iter().map(|criterion| range(&criterion.response)).collect(),
            ..Crowd::default()
        };
        let finished = works.filter(|work| work.finished);
        for given in finished.clone().flat_map(|work| &work.given) {
            crowd.add(&given.question, &given.sorted);
        }
        let mut secs: Vec<f64> = finished.clone().filter_map(|work| work.secs).collect();
        crowd.finished = secs.len();
        crowd.median_secs = median(&mut secs);
        let least = super::QUESTIONS_LEAST;
        let agreed = finished.filter_map(|work| crowd.agreement(work)).filter(|own| own.questions >= least);
        let mut shares: Vec<f64> = agreed.map(|own| own.share).collect();
        crowd.usual_agreement = median(&mut shares).and_then(|middle| {
            let mut distances: Vec<f64> = shares.iter().map(|share| (share - middle).abs()).collect();
            // Where nearly all agree alike, a few hundredths are no difference.
            let deviation = (1.4826 * median(&mut distances)?).max(0.02);
            Some(UsualAgreement { median: middle, deviation, people: shares.len() })
        });
        crowd
    }

    fn add(&mut self, question: &Question, answer: &Answer) {
        match (number(answer), self.range(question)) {
            (Some(number), Some(_)) => {
                let start = || Answers::Numbers { sum: 0.0, count: 0 };
                if let Answers::Numbers { sum, count } = self.questions.entry(question.clone()).or_insert_with(start) {
                    *sum += number;
                    *count += 1;
                }
            }
            (_, None) | (None, Some(_)) => {
                let start = || Answers::Words(HashMap::new());
                if let Answers::Words(words) = self.questions.entry(question.clone()).or_insert_with(start) {
                    *words.entry(answer.to_json().to_string()).or_default() += 1;
                }
            }
        }
    }

    fn range(&self, question: &Question) -> Option<f64> {
        self.ranges.get(question.criterion).copied().flatten().filter(|range| *range > 0.0)
    }

    /// How far a session agrees with the rest: the mean over the questions that others answered too. For numbers, the
    /// nearness to the mean of the others, as a share of the scale; for everything else, the share of others who gave
    /// the same answer.
    pub(crate) fn agreement(&self, work: &Work) -> Option<Agreement> {
        let own = usize::from(work.finished);
        let (mut sum, mut questions) = (0.0, 0);
        for given in &work.given {
            let near = match self.questions.get(&given.question) {
                Some(Answers::Numbers { sum, count }) if *count > own => {
                    let (Some(value), Some(range)) = (number(&given.sorted), self.range(&given.question)) else {
                        continue;
                    };
                    let others = (sum - value * own as f64) / (count - own) as f64;
                    1.0 - ((value - others).abs() / range).min(1.0)
                }
                Some(Answers::Words(words)) => {
                    let others = words.values().sum::<usize>() - own;
                    let same = words.get(&given.sorted.to_json().to_string()).copied().unwrap_or_default();
                    if others == 0 {
                        continue;
                    }
                    same.saturating_sub(own) as f64 / others as f64
                }
                Some(Answers::Numbers { .. }) | None => continue,
            };
            sum += near;
            questions += 1;
        }
        (questions > 0).then(|| Agreement { share: sum / questions as f64, questions })
    }
}

/// An answer on a scale as its number.
pub(crate) fn number(answer: &Answer) -> Option<f64> {
    match answer {
        Answer::Rating(value) => Some(*value as f64),
        Answer::Slider(value) => Some(*value),
        Answer::Count(_)
        | Answer::Ranking(_)
        | Answer::Pairwise(_)
        | Answer::BestWorst { .. }
        | Answer::Choice(_)
        | Answer::Spans(_)
        | Answer::Text(_) => None,
    }
}

/// The middle value, or the mean of the middle two.
pub(crate) fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let upper = *values.get(middle)?;
    Some(if values.len().is_multiple_of(2) { f64::midpoint(values[middle - 1], upper) } else { upper })
}
