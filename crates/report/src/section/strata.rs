//! Every result by stratum of items, and whether systems differ by the same in all of them.

use analysis::{CriterionSummary, Results, Statistic};

use super::printed_name;
use crate::document::{Section, slug};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Row, Table};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("strata", "By stratum");
    for criterion in &results.about.criteria {
        for (name, labels) in strata(results, criterion) {
            section.table(differences(results, criterion, (name, &labels)));
            section.table(scores(results, criterion, (name, &labels)));
        }
    }
    section
}

/// The strata of a criterion: what they are called, and the labels of their values: `domain`, `domain=news`.
fn strata<'a>(results: &'a Results, criterion: &'a CriterionSummary) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut strata: Vec<(&str, Vec<&str>)> = Vec::new();
    for label in results.all(Statistic::ScoreIn, Some(&criterion.id)).filter_map(|named| named.of.get(1)) {
        let Some((name, _)) = label.split_once('=') else { continue };
        match strata.iter_mut().find(|(known, _)| *known == name) {
            Some((_, labels)) if labels.contains(&label.as_str()) => {}
            Some((_, labels)) => labels.push(label),
            None => strata.push((name, vec![label])),
        }
    }
    strata
}

fn value(label: &str) -> &str {
    label.split_once('=').map_or(label, |(_, value)| value)
}

/// The difference of every two systems in each stratum, and the test that it is the same in all.
fn differences(results: &Results, criterion: &CriterionSummary, (name, labels): (&str, &[&str])) -> Table {
    let about = Some(criterion.id.as_str());
    // Two intervals fit beside each other; of more strata they are in `results.json`.
    let (face, with) = if labels.len() > 2 { (Face::Value, "") } else { (Face::Both, ", 95 % CI") };
    let mut columns = vec![Column::words("comparison")];
    // More strata than this would not stand side by side; their differences are in `results.json`.
    let shown = if labels.len() > 3 { &[][..] } else { labels };
    columns.extend(shown.iter().map(|label| Column::numbers(value(label))));
    columns.extend(["raw p (same)", "corrected p (same)"].map(Column::numbers));
    let caption = format!(
        "{}: differences by {name} (linear mixed model{with}), and Welch's test that they are the same: system × {name}",
        criterion.name
    );
    let id = format!("strata-differences-{}-{}", slug(&criterion.id), slug(name));
    let mut table = Table::new(id, caption, columns);
    for test in results.all(Statistic::StrataDiffer, about).filter(|named| named.of.get(2).is_some_and(|of| of == name))
    {
        let (a, b) = (test.of[0].as_str(), test.of[1].as_str());
        let mut cells = vec![Cell::text(format!("{} – {}", printed_name(results, a), printed_name(results, b)))];
        cells.extend(
            shown
                .iter()
                .map(|label| Cell::from_number(results.get(Statistic::DifferenceIn, about, &[a, b, label]), face)),
        );
        cells.push(Cell::Number(Number::from(test), Face::P));
        cells.push(Cell::from_number(results.get(Statistic::StrataDifferCorrected, about, &[a, b, name]), Face::P));
        table.row(cells);
    }
    table
}

/// The score of every system in each stratum.
fn scores(results: &Results, criterion: &CriterionSummary, (name, labels): (&str, &[&str])) -> Table {
    let score = criterion.score.map(Statistic::words).unwrap_or_default();
    let mut columns = vec![Column::words("system")];
    columns.extend([score.as_str(), "interval", "n"].map(Column::numbers));
    let caption = format!("{}: {score} by {name}", criterion.name);
    let id = format!("strata-scores-{}-{}", slug(&criterion.id), slug(name));
    let mut table = Table::new(id, caption, columns);
    for label in labels {
        table.rows.push(Row::Group(value(label).to_owned()));
        for named in results
            .all(Statistic::ScoreIn, Some(&criterion.id))
            .filter(|named| named.of.get(1).is_some_and(|of| of == label))
        {
            let cell = |face| Cell::Number(Number::from(named), face);
            let system = printed_name(results, &named.of[0]);
            table.row(vec![Cell::text(system), cell(Face::Value), cell(Face::Interval), cell(Face::N)]);
        }
    }
    table
}
