//! The three readings of success: same hypotheses, same means, same effects.

use std::fmt::Write as _;

use analysis::Statistic;
use comfy_table::Table;
use reproduction::{Comparison, ComparisonNumber, Reading, TEST_OF_INDEPENDENT};

use super::text::{experiments_label, figure, p, pairs, section, table, with_interval};

/// A table for each reading that something is known of, and beside those that hold runs against each other what a run cannot bear.
pub(super) fn render_tables(comparison: &Comparison) -> String {
    let mut text = String::new();
    section(&mut text, "Same hypotheses? Every pair of systems tested in each experiment", hypotheses(comparison));
    let as_papers_do = runs_tested_as_independent(comparison);
    if !as_papers_do.is_empty() {
        let runs = as_papers_do.join(", ");
        let _ = writeln!(text, "Tested {TEST_OF_INDEPENDENT}, as papers do: {runs}");
    }
    let means = means(comparison);
    if means.is_none() && comparison.run_limits().next().is_some() {
        text.push_str("\nSame means? Not tested; the first table has the differences\n");
    }
    for (heading, shown) in [
        ("Same means? Two one-sided tests", means),
        ("Same effects? Differences between two systems", effects(comparison)),
        ("How far apart the effects are", differences_table(comparison)),
    ] {
        section(&mut text, heading, shown);
    }
    // What holds of all these tables, where whoever reads them still sees it.
    for sentence in comparison.run_limits() {
        let _ = writeln!(text, "! {sentence}");
    }
    text
}

/// The runs whose pairs of systems are tested as papers test them.
fn runs_tested_as_independent(comparison: &Comparison) -> Vec<&str> {
    let is_so = |run: &&str| {
        comparison.numbers.iter().any(|number| {
            number.reading == Reading::Hypotheses
                && number.between == [*run]
                && number.estimate.notes.iter().any(|note| note.to_string() == TEST_OF_INDEPENDENT)
        })
    };
    comparison.experiments.iter().map(|experiment| experiment.name.as_str()).filter(is_so).collect()
}

/// The numbers of a reading, gathered by what they are about: criterion and labels.
fn group_by_subject(comparison: &Comparison, reading: Reading) -> Vec<(Vec<String>, Vec<&ComparisonNumber>)> {
    let mut gathered: Vec<(Vec<String>, Vec<&ComparisonNumber>)> = Vec::new();
    for number in comparison.numbers.iter().filter(|number| number.reading == reading) {
        let about: Vec<String> = number.criterion.iter().chain(&number.estimate.of).cloned().collect();
        match gathered.iter_mut().find(|(known, _)| *known == about) {
            Some((_, numbers)) => numbers.push(number),
            None => gathered.push((about, vec![number])),
        }
    }
    gathered
}

fn find<'a>(numbers: &[&'a ComparisonNumber], statistic: Statistic, between: &str) -> Option<&'a ComparisonNumber> {
    numbers.iter().find(|number| number.statistic == statistic && number.between.join("|") == between).copied()
}

/// Names of the criterion and of what is compared on it.
fn words(comparison: &Comparison, about: &[String]) -> [String; 2] {
    let (id, of) = about.split_first().map_or(("", about), |(id, of)| (id.as_str(), of));
    let criterion = comparison.frame.criteria.iter().find(|criterion| criterion.id == id);
    let of: Vec<&str> = of.iter().map(|id| comparison.frame.system_name(id)).collect();
    [criterion.map_or(id, |criterion| &criterion.name).to_owned(), of.join(" – ")]
}

fn note(number: &ComparisonNumber) -> String {
    number.estimate.notes.last().map(ToString::to_string).unwrap_or_default()
}

fn hypotheses(comparison: &Comparison) -> Option<Table> {
    let names: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
    let mut header = vec![String::new(), "systems".to_owned()];
    for name in &names {
        header.extend([format!("{name}: statistic"), "p".to_owned(), "p (Holm)".to_owned()]);
    }
    let mut rows = Vec::new();
    for (about, numbers) in group_by_subject(comparison, Reading::Hypotheses) {
        let mut row = Vec::from(words(comparison, &about));
        for name in &names {
            let test =
                numbers.iter().find(|n| n.between == [(*name).to_owned()] && n.statistic != Statistic::PHolm).copied();
            row.push(
                test.map(|test| format!("{} {}", test.statistic, figure(test.estimate.value))).unwrap_or_default(),
            );
            row.push(p(test));
            row.push(p(find(&numbers, Statistic::PHolm, name)));
        }
        if row[2..].iter().any(|cell| !cell.is_empty()) {
            rows.push(row);
        }
        for alike in numbers.iter().filter(|number| number.statistic == Statistic::TestsAlike) {
            let mut row = Vec::from(words(comparison, &about));
            row[1] = format!("same conclusion, {}", alike.between.join(" and "));
            row.push(note(alike));
            row.resize(header.len(), String::new());
            rows.push(row);
        }
    }
    table(&header, rows, 2)
}

fn means(comparison: &Comparison) -> Option<Table> {
    let header =
        ["", "score", "between", "difference", "margin", "p (same)", "p (different)", "verdict"].map(str::to_owned);
    let mut rows = Vec::new();
    for (about, numbers) in group_by_subject(comparison, Reading::Means) {
        for pair in pairs(comparison) {
            let Some(tost) = find(&numbers, Statistic::Tost, &pair) else { continue };
            let mut row = Vec::from(words(comparison, &about));
            let margin =
                find(&numbers, Statistic::Margin, &pair).map(|margin| format!("±{}", figure(margin.estimate.value)));
            row.extend([
                experiments_label(comparison, &tost.between),
                with_interval(tost),
                margin.unwrap_or_default(),
                p(Some(tost)),
            ]);
            row.extend([p(find(&numbers, Statistic::DIFFERENCE, &pair)), note(tost)]);
            rows.push(row);
        }
    }
    table(&header, rows, 3)
}

/// The effect of two systems in an experiment.
fn effect<'a>(numbers: &[&'a ComparisonNumber], experiment: &str) -> Option<&'a ComparisonNumber> {
    find(numbers, Statistic::EffectD, experiment).or(find(numbers, Statistic::NetPreference, experiment))
}

/// What a forest plot shows.
fn effects(comparison: &Comparison) -> Option<Table> {
    let names: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
    let mut header = vec![String::new(), "systems".to_owned(), "effect".to_owned()];
    header.extend(names.iter().map(|name| (*name).to_owned()));
    header.extend(["pooled", "τ²", "I² (%)", "p (homogeneous)", "pooled by"].map(str::to_owned));
    let mut rows = Vec::new();
    for (about, numbers) in group_by_subject(comparison, Reading::Effects) {
        let Some(first) = names.iter().find_map(|name| effect(&numbers, name)) else { continue };
        let mut row = Vec::from(words(comparison, &about));
        row.push(first.statistic.word().replace('_', " "));
        row.extend(names.iter().map(|name| effect(&numbers, name).map(with_interval).unwrap_or_default()));
        row.push(find(&numbers, Statistic::PooledEffect, "").map(with_interval).unwrap_or_default());
        let shown = |statistic: Statistic| {
            find(&numbers, statistic, "").map(|it| figure(it.estimate.value)).unwrap_or_default()
        };
        row.extend([shown(Statistic::Tau2), shown(Statistic::I2), p(find(&numbers, Statistic::HeterogeneityQ, ""))]);
        row.push(find(&numbers, Statistic::PooledEffect, "").map(note).unwrap_or_default());
        rows.push(row);
    }
    table(&header, rows, 3)
}

/// Each pair of experiments: how far the effects lie apart.
fn differences_table(comparison: &Comparison) -> Option<Table> {
    let header =
        ["", "systems", "between", "difference", "p", "ratio", "prediction", "p (below d33)"].map(str::to_owned);
    let mut rows = Vec::new();
    for (about, numbers) in group_by_subject(comparison, Reading::Effects) {
        for pair in pairs(comparison) {
            let Some(difference) = find(&numbers, Statistic::EffectDifference, &pair) else { continue };
            let mut row = Vec::from(words(comparison, &about));
            row.extend([
                experiments_label(comparison, &difference.between),
                with_interval(difference),
                p(Some(difference)),
            ]);
            row.push(find(&numbers, Statistic::EffectRatio, &pair).map(with_interval).unwrap_or_default());
            row.push(find(&numbers, Statistic::Prediction, &pair).map(note).unwrap_or_default());
            row.push(p(find(&numbers, Statistic::Telescopes, &pair)));
            rows.push(row);
        }
    }
    table(&header, rows, 3)
}
