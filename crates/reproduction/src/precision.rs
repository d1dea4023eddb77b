//! Type I: how far single scores lie apart.

use analysis::Statistic;
use stats::precision::{Correction, Measurement, Options, cv_star};
use stats::{Estimate, Interval, Note};

use super::Context;
use super::align::{Row, Set};
use super::comparison_number::{About, Findings, Reading};

/// CV* of every score over all experiments and over each pair of them, shifted to a scale that starts
/// at zero (`cv`) and as it stands (`cv_unshifted`); their means over a criterion and over the study.
pub(super) fn assess(context: &Context<'_>, findings: &mut Findings) {
    let mut all = Vec::new();
    for set in &context.sets {
        let shift = context.frame.criteria[set.criterion].scale_min(set.measure);
        if shift.is_none() {
            findings.miss(format!(
                "the lowest value of the scale of `{}` is not known, so CV* is given unshifted only; name it with --scale-min",
                set.criterion_id
            ));
        }
        let mut means = Vec::new();
        for row in &set.rows {
            means.extend(of_row(context, set, row, findings));
        }
        let about =
            About::criterion(Reading::Precision, &set.criterion_id).with_subject(set.label.clone()).n(means.len());
        mean(about, &means, findings);
        all.extend(means);
    }
    if context.sets.len() > 1 {
        mean(About::study(Reading::Precision).n(all.len()), &all, findings);
    }
}

/// The mean of CV* values; nothing of none.
fn mean(about: About, values: &[f64], findings: &mut Findings) {
    if values.len() > 1 {
        #[expect(clippy::cast_precision_loss, reason = "a handful of systems")]
        let n = values.len() as f64;
        findings.keep(about, Statistic::MeanCv, values.iter().sum::<f64>() / n);
    }
}

/// The joint CV*, shifted where the scale is known, is returned.
fn of_row(context: &Context<'_>, set: &Set, row: &Row, findings: &mut Findings) -> Option<f64> {
    let known: Vec<(usize, Measurement)> = (0..context.experiments.len())
        .filter_map(|e| Some((e, row.known[e].as_ref()?.score()?.value.measurement())))
        .collect();
    if known.len() < 2 {
        if row.known.iter().flatten().count() >= 2 {
            findings
                .miss(format!("CV* on {}: only ranks of the systems are known in one experiment", set.criterion_id));
        }
        return None;
    }
    let measurements: Vec<Measurement> = known.iter().map(|(_, m)| *m).collect();
    let partial = known.len() < context.experiments.len();
    let names = |of: &[usize]| of.iter().map(|e| context.experiments[*e].name.as_str()).collect::<Vec<_>>();
    let about =
        About::criterion(Reading::Precision, &set.criterion_id).with_subject(set.row_subject(row)).n(known.len());
    let everyone: Vec<usize> = known.iter().map(|(e, _)| *e).collect();
    let joint = if partial { about.clone().between_experiments(names(&everyone)) } else { about.clone() };
    let value = add_precision(context, set, &measurements, &joint, findings);
    if known.len() > 2 {
        for (i, j) in pairs(known.len()) {
            let pair = about.clone().between_experiments(names(&[known[i].0, known[j].0])).n(2);
            add_precision(context, set, &[known[i].1, known[j].1], &pair, findings);
        }
    }
    value
}

/// Every pair of the first `n` numbers.
pub(super) fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)))
}

fn add_precision(
    context: &Context<'_>,
    set: &Set,
    measurements: &[Measurement],
    about: &About,
    findings: &mut Findings,
) -> Option<f64> {
    let correction = context.options.correction;
    let shift = context.frame.criteria[set.criterion].scale_min(set.measure);
    let said = |estimate: Estimate| {
        let factor = match correction {
            Correction::Factor => "with",
            Correction::None => "without",
        };
        estimate.note(Note::Said(format!("{factor} the factor 1 + 1/(4n)")))
    };
    let unshifted = cv_star(measurements, Options { scale_min: 0.0, correction });
    let plain = unshifted.map(said);
    let Some(scale_min) = shift else {
        let value = plain.as_ref().ok().map(|estimate| estimate.value).filter(|value| value.is_finite());
        findings.add("CV*", about.clone(), Statistic::CvUnshifted, plain);
        return value;
    };
    let shifted = cv_star(measurements, Options { scale_min, correction }).map(|estimate| {
        let words = if scale_min == 0.0 {
            "the scale starts at 0".to_owned()
        } else {
            format!("shifted by {}", -scale_min).replace('-', "−")
        };
        said(estimate.note(Note::Said(words)))
    });
    let value = shifted.as_ref().ok().map(|estimate| estimate.value).filter(|value| value.is_finite());
    findings.add("CV*", about.clone(), Statistic::Cv, shifted);
    // Beside a scale that starts at zero there is nothing to compare; below zero CV* means nothing.
    if scale_min > 0.0 {
        findings.add("CV*", about.clone(), Statistic::CvUnshifted, plain);
    }
    value
}

/// Differences of scores between experiments, later minus earlier, with what rounding allows.
pub(super) fn deltas(context: &Context<'_>, findings: &mut Findings) {
    for set in &context.sets {
        for row in &set.rows {
            for (i, j) in pairs(context.experiments.len()) {
                let Some((a, b)) = row.pair(i, j) else { continue };
                let (a, b) = (a.value.measurement(), b.value.measurement());
                let (value, slack) = (b.value - a.value, a.half_width + b.half_width);
                let interval = (slack > 0.0).then_some(Interval {
                    low: value - slack,
                    high: value + slack,
                    level: 1.0,
                    kind: "rounding of the inputs",
                });
                let about = About::criterion(Reading::Scores, &set.criterion_id)
                    .with_subject(set.row_subject(row))
                    .between_experiments([context.experiments[i].name.as_str(), context.experiments[j].name.as_str()]);
                findings.keep(about, Statistic::Delta, Estimate::from(value).interval(interval));
            }
        }
    }
}
