//! What was left out, by which rule, and what that changed.

use analysis::{Statistic, Topic};

use super::family;
use super::home::families;
use super::{Input, add_count};
use crate::document::{Section, Words, capital, slug};
use crate::number::Face;

pub(super) fn section(input: &Input<'_>) -> Section {
    let results = input.results;
    let mut section = Section::new("exclusions", "Exclusions");
    if input.study.is_some_and(|study| study.analysis.exclude.is_empty()) {
        section.paragraph(Words::plain("The study declares no exclusion rules."));
    }
    let count = |statistic: Statistic| results.get(statistic, None, &[]);
    if let (Some(excluded), Some(kept)) = (count(Statistic::Excluded), count(Statistic::Judgements)) {
        let were = if (kept.estimate.value - 1.0).abs() < 0.5 { " was" } else { " were" };
        let words = add_count(Words::default(), kept, "judgement").text(format!("{were} analysed; "));
        section.paragraph(match excluded.estimate.value {
            none if none < 0.5 => words.text("none was excluded."),
            one if one < 1.5 => words.text("one was excluded."),
            _ => words.number(excluded, Face::Value).text(" were excluded."),
        });
    }
    let whole = std::iter::once(None);
    let criteria = results.about.criteria.iter().map(Some);
    for criterion in whole.chain(criteria) {
        for (statistic, numbers) in
            families(results, criterion.map(|criterion| criterion.id.as_str()), Topic::Exclusions)
        {
            if statistic == Statistic::Excluded {
                continue;
            }
            let about = criterion.map_or_else(String::new, |criterion| format!("{}: ", criterion.name));
            let id = slug(&format!("exclusions {about}{statistic}"));
            section.table(family::table(results, id, capital(&format!("{about}{}", statistic.words())), &numbers));
        }
    }
    section
}
