//! Experiments from results and from judgements.

use std::collections::BTreeMap;

use dataset::{Dataset, Subject};
use stats::agreement::{Level, Ratings, krippendorff_alpha};
use stats::effect::Summary;
use study::original::Measure;
use study::response::{Preference, Response};

use super::experiment::Experiment;
use super::frame::{Frame, FrameCriterion};
use super::pooled_judgements;
use super::rescaling::{Ends, Scales};
use super::run_model::models_of_results;
use analysis::reported_numbers::{Cell, ReportedNumber, Score};
use analysis::rows::{CriterionRows, answered_range, known_scale, score_name};
use analysis::{NamedEstimate, Results, Statistic};

/// The measure that a score or coefficient is.
fn measure(statistic: Statistic) -> Option<Measure> {
    let measures = [
        (Statistic::Mean, Measure::Mean),
        (Statistic::WinPercent, Measure::WinPercent),
        (Statistic::BestWorst, Measure::BestWorstScale),
        (Statistic::AverageRank, Measure::AverageRank),
        (Statistic::PairShare, Measure::Share),
        (Statistic::PairEqual, Measure::ShareEqual),
        (Statistic::Alpha, Measure::Alpha),
    ];
    measures.into_iter().find(|(known, _)| *known == statistic).map(|(_, measure)| measure)
}

/// The level at which agreement on a kind of answer is measured.
pub(super) fn level(response: &Response) -> Option<Level> {
    match response {
        Response::Rating(_) | Response::Ranking(_) => Some(Level::Ordinal),
        Response::Slider(_) | Response::Count(_) | Response::Spans(_) => Some(Level::Interval),
        Response::Pairwise(pairwise) if pairwise.is_graded() => Some(Level::Ordinal),
        Response::Pairwise(_) | Response::BestWorst(_) => Some(Level::Nominal),
        Response::Choice(_) | Response::Text(_) => None,
    }
}

impl Experiment {
    /// What an analysis found.
    #[must_use]
    pub fn of_results(name: &str, results: &Results) -> Experiment {
        let mut experiment = Experiment {
            name: name.to_owned(),
            source: source(results),
            judged_by: Some(results.provenance.judged_by),
            facts: facts(results),
            scales: scales(results),
            found: found_ends(results),
            ..Experiment::default()
        };
        for named in &results.estimates {
            let (Some(measure), Some(criterion)) = (measure(named.statistic), &named.criterion) else { continue };
            let (system, against) = match named.of.as_slice() {
                [] => (None, None),
                [system] => (Some(system.clone()), None),
                [system, against] => (Some(system.clone()), Some(against.clone())),
                _ => continue,
            };
            let sd = system.as_deref().filter(|_| against.is_none()).and_then(|id| deviation(results, named, id));
            experiment.scores.push(Score {
                cell: cell(criterion, measure, system, against),
                value: ReportedNumber::Computed(named.estimate.value),
                sd: sd.map(ReportedNumber::Computed),
                n: Some(named.n as u64),
            });
        }
        experiment.claims = results.claims.clone();
        experiment.models = models_of_results(results);
        experiment
    }

    /// What an analysis found, with its judgements, so that errors are those of the deciding model.
    #[must_use]
    pub fn of_run(name: &str, results: &Results, dataset: &Dataset) -> Experiment {
        Experiment { dataset: Some(dataset.clone()), ..Experiment::of_results(name, results) }
    }

    /// What the judgements of a dataset say, without those that a rule excludes. Choices between two give
    /// shares of every pair, percentages of wins and best-worst scores, whichever the other experiment knows.
    #[must_use]
    pub fn of_dataset(name: &str, source: &str, dataset: Dataset) -> Experiment {
        let mut experiment = Experiment {
            name: name.to_owned(),
            source: source.to_owned(),
            judged_by: Some(dataset.provenance.judged_by),
            scales: stated_scales(&dataset),
            found: found_in_answers(&dataset),
            ..Experiment::default()
        };
        for criterion in 0..dataset.criteria.len() {
            let judged = CriterionRows::select(&dataset, criterion, |judgement| judgement.excluded.is_none());
            let id = &judged.criterion.id;
            if let Some(measure) = score_name(&judged.criterion.response).and_then(measure) {
                for system in judged.systems() {
                    let values = judged.values_of(system);
                    experiment
                        .scores
                        .extend(score(cell(id, measure, Some(judged.id(system).to_owned()), None), &values));
                }
            }
            experiment.scores.extend(choices(&judged));
            experiment.scores.extend(alpha(&judged));
        }
        experiment.dataset = Some(dataset);
        experiment
    }
}

/// The study's title and where its judgements come from.
fn source(results: &Results) -> String {
    let origin = results.provenance.origin.trim_end_matches('.');
    let origin = origin.strip_prefix("Read").map_or_else(|| origin.to_owned(), |rest| format!("read{rest}"));
    format!("“{}”; {origin}", results.about.title)
}

/// The standard deviation of the judgements behind a score: the analysis gives that of its own score; of best-worst scores
/// beside percentages of wins it follows from both, because each vote is a win, a loss or neither.
fn deviation(results: &Results, named: &NamedEstimate, system: &str) -> Option<f64> {
    let id = named.criterion.as_deref()?;
    let own = results.about.criteria.iter().find(|asked| asked.id == id)?.score?;
    if own == named.statistic {
        return results.get(Statistic::Sd, id, &[system]).map(|sd| sd.estimate.value);
    }
    if (own, named.statistic) != (Statistic::WinPercent, Statistic::BestWorst) {
        return None;
    }
    let won = results.get(own, id, &[system])?.estimate.value / 100.0;
    let lost = won - named.estimate.value / 100.0;
    #[expect(clippy::cast_precision_loss, reason = "a number of votes")]
    let n = named.n as f64;
    let variance = won + lost - (won - lost).powi(2);
    (n > 1.0 && lost >= -1e-9 && won + lost <= 1.0 + 1e-9).then(|| 100.0 * (variance.max(0.0) * n / (n - 1.0)).sqrt())
}

/// The scales that an analysis rated on.
fn scales(results: &Results) -> Scales {
    let ends = results.about.criteria.iter().filter_map(|asked| {
        let (lowest, highest) = asked.scale.filter(|_| asked.score == Some(Statistic::Mean))?;
        Some((asked.id.clone(), Ends { lowest, highest, better: asked.better }))
    });
    ends.collect()
}

/// The lowest and highest answers where an analysis does not know the scale.
fn found_ends(results: &Results) -> Scales {
    let ends = results.about.criteria.iter().filter_map(|asked| {
        let (lowest, highest) = asked.answers.filter(|_| asked.scale.is_none())?;
        Some((asked.id.clone(), Ends { lowest, highest, better: asked.better }))
    });
    ends.collect()
}

/// The scales that the ratings of a dataset were asked on, where they are stated.
fn stated_scales(dataset: &Dataset) -> Scales {
    let ends = dataset.criteria.iter().filter_map(|criterion| {
        let rated = matches!(criterion.response, Response::Rating(_) | Response::Slider(_));
        let (lowest, highest) = known_scale(criterion, dataset.systems.len()).filter(|_| rated)?;
        Some((criterion.id.clone(), Ends { lowest, highest, better: criterion.better }))
    });
    ends.collect()
}

/// The lowest and highest answers where a dataset does not know the scale.
fn found_in_answers(dataset: &Dataset) -> Scales {
    let ends = dataset.criteria.iter().enumerate().filter_map(|(number, criterion)| {
        let (lowest, highest) = answered_range(dataset, number).filter(|_| !criterion.ends_known)?;
        Some((criterion.id.clone(), Ends { lowest, highest, better: criterion.better }))
    });
    ends.collect()
}

/// What an analysis knows of its own run, to stand beside what papers say of theirs.
fn facts(results: &Results) -> BTreeMap<String, String> {
    let counts = [Statistic::Items, Statistic::Judgements, Statistic::Participants];
    let counted = counts.into_iter().filter_map(|counted| {
        let count = results.get(counted, None, &[])?.estimate.value;
        Some((counted.to_string(), count.to_string()))
    });
    let paid = results.all(Statistic::PayPerHourMedian, None).next().map(|paid| {
        let amount = format!("{:.2} {}", paid.estimate.value, paid.of.join(" "));
        ("pay_per_hour_at_the_median_time".to_owned(), amount)
    });
    let scale = scales(results).into_values().next().filter(|_| results.about.criteria.len() == 1);
    let scale = scale.map(|ends| ("scale".to_owned(), ends.words()));
    counted.chain(paid).chain(scale).collect()
}

fn cell(criterion: &str, measure: Measure, system: Option<String>, against: Option<String>) -> Cell {
    Cell { criterion: criterion.to_owned(), measure, system, against, stratum: BTreeMap::new() }
}

fn score(cell: Cell, values: &[f64]) -> Option<Score> {
    let n = Some(values.len() as u64);
    match Summary::from_values(values) {
        Ok(summary) => {
            let sd = Some(ReportedNumber::Computed(summary.sd));
            Some(Score { cell, value: ReportedNumber::Computed(summary.mean), sd, n })
        }
        Err(_) => values.first().map(|value| Score { cell, value: ReportedNumber::Computed(*value), sd: None, n }),
    }
}

/// Shares of every pair and best-worst scores of choices between two.
fn choices(judged: &CriterionRows<'_>) -> Vec<Score> {
    let mut pairs: BTreeMap<(u16, u16), [u64; 3]> = BTreeMap::new();
    let mut votes: BTreeMap<u16, Vec<f64>> = BTreeMap::new();
    for judgement in &judged.judgements {
        let (Subject::Item { systems, .. }, Some(preference)) = (&judgement.subject, judgement.answer.choice()) else {
            continue;
        };
        let &[a, b] = systems.as_slice() else { continue };
        let preference = if a <= b { preference } else { preference.swapped() };
        let (a, b) = (a.min(b), a.max(b));
        let (place, vote) = match preference {
            Preference::First => (0, 100.0),
            Preference::Second => (1, -100.0),
            Preference::Equal => (2, 0.0),
        };
        pairs.entry((a, b)).or_default()[place] += 1;
        votes.entry(a).or_default().push(vote);
        votes.entry(b).or_default().push(-vote);
    }
    let id = |system: u16| Some(judged.id(usize::from(system)).to_owned());
    let criterion = &judged.criterion.id;
    let mut scores: Vec<Score> = votes
        .iter()
        .filter_map(|(system, votes)| score(cell(criterion, Measure::BestWorstScale, id(*system), None), votes))
        .collect();
    for ((a, b), [first, second, equal]) in pairs {
        let n = first + second + equal;
        let share = |count: u64, measure: Measure, of: u16, against: u16| Score {
            cell: cell(criterion, measure, id(of), id(against)),
            #[expect(clippy::cast_precision_loss, reason = "counts of choices")]
            value: ReportedNumber::Computed(count as f64 / n as f64),
            sd: None,
            n: Some(n),
        };
        scores.push(share(first, Measure::Share, a, b));
        scores.push(share(second, Measure::Share, b, a));
        if matches!(&judged.criterion.response, Response::Pairwise(pairwise) if pairwise.ties) {
            scores.push(share(equal, Measure::ShareEqual, a, b));
        }
    }
    scores
}

fn alpha(judged: &CriterionRows<'_>) -> Option<Score> {
    let level = level(&judged.criterion.response)?;
    let rated = pooled_judgements::pool_ratings([judged]);
    let ratings = Ratings::new(&rated.rater, &rated.question, &rated.value).ok()?;
    let alpha = krippendorff_alpha(&ratings, level).ok()?;
    Some(Score {
        cell: cell(&judged.criterion.id, Measure::Alpha, None, None),
        value: ReportedNumber::Computed(alpha.estimate.value),
        sd: None,
        n: Some(rated.value.len() as u64),
    })
}

impl Frame {
    /// Of results.
    #[must_use]
    pub fn of_results(results: &Results) -> Frame {
        Frame {
            systems: results.about.systems.iter().map(|label| (label.id.clone(), label.name.clone())).collect(),
            criteria: results
                .about
                .criteria
                .iter()
                .map(|asked| FrameCriterion {
                    id: asked.id.clone(),
                    name: asked.name.clone(),
                    lowest: asked.scale.map(|(lowest, _)| lowest),
                    better: asked.better,
                })
                .collect(),
            scales: scales(results),
            ..Frame::default()
        }
    }

    /// Of a dataset.
    #[must_use]
    pub fn of_dataset(dataset: &Dataset) -> Frame {
        let criterion = |criterion: &dataset::Criterion| FrameCriterion {
            id: criterion.id.clone(),
            name: criterion.name.clone(),
            lowest: known_scale(criterion, dataset.systems.len()).map(|(lowest, _)| lowest),
            better: criterion.better,
        };
        Frame {
            systems: dataset.systems.iter().map(|system| (system.id.clone(), system.name.clone())).collect(),
            criteria: dataset.criteria.iter().map(criterion).collect(),
            scales: stated_scales(dataset),
            ..Frame::default()
        }
    }
}
