//! Which checks stand in which list.

use study::CheckQuestion;

use crate::plan::{Check, List};
use crate::seeded_rng::SeededRng;

/// Deals `per_list` checks to each list, round and round, itinerary by itinerary: every check is used
/// equally often, up to one, and people who do several lists meet as few twice as there are checks to go
/// round. A list that asks one criterion gets the checks of that criterion.
pub(crate) fn deal(lists: &mut [List], checks: &[CheckQuestion], per_list: usize, seed: u64) {
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
        let mut of_group: Vec<usize> = (0..lists.len()).filter(|list| lists[*list].criteria == *criteria).collect();
        of_group.sort_by_key(|list| (lists[*list].itinerary, *list));
        for (turn, list) in of_group.into_iter().enumerate() {
            let dealt = (0..per_list.min(fitting.len())).map(|i| fitting[(turn * per_list + i) % fitting.len()]);
            lists[list].checks = dealt.collect();
        }
    }
}

/// What drawing needs to know about a check.
pub(crate) fn describe(check: &CheckQuestion) -> Check {
    let outputs = u16::try_from(check.outputs.len()).unwrap_or(u16::MAX);
    Check { id: check.id.clone(), outputs, right: first_named(&check.answer, outputs) }
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
