//! The deciding model of an experiment whose judgements, or whose analysis of them, are known: its standard errors take the
//! place of those that would follow from independent judgements.

use analysis::claims::Effect;
use analysis::rows::{CriterionRows, pairs_shown};
use analysis::{Results, Statistic};
use stats::Estimate;
use stats::decide::{Difference, Term};
use study::original::Measure;

use super::experiment::Experiment;

/// What the deciding model of one criterion says in one experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct RunModel {
    criterion: String,
    systems: Vec<String>,
    effect: Effect,
    /// Of each two systems; their numbers are places among `systems`.
    differences: Vec<Difference>,
    /// What margins are tested with, where it is not the model of all systems.
    at_margin: Vec<Difference>,
    /// Of each system, where there is one.
    means: Vec<Option<MeanError>>,
    /// The standard deviations of its random effects, where judgements are known.
    deviations: Vec<(Term, f64)>,
}

/// The standard error of a mean, with its degrees of freedom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MeanError {
    pub(super) se: f64,
    pub(super) df: f64,
}

impl MeanError {
    fn of(mean: &Estimate) -> Option<MeanError> {
        let se = mean.se.filter(|se| *se > 0.0)?;
        Some(MeanError { se, df: mean.df.first().copied().unwrap_or(f64::INFINITY) })
    }
}

/// The models of an experiment, one for each criterion that has one: fitted to its judgements, or as its analysis gave them.
pub(super) fn find_models(experiment: &Experiment) -> Vec<RunModel> {
    let Some(dataset) = &experiment.dataset else { return experiment.models.clone() };
    let models = dataset.criteria.iter().enumerate().filter_map(|(number, criterion)| {
        let rows = CriterionRows::of(dataset, number, |judgement| judgement.excluded.is_none());
        let decision = rows.decision().ok()?;
        let systems: Vec<String> = dataset.systems.iter().map(|system| system.id.clone()).collect();
        let pairs = super::precision::pairs(systems.len());
        let mean = |system: usize| MeanError::of(&decision.mean(system, 0.95).ok()?);
        Some(RunModel {
            criterion: criterion.id.clone(),
            effect: Effect::of_model(&criterion.response),
            differences: pairs.filter_map(|(a, b)| decision.difference(a, b).ok()).collect(),
            at_margin: pairs_shown(dataset, number)
                .into_iter()
                .filter_map(|pair| rows.margin_difference(pair))
                .collect(),
            means: (0..systems.len()).map(mean).collect(),
            deviations: decision.effects.clone(),
            systems,
        })
    });
    models.collect()
}

/// The models that an analysis fitted.
pub(super) fn models_of_results(results: &Results) -> Vec<RunModel> {
    let systems: Vec<String> = results.about.systems.iter().map(|system| system.id.clone()).collect();
    let place = |id: &String| systems.iter().position(|known| known == id);
    let models = results.about.criteria.iter().map(|asked| {
        let of_pairs = |statistic: Statistic| {
            let found = results.all(statistic, Some(&asked.id)).filter_map(|named| {
                let [first, second] = named.of.as_slice() else { return None };
                let se = named.estimate.se.filter(|se| *se > 0.0)?;
                let df = named.estimate.df.first().copied().unwrap_or(f64::INFINITY);
                Some(Difference { first: place(first)?, second: place(second)?, value: named.estimate.value, se, df })
            });
            found.collect::<Vec<_>>()
        };
        let mean =
            |system: &String| MeanError::of(&results.get(Statistic::LmmMean, asked.id.as_str(), &[system])?.estimate);
        RunModel {
            criterion: asked.id.clone(),
            systems: systems.clone(),
            effect: match asked.kind.as_str() {
                "pairwise" => Effect::ModelPreference,
                "ranking" | "best-worst" => Effect::OnBallot,
                _other => Effect::OfModel,
            },
            differences: of_pairs(Statistic::DIFFERENCE),
            at_margin: of_pairs(Statistic::MarginDifference),
            means: systems.iter().map(mean).collect(),
            deviations: Vec::new(),
        }
    });
    models.filter(|model| !model.differences.is_empty()).collect()
}

impl RunModel {
    pub(super) fn is_about(&self, criterion: &str) -> bool {
        self.criterion == criterion
    }

    /// What its differences are.
    pub(super) fn effect(&self) -> Effect {
        self.effect
    }

    /// The standard deviation of one of its random effects.
    pub(super) fn sd(&self, wanted: Term) -> Option<f64> {
        self.deviations.iter().find(|(term, _)| *term == wanted).map(|(_, sd)| *sd)
    }

    /// Whether its differences and means are on the scale of such scores: a model of choices between two has net preferences,
    /// from -1 to 1, whatever the choices are summed up to.
    pub(super) fn is_on_scale_of(&self, measure: Measure) -> bool {
        let on_scale = match self.effect {
            Effect::OfScores | Effect::OfModel | Effect::OnBallot => true,
            Effect::NetPreference | Effect::ModelPreference | Effect::GradedPreference => false,
        };
        on_scale && matches!(measure, Measure::Mean | Measure::AverageRank | Measure::BestWorstScale)
    }

    fn place(&self, system: &str) -> Option<usize> {
        self.systems.iter().position(|known| known == system)
    }

    fn find(&self, among: &[Difference], first: &str, second: &str) -> Option<Difference> {
        let wanted = (self.place(first)?, self.place(second)?);
        let mut both = among.iter().flat_map(|it| [*it, it.reversed()]);
        both.find(|it| (it.first, it.second) == wanted)
    }

    /// The difference of two systems.
    pub(super) fn difference(&self, first: &str, second: &str) -> Option<Difference> {
        self.find(&self.differences, first, second)
    }

    /// The difference of two systems that a margin is tested with, where it is not [`RunModel::difference`].
    pub(super) fn margin_difference(&self, first: &str, second: &str) -> Option<Difference> {
        self.find(&self.at_margin, first, second)
    }

    /// The error of a system's score; none where the model has another scale than the score.
    pub(super) fn mean_error(&self, system: &str, measure: Measure) -> Option<MeanError> {
        if !self.is_on_scale_of(measure) {
            return None;
        }
        self.means[self.place(system)?]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn net_preferences_give_no_errors_of_percentages() {
        let model = |effect| RunModel {
            criterion: "meaning".to_owned(),
            systems: vec!["vae".to_owned()],
            effect,
            differences: Vec::new(),
            at_margin: Vec::new(),
            means: vec![Some(MeanError { se: 0.1, df: 12.0 })],
            deviations: Vec::new(),
        };
        let error = |effect, measure| model(effect).mean_error("vae", measure).map(|error| error.se);
        assert_eq!(error(Effect::ModelPreference, Measure::BestWorstScale), None);
        assert_eq!(error(Effect::OnBallot, Measure::BestWorstScale), Some(0.1));
        assert_eq!(error(Effect::OfModel, Measure::Mean), Some(0.1));
        assert_eq!(error(Effect::OfModel, Measure::WinPercent), None);
    }
}
