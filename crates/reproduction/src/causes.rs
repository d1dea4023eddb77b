//! Why experiments differ: another use of the scale, effects of another size, more or fewer ties, raters of other severity, and
//! the outputs whose scores moved most.

use std::collections::BTreeMap;

use analysis::Statistic;
use analysis::rows::CriterionRows;
use dataset::Dataset;
use stats::decide::Term;
use stats::precision::{Measurement, Options, cv_star};
use study::original::Measure;

use super::Context;
use super::align::{Row, Set};
use super::comparison_number::{About, ComparisonNumber, Findings, Reading};
use analysis::reported_numbers::Score;

/// So many outputs are shown of those that moved most.
const MOST: usize = 5;

/// The word for all systems that one was compared with.
pub const OTHERS: &str = "all others";

pub(super) fn assess(context: &Context<'_>, findings: &mut Findings) {
    for set in context.sets.iter().filter(|set| set.stratum.is_empty()) {
        if set.of_pairs() {
            over_all_others(context, set, findings);
        }
        for later in 1..context.experiments.len() {
            size(context, set, later, findings);
            if set.of_pairs() {
                ties(context, set, later, findings);
            } else if set.measure == Measure::Mean {
                scale(context, set, later, findings);
            }
            find_moved_outputs(context, set, later, findings);
        }
        severity(context, set, findings);
    }
}

fn subject(context: &Context<'_>, set: &Set, later: usize) -> About {
    let names = [0, later].map(|at| context.experiments[at].name.as_str());
    About::criterion(Reading::Why, &set.criterion_id).between_experiments(names)
}

/// How many times as many judgements stand behind the same scores.
#[expect(clippy::cast_precision_loss, reason = "a count of judgements")]
fn size(context: &Context<'_>, set: &Set, later: usize, findings: &mut Findings) {
    let both = set.rows.iter().filter_map(|row| row.pair(0, later));
    let counts: Option<Vec<(u64, u64)>> = both.map(|(a, b)| Some((a.n?, b.n?))).collect();
    let (before, after) = counts.unwrap_or_default().into_iter().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    if before > 0 {
        findings.keep(subject(context, set, later), Statistic::SizeRatio, after as f64 / before as f64);
    }
}

/// How far all scores moved together (`shift`), how much of the change that is (`shift_share`, of the sum of squares), and how much
/// larger the scores lie apart (`spread_ratio`, of their standard deviations).
#[expect(clippy::cast_precision_loss, reason = "a handful of systems")]
fn scale(context: &Context<'_>, set: &Set, later: usize, findings: &mut Findings) {
    let both: Vec<(&Score, &Score)> = set.rows.iter().filter_map(|row| row.pair(0, later)).collect();
    if both.len() < 2 {
        return;
    }
    let k = both.len() as f64;
    let changes: Vec<f64> = both.iter().map(|(a, b)| b.value.value() - a.value.value()).collect();
    let shift = changes.iter().sum::<f64>() / k;
    let squares: f64 = changes.iter().map(|change| change * change).sum();
    let about = subject(context, set, later).n(both.len());
    findings.keep(about.clone(), Statistic::Shift, shift);
    if squares > 0.0 {
        findings.keep(about.clone(), Statistic::ShiftShare, k * shift * shift / squares);
    }
    let spread = |values: Vec<f64>| {
        let mean = values.iter().sum::<f64>() / k;
        (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (k - 1.0)).sqrt()
    };
    let before = spread(both.iter().map(|(a, _)| a.value.value()).collect());
    let after = spread(both.iter().map(|(_, b)| b.value.value()).collect());
    if before > 0.0 {
        findings.keep(about, Statistic::SpreadRatio, after / before);
    }
}

/// The change of how often neither was preferred, over all pairs.
#[expect(clippy::cast_precision_loss, reason = "a handful of pairs")]
fn ties(context: &Context<'_>, set: &Set, later: usize, findings: &mut Findings) {
    let both: Vec<(&Score, &Score)> =
        set.rows.iter().filter(|row| row.equal).filter_map(|row| row.pair(0, later)).collect();
    if both.is_empty() {
        return;
    }
    let change: f64 = both.iter().map(|(a, b)| b.value.value() - a.value.value()).sum();
    findings.keep(subject(context, set, later).n(both.len()), Statistic::EqualChange, change / both.len() as f64);
}

/// Where one system was compared with each of the others: how often it, neither, and the other was preferred, on average over the
/// others, in each experiment, with the changes and CV*.
fn over_all_others(context: &Context<'_>, set: &Set, findings: &mut Findings) {
    let Some((hub, others)) = hub(set) else { return };
    let pair = |row: &&Row, a: &str, b: &str| row.system.as_deref() == Some(a) && row.against.as_deref() == Some(b);
    let options = [
        (vec![hub.clone(), OTHERS.to_owned()], false, [true, false]),
        (vec![hub.clone(), OTHERS.to_owned(), "equal".to_owned()], true, [true, true]),
        (vec![OTHERS.to_owned(), hub.clone()], false, [false, true]),
    ];
    for (of, equal, [forward, backward]) in options {
        let shares = |experiment: usize| -> Option<Vec<Measurement>> {
            let share = |other: &String| {
                let mut rows = set.rows.iter().filter(|row| row.equal == equal);
                let row =
                    rows.find(|row| (forward && pair(row, &hub, other)) || (backward && pair(row, other, &hub)))?;
                Some(row.known[experiment].as_ref()?.score()?.value.measurement())
            };
            others.iter().map(share).collect()
        };
        let means: Vec<(usize, Measurement)> =
            (0..context.experiments.len()).filter_map(|e| Some((e, mean_of(&shares(e)?)))).collect();
        let about = About::criterion(Reading::Why, &set.criterion_id).with_subject(of).n(others.len());
        for (experiment, mean) in &means {
            let between = [context.experiments[*experiment].name.as_str()];
            findings.keep(about.clone().between_experiments(between), Statistic::MeanShare, mean.value);
        }
        for (later, mean) in means.iter().filter(|(e, _)| *e > 0) {
            let Some((_, first)) = means.iter().find(|(e, _)| *e == 0) else { continue };
            let names = [0, *later].map(|at| context.experiments[at].name.as_str());
            let about = about.clone().between_experiments(names);
            findings.keep(about.clone(), Statistic::MeanShareChange, mean.value - first.value);
            let options = Options { scale_min: 0.0, correction: context.options.correction };
            findings.add("CV*", about, Statistic::Cv, cv_star(&[*first, *mean], options));
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a handful of systems")]
fn mean_of(all: &[Measurement]) -> Measurement {
    let n = all.len() as f64;
    let sum = |of: fn(&Measurement) -> f64| all.iter().map(of).sum::<f64>() / n;
    Measurement { value: sum(|it| it.value), half_width: sum(|it| it.half_width) }
}

/// The system that every pair has, with the others; nothing where there is none, or only one other.
fn hub(set: &Set) -> Option<(String, Vec<String>)> {
    let pairs: Vec<[&String; 2]> =
        set.rows.iter().filter_map(|row| Some([row.system.as_ref()?, row.against.as_ref()?])).collect();
    let in_all = |system: &&String| pairs.iter().all(|pair| pair.contains(system));
    let hub = pairs.first()?.iter().copied().find(in_all)?;
    let mut others: Vec<String> = Vec::new();
    for system in pairs.iter().flatten().filter(|system| **system != hub) {
        if !others.contains(system) {
            others.push((*system).clone());
        }
    }
    (others.len() > 1).then(|| (hub.clone(), others))
}

/// How far raters differ in how high they score, where judgements are known.
fn severity(context: &Context<'_>, set: &Set, findings: &mut Findings) {
    for (index, experiment) in context.experiments.iter().enumerate() {
        let sd = context.model(index, &set.criterion_id).and_then(|model| model.sd(Term::Rater));
        let about = About::criterion(Reading::Why, &set.criterion_id).between_experiments([experiment.name.as_str()]);
        if let Some(sd) = sd {
            findings.keep(about, Statistic::RaterSd, sd);
        }
    }
}

/// The outputs whose scores moved most between two experiments whose judgements are known, with both scores.
fn find_moved_outputs(context: &Context<'_>, set: &Set, later: usize, findings: &mut Findings) {
    let scores = |experiment: usize| {
        let experiment = &context.experiments[experiment];
        experiment.dataset.as_ref().map(|dataset| output_scores(dataset, &set.criterion_id))
    };
    let (Some(before), Some(after)) = (scores(0), scores(later)) else { return };
    let mut changes: Vec<(&(String, String), f64, f64)> =
        before.iter().filter_map(|(output, first)| after.get(output).map(|second| (output, *first, *second))).collect();
    changes.sort_by(|a, b| (b.2 - b.1).abs().total_cmp(&(a.2 - a.1).abs()).then(a.0.cmp(b.0)));
    for ((item, system), first, second) in changes.into_iter().take(MOST).filter(|(_, a, b)| a.total_cmp(b).is_ne()) {
        let about = subject(context, set, later).with_subject(vec![item.clone(), system.clone()]);
        findings.keep(about.clone(), Statistic::OutputChange, second - first);
        for (experiment, score) in [(0, first), (later, second)] {
            let about = about.clone().between_experiments([context.experiments[experiment].name.as_str()]);
            // The first experiment is compared with each of the others.
            let known = |number: &ComparisonNumber| {
                number.statistic == Statistic::OutputScore
                    && (number.criterion.as_ref(), &number.estimate.of, &number.between)
                        == (about.criterion.as_ref(), &about.of, &about.between)
            };
            if !findings.numbers.iter().any(known) {
                findings.keep(about, Statistic::OutputScore, score);
            }
        }
    }
}

/// The score of every output, by item and system.
#[expect(clippy::cast_precision_loss, reason = "a count of judgements")]
fn output_scores(dataset: &Dataset, criterion: &str) -> BTreeMap<(String, String), f64> {
    let Some(number) = dataset.criteria.iter().position(|it| it.id == criterion) else { return BTreeMap::new() };
    let rows = CriterionRows::select(dataset, number, |judgement| judgement.excluded.is_none());
    let mut sums: BTreeMap<(String, String), (f64, usize)> = BTreeMap::new();
    for ((value, item), system) in rows.value.iter().zip(&rows.item).zip(&rows.system) {
        let output = (dataset.items[*item as usize].id.clone(), dataset.systems[*system as usize].id.clone());
        let (sum, n) = sums.entry(output).or_default();
        (*sum, *n) = (*sum + value, *n + 1);
    }
    sums.into_iter().map(|(output, (sum, n))| (output, sum / n as f64)).collect()
}
