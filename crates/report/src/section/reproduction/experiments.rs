//! What is compared: the experiments and the facts known of each.

use reproduction::{Comparison, Experiment};

use crate::document::{Section, Words};
use crate::section::list_names;
use crate::table::{Cell, Column, Table};

/// More runs than this do not stand beside each other on a page.
const BESIDE: usize = 3;

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("experiments", "Reproduction: the experiments");
    let runs = &comparison.experiments;
    let mut facts: Vec<&str> = runs.iter().flat_map(|run| run.facts.keys().map(String::as_str)).collect();
    facts.sort_unstable();
    facts.dedup();
    facts.insert(0, "source");
    if runs.len() < 3 {
        section.table(beside_each_other(runs, &facts, "What is compared"));
        return section;
    }
    // What is the same everywhere is said once.
    let shared = |fact: &&str| {
        let mut said = runs.iter().map(|run| known_fact(run, fact));
        said.next().flatten().is_some_and(|first| said.all(|other| other.as_ref() == Some(&first)))
    };
    let (same, different): (Vec<&str>, Vec<&str>) = facts.into_iter().partition(shared);
    let same: Vec<String> = same
        .iter()
        .filter_map(|fact| Some(format!("{}: {}", fact_words(fact), known_fact(runs.first()?, fact)?)))
        .collect();
    let caption = "What differs between the runs";
    section.table(if runs.len() <= BESIDE {
        beside_each_other(runs, &different, caption)
    } else {
        under_each_other(runs, &different, caption)
    });
    if !same.is_empty() {
        section.paragraph(Words::plain(format!("In all runs, {}.", same.join("; "))));
    }
    section
}

fn known_fact(run: &Experiment, fact: &str) -> Option<String> {
    match fact {
        "source" => Some(run.source.clone()).filter(|source| !source.is_empty()),
        _ => run.facts.get(fact).cloned(),
    }
}

fn fact_words(fact: &str) -> String {
    fact.replace('_', " ")
}

/// A column for each run.
fn beside_each_other(runs: &[Experiment], facts: &[&str], caption: &str) -> Table {
    let columns = std::iter::once(Column::words("")).chain(runs.iter().map(|run| Column::words(&run.name)));
    let mut table = Table::new("experiments-facts", caption, columns.collect());
    for fact in facts {
        let cells = runs.iter().map(|run| known_fact(run, fact).map_or(Cell::Empty, Cell::text));
        table.row(std::iter::once(Cell::text(fact_words(fact))).chain(cells).collect());
    }
    table
}

/// For each fact a row for each answer, with the runs that give it. Who says nothing is not named.
fn under_each_other(runs: &[Experiment], facts: &[&str], caption: &str) -> Table {
    let columns = ["", "runs", "what is known of them"].map(Column::words).to_vec();
    let mut table = Table::new("experiments-facts", caption, columns);
    for fact in facts {
        let mut answers: Vec<(String, Vec<&str>)> = Vec::new();
        for (run, answer) in runs.iter().filter_map(|run| Some((run.name.as_str(), known_fact(run, fact)?))) {
            match answers.iter_mut().find(|(other, _)| *other == answer) {
                Some((_, names)) => names.push(run),
                None => answers.push((answer, vec![run])),
            }
        }
        for (index, (answer, names)) in answers.into_iter().enumerate() {
            let fact = if index == 0 { fact_words(fact) } else { String::new() };
            table.row(vec![Cell::text(fact), Cell::text(list_runs(runs, &names)), Cell::text(answer)]);
        }
    }
    table
}

/// `A, B and C`, or `all but A` where that is shorter.
fn list_runs(runs: &[Experiment], names: &[&str]) -> String {
    let others: Vec<&str> = runs.iter().map(|run| run.name.as_str()).filter(|run| !names.contains(run)).collect();
    if others.len() < 3 && names.len() > 3 { format!("all but {}", list_names(&others)) } else { list_names(names) }
}
