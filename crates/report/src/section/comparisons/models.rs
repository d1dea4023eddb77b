//! What models say of each system: means, strengths, and the spread between people and items.

use analysis::{CriterionSummary, Results, Statistic};

use super::{Families, take};
use crate::document::{Section, slug};
use crate::figure::{Axis, Caption, Series, intervals};
use crate::number::Number;
use crate::section::family::{self, label};

pub(super) fn add_blocks<'a>(
    section: &mut Section,
    results: &'a Results,
    criterion: &CriterionSummary,
    rest: &mut Families<'a>,
) {
    let id = slug(&criterion.id);
    let axis = "log strength";
    for statistic in [Statistic::BtStrength, Statistic::PlStrength] {
        let numbers = take(rest, statistic);
        let Some(first) = numbers.first() else { continue };
        let title = format!("{}: {}", criterion.name, first.method);
        let names: Vec<String> = numbers.iter().map(|named| label(results, named)).collect();
        let series = [Series {
            name: axis.to_owned(),
            numbers: numbers.iter().map(|named| Some(Number::from(*named))).collect(),
        }];
        let caption = Caption { id: format!("{}-{id}", slug(statistic.word())), title };
        section.figure(intervals(caption, &names, &series, &Axis::new(axis)));
    }
    for statistic in [Statistic::LmmMean, Statistic::LmmSd] {
        let numbers = take(rest, statistic);
        let Some(first) = numbers.first() else { continue };
        let caption = format!("{}: {} ({})", criterion.name, statistic.words(), first.method);
        section.table(family::table(results, format!("{}-{id}", slug(statistic.word())), caption, &numbers));
    }
}
