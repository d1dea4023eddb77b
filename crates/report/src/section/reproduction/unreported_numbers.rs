//! What the first run did not report, and what was assumed or left out for want of it.

use reproduction::{Comparison, Experiment, Score, in_sentence};
use study::original::Measure;

use crate::document::Section;
use crate::table::{Cell, Column, Table};

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("unreported", "What the original did not report");
    let Some(first) = comparison.experiments.first().filter(|run| run.judged_by.is_none()) else { return section };
    let columns = ["not reported", "assumed instead, or left out"].map(Column::words).to_vec();
    let caption = format!("What {} did not report, and what was assumed instead", in_sentence(&first.name));
    let mut table = Table::new("unreported", caption, columns);
    for (what, instead) in unreported_facts(first) {
        table.row(vec![Cell::text(what), Cell::text(instead)]);
    }
    section.table(table);
    section
}

/// Words that a fact about it has in its name.
const PEOPLE: [&str; 6] = ["raters", "participants", "annotators", "evaluators", "workers", "judges"];
const PAY: [&str; 4] = ["pay", "reward", "wage", "compensation"];
const AGREEMENT: [&str; 3] = ["alpha", "kappa", "agreement"];
const INSTRUCTIONS: [&str; 3] = ["instruction", "guideline", "training"];
const TEST: [&str; 2] = ["test", "model"];

fn unreported_facts(run: &Experiment) -> Vec<(String, String)> {
    let known = |words: &[&str]| run.facts.keys().any(|fact| words.iter().any(|word| fact.contains(word)));
    let scores: Vec<&Score> = run.scores.iter().filter(|score| score.cell.system.is_some()).collect();
    let ranks = scores.iter().any(|score| score.cell.measure == Measure::Rank);
    let spread =
        |score: &&&Score| matches!(score.cell.measure, Measure::Mean | Measure::AverageRank | Measure::BestWorstScale);
    let agreed =
        run.scores.iter().any(|it| matches!(it.cell.measure, Measure::Alpha | Measure::Kappa | Measure::Agreement));
    let counted = |score: &&Score| score.n.is_some() || matches!(score.cell.measure, Measure::Count | Measure::Rank);
    let mut rows =
        vec![("single judgements", "judgements are taken as independent in what is tested or given an interval")];
    if ranks {
        rows.push(("the scores themselves, only their ranks", "no differences and no CV*; orders are compared"));
    }
    if !scores.iter().all(counted) {
        rows.push(("how many judgements each score is based on", "no test, interval or power of its scores"));
    }
    if scores.iter().filter(spread).any(|score| score.sd.is_none()) {
        rows.push(("standard deviations", "no effect in standard deviations, and no test of equal means"));
    }
    if !agreed && !known(&AGREEMENT) {
        rows.push(("how far people agreed", "agreement is not compared"));
    }
    if !known(&PEOPLE) {
        rows.push(("how many people judged", "no result depends on it"));
    }
    if !known(&INSTRUCTIONS) {
        rows.push(("instructions and training", "whether later runs gave the same is not known"));
    }
    if !known(&PAY) {
        rows.push(("pay", "no result depends on it"));
    }
    if !known(&TEST) {
        rows.push(("a test of its claims", "claims are decided from its numbers"));
    }
    let said = run.facts.iter().filter(|(_, value)| {
        ["not stated", "not available", "not reported", "unknown", "none printed"]
            .iter()
            .any(|word| value.contains(word))
    });
    let said = said.map(|(fact, value)| (fact.replace('_', " "), format!("{value}; nothing was assumed")));
    rows.into_iter().map(|(what, instead)| (what.to_owned(), instead.to_owned())).chain(said).collect()
}
