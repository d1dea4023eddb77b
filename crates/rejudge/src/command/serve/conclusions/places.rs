//! Whether a place is preferred, whatever stands there.

use std::collections::BTreeMap;

use analysis::{NamedEstimate, Statistic};
use dataset::{Dataset, Subject};
use report::{Cell, Column, Face, Number, Section, Table};
use stats::hypothesis::TestOptions;
use stats::hypothesis::binomial::{ShareInterval, binomial_test};

/// How often each place was preferred. Who stands where is drawn by lot, so that by the texts alone every place would be
/// preferred equally often. The test takes answers as independent, which those of one person are not quite: a hint.
pub(super) fn places(dataset: &Dataset) -> Option<Section> {
    let mut counts: BTreeMap<(usize, usize), Vec<u64>> = BTreeMap::new();
    for judgement in dataset.included_judgements() {
        let Subject::Item { systems, .. } = &judgement.subject else { continue };
        let Some(place) = judgement.answer.preferred_position() else { continue };
        let counts = counts.entry((judgement.criterion, systems.len())).or_insert_with(|| vec![0; systems.len()]);
        if let Some(count) = counts.get_mut(place) {
            *count += 1;
        }
    }
    let columns = vec![
        Column::words("criterion"),
        Column::words("place"),
        Column::numbers("share"),
        Column::numbers("interval"),
        Column::words("by lot"),
        Column::numbers("p"),
        Column::numbers("n"),
    ];
    let caption = "How often the text in each position was preferred, regardless of system";
    let mut table = Table::new("places-preferred", caption, columns);
    for ((criterion, places), counts) in counts {
        let all: u64 = counts.iter().sum();
        for (place, count) in counts.iter().enumerate() {
            let expected = 1.0 / places as f64;
            let Ok(test) = binomial_test(*count, all, expected, ShareInterval::Wilson, TestOptions::default()) else {
                continue;
            };
            let named = NamedEstimate {
                statistic: Statistic::PlacePreferred,
                criterion: Some(dataset.criteria[criterion].id.clone()),
                of: vec![(place + 1).to_string()],
                estimate: test.statistic,
                n: all as usize,
                method: "share of preferences; exact binomial test against random positions".to_owned(),
            };
            let cell = |face| Cell::Number(Number::from(&named), face);
            table.row(vec![
                Cell::text(&dataset.criteria[criterion].name),
                Cell::text(format!("{} of {places}", place + 1)),
                cell(Face::Value),
                cell(Face::Interval),
                Cell::text(format!("1/{places}")),
                cell(Face::P),
                cell(Face::N),
            ]);
        }
    }
    let mut section = Section::new("places", "Places");
    section.table(table);
    (!section.blocks.is_empty()).then_some(section)
}
