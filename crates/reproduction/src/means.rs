//! Same means: whether a score is the same in two experiments, up to what matters.

use analysis::Statistic;
use analysis::reported_numbers::Score;
use stats::decide::Difference;
use stats::effect::Summary;
use stats::equivalence::{Bounds, smallest_detectable};
use stats::replication::Finding;
use stats::{Estimate, Note};
use study::original::PossibleNumbers;

use super::Context;
use super::align::{Row, ScoreOrRank, Set};
use super::between_runs::ErrorBasis;
use super::comparison_number::{About, Findings, Reading};
use super::precision::pairs;
use super::run_model::MeanError;

/// Two one-sided tests for each score (Lakens 2017) where both runs can bear a test, with the errors of their deciding models. The
/// margin is a multiple of the first experiment's standard deviation: what was asked for, or the smallest effect that it could
/// have called significant (van Miltenburg et al. 2024). `tost` is the difference of the two means with the p-value of
/// equivalence, `difference` the same with that of no difference.
pub(super) fn assess(context: &Context<'_>, findings: &mut Findings) {
    for set in &context.sets {
        for row in &set.rows {
            for (i, j) in pairs(context.experiments.len()) {
                if let Some(scores) = row.pair(i, j)
                    && let Err(reason) = compare_means(context, (set, row), (i, j), scores, findings)
                {
                    findings.miss(format!("same means on {}: {reason}", context.criterion_name(&set.criterion_id)));
                }
            }
        }
    }
}

/// One score in two experiments.
fn compare_means(
    context: &Context<'_>,
    (set, row): (&Set, &Row),
    (i, j): (usize, usize),
    (a, b): (&Score, &Score),
    findings: &mut Findings,
) -> Result<(), String> {
    // Where one of the runs cannot bear a test, its limits say so once for all scores.
    let (Ok(first), Ok(second)) = (mean_finding(context, set, row, i), mean_finding(context, set, row, j)) else {
        return Ok(());
    };
    let names = [i, j].map(|e| context.experiments[e].name.as_str());
    let (Some(a), Some(b)) = (a.summary(), b.summary()) else {
        return Err(format!("standard deviations or sizes are not known in {} and {}", names[0], names[1]));
    };
    let margin = match context.options.margin {
        Some(margin) => Ok(margin),
        None => smallest_detectable(a.n, a.n, context.options.alpha).map(|d| d.value),
    };
    let bounds = margin.and_then(|margin| Bounds::from_standardised(margin, a.sd)).map_err(|e| e.to_string())?;
    let (lowest, highest) = possible(context, set);
    let found = Difference { most: highest - lowest, ..second.minus(&first) };
    let about = About::criterion(Reading::Means, &set.criterion_id)
        .with_subject(set.row_subject(row))
        .between_experiments(names)
        .n(a.n + b.n);
    keep(context, about, found, bounds.high(), findings);
    Ok(())
}

/// A score as tests between runs take it, or why it is not tested.
fn mean_finding(context: &Context<'_>, set: &Set, row: &Row, e: usize) -> Result<Finding, String> {
    let run = &context.experiments[e].name;
    let value = row.known[e].as_ref().and_then(ScoreOrRank::score).map_or(f64::NAN, |score| score.value.value());
    match (model_error(context, set, row, e), context.model(e, &set.criterion_id)) {
        (Some(error), Some(model)) => ErrorBasis::of_model(model.raters()).finding(run, (value, error.se, error.df)),
        _ => ErrorBasis::without_model(context, e).finding(run, (value, 0.0, 0.0)),
    }
}

/// Every score of every experiment with its interval, from the same errors.
pub(super) fn intervals(context: &Context<'_>, findings: &mut Findings) {
    for set in &context.sets {
        for row in &set.rows {
            for (e, experiment) in context.experiments.iter().enumerate() {
                let Some(score) = row.known[e].as_ref().and_then(ScoreOrRank::score) else { continue };
                let model = model_error(context, set, row, e);
                let Some(error) = model.or_else(|| score.summary().map(independent)).filter(|it| it.se > 0.0) else {
                    continue;
                };
                let value = score.value.value();
                let found = Difference { first: 0, second: 0, value, se: error.se, df: error.df, most: f64::INFINITY };
                let interval = found.interval(context.options.level).clamp(possible(context, set));
                let mut estimate = Estimate::from(value).se(error.se).interval(Some(interval));
                if model.is_none() {
                    estimate = estimate.note(Note::Said("as if judgements were independent".to_owned()));
                }
                let about = About::criterion(Reading::Scores, &set.criterion_id)
                    .with_subject(set.row_subject(row))
                    .between_experiments([experiment.name.as_str()]);
                let n = score.n.and_then(|n| usize::try_from(n).ok());
                findings.keep(About { n, ..about }, Statistic::ScoreInterval, estimate);
                if let Some(last) = findings.numbers.last_mut() {
                    last.printed = score.value.text().map(str::to_owned);
                }
            }
        }
    }
}

/// The lowest and highest value that a score can have, infinite where that is not known.
pub(super) fn possible(context: &Context<'_>, set: &Set) -> (f64, f64) {
    let PossibleNumbers { lowest, highest } = context.frame.possible(&set.criterion_id, set.measure);
    (lowest, highest)
}

/// The error of a mean of judgements that are taken as independent.
#[expect(clippy::cast_precision_loss, reason = "a number of judgements")]
fn independent(it: Summary) -> MeanError {
    MeanError { se: it.sd / (it.n as f64).sqrt(), df: it.n as f64 - 1.0 }
}

/// The error of a mean by the deciding model, where the judgements are known.
fn model_error(context: &Context<'_>, set: &Set, row: &Row, e: usize) -> Option<MeanError> {
    let system = row.system.as_deref().filter(|_| row.against.is_none() && set.stratum.is_empty())?;
    context.model(e, &set.criterion_id)?.mean_error(system, set.measure)
}

fn keep(context: &Context<'_>, about: About, found: Difference, margin: f64, findings: &mut Findings) {
    let alpha = context.options.alpha;
    let (same, differs) = (found.same_within(margin), found.differs());
    let said = match (same.value() < alpha, differs.value() < alpha) {
        (true, false) => "equivalent",
        (true, true) => "different, but within the margin",
        (false, true) => "different",
        (false, false) => "inconclusive",
    };
    let estimate = |level: f64| {
        Estimate::from(found.value)
            .se(found.se)
            .df(found.df.is_finite().then_some(found.df))
            .interval(Some(found.interval(level)))
    };
    let tost = estimate(1.0 - 2.0 * alpha).p(same).note(Note::Said(said.to_owned()));
    findings.keep(about.clone(), Statistic::Tost, tost);
    findings.keep(about.clone(), Statistic::DIFFERENCE, estimate(context.options.level).p(differs));
    findings.keep(about, Statistic::Margin, margin);
}
