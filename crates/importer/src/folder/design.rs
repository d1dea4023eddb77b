//! The design that the answers show.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use dataset::Dataset;
use study::response::Response;

use super::shows_several;
use crate::judgement_summary::JudgementSummary;
use crate::question::{quoted, quoted_list};

/// Whether most of what was asked shows several outputs together; nothing where it could be either.
fn shows_several_outputs(dataset: &Dataset) -> Option<bool> {
    let mut votes: BTreeMap<bool, usize> = BTreeMap::new();
    for criterion in &dataset.criteria {
        if let Some(several) = shows_several(&criterion.response) {
            *votes.entry(several).or_default() += 1;
        }
    }
    votes.into_iter().max_by_key(|(_, count)| *count).map(|(several, _)| several)
}

/// Whether a criterion can stand in one study with the others.
fn fits(response: &Response, asked: Option<bool>) -> bool {
    shows_several(response).is_none_or(|several| Some(several) == asked)
}

/// The design that the questions about one output show, or those about several together.
struct KindDesign {
    /// The lines of `[design]`.
    lines: Vec<String>,
    criteria: Vec<String>,
    questions: usize,
    completions: usize,
}

impl KindDesign {
    fn new(dataset: &Dataset, summary: &JudgementSummary, (together, usual): (bool, bool)) -> KindDesign {
        let is_kind = |set: &Vec<u16>| (set.len() > 1) == together;
        let sets: Vec<&Vec<u16>> = summary.sets.keys().filter(|set| is_kind(set)).collect();
        let numbers: BTreeSet<usize> =
            summary.sets.iter().filter(|(set, _)| is_kind(set)).map(|(_, number)| *number).collect();
        let is_asked = |response: &Response| shows_several(response).unwrap_or(usual) == together;
        let criteria: Vec<String> = dataset
            .criteria
            .iter()
            .filter(|criterion| is_asked(&criterion.response))
            .map(|criterion| criterion.id.clone())
            .collect();
        let middle = |mut values: Vec<usize>| {
            values.sort_unstable();
            values.get(values.len() / 2).copied().unwrap_or(1).max(1)
        };
        let people = summary.people.iter().filter(|((_, set), _)| numbers.contains(set));
        let completions = middle(people.map(|(_, count)| *count).collect());
        let of_kind = summary.questions.iter().map(|by_kind| by_kind[usize::from(together)]);
        let questions = middle(of_kind.filter(|count| *count > 0).collect()) * criteria.len().max(1);
        let mut lines = combinations(dataset, &sets);
        lines.push(format!("repeat_items = {}", summary.repeats || sets.len() > 1));
        KindDesign { lines, criteria, questions, completions }
    }
}

/// Which systems were shown together.
fn combinations(dataset: &Dataset, sets: &[&Vec<u16>]) -> Vec<String> {
    let size = sets.first().map_or(1, |set| set.len());
    if size == 2 {
        let in_all = (0..dataset.systems.len() as u16).find(|system| sets.iter().all(|set| set.contains(system)));
        match in_all.filter(|_| dataset.systems.len() > 2) {
            Some(system) => {
                let id = quoted(&dataset.systems[usize::from(system)].id);
                vec!["combine = \"one-against-rest\"".to_owned(), format!("system = {id}")]
            }
            None => vec!["combine = \"all-pairs\"".to_owned()],
        }
    } else if size > 2 && size < dataset.systems.len() {
        vec!["combine = \"blocks\"".to_owned(), format!("set_size = {size}")]
    } else {
        Vec::new()
    }
}

/// `[design]` and `[lists]`; where some criteria show one output and others several, a part for each.
pub(super) fn text(dataset: &Dataset, summary: &JudgementSummary) -> String {
    let several = shows_several_outputs(dataset);
    let usual = several.unwrap_or_else(|| summary.sets.keys().next().is_some_and(|set| set.len() > 1));
    let is_mixed = dataset.criteria.iter().any(|criterion| !fits(&criterion.response, several));
    let of = |together: bool| KindDesign::new(dataset, summary, (together, usual));
    if !is_mixed {
        let KindDesign { lines, questions, completions, .. } = of(usual);
        let design = lines.join("\n");
        return format!("\n[design]\n{design}\n\n[lists]\nquestions = {questions}\ncompletions = {completions}\n");
    }
    let parts = [("alone", "Each by itself", of(false)), ("together", "Side by side", of(true))];
    let mut text = String::new();
    for (id, title, part) in &parts {
        let criteria = quoted_list(part.criteria.iter().map(String::as_str));
        let design = part.lines.join(", ");
        let _ = writeln!(
            text,
            "\n[[parts]]\nid = \"{id}\"\ntitle = \"{title}\"\ncriteria = {criteria}\ndesign = {{ {design} }}"
        );
    }
    let questions: usize = parts.iter().map(|(.., part)| part.questions).sum();
    let completions = parts.iter().map(|(.., part)| part.completions).max().unwrap_or(1);
    let _ = writeln!(text, "\n[lists]\nquestions = {questions}\ncompletions = {completions}\nparts = \"in-order\"");
    text
}
