//! How far participants agree on one criterion.

mod agreement_units;
mod span_agreement;

use std::collections::BTreeMap;

use stats::agreement::{
    Chance, Level, PairMeasure, Ratings, ResampleUnit, Weighting, agreement, alpha_replicates, divided_items,
    krippendorff_alpha, rater_pairs, severities,
};
use stats::correlation::Correlation;
use stats::{Estimate, Note};
use study::claim::Coefficient;
use study::response::Response;

use crate::Statistic;
use crate::claims::AgreementLevel;
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::{ALONE, Sheet};
use agreement_units::AgreementUnits;

/// Krippendorff's alpha at the level of the response kind and at the others that make sense, Fleiss'
/// kappa, the share of agreeing pairs, for marked spans alpha for unitising, how well each two people
/// agree, and the questions that divide people most.
pub(crate) fn add_statistics(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let Some(level) = level(&judged.criterion.response) else { return };
    let rated = AgreementUnits::from_judgements(judged);
    let ratings = match Ratings::new(&rated.participant, &rated.question, &rated.value) {
        Ok(ratings) => ratings,
        Err(reason) => return sheet.miss("agreement", &reason.to_string()),
    };
    let asked = setting.agreement_levels.iter().filter(|it| it.criterion == judged.number());
    let asked: Vec<AgreementLevel> = asked.copied().filter(|it| (it.level - setting.level).abs() > 1e-9).collect();
    // Intervals are over items: one says nothing of how agreement varies.
    let several = rated.item.iter().any(|item| *item != rated.item[0]);
    let over_items = |estimate: Estimate| if several { estimate } else { Estimate::new(estimate.name, estimate.value) };
    alphas(sheet, (&rated, &ratings), level, (setting, &asked));
    let n = rated.value.len();
    // Those that count equal answers.
    let by_equality = [
        (Statistic::FleissKappa, Chance::Pooled, "Fleiss' kappa, generalised to unequal numbers of judgements"),
        (Statistic::GwetAc1, Chance::Gwet, "Gwet's AC1"),
        (Statistic::PercentAgreement, Chance::Nothing, "share of agreeing pairs of judgements, mean over questions"),
    ];
    let suits = Coefficient::Percent.suits(&judged.criterion.response);
    for (statistic, chance, words) in by_equality.into_iter().filter(|_| suits) {
        let found = agreement(&ratings, chance, Weighting::Identity, setting.level);
        // That pairs of people agree more often than never is no finding.
        let p = |estimate: &Estimate| estimate.p.filter(|_| chance != Chance::Nothing);
        let found = found.map(|found| over_items(Estimate { p: p(&found.estimate), ..found.estimate }));
        sheet.try_add(statistic, ALONE, found, n, words);
        for asked in asked.iter().filter(|it| coefficient(it.coefficient) == statistic) {
            let found = agreement(&ratings, chance, Weighting::Identity, asked.level);
            let found = found.map(|found| over_items(Estimate { p: None, ..found.estimate }));
            sheet.try_add(Statistic::AgreementForClaims, [asked.label()], found, n, words);
        }
    }
    span_agreement::add_statistics(sheet, judged, setting);
    pairs(sheet, judged, &ratings, setting.level);
    add_most_divided_questions(sheet, &rated, &ratings, level);
}

/// Alpha at the level of the response kind, without interval.
pub(crate) fn alpha(sheet: &mut Sheet, judged: &CriterionRows<'_>) {
    let Some(level) = level(&judged.criterion.response) else { return };
    let rated = AgreementUnits::from_judgements(judged);
    let found = Ratings::new(&rated.participant, &rated.question, &rated.value)
        .and_then(|ratings| krippendorff_alpha(&ratings, level))
        .map(|alpha| alpha.estimate);
    let words = format!("Krippendorff's alpha, {}", level_word(level));
    sheet.try_add(Statistic::Alpha, ALONE, found, rated.value.len(), &words);
}

/// What the values mean; none for words.
fn level(response: &Response) -> Option<Level> {
    match response {
        Response::Rating(_) | Response::Ranking(_) => Some(Level::Ordinal),
        Response::Slider(_) | Response::Count(_) | Response::Spans(_) => Some(Level::Interval),
        Response::Pairwise(pairwise) if pairwise.is_graded() => Some(Level::Ordinal),
        Response::Pairwise(_) | Response::BestWorst(_) | Response::Choice(_) => Some(Level::Nominal),
        Response::Text(_) => None,
    }
}

/// The statistic that claims mean by a coefficient.
pub(crate) fn coefficient(coefficient: Coefficient) -> Statistic {
    match coefficient {
        Coefficient::Alpha => Statistic::Alpha,
        Coefficient::Kappa => Statistic::FleissKappa,
        Coefficient::Percent => Statistic::PercentAgreement,
    }
}

fn alphas(
    sheet: &mut Sheet,
    (rated, ratings): (&AgreementUnits, &Ratings<'_>),
    level: Level,
    (setting, asked): (&Setting, &[AgreementLevel]),
) {
    let others: &[(Level, Statistic)] = match level {
        Level::Nominal => &[],
        Level::Ordinal => &[(Level::Nominal, Statistic::AlphaNominal), (Level::Interval, Statistic::AlphaInterval)],
        Level::Interval | Level::Ratio => &[(Level::Ordinal, Statistic::AlphaOrdinal)],
    };
    let n = ratings.len();
    match krippendorff_alpha(ratings, level) {
        Ok(alpha) => {
            let replicates = alpha_replicates(ratings, level, ResampleUnit::Clusters(&rated.item), setting.plan);
            let several = rated.item.iter().any(|item| *item != rated.item[0]);
            let interval = |level: f64| replicates.as_ref().ok().filter(|_| several)?.percentile(level).ok();
            let words = format!("Krippendorff's alpha, {}; bootstrap over items", level_word(level));
            for asked in asked.iter().filter(|it| it.coefficient == Coefficient::Alpha) {
                let found = alpha.estimate.clone().interval(interval(asked.level));
                sheet.add(Statistic::AgreementForClaims, [asked.label()], found, n, &words);
            }
            let coding = rated.coding.map(|words| Note::Said(words.to_owned()));
            sheet.add(
                Statistic::Alpha,
                ALONE,
                alpha.estimate.interval(interval(setting.level)).note(coding),
                n,
                &words,
            );
        }
        Err(reason) => return sheet.miss(Statistic::Alpha.word(), &reason.to_string()),
    }
    for (level, statistic) in others {
        let alpha = krippendorff_alpha(ratings, *level).map(|alpha| alpha.estimate);
        sheet.try_add(*statistic, ALONE, alpha, n, &format!("Krippendorff's alpha, {}", level_word(*level)));
    }
}

fn level_word(level: Level) -> &'static str {
    match level {
        Level::Nominal => "nominal",
        Level::Ordinal => "ordinal",
        Level::Interval => "interval",
        Level::Ratio => "ratio",
    }
}

/// How well each two people agree: a rank correlation of ratings, the share of equal answers
/// otherwise. Of many people only the range and the mean are put down.
fn pairs(sheet: &mut Sheet, judged: &CriterionRows<'_>, ratings: &Ratings<'_>, level: f64) {
    const MANY: usize = 40;
    // About a second.
    const MOST_WORK: usize = 40_000_000;
    let (statistic, measure, words) = match &judged.criterion.response {
        Response::Rating(_) | Response::Slider(_) | Response::Count(_) | Response::Spans(_) | Response::Ranking(_) => {
            let words = "Spearman's rank correlation over the questions both answered";
            (Statistic::RaterCorrelation, PairMeasure::Correlation(Correlation::Spearman), words)
        }
        Response::Pairwise(pairwise) if pairwise.is_graded() => {
            let words = "Spearman's rank correlation over the questions both answered";
            (Statistic::RaterCorrelation, PairMeasure::Correlation(Correlation::Spearman), words)
        }
        Response::Pairwise(_) | Response::BestWorst(_) | Response::Choice(_) => {
            let words = "share of equal answers to the questions both answered";
            (Statistic::RaterAgreement, PairMeasure::Percent, words)
        }
        Response::Text(_) => return,
    };
    let people: std::collections::BTreeSet<u32> = ratings.raters().iter().copied().collect();
    if people.len() * ratings.len() > MOST_WORK {
        return sheet.miss("agreement between each pair of people", "there are too many people to compare every pair");
    }
    let found: Vec<_> = rater_pairs(ratings, measure, level)
        .into_iter()
        .filter(|pair| pair.items > 1)
        .filter_map(|pair| Some((pair.raters, pair.items, pair.agreement.ok()?)))
        .collect();
    if found.is_empty() {
        return;
    }
    let id = |rater: u32| judged.dataset.participants[rater as usize].as_str();
    if matches!(judged.criterion.response, Response::Rating(_) | Response::Slider(_) | Response::Count(_)) {
        let words = "mean of a rater's value minus the mean of the others' on the same outputs; below zero is severe";
        for severity in severities(ratings, level) {
            sheet.add(Statistic::RaterSeverity, [id(severity.rater)], severity.estimate, severity.items, words);
        }
    }
    if people.len() <= MANY {
        for (raters, items, estimate) in &found {
            sheet.add(statistic, raters.map(id), estimate.clone(), *items, words);
        }
        for person in &people {
            let with: Vec<f64> = found.iter().filter(|it| it.0.contains(person)).map(|it| it.2.value).collect();
            let mean = with.iter().sum::<f64>() / with.len().max(1) as f64;
            if !with.is_empty() {
                let words = format!("mean over the others: {words}");
                sheet.add(Statistic::RaterAgreementMean, [id(*person)], mean, with.len(), &words);
            }
        }
    }
    let values: Vec<f64> = found.iter().map(|it| it.2.value).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(*x), h.max(*x)));
    for (label, value) in [("lowest", low), ("mean", mean), ("highest", high)] {
        let words = format!("over all pairs of people: {words}");
        sheet.add(Statistic::RaterPairs, [label], value, values.len(), &words);
    }
}

/// The questions on which people differ most: by the distance of numbers from their mean, by how many pairs of
/// choices differ.
fn add_most_divided_questions(sheet: &mut Sheet, rated: &AgreementUnits, ratings: &Ratings<'_>, level: Level) {
    const MOST: usize = 10;
    let (words, mut questions): (&str, Vec<(u32, usize, f64)>) = match level {
        Level::Nominal => ("share of the pairs of judgements of a question that differ", differing(rated)),
        Level::Ordinal | Level::Interval | Level::Ratio => (
            "mean squared distance of the judgements of a question from their mean",
            divided_items(ratings).into_iter().map(|it| (it.item, it.ratings, it.mse)).collect(),
        ),
    };
    questions.retain(|(_, judgements, division)| *judgements > 1 && *division > 0.0);
    questions.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    for (question, judgements, division) in questions.into_iter().take(MOST) {
        sheet.add(Statistic::Division, rated.labels[question as usize].clone(), division, judgements, words);
    }
}

/// Each question with the number of its judgements and the share of their pairs that differ:
/// 1 − Σ n_c(n_c − 1) / n(n − 1).
fn differing(rated: &AgreementUnits) -> Vec<(u32, usize, f64)> {
    let mut chosen: BTreeMap<u32, BTreeMap<u64, usize>> = BTreeMap::new();
    for (question, value) in rated.question.iter().zip(&rated.value) {
        *chosen.entry(*question).or_default().entry(value.to_bits()).or_default() += 1;
    }
    let pairs = |n: usize| (n * n.saturating_sub(1)) as f64;
    chosen
        .into_iter()
        .map(|(question, counts)| {
            let n: usize = counts.values().sum();
            let alike: f64 = counts.values().map(|count| pairs(*count)).sum();
            (question, n, if n > 1 { 1.0 - alike / pairs(n) } else { 0.0 })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_divide_people_by_the_share_of_pairs_that_differ() {
        let rated = AgreementUnits {
            question: vec![0, 0, 0, 1, 1, 2],
            value: vec![100.0, -100.0, 100.0, 0.0, 0.0, 1.0],
            ..AgreementUnits::default()
        };
        let found = differing(&rated);
        assert_eq!(found.iter().map(|it| (it.0, it.1)).collect::<Vec<_>>(), [(0, 3), (1, 2), (2, 1)]);
        for ((_, _, share), expected) in found.into_iter().zip([2.0 / 3.0, 0.0, 0.0]) {
            assert!((share - expected).abs() < 1e-15);
        }
    }
}
