//! Systems against each other: by the deciding model, and by the tests that papers print.

mod models;
mod pairs;
mod power;

use analysis::{CriterionSummary, NamedEstimate, Results, Statistic, Topic};

use super::family;
use super::home::families;
use crate::document::{Section, Words, slug};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Row, Table};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("comparisons", "Comparisons");
    for criterion in &results.about.criteria {
        let mut rest = families(results, Some(&criterion.id), Topic::Comparisons);
        let remarks: Vec<&str> = results
            .remarks
            .iter()
            .filter(|remark| remark.criterion.as_deref() == Some(&criterion.id))
            .map(|remark| remark.text.as_str())
            .collect();
        if rest.is_empty() && remarks.is_empty() {
            continue;
        }
        section.heading(format!("comparisons-{}", slug(&criterion.id)), criterion.name.clone());
        for remark in remarks {
            section.remark(Words::plain(remark));
        }
        pairs::add_blocks(&mut section, results, criterion, &mut rest);
        models::add_blocks(&mut section, results, criterion, &mut rest);
        power::add_blocks(&mut section, results, criterion, &mut rest);
        section.table(over_all(criterion, &mut rest));
        for (statistic, numbers) in rest {
            let id = format!("{}-{}", slug(statistic.word()), slug(&criterion.id));
            let method = numbers.first().map(|named| named.method.as_str()).unwrap_or_default();
            let caption = format!("{}: {}", criterion.name, family::add_method(&statistic.words(), method));
            section.table(family::table(results, id, caption, &numbers));
        }
    }
    for remark in results.remarks.iter().filter(|remark| remark.criterion.is_none()) {
        section.remark(Words::plain(remark.text.clone()));
    }
    section
}

/// Statistics with their numbers, of which a table takes those it shows.
type Families<'a> = Vec<(Statistic, Vec<&'a NamedEstimate>)>;

/// Takes the numbers of one statistic out of those still to be shown.
fn take<'a>(families: &mut Families<'a>, statistic: Statistic) -> Vec<&'a NamedEstimate> {
    match families.iter().position(|(known, _)| *known == statistic) {
        Some(index) => families.remove(index).1,
        None => Vec::new(),
    }
}

/// Numbers about all systems together: one row each.
fn over_all(criterion: &CriterionSummary, rest: &mut Families<'_>) -> Table {
    let columns = vec![
        Column::words("number"),
        Column::numbers("value"),
        Column::numbers("interval"),
        Column::numbers("df"),
        Column::numbers("p"),
        Column::words("method"),
    ];
    let caption = format!("{}: omnibus tests", criterion.name);
    let mut table = Table::new(format!("over-all-{}", slug(&criterion.id)), caption, columns);
    rest.retain(|(statistic, numbers)| {
        let [one] = numbers[..] else { return true };
        if !one.of.is_empty() {
            return true;
        }
        let cell = |face| Cell::Number(Number::from(one), face);
        table.rows.push(Row::Cells(vec![
            Cell::text(statistic.words()),
            cell(Face::Value),
            cell(Face::Interval),
            cell(Face::Df),
            cell(Face::P),
            Cell::text(&one.method),
        ]));
        false
    });
    table
}
