//! Whether a study that is under way will have the power it was rehearsed with. How much people differ is taken from the answers so
//! far; how much the systems differ stays as it was assumed, so that looking at it says nothing about them.

use std::collections::BTreeSet;

use dataset::{Dataset, Judgement, Subject};
use plan::{Plan, PlanError};
use study::Study;
use study::claim::Rule;

use crate::rehearsal::smallest;
use crate::runs::{Runs, Setup};
use crate::scenarios::Scenarios;
use crate::{CriterionModel, Design, RaterModel};

/// Fewer people say too little about how much people differ,
const FEWEST_PEOPLE: usize = 10;
/// and so does less than this share of what is planned.
const FEWEST_SHARE: f64 = 0.2;
/// What the power must fall short by to be told: less is chance in the answers so far and in the simulation.
const SHORT: f64 = 0.1;
/// Spreads that are larger by less than this are as assumed.
const LARGER: f64 = 1.2;
/// Multiples of the planned people per question that are tried.
const TRIED: [f64; 4] = [1.5, 2.0, 3.0, 4.0];

/// What a study was assumed to be like, to compare the answers so far with.
pub struct Forecaster {
    setup: Setup,
    assumed: RaterModel,
    wanted: f64,
    runs: Runs,
    /// The claims as numbers into the study, each with raters for whom it is true and the power that gives.
    claims: Vec<(usize, RaterModel, f64)>,
}

/// What the answers so far let expect.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    /// People whose answers it is made from.
    pub people: usize,
    /// Every claim that the study decides.
    pub claims: Vec<ClaimForecast>,
    /// What differs more than assumed, the most first.
    pub spreads: Vec<LargerSpread>,
    /// People per question, as planned.
    pub planned: u32,
    /// People per question with which every claim has the power it was to have; nothing where none falls short, and the most that was
    /// tried where that is not enough.
    pub needed: Option<NeededPeople>,
}

/// The power of one claim.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimForecast {
    /// Its id.
    pub id: String,
    /// With people as they were assumed to be.
    pub rehearsed: f64,
    /// With people who differ as much as those who answered so far.
    pub expected: f64,
    /// Whether that is too little: clearly below what was rehearsed, and below what every claim is to have.
    pub short: bool,
}

/// A standard deviation that is larger than assumed.
#[derive(Debug, Clone, PartialEq)]
pub struct LargerSpread {
    /// Name of the criterion.
    pub criterion: String,
    /// What varies.
    pub what: &'static str,
    /// By how many times.
    pub times: f64,
}

/// How many people per question it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NeededPeople {
    /// So many.
    Enough(u32),
    /// More than so many, which were tried.
    MoreThan(u32),
}

impl Forecaster {
    /// Finds out the power of every claim with raters as they are assumed to be.
    ///
    /// # Errors
    /// When the study cannot be planned.
    pub fn new(study: &Study, assumed: RaterModel, wanted: f64, runs: Runs) -> Result<Forecaster, PlanError> {
        let setup = Setup::new(study.clone())?;
        let scenarios = Scenarios { setup: &setup, given: &assumed, seed: runs.seed };
        let decided = study.claims.iter().enumerate().filter(|(_, claim)| claim.rule != Rule::OutOfScope);
        let truths: Vec<(usize, RaterModel)> =
            decided.filter_map(|(number, claim)| Some((number, scenarios.make_true(claim)?.raters))).collect();
        let power = powers(&setup, runs, &truths);
        let claims = truths.into_iter().zip(power).map(|((number, raters), power)| (number, raters, power)).collect();
        Ok(Forecaster { setup, assumed, wanted, runs, claims })
    }

    /// What the answers so far let expect; nothing where there are too few of them, or the study decides nothing.
    #[must_use]
    pub fn forecast(&self, dataset: &Dataset) -> Option<Forecast> {
        let (people, _) = counted(dataset);
        if self.claims.is_empty() || !enough_to_forecast(&self.setup.plan, dataset) {
            return None;
        }
        let mut seen = self.assumed.clone();
        seen.take_spreads(&self.setup, dataset, self.runs.seed);
        let as_seen: Vec<(usize, RaterModel)> =
            self.claims.iter().map(|(number, truth, _)| (*number, truth.with_spreads_of(&seen))).collect();
        let expected = powers(&self.setup, self.runs, &as_seen);
        let claims: Vec<ClaimForecast> = self
            .claims
            .iter()
            .zip(expected)
            .map(|((number, _, rehearsed), expected)| ClaimForecast {
                id: self.setup.study.claims[*number].id.clone(),
                rehearsed: *rehearsed,
                expected,
                short: expected < rehearsed - SHORT && expected < self.wanted,
            })
            .collect();
        Some(Forecast {
            people,
            spreads: self.larger_spreads(&seen),
            planned: self.setup.study.lists.completions,
            needed: self.needed(&claims, &as_seen),
            claims,
        })
    }

    /// How many people per question bring every claim to the power it was to have.
    fn needed(&self, claims: &[ClaimForecast], as_seen: &[(usize, RaterModel)]) -> Option<NeededPeople> {
        if !claims.iter().any(|claim| claim.short) {
            return None;
        }
        let study = &self.setup.study;
        let planned = Design::of(study);
        let mut points: Vec<Vec<(f64, f64)>> =
            claims.iter().map(|claim| vec![(planned.completions.into(), claim.expected)]).collect();
        let wanted = |claim: &ClaimForecast| if claim.short { claim.rehearsed.min(self.wanted) } else { 0.0 };
        let mut most = planned.completions;
        for times in TRIED {
            most = (times * f64::from(planned.completions)).ceil() as u32;
            let larger = Design { completions: most, ..planned }.applied(study);
            let Ok(setup) = Setup::new(larger) else { continue };
            for (points, power) in points.iter_mut().zip(powers(&setup, self.runs, as_seen)) {
                points.push((most.into(), power));
            }
            let needed: Option<Vec<f64>> =
                claims.iter().zip(&points).map(|(claim, points)| smallest(points, wanted(claim))).collect();
            if let Some(needed) = needed {
                return Some(NeededPeople::Enough(needed.into_iter().fold(0.0, f64::max) as u32));
            }
        }
        Some(NeededPeople::MoreThan(most))
    }

    fn larger_spreads(&self, seen: &RaterModel) -> Vec<LargerSpread> {
        let mut spreads = Vec::new();
        let criteria = self.setup.study.criteria.iter().zip(self.assumed.criteria.iter().zip(&seen.criteria));
        for (criterion, (assumed, seen)) in criteria {
            for ((what, assumed), (_, seen)) in named_spreads(assumed).into_iter().zip(named_spreads(seen)) {
                let times = seen / assumed.max(1e-9);
                if times > LARGER {
                    spreads.push(LargerSpread { criterion: criterion.name.clone(), what, times });
                }
            }
        }
        spreads.sort_by(|a, b| b.times.total_cmp(&a.times));
        spreads
    }
}

/// Whether enough was answered to say anything: by ten people, and a fifth of what is planned.
#[must_use]
pub fn enough_to_forecast(plan: &Plan, dataset: &Dataset) -> bool {
    let (people, judgements) = counted(dataset);
    let planned = plan.questions() * u64::from(plan.completions);
    people >= FEWEST_PEOPLE && judgements as f64 >= FEWEST_SHARE * planned as f64
}

/// How many people gave how many judgements that count.
fn counted(dataset: &Dataset) -> (usize, usize) {
    let of_items = |it: &&Judgement| matches!(it.subject, Subject::Item { .. });
    let people: BTreeSet<u32> = dataset.included().filter(of_items).map(|it| it.participant).collect();
    (people.len(), dataset.included().filter(of_items).count())
}

/// The power of each claim with its raters; claims with the same raters share their runs.
fn powers(setup: &Setup, runs: Runs, claims: &[(usize, RaterModel)]) -> Vec<f64> {
    let mut known: Vec<(&RaterModel, crate::SimulationRuns)> = Vec::new();
    let mut powers = Vec::new();
    for (number, raters) in claims {
        if !known.iter().any(|(model, _)| *model == raters) {
            known.push((raters, setup.simulate(raters, runs, &|| {})));
        }
        let found = known.iter().find(|(model, _)| *model == raters);
        powers.push(found.map_or(0.0, |(_, found)| found.confirmed_share(*number).value));
    }
    powers
}

/// What makes power smaller, in words.
fn named_spreads(model: &CriterionModel) -> [(&'static str, f64); 3] {
    [
        ("the chance in single answers", model.noise),
        ("the differences between people's tastes", model.taste_sd),
        ("the differences between the outputs of a system", model.outputs_sd),
    ]
}

impl RaterModel {
    /// These raters, who differ as much as others do.
    fn with_spreads_of(&self, others: &RaterModel) -> RaterModel {
        let mut raters = self.clone();
        for (model, other) in raters.criteria.iter_mut().zip(&others.criteria) {
            model.items_sd = other.items_sd;
            model.outputs_sd = other.outputs_sd;
            model.leniency_sd = other.leniency_sd;
            model.taste_sd = other.taste_sd;
            model.noise = other.noise;
            model.same = other.same;
            model.side = other.side;
        }
        raters
    }
}
