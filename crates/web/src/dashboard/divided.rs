//! Which items divide people most.

use std::collections::{BTreeMap, HashMap};

use study::Study;
use study::response::Answer;

use super::flags::{Given, Question, Work, number, range};

/// How far answers to one item lie apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Division {
    /// Number of the item in the study.
    pub(crate) item: usize,
    /// Answers that count.
    pub(crate) answers: usize,
    /// The mean distance of two answers to the same question, from 0 to 1; nothing while no question has two.
    pub(crate) apart: Option<f64>,
}

/// Every item of the study, in its order. Two answers are as far apart as their values are on the scale; where answers
/// are no numbers, they are equal or not.
pub(crate) fn divisions<'a>(study: &Study, works: impl Iterator<Item = &'a Work>) -> Vec<Division> {
    let mut questions: HashMap<&Question, Vec<&Answer>> = HashMap::new();
    for Given { question, sorted, .. } in works.flat_map(|work| &work.given) {
        questions.entry(question).or_default().push(sorted);
    }
    let mut items: BTreeMap<usize, (usize, Vec<f64>)> = BTreeMap::new();
    for (question, answers) in questions {
        let (count, apart) = items.entry(question.item).or_default();
        *count += answers.len();
        let scale = study.criteria.get(question.criterion).and_then(|criterion| range(&criterion.response));
        apart.extend(distance(&answers, scale));
    }
    (0..study.items.len())
        .map(|item| {
            let (answers, mut apart) = items.remove(&item).unwrap_or_default();
            // The order of a hash map is not to be seen in the last digit.
            apart.sort_by(f64::total_cmp);
            let mean = (!apart.is_empty()).then(|| apart.iter().sum::<f64>() / apart.len() as f64);
            Division { item, answers, apart: mean }
        })
        .collect()
}

/// The mean distance of two of these answers.
fn distance(answers: &[&Answer], scale: Option<f64>) -> Option<f64> {
    let n = answers.len();
    let pairs = (n * n.saturating_sub(1) / 2) as f64;
    if n < 2 {
        return None;
    }
    if let Some(scale) = scale.filter(|scale| *scale > 0.0) {
        let mut values: Vec<f64> = answers.iter().filter_map(|answer| number(answer)).collect();
        values.sort_by(f64::total_cmp);
        // Of sorted values, the one at i is larger than i others and smaller than n − 1 − i.
        let sum: f64 = values.iter().enumerate().map(|(i, value)| value * (2.0 * i as f64 - (n as f64 - 1.0))).sum();
        return Some((sum / pairs / scale).clamp(0.0, 1.0));
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    answers.iter().for_each(|answer| *counts.entry(answer.to_json().to_string()).or_default() += 1);
    let equal: usize = counts.values().map(|count| count * (count - 1) / 2).sum();
    Some(1.0 - equal as f64 / pairs)
}

#[cfg(test)]
mod tests {
    use study::response::{Answer, Preference};

    use super::distance;

    #[test]
    fn the_distance_of_answers_is_nought_when_all_agree_and_largest_when_they_are_split() {
        let rated = |values: &[i64]| values.iter().map(|value| Answer::Rating(*value)).collect::<Vec<_>>();
        let chose = |first: usize, second: usize| {
            let of = |count, choice| std::iter::repeat_n(Answer::Pairwise(choice), count);
            of(first, Preference::First).chain(of(second, Preference::Second)).collect::<Vec<_>>()
        };
        for (answers, scale, expected) in [
            (rated(&[3]), Some(4.0), None),
            (rated(&[3, 3, 3]), Some(4.0), Some(0.0)),
            (rated(&[1, 5]), Some(4.0), Some(1.0)),
            (rated(&[5, 1, 3]), Some(4.0), Some((1.0 + 0.5 + 0.5) / 3.0)),
            (chose(4, 0), None, Some(0.0)),
            (chose(1, 1), None, Some(1.0)),
            (chose(2, 2), None, Some(4.0 / 6.0)),
        ] {
            let answers: Vec<&Answer> = answers.iter().collect();
            let found = distance(&answers, scale);
            let close = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-12,
                (found, expected) => found == expected,
            };
            assert!(close, "{answers:?}: {found:?}");
        }
    }
}
