//! Which checks stand in which list.

use study::{CheckQuestion, Study};

use crate::plan::{Check, List};
use crate::seeded_rng::SeededRng;

/// Deals `per_list` checks to each list, round and round, itinerary by itinerary: every check is used
/// equally often, up to one, and people who do several lists meet as few twice as there are checks to go
/// round. A list that asks one criterion gets the checks of that criterion; the checks of several parts take turns.
pub(crate) fn deal(lists: &mut [List], study: &Study, per_list: usize, seed: u64) {
    let checks = &study.checks;
    let mut groups: Vec<&Vec<u16>> = lists.iter().map(|list| &list.criteria).collect();
    groups.sort_unstable();
    groups.dedup();
    let groups: Vec<Vec<u16>> = groups.into_iter().cloned().collect();
    for (number, criteria) in groups.iter().enumerate() {
        let mut fitting: Vec<u32> = (0..checks.len() as u32)
            .filter(|check| criteria.iter().any(|c| usize::from(*c) == checks[*check as usize].criterion))
            .collect();
        fitting.sort_by(|a, b| checks[*a as usize].id.cmp(&checks[*b as usize].id));
        SeededRng::new(seed, "checks of lists", &[number as u64]).shuffle(&mut fitting);
        if fitting.is_empty() {
            continue;
        }
        if study.in_parts() {
            fitting = in_turn(study, &fitting);
        }
        let mut of_group: Vec<usize> = (0..lists.len()).filter(|list| lists[*list].criteria == *criteria).collect();
        of_group.sort_by_key(|list| (lists[*list].itinerary, *list));
        for (turn, list) in of_group.into_iter().enumerate() {
            let dealt = (0..per_list.min(fitting.len())).map(|i| fitting[(turn * per_list + i) % fitting.len()]);
            lists[list].checks = dealt.collect();
        }
    }
}

/// A check of the first part, one of the second, and so on, as long as there are any.
fn in_turn(study: &Study, checks: &[u32]) -> Vec<u32> {
    let mut of_parts = vec![0usize; study.parts.len()];
    let mut placed: Vec<(usize, usize, u32)> = Vec::with_capacity(checks.len());
    for check in checks {
        let part = study.part_of(study.checks[*check as usize].criterion);
        placed.push((of_parts[part], part, *check));
        of_parts[part] += 1;
    }
    placed.sort_unstable();
    placed.into_iter().map(|(.., check)| check).collect()
}

/// What drawing needs to know about the checks.
pub(crate) fn describe(study: &Study) -> Vec<Check> {
    let of = |check: &CheckQuestion| {
        let outputs = u16::try_from(check.outputs.len()).unwrap_or(u16::MAX);
        let part = study.part_of(check.criterion) as u16;
        Check { id: check.id.clone(), part, outputs, right: first_named(&check.answer, outputs) }
    };
    study.checks.iter().map(of).collect()
}

/// The output that an answer names first: `b`, `b > a > c` and `best b worst a` all name `b`. Nothing
/// for `equal`, for numbers and for words.
fn first_named(answer: &str, outputs: u16) -> Option<u16> {
    let words = answer.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words
        .filter_map(|word| match word.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => Some(u16::from(letter.to_ascii_lowercase() - b'a')),
            _ => None,
        })
        .find(|place| *place < outputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_a_right_answer_names_first_is_found() {
        for (answer, outputs, expected) in [
            ("b", 2, Some(1)),
            (" A ", 2, Some(0)),
            ("c > a > b", 3, Some(2)),
            ("best b worst a", 3, Some(1)),
            ("best=c, worst=a", 3, Some(2)),
            ("equal", 2, None),
            (">= 3", 1, None),
            ("c", 2, None),
            ("", 2, None),
        ] {
            assert_eq!(first_named(answer, outputs), expected, "{answer:?}");
        }
    }
}
