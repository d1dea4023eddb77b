//! Whether the analysis recovers the parameters of the simulation, for every response kind, where theory gives them.

use std::collections::BTreeMap;

use analysis::{NamedEstimate, Statistic};
use rayon::prelude::*;
use stats::dist::normal;
use study::Study;
use study::file::Combine;
use study::response::Response;

use crate::random::run_seed;
use crate::runs::{Runs, Setup};
use crate::{CriterionModel, Design, RaterModel};

/// One number of the analysis beside what theory says of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterRecovery {
    /// Its id among the results.
    pub id: String,
    /// What theory says.
    pub expected: f64,
    /// What the analysis found, in the mean of all runs; of a standard deviation the root of the mean square.
    pub estimated: f64,
    /// Standard error of that.
    pub se: f64,
    /// The share of its 95 % intervals that cover what theory says, where it has intervals.
    pub coverage: Option<f64>,
}

/// Standard deviation of Gumbel's distribution with scale 1.
const GUMBEL_SD: f64 = 1.282_549_830_161_864;

/// A study as it is but for its size, before steady people who all look and stay: how much better the output shown
/// first looks is `side`, and systems stand evenly apart. Gives what the analysis makes of the first criterion,
/// wherever theory has something to say.
///
/// Where the study cannot be planned there is nothing.
#[must_use]
pub fn recover(study: &Study, size: Design, side: f64, runs: Runs) -> Vec<ParameterRecovery> {
    let mut study = size.apply_to(study);
    study.analysis.exclude.clear();
    let raters = steady(&study, side);
    recover_with(&study, &raters, runs)
}

/// The same of a study with given raters: steady people who all look.
#[must_use]
pub fn recover_with(study: &Study, raters: &RaterModel, runs: Runs) -> Vec<ParameterRecovery> {
    let Ok(setup) = Setup::new(study.clone()) else { return Vec::new() };
    let run = |run: u64| analysis::parameters(&setup.dataset(raters, run_seed(runs.seed, run)), 0);
    let all: Vec<Vec<NamedEstimate>> = (0..runs.runs as u64).into_par_iter().map(run).collect();
    let order: Vec<String> = all.first().into_iter().flatten().map(NamedEstimate::id).collect();
    let mut found: BTreeMap<String, Vec<NamedEstimate>> = BTreeMap::new();
    for named in all.into_iter().flatten() {
        found.entry(named.id()).or_default().push(named);
    }
    let theory = Theory { study, model: &raters.criteria[0] };
    order.iter().filter_map(|id| theory.compare_with_theory(found.get(id)?)).collect()
}

fn steady(study: &Study, side: f64) -> RaterModel {
    let mut raters = RaterModel::with_defaults(study);
    let behaviour = &mut raters.behaviour;
    (behaviour.scale_use_sd, behaviour.noise_sd) = (0.0, 0.0);
    (behaviour.inattentive, behaviour.slips, behaviour.leaving) = (0.0, 0.0, 0.0);
    let step = 1.2 / (study.systems.len().max(2) - 1) as f64;
    for model in &mut raters.criteria {
        model.quality = (0..study.systems.len()).map(|system| 0.6 - step * system as f64).collect();
        (model.outputs_sd, model.items_sd, model.leniency_sd, model.taste_sd) = (0.0, 0.0, 0.0, 0.0);
        (model.side, model.drift, model.learning) = (side, 0.0, 0.0);
    }
    raters
}

struct Theory<'a> {
    study: &'a Study,
    model: &'a CriterionModel,
}

impl Theory<'_> {
    /// A number in all runs beside what theory says of it, if it says anything.
    fn compare_with_theory(&self, found: &[NamedEstimate]) -> Option<ParameterRecovery> {
        let first = found.first()?;
        let expected = self.expected_value(first)?;
        let n = found.len() as f64;
        // The square of an estimated standard deviation is unbiased, and itself it is not.
        let squared = first.statistic == Statistic::LmmSd;
        let values = found.iter().map(|it| if squared { it.estimate.value.powi(2) } else { it.estimate.value });
        let mean = values.clone().sum::<f64>() / n;
        let se = (values.map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0) / n).sqrt();
        let (estimated, se) = if squared { (mean.sqrt(), se / (2.0 * mean.sqrt()).max(1e-9)) } else { (mean, se) };
        let intervals: Vec<bool> = found
            .iter()
            .filter_map(|it| it.estimate.interval)
            .map(|interval| interval.low <= expected && expected <= interval.high)
            .collect();
        let coverage = (!intervals.is_empty())
            .then(|| intervals.iter().filter(|coverage| **coverage).count() as f64 / intervals.len() as f64);
        Some(ParameterRecovery { id: first.id(), expected, estimated, se, coverage })
    }

    fn expected_value(&self, named: &NamedEstimate) -> Option<f64> {
        let place = |of: Option<&String>| self.study.systems.iter().position(|system| Some(&system.id.0) == of);
        let (first, second) = (place(named.of.first()), place(named.of.get(1)));
        let response = &self.study.criteria.first()?.response;
        match (named.statistic, response, first, second) {
            (Statistic::Mean, Response::Rating(rating), Some(system), None) => {
                Some(rating.lowest() as f64 + self.points_above(rating.points, system))
            }
            (Statistic::Mean, Response::Slider(slider), Some(system), None) => {
                Some(slider.minimum + (slider.maximum - slider.minimum) * (self.model.quality[system] + 2.0) / 4.0)
            }
            // Poisson with a mean log-linear in an impression that is normal.
            (Statistic::Mean, Response::Count(_), Some(system), None) => {
                Some(3.0 * (self.model.quality[system] / 2.0 + self.model.total_sd().powi(2) / 8.0).exp())
            }
            (Statistic::LmmSd, Response::Slider(slider), None, None) => {
                let sd = match named.of.first().map(String::as_str) {
                    Some("participant") => self.model.leniency_sd,
                    Some("item") => self.model.items_sd,
                    Some("output") => self.model.outputs_sd,
                    Some("taste") => self.model.taste_sd,
                    Some("Residual") => self.model.noise,
                    Some(_) | None => return None,
                };
                // An estimated variance is never negative, so one of zero comes out too large.
                (sd > 0.0).then_some(sd * (slider.maximum - slider.minimum) / 4.0)
            }
            // With ties the analysis fits Davidson's model, and people follow that of Rao and Kupper.
            (Statistic::BtStrength | Statistic::BtPosition, Response::Pairwise(pairwise), _, _) if pairwise.ties => {
                None
            }
            // A better side that the strengths know nothing of flattens them.
            (Statistic::BtStrength, _, _, _) if self.model.side.abs() > 0.0 => None,
            (Statistic::BtStrength | Statistic::PlStrength, _, Some(system), None) => {
                let quality = &self.model.quality;
                Some(self.log_odds(quality[system] - quality.iter().sum::<f64>() / quality.len() as f64))
            }
            (Statistic::BtPosition, _, None, None) => Some(self.log_odds(self.model.side)),
            (Statistic::WinPercent, _, Some(system), None) => {
                self.over_others(system, |ahead| 100.0 * self.choice_probability(ahead))
            }
            (Statistic::BestWorst, _, Some(system), None) => self.over_others(system, |ahead| {
                100.0 * (self.choice_probability(ahead) - self.choice_probability(-ahead))
            }),
            (Statistic::PairEqual, _, Some(a), Some(b)) => {
                let ahead = self.model.quality[a] - self.model.quality[b];
                Some(1.0 - self.choice_probability(ahead) - self.choice_probability(-ahead))
            }
            (Statistic::AverageRank, _, Some(system), None) => {
                let before = self.over_others(system, |ahead| self.choice_probability(-ahead))?;
                Some(1.0 + before * (self.study.systems.len() - 1) as f64)
            }
            (_, _, _, _) => None,
        }
    }

    /// How many points above the lowest a rating is in the mean: a normal impression, cut evenly between −2 and 2.
    fn points_above(&self, points: u32, system: usize) -> f64 {
        let cut = |point: u32| -2.0 + 4.0 * f64::from(point) / f64::from(points);
        let above = |point: u32| normal::cdf((self.model.quality[system] - cut(point)) / self.model.total_sd());
        (1..points).map(above).sum()
    }

    /// Bradley and Terry's logit of a difference of impressions.
    fn log_odds(&self, difference: f64) -> f64 {
        difference * GUMBEL_SD / self.model.noise
    }

    /// The chance that an output is chosen which is ahead of another by so much: Bradley and Terry, and Rao and
    /// Kupper where "equal" is offered. Of which side it stands on nothing is known.
    fn choice_probability(&self, ahead: f64) -> f64 {
        let offered = matches!(&self.study.criteria[0].response, Response::Pairwise(pairwise) if pairwise.ties);
        let same = if offered { self.model.same } else { 0.0 };
        let on_side = |side: f64| 1.0 / (1.0 + (-self.log_odds(ahead - same + side)).exp());
        0.5 * (on_side(self.model.side) + on_side(-self.model.side))
    }

    /// The mean over the systems that one is shown with.
    fn over_others(&self, system: usize, of: impl Fn(f64) -> f64) -> Option<f64> {
        let design = self.study.design_of(0);
        let one = design.system.filter(|_| design.combine == Combine::OneAgainstRest);
        let meets = |other: &usize| *other != system && one.is_none_or(|one| one == system || one == *other);
        let others: Vec<usize> = (0..self.study.systems.len()).filter(meets).collect();
        let quality = &self.model.quality;
        let sum: f64 = others.iter().map(|other| of(quality[system] - quality[*other])).sum();
        (!others.is_empty()).then(|| sum / others.len() as f64)
    }
}
