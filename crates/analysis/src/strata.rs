//! Every result by stratum of items, and whether the systems differ by the same in all of them.

use dataset::{Judgement, Subject};
use stats::adjust::{Adjustment, adjust};
use stats::decide::{Difference, same_in_strata};
use stats::{Estimate, PValue};

use crate::Statistic;
use crate::comparisons::all_pairs;
use crate::rows::{CriterionRows, score_name};
use crate::scores::model_interval;
use crate::setting::Setting;
use crate::sheet::Sheet;

/// More values than this are no strata that a reader compares.
const MOST: usize = 8;
const MODEL: &str = "linear mixed model, in one stratum";
const INTERACTION: &str = "Welch's test on the differences of the linear mixed model in each stratum";

/// The scores and differences in each stratum by the deciding model, and the interaction of every two systems with strata.
pub(crate) fn add_statistics(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    if score_name(&judged.criterion.response).is_none() {
        return;
    }
    for (number, name) in judged.dataset.strata.iter().enumerate() {
        let values = values(judged, number);
        if values.len() > MOST {
            sheet.miss(&format!("results by {name}"), &format!("{} strata are too many to compare", values.len()));
        } else if values.len() > 1 {
            let strata =
                values.iter().map(|value| (format!("{name}={value}"), select_stratum(judged, number, value))).collect();
            by_stratum(sheet, judged, (name.as_str(), strata), setting);
        }
    }
}

/// What items that were judged say of a stratum, in the order of the items.
fn values<'a>(judged: &CriterionRows<'a>, number: usize) -> Vec<&'a str> {
    let items = judged.dataset.items.iter().enumerate().filter(|(item, _)| judged.item.contains(&(*item as u32)));
    let mut values: Vec<&str> = Vec::new();
    for value in items.filter_map(|(_, item)| item.strata.get(number)).filter(|value| !value.is_empty()) {
        if !values.contains(&value.as_str()) {
            values.push(value);
        }
    }
    values
}

/// The judgements on items of one stratum.
fn select_stratum<'a>(judged: &CriterionRows<'a>, number: usize, value: &str) -> CriterionRows<'a> {
    let items = &judged.dataset.items;
    let belongs = |judgement: &Judgement| match &judgement.subject {
        Subject::Item { item, .. } => items[*item].strata.get(number).is_some_and(|of| of == value),
        Subject::Check { .. } => false,
    };
    CriterionRows::select(judged.dataset, judged.number(), |it| it.excluded.is_none() && belongs(it))
}

fn by_stratum(
    sheet: &mut Sheet,
    judged: &CriterionRows<'_>,
    (name, strata): (&str, Vec<(String, CriterionRows<'_>)>),
    setting: &Setting,
) {
    for (label, rows) in &strata {
        for system in rows.systems() {
            let values = rows.values_of(system);
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let interval = model_interval(rows, system, mean, setting.level);
            let score = Estimate::from(mean).interval(interval);
            let words = "mean over judgements of one stratum; interval of the linear mixed model there";
            sheet.add(Statistic::ScoreIn, [rows.id(system), label], score, values.len(), words);
        }
        if let Err(reason) = rows.decision() {
            sheet.miss(&format!("differences in {label}"), &reason.to_string());
        }
    }
    let mut compared: Vec<([&str; 3], Estimate)> = Vec::new();
    for (a, b) in all_pairs(&judged.systems()) {
        let mut known: Vec<Difference> = Vec::new();
        for (label, rows) in &strata {
            let Some(found) = rows.decision().ok().and_then(|it| it.difference(a, b).ok()) else { continue };
            let estimate = Estimate::from(found.possible_value())
                .se(found.se)
                .df(found.df.is_finite().then_some(found.df))
                .interval(found.interval(setting.level))
                .p(found.differs());
            let of = [judged.id(a), judged.id(b), label];
            sheet.add(Statistic::DifferenceIn, of, estimate, rows.judgements.len(), MODEL);
            known.push(found);
        }
        if known.len() == strata.len()
            && let Ok(test) = same_in_strata(&known)
        {
            compared.push(([judged.id(a), judged.id(b), name], test));
        }
    }
    let p: Vec<PValue> = compared.iter().map(|(_, test)| test.p.unwrap_or(PValue::new(1.0))).collect();
    let n = judged.judgements.len();
    for ((of, test), p) in compared.into_iter().zip(adjust(&p, Adjustment::Holm)) {
        sheet.add(Statistic::StrataDiffer, of, test, n, INTERACTION);
        let corrected = Estimate::from(p.value()).p(p);
        let words = format!("{INTERACTION}; Holm's correction over the pairs of systems");
        sheet.add(Statistic::StrataDifferCorrected, of, corrected, n, &words);
    }
}
