//! The design that the answers show.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dataset::Dataset;
use study::response::Response;

use super::shows_several;
use crate::judgement_summary::JudgementSummary;

/// Whether most of what was asked shows several outputs together; nothing where it could be either.
pub(super) fn shows_several_outputs(dataset: &Dataset) -> Option<bool> {
    let mut votes: BTreeMap<bool, usize> = BTreeMap::new();
    for criterion in &dataset.criteria {
        if let Some(several) = shows_several(&criterion.response) {
            *votes.entry(several).or_default() += 1;
        }
    }
    votes.into_iter().max_by_key(|(_, count)| *count).map(|(several, _)| several)
}

/// Whether a criterion can stand in one study with the others.
pub(super) fn fits(response: &Response, asked: Option<bool>) -> bool {
    shows_several(response).is_none_or(|several| Some(several) == asked)
}

/// `[design]` and `[lists]`.
pub(super) fn text(dataset: &Dataset, summary: &JudgementSummary, asked: Option<bool>) -> String {
    let sets: Vec<&Vec<u16>> = summary.sets.keys().collect();
    let criteria = dataset.criteria.iter().filter(|criterion| fits(&criterion.response, asked)).count().max(1);
    let size = sets.first().map_or(1, |set| set.len());
    let mut text = String::from("\n[design]\n");
    if size == 2 {
        let in_all = (0..dataset.systems.len() as u16).find(|system| sets.iter().all(|set| set.contains(system)));
        match in_all.filter(|_| dataset.systems.len() > 2) {
            Some(system) => {
                let _ = writeln!(
                    text,
                    "combine = \"one-against-rest\"\nsystem = {}",
                    crate::question::quoted(&dataset.systems[usize::from(system)].id)
                );
            }
            None => text.push_str("combine = \"all-pairs\"\n"),
        }
    } else if size > 2 && size < dataset.systems.len() {
        let _ = writeln!(text, "combine = \"blocks\"\nset_size = {size}");
    }
    let several_sets = sets.len() > 1;
    let _ = writeln!(text, "repeat_items = {}", summary.repeats || several_sets);
    let middle = |mut values: Vec<usize>| {
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or(1).max(1)
    };
    let completions = middle(summary.people.values().copied().collect());
    let usual = middle(summary.questions.clone());
    let _ = writeln!(text, "\n[lists]\nquestions = {}\ncompletions = {completions}", usual * criteria);
    text
}
