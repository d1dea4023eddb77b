//! The cumulative-link mixed model, with participants and items as crossed random effects.

use std::collections::BTreeSet;

use stats::emm::{Adjust, Estimable, Means, contrast, pairwise};
use stats::mixed::ordinal::{self, Link};
use stats::mixed::{Column, Formula, Frame};
use stats::{Estimate, Note, StatError};
use study::file::TestName;

use super::{Pair, PairResult, add_family, all_pairs};
use crate::Statistic;
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::Sheet;

/// `rating ~ system + (1|participant) + (1|item)` for ordered categories, with a logit link.
pub(super) fn add_statistics(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let apart = unbounded_pairs(judged);
    for (first, second) in &apart {
        sheet.miss_about(Statistic::Test(TestName::OrdinalModel), [judged.id(*first), judged.id(*second)], APART);
    }
    // Where no two systems can be compared there is nothing to fit.
    if apart.len() == all_pairs(&judged.systems()).len() {
        return;
    }
    if let Err(reason) = try_ordinal(sheet, judged, setting, &apart) {
        sheet.miss("cumulative-link mixed model", &reason.to_string());
    }
}

/// Why two systems cannot be compared by this model.
const APART: &str = "no rating of one is below any of the other (separation), so the model's difference is \
                     infinite and has no standard error or p-value; the linear mixed model and rank tests can compare them";

/// The pairs of systems whose difference the model does not bound.
fn unbounded_pairs(judged: &CriterionRows<'_>) -> Vec<Pair> {
    let mut values = judged.value.clone();
    values.sort_unstable_by(f64::total_cmp);
    values.dedup();
    let category = |value: &f64| values.partition_point(|known| known < value) as u32;
    let sets = ordinal::tied_levels(&judged.system, &judged.value.iter().map(category).collect::<Vec<u32>>());
    let finite = |(first, second): &Pair| sets[*first].is_some() && sets[*first] == sets[*second];
    all_pairs(&judged.systems()).into_iter().filter(|pair| !finite(pair)).collect()
}

fn try_ordinal(
    sheet: &mut Sheet,
    judged: &CriterionRows<'_>,
    setting: &Setting,
    apart: &[Pair],
) -> Result<(), StatError> {
    let formula = formula(judged)?;
    let words: Vec<String> = judged.value.iter().map(ToString::to_string).collect();
    let frame = frame(judged, Column::factor(&words))?;
    let model = ordinal::Model::new(&formula, &frame, &ordinal::Options::new(Link::Logit))?;
    let fit = model.fit()?;
    let inference = model.inference(&fit)?;
    let means = Means::new(Estimable { design: &model.design, kept: model.estimated_columns() }, &["system"])?;
    let contrasts = contrast(&pairwise(&means), &inference, Adjust::None, setting.level)?;
    let doubts = model.doubts(&fit);
    let with = |estimate: Estimate| doubts.iter().fold(estimate, |it, doubt| it.note(Note::Said(doubt.clone())));
    let mut compared = label_contrasts(judged, contrasts.into_iter().map(with).collect());
    compared.retain(|it| !apart.contains(&it.pair));
    add_family(sheet, judged, setting, TestName::OrdinalModel, compared);
    Ok(())
}

/// The model the data can bear: a random effect needs two levels and more rows than levels.
fn formula(judged: &CriterionRows<'_>) -> Result<Formula, StatError> {
    let levels = |codes: &[u32]| codes.iter().collect::<BTreeSet<_>>().len();
    let mut text = "rating ~ system".to_owned();
    for (name, codes) in [("participant", &judged.participant), ("item", &judged.item)] {
        if (2..judged.value.len()).contains(&levels(codes)) {
            text.push_str(&format!(" + (1|{name})"));
        }
    }
    if !text.contains('|') {
        return Err(StatError::TooFew { what: "participants or items with several judgements", needed: 2, found: 1 });
    }
    Formula::parse(&text).map_err(|error| StatError::Undefined(error.to_string()))
}

fn frame(judged: &CriterionRows<'_>, rating: Column) -> Result<Frame, StatError> {
    let systems = judged.systems();
    let code = |system: &u32| systems.iter().position(|known| *known == *system as usize).unwrap_or(0) as u32;
    let system = Column::Factor {
        levels: systems.iter().map(|system| judged.id(*system).to_owned()).collect(),
        codes: judged.system.iter().map(code).collect(),
    };
    Frame::default()
        .with_column("rating", rating)?
        .with_column("system", system)?
        .with_column("participant", factor_of_codes(&judged.participant, |p| judged.dataset.participants[p].clone()))?
        .with_column("item", factor_of_codes(&judged.item, |item| judged.dataset.items[item].id.clone()))
}

/// A factor with only the levels that occur.
fn factor_of_codes(codes: &[u32], name: impl Fn(usize) -> String) -> Column {
    let seen: BTreeSet<u32> = codes.iter().copied().collect();
    let place: std::collections::HashMap<u32, u32> = seen.iter().copied().zip(0..).collect();
    Column::Factor {
        levels: seen.iter().map(|code| name(*code as usize)).collect(),
        codes: codes.iter().map(|code| place[code]).collect(),
    }
}

/// Contrasts under the pairs they are about, in the direction of the pair.
fn label_contrasts(judged: &CriterionRows<'_>, contrasts: Vec<Estimate>) -> Vec<PairResult> {
    let system = |id: &String| judged.dataset.systems.iter().position(|system| system.id == *id);
    let compared = contrasts.into_iter().filter_map(|estimate| {
        let (first, second) = (system(estimate.of.first()?)?, system(estimate.of.get(1)?)?);
        Some(PairResult { pair: (first, second), estimate, n: judged.value.len() })
    });
    compared.collect()
}

#[cfg(test)]
mod tests {
    use crate::{Options, Statistic};
    use dataset::Mapping;
    use study::file::TestName;
    use table::Table;

    /// Wald's p-value of a difference without end is 1, where all other tests find it.
    #[test]
    fn systems_that_no_rating_holds_together_are_not_tested() {
        let mut rows = "rater,item,system,rating\n".to_owned();
        for item in 0..10 {
            for person in 0..4 {
                let of = |shift: usize| 1 + (3 * item + 5 * person + item * person + shift) % 3;
                let (mid, low) = (1 + of(1), of(0));
                rows.push_str(&format!(
                    "p{person},i{item},gold,5\np{person},i{item},mid,{mid}\np{person},i{item},low,{low}\n"
                ));
            }
        }
        let table = Table::read("ratings.csv", rows.as_bytes()).unwrap();
        let dataset = dataset::from_table(&table, &Mapping::default(), None).unwrap();
        let results = crate::run(None, &dataset, Options { seed: 1, replicates: 20, level: 0.95 });
        let found =
            |statistic: Statistic, pair: [&str; 2]| results.get(statistic, "rating", &pair).map(|it| it.estimate.p);
        let ordinal = Statistic::Test(TestName::OrdinalModel);
        assert!(found(ordinal, ["gold", "low"]).is_none() && found(ordinal, ["gold", "mid"]).is_none());
        assert!(found(ordinal, ["low", "mid"]).flatten().is_some_and(|p| p.value() < 0.01));
        assert!(found(Statistic::DIFFERENCE, ["gold", "low"]).flatten().is_some_and(|p| p.value() < 0.01));
        assert_eq!(results.missing.iter().filter(|it| it.contains("separation")).count(), 2, "{:?}", results.missing);
    }
}
