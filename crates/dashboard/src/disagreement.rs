//! Which items divide people most.

use std::collections::HashMap;

use live::flags::{Questions, Value, Work};
use stats::describe::{mean_difference, share_differing};

/// How far answers to one item lie apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Disagreement {
    /// Number of the item in the study.
    pub(crate) item: usize,
    /// Answers that count.
    pub(crate) answers: usize,
    /// The mean distance of two answers to the same question, from 0 to 1; nothing while no question has two.
    pub(crate) apart: Option<f64>,
}

/// Every item of the study, in its order. Two answers are as far apart as their values are on the scale; where answers
/// are no numbers, they are equal or not.
pub(crate) fn disagreements<'a>(
    questions: &Questions,
    items: usize,
    works: impl Iterator<Item = &'a Work>,
) -> Vec<Disagreement> {
    let mut given: Vec<Vec<&Value>> = vec![Vec::new(); questions.count()];
    for one in works.flat_map(|work| &work.given) {
        if let Some(values) = given.get_mut(one.question) {
            values.push(&one.value);
        }
    }
    let mut found: Vec<(usize, Vec<f64>)> = vec![(0, Vec::new()); items];
    for (question, values) in given.iter().enumerate() {
        if let Some((answers, apart)) = questions.item(question).and_then(|item| found.get_mut(item)) {
            *answers += values.len();
            apart.extend(distance(values, questions.scale(question)));
        }
    }
    let disagreement = |(item, (answers, apart)): (usize, (usize, Vec<f64>))| {
        let mean = (!apart.is_empty()).then(|| apart.iter().sum::<f64>() / apart.len() as f64);
        Disagreement { item, answers, apart: mean }
    };
    found.into_iter().enumerate().map(disagreement).collect()
}

/// The mean distance of two of these answers; nothing where there are no two.
fn distance(answers: &[&Value], scale: Option<f64>) -> Option<f64> {
    if let Some(scale) = scale {
        let values: Vec<f64> = answers.iter().filter_map(|value| value.number()).collect();
        return mean_difference(&values).ok().map(|apart| (apart / scale).min(1.0));
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    answers.iter().filter_map(|value| value.words()).for_each(|words| *counts.entry(words).or_default() += 1);
    share_differing(&counts.into_values().collect::<Vec<_>>()).ok()
}

#[cfg(test)]
mod tests {
    use super::{Value, distance};

    #[test]
    fn the_distance_of_answers_is_zero_when_all_agree_and_largest_when_they_are_split() {
        let rated = |values: &[f64]| values.iter().map(|value| Value::Number(*value)).collect::<Vec<_>>();
        let chose = |first: usize, second: usize| {
            let of = |count, words: &str| std::iter::repeat_n(Value::Words(words.into()), count);
            of(first, "first").chain(of(second, "second")).collect::<Vec<_>>()
        };
        for (answers, scale, expected) in [
            (rated(&[3.0]), Some(4.0), None),
            (rated(&[3.0, 3.0, 3.0]), Some(4.0), Some(0.0)),
            (rated(&[1.0, 5.0]), Some(4.0), Some(1.0)),
            (rated(&[5.0, 1.0, 3.0]), Some(4.0), Some((1.0 + 0.5 + 0.5) / 3.0)),
            (chose(4, 0), None, Some(0.0)),
            (chose(1, 1), None, Some(1.0)),
            (chose(2, 2), None, Some(4.0 / 6.0)),
        ] {
            let answers: Vec<&Value> = answers.iter().collect();
            let found = distance(&answers, scale);
            let close = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-12,
                (found, expected) => found == expected,
            };
            assert!(close, "{answers:?}: {found:?}");
        }
    }
}
