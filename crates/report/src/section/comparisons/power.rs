//! What the design could have found: power by size of effect, two systems at a time.

use analysis::{CriterionSummary, NamedEstimate, Results, Statistic};

use super::{Families, take};
use crate::document::{Section, Words, slug};
use crate::number::Face;
use crate::section::printed_name;
use crate::table::{Cell, Column, Row, Table};

/// The effect, the test that takes every judgement as independent, the one that fits the design.
const KINDS: [(Statistic, Statistic, &[Statistic]); 3] = [
    (Statistic::PowerAtD, Statistic::PowerT, &[Statistic::PowerLmm]),
    (Statistic::PowerAtShare, Statistic::PowerSign, &[Statistic::PowerBt, Statistic::PowerPl]),
    (Statistic::PowerAtMargin, Statistic::PowerTost, &[]),
];

pub(super) fn add_blocks<'a>(
    section: &mut Section,
    results: &'a Results,
    criterion: &CriterionSummary,
    rest: &mut Families<'a>,
) {
    let columns = vec![
        Column::words("comparison"),
        Column::numbers("effect"),
        Column::numbers("power (independent test)"),
        Column::numbers("power (model)"),
    ];
    let caption = format!("{}: power, the chance that a comparison finds an effect of a given size", criterion.name);
    let mut table = Table::new(format!("power-{}", slug(&criterion.id)), caption, columns);
    for (effect, independent, fitting) in KINDS {
        let effects = take(rest, effect);
        let independent = take(rest, independent);
        let fitting: Vec<&NamedEstimate> = fitting.iter().flat_map(|statistic| take(rest, *statistic)).collect();
        let mut grouped: Vec<&str> = effects.iter().map(|named| named.method.as_str()).collect();
        grouped.sort_unstable_by_key(|method| effects.iter().position(|named| named.method == *method));
        grouped.dedup();
        for method in grouped {
            table.rows.push(Row::Group(method.to_owned()));
            for named in effects.iter().filter(|named| named.method == method) {
                let of = |numbers: &[&'a NamedEstimate]| numbers.iter().find(|other| other.of == named.of).copied();
                let systems: Vec<&str> = named.of.iter().take(2).map(|id| printed_name(results, id)).collect();
                table.row(vec![
                    Cell::text(systems.join(" – ")),
                    Cell::from_number(Some(*named), Face::Value),
                    Cell::from_number(of(&independent), Face::Value),
                    Cell::from_number(of(&fitting), Face::Value),
                ]);
            }
        }
    }
    if !table.rows.is_empty() {
        section.paragraph(Words::plain(
            "Power is reported for effects specified in advance; post-hoc power adds nothing to the p-value (Hoenig and \
             Heisey 2001).",
        ));
    }
    section.table(table);
}
