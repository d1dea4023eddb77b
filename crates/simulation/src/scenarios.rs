//! Scenarios in which a claim is true, and scenarios in which it is false.

use dataset::Dataset;
use rayon::prelude::*;
use stats::decide::FEWEST;
use study::Study;
use study::claim::{Bound, Claim, Condition};
use study::file::Combine;
use study::response::Response;

use crate::random::run_seed;
use crate::runs::Setup;
use crate::targets::net_choices;
use crate::{CriterionModel, RaterModel};

/// A rater model with what it means for a claim, in words.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scenario {
    pub(crate) raters: RaterModel,
    /// How it differs from the rater model as given; nothing where it does not.
    pub(crate) change: Option<String>,
}

/// Simulated runs in which the difference of two scores is looked at.
const PROBES: u64 = 60;

/// Makes scenarios for the claims of one study.
pub(crate) struct Scenarios<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) given: &'a RaterModel,
    pub(crate) seed: u64,
}

impl Scenarios<'_> {
    fn study(&self) -> &Study {
        &self.setup.study
    }

    /// A scenario in which the claim is true: the rater model as given if it is, else one in which the systems
    /// were moved just as far as it takes.
    pub(crate) fn make_true(&self, claim: &Claim) -> Option<Scenario> {
        let condition = claim.holds_if.as_ref()?;
        let mut scenario = Scenario { raters: self.given.clone(), change: None };
        let mut changes = Vec::new();
        // In a chain, moving one system may need the next to be moved too.
        for _ in 0..self.study().systems.len() {
            let mut changed = false;
            for part in necessary_parts(condition) {
                if let Some(words) = self.make_part_true(part, &mut scenario.raters) {
                    changes.push(words);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        changes.dedup();
        scenario.change = (!changes.is_empty()).then(|| changes.join("; "));
        Some(scenario)
    }

    fn make_part_true(&self, part: &Condition, raters: &mut RaterModel) -> Option<String> {
        match part {
            Condition::Above { system, others, criterion, by } => {
                let direction = score_direction(self.study(), *criterion);
                let model = raters.criteria.get_mut(*criterion)?;
                let (closest, lead) = closest_competitor(model, direction, *system, others)?;
                let (name, on) = (self.system(*system), self.criterion(*criterion));
                match by {
                    None if lead > 0.0 => None,
                    None => {
                        model.quality[*system] += direction * (0.5 * model.total_sd() - lead);
                        Some(format!("{name} moved ahead on {on}"))
                    }
                    Some(by) => {
                        let pair = (*criterion, *system, closest);
                        if self.score_difference(raters, pair) > *by {
                            return None;
                        }
                        self.set_difference(raters, pair, 2.0 * by);
                        Some(format!("{name} {} above {} on {on}", 2.0 * by, self.system(closest)))
                    }
                }
            }
            Condition::Same { systems: (a, b), criterion, within } => {
                if self.score_difference(raters, (*criterion, *a, *b)).abs() < 0.5 * within {
                    return None;
                }
                equalize(raters.criteria.get_mut(*criterion)?, *a, *b);
                Some(format!("{} and {} equal on {}", self.system(*a), self.system(*b), self.criterion(*criterion)))
            }
            Condition::Agreement { .. } | Condition::All(_) | Condition::Any(_) => None,
        }
    }

    /// A scenario in which the claim is false though as close to the true one as can be: on the boundary of what the
    /// claim's test rejects. "Above" has the closest of the systems equal, "above by at least x" has it exactly x
    /// lower, "same within x" has the two x apart. What one or two people say holds for these people, so that it is
    /// false where it is false for them: they have no tastes beside it.
    pub(crate) fn make_false(&self, claim: &Claim, truth: &Scenario) -> Option<Scenario> {
        let condition = claim.holds_if.as_ref()?;
        let mut raters = truth.raters.clone();
        let mut changes = Vec::new();
        for part in parts_to_break(condition, self.study(), &raters) {
            changes.push(self.make_part_false(part, &mut raters)?);
        }
        if self.people_are_few() {
            raters.criteria.iter_mut().for_each(|model| model.taste_sd = 0.0);
            changes.push("nobody with a taste for a system".to_owned());
        }
        Some(Scenario { raters, change: Some(changes.join("; ")) })
    }

    /// Whether so few people judge that what they say holds for them alone.
    fn people_are_few(&self) -> bool {
        self.setup.plan.people() < FEWEST as u64
    }

    /// What a reader of false-positive rates must know where few people judge.
    pub(crate) fn about_these_people(&self) -> Option<String> {
        let people = match self.setup.plan.people() {
            1 => "one person judges: what is found holds for this one",
            2 => "two people judge: what is found holds for these two",
            _ => return None,
        };
        Some(format!(
            "{people}, and a claim counts as false where it is false for them. Other people have other tastes, and what they \
             would find cannot be learnt from so few; ask at least five"
        ))
    }

    fn make_part_false(&self, part: &Condition, raters: &mut RaterModel) -> Option<String> {
        match part {
            Condition::Above { system, others, criterion, by } => {
                let direction = score_direction(self.study(), *criterion);
                let model = raters.criteria.get_mut(*criterion)?;
                let (other, _) = closest_competitor(model, direction, *system, others)?;
                let [a, b, on] = [self.system(*system), self.system(other), self.criterion(*criterion)];
                match by {
                    Some(by) => {
                        self.set_difference(raters, (*criterion, *system, other), *by);
                        Some(format!("{a} only {by} above {b} on {on}"))
                    }
                    None => {
                        equalize(model, *system, other);
                        Some(format!("{a} and {b} equal on {on}"))
                    }
                }
            }
            Condition::Same { systems: (a, b), criterion, within } => {
                self.set_difference(raters, (*criterion, *a, *b), *within);
                let [a, b, on] = [self.system(*a), self.system(*b), self.criterion(*criterion)];
                Some(format!("{a} and {b} {within} apart on {on}"))
            }
            Condition::Agreement { criterion, bound, .. } => {
                let model = raters.criteria.get_mut(*criterion)?;
                let on = self.criterion(*criterion);
                match bound {
                    Bound::AtLeast => {
                        model.quality.fill(0.0);
                        (model.items_sd, model.outputs_sd) = (0.0, 0.0);
                        Some(format!("all answers on {on} random"))
                    }
                    Bound::AtMost => {
                        (model.noise, model.leniency_sd, model.taste_sd) = (0.05, 0.0, 0.0);
                        Some(format!("hardly any noise in answers on {on}"))
                    }
                }
            }
            Condition::All(_) | Condition::Any(_) => None,
        }
    }

    /// How much higher the first system scores with these raters, on the scale on which claims compare, as a mean
    /// over some runs.
    fn score_difference(&self, raters: &RaterModel, (criterion, a, b): (usize, usize, usize)) -> f64 {
        let of_run = |run: u64| {
            let dataset = self.setup.dataset(raters, run_seed(self.seed, run));
            score_difference(self.study(), &dataset, criterion, (a, b))
        };
        let found: Vec<Option<f64>> = (0..PROBES).into_par_iter().map(of_run).collect();
        let found: Vec<f64> = found.into_iter().flatten().collect();
        found.iter().sum::<f64>() / found.len().max(1) as f64
    }

    /// Moves the first system until it scores so much higher than the second.
    fn set_difference(&self, raters: &mut RaterModel, pair: (usize, usize, usize), wanted: f64) {
        let (criterion, system, other) = pair;
        let direction = score_direction(self.study(), criterion);
        equalize(&mut raters.criteria[criterion], system, other);
        let from = raters.criteria[criterion].quality[system];
        let (mut low, mut high) = (0.0, 6.0);
        for _ in 0..12 {
            let middle = 0.5 * (low + high);
            raters.criteria[criterion].quality[system] = from + direction * middle;
            if self.score_difference(raters, pair) < wanted { low = middle } else { high = middle }
        }
        raters.criteria[criterion].quality[system] = from + direction * 0.5 * (low + high);
    }

    fn system(&self, system: usize) -> &str {
        let known = &self.study().systems[system];
        &known.name
    }

    fn criterion(&self, criterion: usize) -> &str {
        &self.study().criteria[criterion].id.0
    }
}

/// How much higher the first of two systems scores in a dataset, on the scale on which claims compare: for pairs of
/// one system against the rest the net share of the two, for others the difference of their scores.
fn score_difference(study: &Study, dataset: &Dataset, criterion: usize, (a, b): (usize, usize)) -> Option<f64> {
    let pairwise = matches!(study.criteria[criterion].response, Response::Pairwise(_));
    if pairwise && study.design_of(criterion).combine == Combine::OneAgainstRest && study.systems.len() > 2 {
        let (n, net) = net_choices(dataset, criterion, (a, b));
        return (n > 0.0).then(|| net / n);
    }
    let scores = analysis::system_scores(dataset, criterion);
    let difference = (*scores.get(a)?)?.mean - (*scores.get(b)?)?.mean;
    Some(if pairwise { difference / 100.0 } else { difference })
}

/// Which way quality must go for the score to rise: in a ranking, more quality means a lower rank.
pub(crate) fn score_direction(study: &Study, criterion: usize) -> f64 {
    match study.criteria.get(criterion).map(|criterion| &criterion.response) {
        Some(Response::Ranking(_)) => -1.0,
        Some(_) | None => 1.0,
    }
}

/// The closest of the others, and how far the system is ahead of it in quality.
fn closest_competitor(model: &CriterionModel, direction: f64, system: usize, others: &[usize]) -> Option<(usize, f64)> {
    let quality = |system: usize| model.quality.get(system).copied().unwrap_or(0.0);
    let ahead = others.iter().map(|other| (*other, direction * (quality(system) - quality(*other))));
    ahead.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Makes the first system just like the second.
fn equalize(model: &mut CriterionModel, system: usize, other: usize) {
    model.quality[system] = model.quality[other];
    model.variability[system] = model.variability[other];
}

/// The parts that must hold for the whole to hold: of alternatives, the first.
fn necessary_parts(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::All(parts) => parts.iter().flat_map(necessary_parts).collect(),
        Condition::Any(parts) => parts.first().map(necessary_parts).unwrap_or_default(),
        Condition::Above { .. } | Condition::Same { .. } | Condition::Agreement { .. } => vec![condition],
    }
}

/// The parts to break for the whole to be false: of those that must hold together the closest call, of
/// alternatives one in each.
fn parts_to_break<'a>(condition: &'a Condition, study: &Study, raters: &RaterModel) -> Vec<&'a Condition> {
    match condition {
        Condition::All(parts) => {
            let call = |part: &&Condition| smallest_lead(part, study, raters);
            let closest = parts.iter().min_by(|a, b| call(a).total_cmp(&call(b)));
            closest.map(|part| parts_to_break(part, study, raters)).unwrap_or_default()
        }
        Condition::Any(parts) => parts.iter().flat_map(|part| parts_to_break(part, study, raters)).collect(),
        Condition::Above { .. } | Condition::Same { .. } | Condition::Agreement { .. } => vec![condition],
    }
}

fn smallest_lead(part: &Condition, study: &Study, raters: &RaterModel) -> f64 {
    match part {
        Condition::Above { system, others, criterion, .. } => {
            let direction = score_direction(study, *criterion);
            let model = raters.criteria.get(*criterion);
            let lead = model.and_then(|model| closest_competitor(model, direction, *system, others));
            lead.map_or(f64::INFINITY, |(_, ahead)| ahead)
        }
        Condition::Same { .. } | Condition::Agreement { .. } => f64::INFINITY,
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().map(|part| smallest_lead(part, study, raters)).fold(f64::INFINITY, f64::min)
        }
    }
}
