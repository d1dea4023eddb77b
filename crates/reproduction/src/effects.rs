//! Same effects: whether the difference between two systems is as large in one experiment as in another.

use analysis::Statistic;
use stats::decide::{Difference, same_in_strata};
use stats::effect::{Denominator, cohen_d, pooled_sd};
use stats::meta::{Between, Effects, Options as Pooling, Reference, pool};
use stats::preference::Shares;
use stats::replication::{Finding, detectable_effect, effect_difference, effect_ratio, prediction_interval};
use stats::{Estimate, Interval, Note};

use super::Context;
use super::align::{ScoreOrRank, Set};
use super::between_runs::ErrorBasis;
use super::comparison_number::{About, ComparisonNumber, Findings, Reading};
use super::precision::pairs;

/// The effect of one pair of systems in one experiment.
struct Effect {
    estimate: Estimate,
    /// The same as tests between runs take it, or why it is not tested.
    finding: Result<Finding, String>,
    /// How many judgements of each of two scores stand behind a standardised effect.
    sizes: Option<(usize, usize)>,
}

impl Effect {
    /// Of an estimate as if judgements were independent, with the difference that the deciding model found, if it is one of such
    /// scores, and their standard deviation.
    fn new(
        context: &Context<'_>,
        (e, criterion): (usize, &str),
        estimate: Estimate,
        model: Option<(Difference, f64)>,
    ) -> Effect {
        let run = &context.experiments[e].name;
        let standardised = model.and_then(|(found, sd)| standardise(&estimate, found, sd));
        match (standardised, context.model(e, criterion)) {
            (Some(scaled), Some(model)) => {
                let basis = ErrorBasis::of_model(model.raters());
                let finding = basis.finding(run, (scaled.value, scaled.se, scaled.df));
                Effect { estimate: with_model_error(estimate, scaled, context.options.level), finding, sizes: None }
            }
            _ => {
                let finding = ErrorBasis::without_model(context, e).finding(run, (estimate.value, 0.0, 0.0));
                let estimate = estimate.note(Note::Said(INDEPENDENT.to_owned()));
                Effect { estimate, finding, sizes: None }
            }
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
                Some(Effect::new(context, (e, &set.criterion_id), net, model.map(|found| (found, 1.0))))
            };
            let effects = (0..experiments).map(effect).collect();
            gathered.push((vec![a, b], effects));
        }
    } else {
        let summary = |row: usize, e: usize| set.rows[row].known[e].as_ref().and_then(ScoreOrRank::score)?.summary();
        for (a, b) in pairs(set.rows.len()) {
            let d = |e: usize| {
                let (first, second) = (summary(a, e)?, summary(b, e)?);
                let estimate = cohen_d(first, second, Denominator::Pooled, context.options.level).ok()?;
                let model = score_difference(context, set, (a, b), e).map(|found| (found, pooled_sd(first, second)));
                let effect = Effect::new(context, (e, &set.criterion_id), estimate, model);
                Some(Effect { sizes: Some((first.n, second.n)), ..effect })
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

/// The difference of the deciding model in standard deviations, which are taken as known: se / SD.
fn standardise(effect: &Estimate, found: Difference, sd: f64) -> Option<Difference> {
    (sd > 0.0).then(|| Difference { value: effect.value, ..found.stretched(1.0 / sd) })
}

/// An effect with the error of the deciding model instead of that of independent judgements.
fn with_model_error(effect: Estimate, scaled: Difference, level: f64) -> Estimate {
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
/// Said of any other.
const INDEPENDENT: &str = "standard error as if judgements were independent";

/// Whose effects on which criteria have errors as if judgements were independent, though a model of the judgements is known:
/// scores that do not follow from what the model compares.
pub(super) fn taken_for_independent<'a>(
    context: &'a Context<'_>,
    numbers: &'a [ComparisonNumber],
) -> Vec<(&'a str, &'a str)> {
    let independent = Note::Said(INDEPENDENT.to_owned());
    let assumed = |e: usize, criterion: &str| {
        let name = &context.experiments[e].name;
        let own = numbers.iter().filter(|number| {
            number.reading == Reading::Effects
                && matches!(number.statistic, Statistic::EffectD | Statistic::NetPreference)
                && number.criterion.as_deref() == Some(criterion)
                && number.between == [name.as_str()]
        });
        context.model(e, criterion).is_some() && own.clone().any(|number| number.estimate.notes.contains(&independent))
    };
    let runs = (0..context.experiments.len()).map(|e| (e, context.experiments[e].name.as_str()));
    runs.flat_map(|(e, run)| {
        let criteria = context.frame.criteria.iter().filter(move |it| assumed(e, &it.id));
        criteria.map(move |it| (run, it.name.as_str()))
    })
    .collect()
}

/// How two effects differ. Where one of the runs cannot bear a test, what is left is the difference and the ratio, with the reason.
fn of_pair(
    context: &Context<'_>,
    (original, reproduction): (&Effect, &Effect),
    about: &About,
    findings: &mut Findings,
) {
    let level = context.options.level;
    if let (Some(sizes), Ok(second)) = (original.sizes, &reproduction.finding) {
        telescopes((original.estimate.value, sizes), second, about, findings);
    }
    let (before, after) = (original.estimate.value, reproduction.estimate.value);
    let (first, second) = match (&original.finding, &reproduction.finding) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(reason), _) | (_, Err(reason)) => {
            let untested = |value: f64| Estimate::from(value).note(Note::Said(reason.clone()));
            findings.keep(about.clone(), Statistic::EffectDifference, untested(after - before));
            if before.abs() > 1e-12 {
                findings.keep(about.clone(), Statistic::EffectRatio, untested(after / before));
            }
            return;
        }
    };
    let difference = effect_difference(first, second, level);
    findings.add(DIFFERENCE, about.clone(), Statistic::EffectDifference, difference);
    if before.abs() > 1e-12 {
        let ratio = effect_ratio(first, second, level);
        findings.add("the ratio of effects", about.clone(), Statistic::EffectRatio, ratio);
    }
    let prediction = prediction_interval(first, second, level).map(|estimate| {
        let inside = estimate.interval.is_some_and(|i| i.low <= estimate.value && estimate.value <= i.high);
        estimate.note(Note::Said(if inside { "inside" } else { "outside" }.to_owned()))
    });
    findings.add("the prediction interval", about.clone(), Statistic::Prediction, prediction);
}

/// Simonsohn's small telescopes, in the direction of the original: whether the later effect, with its own error, is below the one
/// for which the original's t test had a chance of one in three. That test took judgements for independent. Where they are not, it
/// could see less than this, so that an effect said to be too small to have been seen is all the more so.
fn telescopes((original, sizes): (f64, (usize, usize)), later: &Finding, about: &About, findings: &mut Findings) {
    let (m, n) = sizes;
    match detectable_effect(2 * m * n / (m + n)) {
        Ok(d33) => {
            let found = later.test_below(d33.value.copysign(original));
            let below = found.p.is_some_and(|p| p.value() < 0.05);
            let said = if below {
                "too small for the original to have seen"
            } else {
                "not shown to be too small for the original to have seen"
            };
            findings.keep(about.clone(), Statistic::D33, d33);
            findings.keep(about.clone(), Statistic::Telescopes, found.note(Note::Said(said.to_owned())));
        }
        Err(e) => findings.fail("small telescopes", about, &e.to_string()),
    }
}

/// Whether effects are the same in all experiments, by Welch's test, which knows that few people know their error badly:
/// chi-squared takes all errors as known. Of two experiments it is the t test of their difference. The value is Cochran's Q.
fn test_homogeneity(found: &[&Finding], q: Estimate) -> stats::Result<Estimate> {
    let differences: Vec<Difference> = found.iter().map(|finding| finding.as_difference()).collect();
    let welch = same_in_strata(&differences)?;
    let words = format!("tested by Welch's F with {:.0} and {:.1} degrees of freedom", welch.df[0], welch.df[1]);
    Ok(Estimate { p: welch.p, df: welch.df, ..q }.note(Note::Said(words)))
}

/// The pooled effect: random effects with Hartung and Knapp's error, below five experiments never smaller than the usual
/// one. It is found from how far experiments lie apart, so that it holds even where their own errors are too small. Two experiments
/// cannot show how much experiments differ: they have one common effect, untested, whose interval reaches over both. That, and how
/// much of what lies between experiments is more than chance, needs the error of each. With each experiment's weight this is what
/// a forest plot shows.
fn add_pooled_effect(context: &Context<'_>, effects: &[Option<Effect>], about: &About, findings: &mut Findings) {
    let known: Vec<(usize, &Effect, f64)> = effects
        .iter()
        .enumerate()
        .filter_map(|(e, effect)| effect.as_ref().and_then(|it| Some((e, it, it.estimate.se?.powi(2)))))
        .collect();
    let found: Option<Vec<&Finding>> = known.iter().map(|(_, effect, _)| effect.finding.as_ref().ok()).collect();
    let (between, reference, model) = match known.len() {
        0..3 if found.is_none() => return,
        0..3 => (Between::Fixed, Reference::Normal, "common-effect model; the interval spans both experiments"),
        3..5 => (
            Between::Reml,
            Reference::ModifiedHartungKnapp,
            "random-effects model (REML, modified Hartung–Knapp for few experiments)",
        ),
        _ => (Between::Reml, Reference::HartungKnapp, "random-effects model (REML, Hartung–Knapp)"),
    };
    let values: Vec<f64> = known.iter().map(|(_, effect, _)| effect.estimate.value).collect();
    let variances: Vec<f64> = known.iter().map(|(_, _, variance)| *variance).collect();
    let options = Pooling { between, reference, level: context.options.level };
    let pooled = match pool(Effects { effect: &values, variance: &variances }, options) {
        Ok(pooled) => pooled,
        Err(e) => return findings.fail("the pooled effect", about, &e.to_string()),
    };
    let mut effect = pooled.effect;
    if between == Between::Fixed {
        let intervals = known.iter().filter_map(|(_, effect, _)| effect.estimate.interval);
        effect.interval = intervals.reduce(|a, b| Interval {
            low: a.low.min(b.low),
            high: a.high.max(b.high),
            level: a.level,
            kind: "range",
        });
        effect.p = None;
    }
    findings.keep(about.clone(), Statistic::PooledEffect, effect.note(Note::Said(model.to_owned())));
    if let Some(found) = found {
        let homogeneity = test_homogeneity(&found, pooled.q);
        findings.add("the test of homogeneity", about.clone(), Statistic::HeterogeneityQ, homogeneity);
        // Of two experiments it was set to zero by the model, not found.
        if between != Between::Fixed {
            findings.keep(about.clone(), Statistic::Tau2, pooled.tau2);
        }
        findings.keep(about.clone(), Statistic::I2, pooled.i2);
    }
    for ((e, ..), weight) in known.iter().zip(pooled.weights) {
        let about = about.clone().between_experiments([context.experiments[*e].name.as_str()]);
        findings.keep(about, Statistic::Weight, weight);
    }
}
