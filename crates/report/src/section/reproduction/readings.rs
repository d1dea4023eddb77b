//! Two readings of success: the same hypotheses are supported; the means are the same.

use analysis::Statistic;
use reproduction::{Comparison, ComparisonNumber, Reading};

use super::{add_run_limits, criterion, experiments_cell, find, group, group_by_subject, label, pairs, reading};
use crate::document::{Section, Words};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// Every two systems, tested in every experiment.
pub(super) fn hypotheses(comparison: &Comparison) -> Section {
    let mut section = Section::new("same-hypotheses", "Same hypotheses?");
    let names: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
    let mut columns = vec![Column::words("systems")];
    for name in &names {
        columns.extend(["statistic", "df", "p", "Holm's p"].map(|head| Column::numbers(head).under_heading(name)));
    }
    let signs = reading(comparison, Reading::Hypotheses).any(|number| {
        number.estimate.notes.iter().any(|note| note.to_string().ends_with("without a difference, left out"))
    });
    let how = if signs { " on the choices for one or the other" } else { "" };
    let caption = format!("All pairs of systems, tested in each experiment{how}");
    let mut table = Table::new("same-hypotheses-tests", caption, columns);
    for ((id, of), numbers) in group_by_subject(reading(comparison, Reading::Hypotheses)) {
        let mut cells = vec![Cell::text(label(comparison, of))];
        let mut found = 0;
        for name in &names {
            let test = numbers
                .iter()
                .copied()
                .find(|number| number.between == [*name] && number.statistic != Statistic::PHolm);
            found += usize::from(test.is_some());
            let test = test.map(|test| Number::from(test).quiet_about("without a difference, left out"));
            cells.extend([Face::Value, Face::Df, Face::P].map(|face| Cell::from_number(test.clone(), face)));
            cells.push(Cell::from_number(find(&numbers, Statistic::PHolm, &[name]), Face::P));
        }
        if found > 0 {
            group(comparison, &mut table, id);
            table.row(cells);
        }
    }
    section.table(table);
    let alike = reading(comparison, Reading::Hypotheses).filter(|number| number.statistic == Statistic::TestsAlike);
    let lines = alike.map(|number| {
        let of = criterion(comparison, number.criterion.as_deref());
        let words = Words::plain(format!(
            "{of}: share of tests with the same conclusion in {}: ",
            number.between.join(" and ")
        ));
        words.number(Number::without_notes(number), Face::Value).text(format!(", {}", verdict_text(number)))
    });
    section.list(lines.collect());
    section
}

/// Every score in every two experiments: two one-sided tests against a margin.
pub(super) fn means(comparison: &Comparison) -> Section {
    let mut section = Section::new("same-means", "Same means?");
    add_run_limits(&mut section, comparison);
    let mut columns = ["system", "between"].map(Column::words).to_vec();
    columns.extend(["difference", "interval", "margin", "p (TOST)", "p (difference)"].map(Column::numbers));
    columns.push(Column::words("verdict"));
    let mut table =
        Table::new("same-means-tests", "Equivalence tests (TOST) of each mean: reproduction − original", columns);
    for ((id, of), numbers) in group_by_subject(reading(comparison, Reading::Means)) {
        for pair in pairs(comparison) {
            let Some(tost) = find(&numbers, Statistic::Tost, &pair) else { continue };
            let cell = |face| Cell::Number(Number::without_notes(tost), face);
            group(comparison, &mut table, id);
            table.row(vec![
                Cell::text(label(comparison, of)),
                experiments_cell(comparison, &pair),
                cell(Face::Value),
                cell(Face::Interval),
                Cell::from_number(find(&numbers, Statistic::Margin, &pair), Face::Value),
                cell(Face::P),
                Cell::from_number(find(&numbers, Statistic::DIFFERENCE, &pair), Face::P),
                Cell::text(verdict_text(tost)),
            ]);
        }
    }
    section.table(table);
    section
}

/// The last note of a number is its verdict.
pub(super) fn verdict_text(number: &ComparisonNumber) -> String {
    number.estimate.notes.last().map(ToString::to_string).unwrap_or_default()
}
