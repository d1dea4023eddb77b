//! The deciding model of an experiment whose judgements are known: its standard errors take the place of those that would
//! follow from independent judgements.

use analysis::rows::CriterionRows;
use stats::decide::{Decision, Difference};
use study::original::Measure;

use super::experiment::Experiment;

/// The deciding model of one criterion in one experiment.
#[derive(Debug, Clone)]
pub(super) struct RunModel {
    criterion: String,
    systems: Vec<String>,
    decision: Decision,
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
        Some(RunModel { criterion: criterion.id.clone(), systems, decision })
    });
    models.collect()
}

impl RunModel {
    pub(super) fn is_about(&self, criterion: &str) -> bool {
        self.criterion == criterion
    }

    fn place(&self, system: &str) -> Option<usize> {
        self.systems.iter().position(|known| known == system)
    }

    /// The difference of two systems.
    pub(super) fn difference(&self, first: &str, second: &str) -> Option<Difference> {
        self.decision.difference(self.place(first)?, self.place(second)?).ok()
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
