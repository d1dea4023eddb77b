//! Same effects: whether the difference between two systems is as large in one experiment as in another.

use analysis::Statistic;
use stats::decide::Difference;
use stats::effect::{Denominator, Summary, cohen_d, pooled_sd};
use stats::meta::{Between, Effects, Options as Pooling, Reference, pool};
use stats::preference::Shares;
use stats::replication::{Finding, effect_difference, effect_ratio, prediction_interval, small_telescopes};
use stats::{Estimate, Interval, Note};

use super::Context;
use super::align::{ScoreOrRank, Set};
use super::comparison_number::{About, ComparisonNumber, Findings, Reading};
use super::precision::pairs;

/// The effect of one pair of systems in one experiment.
struct Effect {
    estimate: Estimate,
    /// The two samples, where the effect is standardised.
    samples: Option<(Summary, Summary)>,
}

impl Effect {
    /// Where the error is the deciding model's, with its degrees of freedom: with few people, or items, they are few.
    fn finding(&self) -> stats::Result<Finding> {
        let found = Finding::new(self.estimate.value, self.estimate.se.unwrap_or(0.0))?;
        match self.estimate.df.first().filter(|_| self.samples.is_none()) {
            Some(df) => found.with_df(*df),
            None => Ok(found),
        }
    }
}

/// For each pair of systems, what each experiment found, and how the findings agree.
pub(super) fn assess(context: &Context<'_>, findings: &mut Findings) {
    for set in &context.sets {
        for (of, effects) in effects_by_pair(context, set) {
            let about = About::criterion(Reading::Effects, &set.criterion_id)
                .with_subject(set.label.iter().cloned().chain(of).collect());
            for (e, effect) in effects.iter().enumerate() {
                if let Some(effect) = effect {
                    let about = about.clone().between_experiments([context.experiments[e].name.as_str()]);
                    let statistic = if set.of_pairs() { Statistic::NetPreference } else { Statistic::EffectD };
                    findings.keep(about, statistic, effect.estimate.clone());
                }
            }
            for (i, j) in pairs(effects.len()) {
                if let (Some(a), Some(b)) = (&effects[i], &effects[j]) {
                    let names = [context.experiments[i].name.as_str(), context.experiments[j].name.as_str()];
                    of_pair(context, (a, b), &about.clone().between_experiments(names), findings);
                }
            }
            add_pooled_effect(context, &effects, &about, findings);
        }
    }
}

/// Cohen's d of every two systems that at least two experiments know; for pairs, the net preference.
fn effects_by_pair(context: &Context<'_>, set: &Set) -> Vec<(Vec<String>, Vec<Option<Effect>>)> {
    let experiments = context.experiments.len();
    let mut gathered: Vec<(Vec<String>, Vec<Option<Effect>>)> = Vec::new();
    if set.of_pairs() {
        for (a, b, _) in set.net(experiments) {
            let effect = |e: usize| {
                let net = net_preference(set, (&a, &b), e, context.options.level)?;
                let model = context.model(e, &set.criterion_id).and_then(|model| model.net_preference(&a, &b));
                Some(match model {
                    Some(found) => standardise_effect(net, found, 1.0, context.options.level),
                    None => net,
                })
            };
            let effects =
                (0..experiments).map(|e| effect(e).map(|estimate| Effect { estimate, samples: None })).collect();
            gathered.push((vec![a, b], effects));
        }
    } else {
        let summary = |row: usize, e: usize| set.rows[row].known[e].as_ref().and_then(ScoreOrRank::score)?.summary();
        for (a, b) in pairs(set.rows.len()) {
            let d = |e: usize| {
                let (first, second) = (summary(a, e)?, summary(b, e)?);
                let mut estimate = cohen_d(first, second, Denominator::Pooled, context.options.level).ok()?;
                let samples = if let Some(found) = score_difference(context, set, (a, b), e) {
                    estimate = standardise_effect(estimate, found, pooled_sd(first, second), context.options.level);
                    None
                } else {
                    Some((first, second))
                };
                Some(Effect { estimate, samples })
            };
            let of = set.rows[a].subject().into_iter().chain(set.rows[b].subject()).collect();
            gathered.push((of, (0..experiments).map(d).collect()));
        }
    }
    gathered.retain(|(_, effects)| effects.iter().flatten().count() >= 2);
    gathered
}

/// The difference of two scores with the error of the deciding model, where an experiment has one and the scores follow
/// from what it compares.
fn score_difference(context: &Context<'_>, set: &Set, pair: (usize, usize), e: usize) -> Option<Difference> {
    let [a, b] = systems(set, pair)?;
    context.model(e, &set.criterion_id)?.score_difference(a, b, set.measure)
}

/// The difference that the deciding model tests: of choices, the net preference of the two, whatever choices are summed up to.
pub(super) fn model_difference(context: &Context<'_>, set: &Set, pair: (usize, usize), e: usize) -> Option<Difference> {
    let [a, b] = systems(set, pair)?;
    context.model(e, &set.criterion_id)?.difference(a, b)
}

/// The two systems of a pair of scores that are over all items.
fn systems(set: &Set, (a, b): (usize, usize)) -> Option<[&str; 2]> {
    let system = |row: usize| set.rows[row].system.as_deref().filter(|_| set.stratum.is_empty());
    Some([system(a)?, system(b)?])
}

/// An effect with the error of the deciding model instead of that of independent judgements: se / SD, where the SD is
/// taken as known.
fn standardise_effect(effect: Estimate, found: Difference, sd: f64, level: f64) -> Estimate {
    if sd.is_nan() || sd <= 0.0 {
        return effect;
    }
    let scaled = Difference { value: effect.value, ..found.stretched(1.0 / sd) };
    Estimate {
        se: Some(scaled.se),
        interval: Some(scaled.interval(level)),
        df: scaled.df.is_finite().then_some(scaled.df).into_iter().collect(),
        p: effect.p.map(|_| scaled.differs()),
        ..effect
    }
    .note(Note::Said(BY_MODEL.to_owned()))
}

/// How much more often one was chosen than the other, where shares and their number are known.
pub(super) fn net_preference(set: &Set, (a, b): (&String, &String), e: usize, level: f64) -> Option<Estimate> {
    let (first, second) = (set.share((a, b), e)?, set.share((b, a), e)?);
    let n = usize::try_from(first.n?).ok()?;
    stats::preference::net_preference(Shares { first: first.value.value(), second: second.value.value(), n }, level)
        .ok()
}

const DIFFERENCE: &str = "the difference of effects";
/// Said of an effect whose error is not that of independent judgements.
const BY_MODEL: &str = "standard error of the mixed model";

/// Whose effects on which criteria have errors as if judgements were independent, though a model of the judgements is known:
/// scores that do not follow from what the model compares.
pub(super) fn taken_for_independent<'a>(
    context: &'a Context<'_>,
    numbers: &'a [ComparisonNumber],
) -> Vec<(&'a str, &'a str)> {
    let by_model = Note::Said(BY_MODEL.to_owned());
    let assumed = |e: usize, criterion: &str| {
        let name = &context.experiments[e].name;
        let own = numbers.iter().filter(|number| {
            number.reading == Reading::Effects
                && matches!(number.statistic, Statistic::EffectD | Statistic::NetPreference)
                && number.criterion.as_deref() == Some(criterion)
                && number.between == [name.as_str()]
        });
        context.model(e, criterion).is_some()
            && own.clone().any(|number| number.estimate.se.is_some() && !number.estimate.notes.contains(&by_model))
    };
    let runs = (0..context.experiments.len()).map(|e| (e, context.experiments[e].name.as_str()));
    runs.flat_map(|(e, run)| {
        let criteria = context.frame.criteria.iter().filter(move |it| assumed(e, &it.id));
        criteria.map(move |it| (run, it.name.as_str()))
    })
    .collect()
}

fn of_pair(
    context: &Context<'_>,
    (original, reproduction): (&Effect, &Effect),
    about: &About,
    findings: &mut Findings,
) {
    let level = context.options.level;
    let (first, second) = match (original.finding(), reproduction.finding()) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(e), _) | (_, Err(e)) => return findings.fail(DIFFERENCE, about, &e.to_string()),
    };
    let difference = effect_difference(&first, &second, level);
    findings.add(DIFFERENCE, about.clone(), Statistic::EffectDifference, difference);
    if original.estimate.value.abs() > 1e-12 {
        let ratio = effect_ratio(&first, &second, level);
        findings.add("the ratio of effects", about.clone(), Statistic::EffectRatio, ratio);
    }
    let prediction = prediction_interval(&first, &second, level).map(|estimate| {
        let inside = estimate.interval.is_some_and(|i| i.low <= estimate.value && estimate.value <= i.high);
        estimate.note(Note::Said(if inside { "inside" } else { "outside" }.to_owned()))
    });
    findings.add("the prediction interval", about.clone(), Statistic::Prediction, prediction);
    if let (Some(first), Some(second)) = (original.samples, reproduction.samples) {
        telescopes(first, second, about, findings);
    }
}

/// Simonsohn's small telescopes, in the direction of the original.
fn telescopes(original: (Summary, Summary), reproduction: (Summary, Summary), about: &About, findings: &mut Findings) {
    let (m, n) = (original.0.n, original.1.n);
    let per_group = 2 * m * n / (m + n);
    let (a, b) = if original.0.mean < original.1.mean {
        (reproduction.1, reproduction.0)
    } else {
        (reproduction.0, reproduction.1)
    };
    match small_telescopes(per_group, a, b) {
        Ok(found) => {
            let below = found.reproduction.p.is_some_and(|p| p.value() < 0.05);
            let said = if below {
                "too small for the original to have seen"
            } else {
                "not shown to be too small for the original to have seen"
            };
            findings.keep(about.clone(), Statistic::D33, found.detectable);
            let reproduced = found.reproduction.note(Note::Said(said.to_owned()));
            findings.keep(about.clone(), Statistic::Telescopes, reproduced);
        }
        Err(e) => findings.fail("small telescopes", about, &e.to_string()),
    }
}

/// Q of two experiments is the square of their difference over its error, and is tested as that difference is: by t where degrees of
/// freedom are known. Chi-squared takes standard errors as known, which those of few people are not.
fn test_two(context: &Context<'_>, effects: &[Option<Effect>], q: Estimate) -> Estimate {
    let known: Vec<Finding> = effects.iter().flatten().filter_map(|effect| effect.finding().ok()).collect();
    let [first, second] = &known[..] else { return q };
    match effect_difference(first, second, context.options.level) {
        Ok(Estimate { df, p: Some(p), .. }) if !df.is_empty() => {
            let words = format!("tested by t with {:.1} degrees of freedom", df[0]);
            q.p(p).note(Note::Said(words))
        }
        Ok(_) | Err(_) => q,
    }
}

/// The pooled effect: random effects with Hartung and Knapp's error, below five experiments never smaller than the usual
/// one. Two experiments cannot show how much experiments differ: they have one common effect, untested, whose interval
/// reaches over both. With each experiment's weight this is what a forest plot shows.
fn add_pooled_effect(context: &Context<'_>, effects: &[Option<Effect>], about: &About, findings: &mut Findings) {
    let known: Vec<(usize, f64, f64)> = effects
        .iter()
        .enumerate()
        .filter_map(|(e, effect)| effect.as_ref().map(|f| (e, f.estimate.value, f.estimate.se)))
        .filter_map(|(e, value, se)| Some((e, value, se?.powi(2))))
        .collect();
    let (values, variances): (Vec<f64>, Vec<f64>) =
        known.iter().map(|(_, value, variance)| (*value, *variance)).unzip();
    let (between, reference, model) = match known.len() {
        0..3 => (Between::Fixed, Reference::Normal, "common-effect model; the interval spans both experiments"),
        3..5 => (
            Between::Reml,
            Reference::ModifiedHartungKnapp,
            "random-effects model (REML, modified Hartung–Knapp for few experiments)",
        ),
        _ => (Between::Reml, Reference::HartungKnapp, "random-effects model (REML, Hartung–Knapp)"),
    };
    let options = Pooling { between, reference, level: context.options.level };
    match pool(Effects { effect: &values, variance: &variances }, options) {
        Ok(found) => {
            let mut pooled = found.effect;
            if between == Between::Fixed {
                let intervals = known.iter().filter_map(|(e, ..)| effects[*e].as_ref()?.estimate.interval);
                pooled.interval = intervals.reduce(|a, b| Interval {
                    low: a.low.min(b.low),
                    high: a.high.max(b.high),
                    level: a.level,
                    kind: "range",
                });
                pooled.p = None;
            }
            findings.keep(about.clone(), Statistic::PooledEffect, pooled.note(Note::Said(model.to_owned())));
            findings.keep(about.clone(), Statistic::HeterogeneityQ, test_two(context, effects, found.q));
            // Of two experiments it was set to zero by the model, not found.
            if between != Between::Fixed {
                findings.keep(about.clone(), Statistic::Tau2, found.tau2);
            }
            findings.keep(about.clone(), Statistic::I2, found.i2);
            for ((e, _, _), weight) in known.iter().zip(found.weights) {
                let about = about.clone().between_experiments([context.experiments[*e].name.as_str()]);
                findings.keep(about, Statistic::Weight, weight);
            }
        }
        Err(e) => findings.fail("the pooled effect", about, &e.to_string()),
    }
}
