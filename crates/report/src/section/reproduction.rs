//! Did it reproduce? Results of types I to IV, and the three readings of success kept apart.

mod causes;
mod effects;
mod experiments;
mod findings;
mod matrix;
mod methods;
mod order;
mod readings;
mod runs;
mod scores;
mod unreported_numbers;

use analysis::Statistic;
use reproduction::{Comparison, ComparisonNumber, Reading};

use crate::document::{Section, Words};
use crate::table::{Cell, Row, Table};

pub(super) use methods::reference_names;

pub(super) fn sections(comparison: &Comparison) -> Vec<Section> {
    let mut rest = Section::new("reproduction-missing", "Not assessed");
    rest.list(comparison.missing.iter().map(|reason| Words::plain(reason.clone())).collect());
    let mut remarks = Section::new("reproduction-remarks", "Worth knowing");
    if !comparison.remarks.is_empty() {
        remarks.paragraph(Words::default().strong("Worth knowing"));
    }
    // Those about scales stand on the first screen, those about a run's limits beside the tables, too.
    let above = |remark: &&String| comparison.rescaled.iter().chain(comparison.run_limits()).any(|it| it == *remark);
    let below = comparison.remarks.iter().filter(|remark| !above(remark));
    remarks.list(below.map(|remark| Words::plain(remark.clone())).collect());
    vec![
        runs::section(comparison),
        experiments::section(comparison),
        unreported_numbers::section(comparison),
        findings::section(comparison),
        matrix::section(comparison),
        scores::section(comparison),
        order::section(comparison),
        readings::hypotheses(comparison),
        readings::means(comparison),
        effects::section(comparison),
        causes::section(comparison),
        remarks,
        rest,
        methods::section(comparison),
    ]
}

/// Beside what holds runs against each other: what some of them cannot bear.
fn add_run_limits(section: &mut Section, comparison: &Comparison) {
    section.list(comparison.run_limits().map(|sentence| Words::plain(sentence.clone())).collect());
}

/// Where the numbers of a comparison alone are.
pub(super) fn provenance() -> Section {
    let mut section = Section::new("provenance", "Provenance");
    section.paragraph(
        Words::plain("Hover over a number to see its id; full precision is in ")
            .code("comparison.json")
            .text(". The same inputs give the same page."),
    );
    section
}

/// The numbers that answer one question, in their order.
fn reading(comparison: &Comparison, reading: Reading) -> impl Iterator<Item = &ComparisonNumber> {
    comparison.numbers.iter().filter(move |number| number.reading == reading)
}

/// What a number is about: its criterion and labels, without the experiments.
type About<'a> = (Option<&'a str>, &'a [String]);

fn parse_subject(number: &ComparisonNumber) -> About<'_> {
    (number.criterion.as_deref(), &number.estimate.of)
}

/// Numbers gathered by what they are about, in the order of first appearance.
fn group_by_subject<'a>(
    numbers: impl Iterator<Item = &'a ComparisonNumber>,
) -> Vec<(About<'a>, Vec<&'a ComparisonNumber>)> {
    let mut gathered: Vec<(About<'a>, Vec<&'a ComparisonNumber>)> = Vec::new();
    for number in numbers {
        match gathered.iter_mut().find(|(known, _)| *known == parse_subject(number)) {
            Some((_, numbers)) => numbers.push(number),
            None => gathered.push((parse_subject(number), vec![number])),
        }
    }
    gathered
}

/// The number of this statistic between these experiments.
fn find<'a>(numbers: &[&'a ComparisonNumber], statistic: Statistic, between: &[&str]) -> Option<&'a ComparisonNumber> {
    numbers.iter().find(|number| number.statistic == statistic && number.between == between).copied()
}

/// Every two experiments, the earlier first.
fn pairs(comparison: &Comparison) -> Vec<[&str; 2]> {
    let names: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
    let after = |first: usize| names[first + 1..].iter().map(move |second| (first, *second));
    (0..names.len()).flat_map(after).map(|(first, second)| [names[first], second]).collect()
}

/// The printed name of a criterion.
fn criterion<'a>(comparison: &'a Comparison, id: Option<&'a str>) -> &'a str {
    let Some(id) = id else { return "the whole study" };
    comparison.frame.criteria.iter().find(|criterion| criterion.id == id).map_or(id, |criterion| &criterion.name)
}

/// Begins a group of rows for a criterion, where there are several.
fn group<'a>(comparison: &'a Comparison, table: &mut Table, id: Option<&'a str>) {
    let name = criterion(comparison, id);
    let last = table.rows.iter().rev().find_map(|row| match row {
        Row::Group(name) => Some(name.as_str()),
        Row::Cells(_) => None,
    });
    if comparison.frame.criteria.len() > 1 && last != Some(name) {
        table.rows.push(Row::Group(name.to_owned()));
    }
}

/// Which experiments a row is about; nothing where there are only two.
fn experiments_cell(comparison: &Comparison, names: &[impl AsRef<str>]) -> Cell {
    if comparison.experiments.len() == 2 {
        return Cell::Empty;
    }
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    Cell::text(if names.is_empty() { "all".to_owned() } else { names.join(", ") })
}

/// What a row is about, in printed names.
fn label(comparison: &Comparison, of: &[String]) -> String {
    let names: Vec<&str> = of.iter().map(|id| comparison.frame.system_name(id)).collect();
    if names.is_empty() { "all".to_owned() } else { names.join(" – ") }
}
