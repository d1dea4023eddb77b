//! The third reading of success: the effects are the same.

use analysis::Statistic;
use reproduction::{Comparison, ComparisonNumber, Reading};

use super::readings::verdict_text;
use super::{add_run_limits, experiments_cell, find, group, group_by_subject, label, pairs, reading};
use crate::document::{Section, slug};
use crate::figure::{Caption, Forest, Group, forest};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("same-effects", "Same effects?");
    let all = group_by_subject(reading(comparison, Reading::Effects));
    for frame in &comparison.frame.criteria {
        let mut of_criterion = all.iter().filter(|((id, _), _)| *id == Some(frame.id.as_str()));
        let groups: Vec<Group> =
            of_criterion.clone().filter_map(|((_, of), numbers)| experiments(comparison, of, numbers)).collect();
        let pooled = of_criterion.find_map(|(_, numbers)| find(numbers, Statistic::PooledEffect, &[]));
        let model = pooled.and_then(|it| it.estimate.notes.last()).map(ToString::to_string).unwrap_or_default();
        let diamonds = if model.is_empty() { String::new() } else { format!("; diamonds: {model}") };
        let title = format!("{}: the difference of each pair of systems in each experiment{diamonds}", frame.name);
        let caption = Caption { id: format!("forest-{}", slug(&frame.id)), title };
        let share = reading(comparison, Reading::Effects).any(|number| {
            number.statistic == Statistic::NetPreference && number.criterion.as_deref() == Some(&frame.id)
        });
        let axis = if share { "net preference, 95 % CI" } else { "Cohen's d, 95 % CI" };
        section.figure(forest(caption, &Forest { groups, none: 0.0, axis: axis.to_owned() }));
    }
    add_run_limits(&mut section, comparison);
    section.table(agreement(comparison));
    section
}

fn effect<'a>(numbers: &[&'a ComparisonNumber], experiment: &str) -> Option<&'a ComparisonNumber> {
    find(numbers, Statistic::EffectD, &[experiment]).or_else(|| find(numbers, Statistic::NetPreference, &[experiment]))
}

fn experiments(comparison: &Comparison, of: &[String], numbers: &[&ComparisonNumber]) -> Option<Group> {
    let rows: Vec<(String, Number)> = comparison
        .experiments
        .iter()
        .filter_map(|experiment| Some((experiment.name.clone(), Number::from(effect(numbers, &experiment.name)?))))
        .collect();
    let shown = |statistic: Statistic, decimals| {
        find(numbers, statistic, &[]).map(|it| Number::from(it).render(Face::Value, decimals))
    };
    let i2 = shown(Statistic::I2, 0).map(|i2| format!(", I² {i2}\u{a0}%")).unwrap_or_default();
    let tau2 = find(numbers, Statistic::Tau2, &[]).map(|it| match it.estimate.value {
        none if none < 5e-5 => ", τ² 0".to_owned(),
        little if little < 0.01 => format!(", τ² {}", Number::from(it).render(Face::Value, 4)),
        _ => format!(", τ² {}", Number::from(it).render(Face::Value, 2)),
    });
    let name = format!("pooled{i2}{}", tau2.unwrap_or_default());
    let pooled = find(numbers, Statistic::PooledEffect, &[]).map(|number| (name, Number::from(number)));
    (!rows.is_empty()).then(|| Group { name: label(comparison, of), rows, pooled })
}

/// How the effects of every two experiments compare.
fn agreement(comparison: &Comparison) -> Table {
    let mut columns = ["systems", "between"].map(Column::words).to_vec();
    columns.extend(["difference", "interval", "p", "ratio", "interval"].map(Column::numbers));
    columns.push(Column::numbers("prediction interval"));
    columns
        .extend(["inside", "small-telescopes test: effect below the original's 33 %-power effect?"].map(Column::words));
    let mut table = Table::new("same-effects-pairs", "Change in effect size from original to reproduction", columns);
    for ((id, of), numbers) in group_by_subject(reading(comparison, Reading::Effects)) {
        for pair in pairs(comparison) {
            let Some(difference) = find(&numbers, Statistic::EffectDifference, &pair) else { continue };
            let ratio = find(&numbers, Statistic::EffectRatio, &pair);
            let prediction = find(&numbers, Statistic::Prediction, &pair);
            let said_of = |number: Option<&ComparisonNumber>, words: &str, yes: &str, no: &str| {
                let answer = number.map(|number| if verdict_text(number) == words { yes } else { no });
                answer.map_or(Cell::Empty, Cell::text)
            };
            let cell = |face| Cell::Number(Number::from(difference), face);
            group(comparison, &mut table, id);
            table.row(vec![
                Cell::text(label(comparison, of)),
                experiments_cell(comparison, &pair),
                cell(Face::Value),
                cell(Face::Interval),
                cell(Face::P),
                Cell::from_number(ratio, Face::Value),
                Cell::from_number(ratio, Face::Interval),
                Cell::from_number(prediction.map(Number::without_notes), Face::Interval),
                said_of(prediction, "inside", "yes", "no"),
                said_of(
                    find(&numbers, Statistic::Telescopes, &pair),
                    "too small for the original to have seen",
                    "yes",
                    "no evidence",
                ),
            ]);
        }
    }
    table
}
