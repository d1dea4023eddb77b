//! Worlds in which a claim is true, and worlds in which it is not.

use study::Study;
use study::claim::{Bound, Claim, Condition, Rule};
use study::response::Response;

use crate::mill::{Milled, Runs, Setup};
use crate::{Crowd, Taste};

/// A crowd with what it means for a claim, in words.
#[derive(Debug, Clone, PartialEq)]
pub struct World {
    /// The crowd.
    pub crowd: Crowd,
    /// How it differs from the crowd as given; nothing where it does not.
    pub words: Option<String>,
}

/// Runs with which a shift of quality is looked for.
const PROBE: usize = 60;

/// Someone who knows the study and what a crowd thinks of its systems.
pub(crate) struct Seer<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) given: &'a Crowd,
    /// What came out with the crowd as given.
    pub(crate) milled: &'a Milled,
    pub(crate) seed: u64,
}

impl Seer<'_> {
    fn study(&self) -> &Study {
        &self.setup.study
    }

    /// A world in which the claim is true: the crowd as given if it is, else one in which the systems
    /// were moved just as far as it takes.
    pub(crate) fn confirming(&self, claim: &Claim) -> Option<World> {
        let condition = claim.holds_if.as_ref()?;
        let mut world = World { crowd: self.given.clone(), words: None };
        let mut moved = Vec::new();
        // In a chain, moving one system may need the next to be moved too.
        for _ in 0..self.study().systems.len() {
            let mut changed = false;
            for part in needed(condition) {
                if let Some(words) = self.make_true(part, &mut world.crowd) {
                    moved.push(words);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        moved.dedup();
        world.words = (!moved.is_empty()).then(|| moved.join("; "));
        Some(world)
    }

    fn make_true(&self, part: &Condition, crowd: &mut Crowd) -> Option<String> {
        match part {
            Condition::Above { system, others, criterion, by } => {
                let up = up(self.study(), *criterion);
                let taste = crowd.tastes.get_mut(*criterion)?;
                let lead = lead(taste, up, *system, others)?;
                match by {
                    None if lead.1 > 0.0 => None,
                    None => {
                        taste.quality[*system] += up * (0.5 * taste.total_sd() - lead.1);
                        Some(format!("{} is moved ahead on {}", self.system(*system), self.criterion(*criterion)))
                    }
                    Some(by) => {
                        let pair = (*criterion, *system, lead.0);
                        if self.ahead(crowd, pair) >= *by {
                            return None;
                        }
                        self.shift(crowd, pair, 2.0 * by);
                        let what =
                            format!("{} is ahead of {} by {}", self.system(*system), self.system(lead.0), 2.0 * by);
                        Some(format!("{what} on {}", self.criterion(*criterion)))
                    }
                }
            }
            Condition::Same { systems: (a, b), criterion, within } => {
                if self.ahead(crowd, (*criterion, *a, *b)).abs() < 0.5 * within {
                    return None;
                }
                alike(crowd.tastes.get_mut(*criterion)?, *a, *b);
                let [a, b] = [self.system(*a), self.system(*b)];
                Some(format!("{a} and {b} are alike on {}", self.criterion(*criterion)))
            }
            Condition::Agreement { .. } | Condition::All(_) | Condition::Any(_) => None,
        }
    }

    /// A world in which the claim is false though it is as near to the true one as can be. Where a test
    /// decides, the closest of the systems it compares are alike; where only the order of scores does,
    /// they are exchanged; what is claimed to be the same differs by the margin.
    pub(crate) fn refuting(&self, claim: &Claim, truth: &World) -> Option<World> {
        let condition = claim.holds_if.as_ref()?;
        let mut crowd = truth.crowd.clone();
        let mut words = Vec::new();
        for part in broken(condition, self.study(), &crowd) {
            words.push(self.make_false(part, claim.rule, &mut crowd)?);
        }
        Some(World { crowd, words: Some(words.join("; ")) })
    }

    fn make_false(&self, part: &Condition, rule: Rule, crowd: &mut Crowd) -> Option<String> {
        match part {
            Condition::Above { system, others, criterion, by } => {
                let taste = crowd.tastes.get_mut(*criterion)?;
                let (other, _) = lead(taste, up(self.study(), *criterion), *system, others)?;
                let [a, b, on] = [self.system(*system), self.system(other), self.criterion(*criterion)];
                if by.is_none() && matches!(rule, Rule::Direction) {
                    taste.quality.swap(*system, other);
                    taste.spread.swap(*system, other);
                    return Some(format!("{a} and {b} have changed places on {on}"));
                }
                alike(taste, *system, other);
                Some(format!("{a} and {b} are alike on {on}"))
            }
            Condition::Same { systems: (a, b), criterion, within } => {
                self.shift(crowd, (*criterion, *a, *b), *within);
                let [a, b, on] = [self.system(*a), self.system(*b), self.criterion(*criterion)];
                Some(format!("{a} and {b} differ by {within} on {on}"))
            }
            Condition::Agreement { criterion, bound, .. } => {
                let taste = crowd.tastes.get_mut(*criterion)?;
                let on = self.criterion(*criterion);
                match bound {
                    Bound::AtLeast => {
                        taste.quality.fill(0.0);
                        (taste.items_sd, taste.outputs_sd) = (0.0, 0.0);
                        Some(format!("all answers on {on} are chance"))
                    }
                    Bound::AtMost => {
                        (taste.noise, taste.leniency_sd) = (0.05, 0.0);
                        Some(format!("nearly nothing in answers on {on} is chance"))
                    }
                }
            }
            Condition::All(_) | Condition::Any(_) => None,
        }
    }

    /// How far the first system is ahead in this crowd, as claims count it.
    fn ahead(&self, crowd: &Crowd, pair: (usize, usize, usize)) -> f64 {
        if crowd == self.given {
            return self.milled.ahead.get(&pair).copied().unwrap_or(0.0);
        }
        let runs = Runs { seed: self.seed, runs: PROBE };
        self.setup.mill(crowd, runs, &|| {}).ahead.get(&pair).copied().unwrap_or(0.0)
    }

    /// Moves the first system until it is so far ahead of the second.
    fn shift(&self, crowd: &mut Crowd, pair: (usize, usize, usize), wanted: f64) {
        let (criterion, system, other) = pair;
        let up = up(self.study(), criterion);
        alike(&mut crowd.tastes[criterion], system, other);
        let from = crowd.tastes[criterion].quality[system];
        let (mut low, mut high) = (0.0, 6.0);
        for _ in 0..12 {
            let middle = 0.5 * (low + high);
            crowd.tastes[criterion].quality[system] = from + up * middle;
            if self.ahead(crowd, pair) < wanted { low = middle } else { high = middle }
        }
        crowd.tastes[criterion].quality[system] = from + up * 0.5 * (low + high);
    }

    fn system(&self, system: usize) -> &str {
        &self.study().systems[system].id.0
    }

    fn criterion(&self, criterion: usize) -> &str {
        &self.study().criteria[criterion].id.0
    }
}

/// Which way quality must go for the score to rise: in a ranking, the more the earlier the place.
pub(crate) fn up(study: &Study, criterion: usize) -> f64 {
    match study.criteria.get(criterion).map(|criterion| &criterion.response) {
        Some(Response::Ranking(_)) => -1.0,
        Some(_) | None => 1.0,
    }
}

/// The closest of the others, and how far the system is ahead of it in quality.
fn lead(taste: &Taste, up: f64, system: usize, others: &[usize]) -> Option<(usize, f64)> {
    let quality = |system: usize| taste.quality.get(system).copied().unwrap_or(0.0);
    let ahead = others.iter().map(|other| (*other, up * (quality(system) - quality(*other))));
    ahead.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Makes the first system just like the second.
fn alike(taste: &mut Taste, system: usize, other: usize) {
    taste.quality[system] = taste.quality[other];
    taste.spread[system] = taste.spread[other];
}

/// The parts that must hold for the whole to hold: of alternatives, the first.
fn needed(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::All(parts) => parts.iter().flat_map(needed).collect(),
        Condition::Any(parts) => parts.first().map(needed).unwrap_or_default(),
        Condition::Above { .. } | Condition::Same { .. } | Condition::Agreement { .. } => vec![condition],
    }
}

/// The parts to break for the whole to be false: of those that must hold together the closest call, of
/// alternatives one in each.
fn broken<'a>(condition: &'a Condition, study: &Study, crowd: &Crowd) -> Vec<&'a Condition> {
    match condition {
        Condition::All(parts) => {
            let call = |part: &&Condition| closeness(part, study, crowd);
            let closest = parts.iter().min_by(|a, b| call(a).total_cmp(&call(b)));
            closest.map(|part| broken(part, study, crowd)).unwrap_or_default()
        }
        Condition::Any(parts) => parts.iter().flat_map(|part| broken(part, study, crowd)).collect(),
        Condition::Above { .. } | Condition::Same { .. } | Condition::Agreement { .. } => vec![condition],
    }
}

fn closeness(part: &Condition, study: &Study, crowd: &Crowd) -> f64 {
    match part {
        Condition::Above { system, others, criterion, .. } => {
            let taste = crowd.tastes.get(*criterion);
            let lead = taste.and_then(|taste| lead(taste, up(study, *criterion), *system, others));
            lead.map_or(f64::INFINITY, |(_, ahead)| ahead)
        }
        Condition::Same { .. } | Condition::Agreement { .. } => f64::INFINITY,
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().map(|part| closeness(part, study, crowd)).fold(f64::INFINITY, f64::min)
        }
    }
}
