//! Which items divide people most.

use std::collections::HashMap;

use live::flags::{ComparableAnswer, Questions, Work};
use stats::agreement::{Ratings, kendall_w};
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

/// Every item of the study, in its order. Two answers are as far apart as their values are on the scale; two rankings as their
/// rank correlation is from 1, of the 2 it can be; all other answers are equal or not.
pub(crate) fn disagreements<'a>(
    questions: &Questions,
    items: usize,
    works: impl Iterator<Item = &'a Work>,
) -> Vec<Disagreement> {
    let mut given: Vec<Vec<&ComparableAnswer>> = vec![Vec::new(); questions.count()];
    for one in works.flat_map(|work| &work.given) {
        if let Some(values) = given.get_mut(one.question) {
            values.push(one);
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
fn distance(answers: &[&ComparableAnswer], scale: Option<f64>) -> Option<f64> {
    let rankings: Vec<&[u32]> = answers.iter().filter_map(|given| given.ranks.as_deref()).collect();
    if !rankings.is_empty() {
        return rank_distance(&rankings);
    }
    if let Some(scale) = scale {
        let values: Vec<f64> = answers.iter().filter_map(|given| given.value.number()).collect();
        return mean_difference(&values).ok().map(|apart| (apart / scale).min(1.0));
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    answers.iter().filter_map(|given| given.value.words()).for_each(|words| *counts.entry(words).or_default() += 1);
    share_differing(&counts.into_values().collect::<Vec<_>>()).ok()
}

/// Half of what is missing to 1 of the mean rank correlation (Spearman's) of two of these rankings, which follows from
/// Kendall's W of all of them: ρ = (mW − 1)/(m − 1).
fn rank_distance(rankings: &[&[u32]]) -> Option<f64> {
    let (mut raters, mut items, mut ranks) = (Vec::new(), Vec::new(), Vec::new());
    for (rater, ranking) in (0_u32..).zip(rankings) {
        for (item, rank) in (0_u32..).zip(*ranking) {
            raters.push(rater);
            items.push(item);
            ranks.push(f64::from(*rank));
        }
    }
    let ratings = Ratings::new(&raters, &items, &ranks).ok()?;
    let w = kendall_w(&ratings, None).ok()?.corrected.value;
    let m = rankings.len() as f64;
    let mean = (m * w - 1.0) / (m - 1.0);
    Some(((1.0 - mean) / 2.0).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use live::flags::{ComparableAnswer, Value};

    use super::distance;

    #[test]
    fn rankings_are_as_far_apart_as_their_rank_correlation_says() {
        let ranked =
            |ranks: &[u32]| ComparableAnswer { question: 0, value: Value::Words("".into()), ranks: Some(ranks.into()) };
        for (rankings, expected) in [
            (vec![[1, 2, 3]], None),
            (vec![[1, 2, 3], [1, 2, 3]], Some(0.0)),
            (vec![[1, 2, 3], [3, 2, 1]], Some(1.0)),
            // Spearman's correlation of 1 2 3 and 2 1 3 is 1 - 6 * 2 / 24 = 0.5.
            (vec![[1, 2, 3], [2, 1, 3]], Some(0.25)),
            // Correlations 1, 0.5 and 0.5, in the mean 2/3.
            (vec![[1, 2, 3], [1, 2, 3], [2, 1, 3]], Some(1.0 / 6.0)),
        ] {
            let given: Vec<ComparableAnswer> = rankings.iter().map(|ranks| ranked(ranks)).collect();
            let found = distance(&given.iter().collect::<Vec<_>>(), None);
            assert!(
                found.zip(expected).map_or(found == expected, |(a, b)| (a - b).abs() < 1e-12),
                "{rankings:?}: {found:?}"
            );
        }
    }

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
            let answers: Vec<ComparableAnswer> =
                answers.into_iter().map(|value| ComparableAnswer { question: 0, value, ranks: None }).collect();
            let answers: Vec<&ComparableAnswer> = answers.iter().collect();
            let found = distance(&answers, scale);
            let close = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-12,
                (found, expected) => found == expected,
            };
            assert!(close, "{answers:?}: {found:?}");
        }
    }
}
