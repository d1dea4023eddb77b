//! The deciding model of an experiment whose judgements are known: its standard errors take the place of those that would
//! follow from independent judgements.

use analysis::claims::Effect;
use analysis::rows::{CriterionRows, pairs_shown};
use stats::decide::{Decision, Difference};
use study::original::Measure;

use super::experiment::Experiment;

/// The deciding model of one criterion in one experiment.
#[derive(Debug, Clone)]
pub(super) struct RunModel {
    criterion: String,
    systems: Vec<String>,
    decision: Decision,
    effect: Effect,
    /// What margins are tested with, where it is not the model of all systems.
    at_margin: Vec<Difference>,
}

/// The standard error of a mean, with its degrees of freedom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MeanError {
    pub(super) se: f64,
    pub(super) df: f64,
}

/// The models of an experiment, one for each criterion that has one.
pub(super) fn fit_models(experiment: &Experiment) -> Vec<RunModel> {
    let Some(dataset) = &experiment.dataset else { return Vec::new() };
    let models = dataset.criteria.iter().enumerate().filter_map(|(number, criterion)| {
        let rows = CriterionRows::of(dataset, number, |judgement| judgement.excluded.is_none());
        let decision = rows.decision().ok()?.clone();
        let systems = dataset.systems.iter().map(|system| system.id.clone()).collect();
        let at_margin =
            pairs_shown(dataset, number).into_iter().filter_map(|pair| rows.margin_difference(pair)).collect();
        let effect = Effect::of_model(&criterion.response);
        Some(RunModel { criterion: criterion.id.clone(), systems, decision, effect, at_margin })
    });
    models.collect()
}

impl RunModel {
    pub(super) fn is_about(&self, criterion: &str) -> bool {
        self.criterion == criterion
    }

    /// What its differences are.
    pub(super) fn effect(&self) -> Effect {
        self.effect
    }

    fn place(&self, system: &str) -> Option<usize> {
        self.systems.iter().position(|known| known == system)
    }

    /// The difference of two systems.
    pub(super) fn difference(&self, first: &str, second: &str) -> Option<Difference> {
        self.decision.difference(self.place(first)?, self.place(second)?).ok()
    }

    /// The difference of two systems that a margin is tested with, where it is not [`RunModel::difference`].
    pub(super) fn margin_difference(&self, first: &str, second: &str) -> Option<Difference> {
        let wanted = (self.place(first)?, self.place(second)?);
        let both = self.at_margin.iter().flat_map(|it| [*it, it.reversed()]);
        both.into_iter().find(|it| (it.first, it.second) == wanted)
    }

    /// The error of a system's score; none where the model has another scale than the score.
    pub(super) fn mean_error(&self, system: &str, measure: Measure) -> Option<MeanError> {
        if !matches!(measure, Measure::Mean | Measure::AverageRank | Measure::BestWorstScale) {
            return None;
        }
        let mean = self.decision.mean(self.place(system)?, 0.95).ok()?;
        let se = mean.se.filter(|se| *se > 0.0)?;
        Some(MeanError { se, df: mean.df.first().copied().unwrap_or(f64::INFINITY) })
    }
}

/// The difference of two printed means as Welch tests it, as if judgements were independent: se² = s₁²/n₁ + s₂²/n₂ and
/// the degrees of freedom of Welch (1947).
pub(super) fn independent_difference(
    (first, second): (usize, usize),
    a: stats::effect::Summary,
    b: stats::effect::Summary,
) -> Option<Difference> {
    #[expect(clippy::cast_precision_loss, reason = "a number of judgements")]
    let part = |summary: stats::effect::Summary| (summary.sd * summary.sd / summary.n as f64, summary.n as f64 - 1.0);
    let ((u, m), (v, n)) = (part(a), part(b));
    let se = (u + v).sqrt();
    let df = (u + v).powi(2) / (u * u / m + v * v / n);
    (se > 0.0 && df > 0.0).then_some(Difference { first, second, value: a.mean - b.mean, se, df })
}
