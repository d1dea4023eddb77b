//! Type III and what else needs the judgements of two experiments on the same items: agreement over all
//! raters together, and scores item by item.

use std::collections::BTreeMap;

use stats::agreement::{Ratings, krippendorff_alpha};
use stats::correlation::Correlation;
use stats::{Estimate, Note};
use study::response::Response;

use super::Context;
use super::comparison_number::{About, Findings, Reading};
use super::experiment_sources::level;
use super::precision::pairs;
use analysis::Statistic;
use analysis::rows::CriterionRows;

/// What raters could agree on, over one or more datasets: a question is an item with the outputs shown, by id.
#[derive(Debug, Default)]
pub(super) struct AgreementUnits {
    pub(super) rater: Vec<u32>,
    pub(super) question: Vec<u32>,
    pub(super) value: Vec<f64>,
}

/// Gathers the ratings of several datasets on one criterion; their raters are different people.
pub(super) fn pool_ratings<'a>(all: impl IntoIterator<Item = &'a CriterionRows<'a>>) -> AgreementUnits {
    let mut numbers: BTreeMap<(&str, Vec<&str>, &str), u32> = BTreeMap::new();
    let mut rated = AgreementUnits::default();
    let mut raters = 0;
    for judged in all {
        let graded = matches!(&judged.criterion.response, Response::Pairwise(pairwise) if pairwise.is_graded());
        let pairwise = matches!(judged.criterion.response, Response::Pairwise(_)) && !graded;
        let mut start = 0;
        for chunk in judged.judgement.chunk_by(|a, b| a == b) {
            let rows = start..start + chunk.len();
            start = rows.end;
            let mut together: Vec<&str> = judged.system[rows.clone()].iter().map(|s| judged.id(*s as usize)).collect();
            together.sort_unstable();
            // The outputs of a set of two say the same thing twice; one of them is enough.
            let kept = if together.len() == 2 { 1 } else { together.len() };
            let equal = pairwise && judged.value[rows.clone()].iter().all(|value| *value <= 0.0);
            for row in rows {
                let system = judged.id(judged.system[row] as usize);
                if !together[..kept].contains(&system) {
                    continue;
                }
                let item = judged.dataset.items[judged.item[row] as usize].id.as_str();
                let next = numbers.len() as u32;
                rated.question.push(*numbers.entry((item, together.clone(), system)).or_insert(next));
                rated.rater.push(raters + judged.participant[row]);
                let value = if graded { judged.net[row] } else { judged.value[row] };
                rated.value.push(if equal { 50.0 } else { value });
            }
        }
        raters += judged.dataset.participants.len() as u32;
    }
    rated
}

/// The judgements of one criterion in an experiment, where they are known.
fn rows_of<'a>(context: &'a Context<'_>, experiment: usize, criterion: &str) -> Option<CriterionRows<'a>> {
    let dataset = context.experiments[experiment].dataset.as_ref()?;
    let number = dataset.criteria.iter().position(|known| known.id == criterion)?;
    let judged = CriterionRows::select(dataset, number, |judgement| judgement.excluded.is_none());
    (!judged.value.is_empty()).then_some(judged)
}

/// For every pair of experiments whose judgements are known: alpha over both sets of raters, correlations of the
/// mean of each output, and how many of these means differ when rounded to whole numbers.
pub(super) fn assess(context: &Context<'_>, findings: &mut Findings) {
    for criterion in &context.frame.criteria {
        for (i, j) in pairs(context.experiments.len()) {
            let (Some(a), Some(b)) = (rows_of(context, i, &criterion.id), rows_of(context, j, &criterion.id)) else {
                continue;
            };
            let names = [context.experiments[i].name.as_str(), context.experiments[j].name.as_str()];
            let about = |reading: Reading| About::criterion(reading, &criterion.id).between_experiments(names);
            agreement((&a, &b), about(Reading::Agreement), findings);
            items(context, (&a, &b), &about(Reading::Correlation), findings);
        }
    }
}

fn agreement((a, b): (&CriterionRows<'_>, &CriterionRows<'_>), about: About, findings: &mut Findings) {
    let Some(level) = level(&a.criterion.response) else { return };
    let rated = pool_ratings([a, b]);
    let alpha = Ratings::new(&rated.rater, &rated.question, &rated.value)
        .and_then(|ratings| krippendorff_alpha(&ratings, level))
        .map(|alpha| alpha.estimate);
    findings.add("agreement over both", about.n(rated.value.len()), Statistic::AlphaPooled, alpha);
}

/// The mean of every output, by item and system.
fn means<'a>(judged: &'a CriterionRows<'_>) -> BTreeMap<(&'a str, &'a str), f64> {
    let mut sums: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
    for row in 0..judged.value.len() {
        let item = judged.dataset.items[judged.item[row] as usize].id.as_str();
        let sum = sums.entry((item, judged.id(judged.system[row] as usize))).or_default();
        *sum = (sum.0 + judged.value[row], sum.1 + 1.0);
    }
    sums.into_iter().map(|(output, (sum, n))| (output, sum / n)).collect()
}

fn items(
    context: &Context<'_>,
    (a, b): (&CriterionRows<'_>, &CriterionRows<'_>),
    about: &About,
    findings: &mut Findings,
) {
    let (first, second) = (means(a), means(b));
    let both: Vec<(f64, f64)> = first.iter().filter_map(|(output, x)| second.get(output).map(|y| (*x, *y))).collect();
    if both.len() < 3 {
        findings.miss(format!("scores item by item: {} outputs were judged in both", both.len()));
        return;
    }
    let (x, y): (Vec<f64>, Vec<f64>) = both.iter().copied().unzip();
    for (which, statistic) in [(Correlation::Pearson, Statistic::ItemsR), (Correlation::Spearman, Statistic::ItemsRho)]
    {
        let found = which.estimate(&x, &y, context.options.level);
        findings.add("the correlation over items", about.clone().n(both.len()), statistic, found);
    }
    let differ = both.iter().filter(|(x, y)| (x.round() - y.round()).abs() > 0.5).count();
    #[expect(clippy::cast_precision_loss, reason = "a count of items")]
    let count = Estimate::from(differ as f64);
    let said = Note::Said(format!("of {} means of an output, rounded to whole numbers", both.len()));
    findings.keep(about.clone().n(both.len()), Statistic::ItemsDiffer, count.note(said));
}
