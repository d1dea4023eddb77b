//! Whether a study that is under way will have the power it was rehearsed with. It is looked at three times. Only when people differ
//! more than those assumed would by chance is how much they differ taken from their answers; how much the systems differ stays as
//! it was assumed, so that looking at it says nothing about them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use dataset::{Dataset, Judgement, Subject};
use plan::{Plan, PlanError};
use study::Study;
use study::claim::{Condition, Rule};

use crate::raters::Chance;
use crate::rehearsal::smallest;
use crate::runs::{Runs, Setup, distinct};
use crate::scenarios::Scenarios;
use crate::{CriterionModel, Design, RaterModel};

/// Fewer people say too little about how much people differ.
const FEWEST_PEOPLE: usize = 10;
/// The shares of the planned judgements after which is looked, at the answers until then and no others: whoever looks at more and
/// more answers finds something by chance in the end. With each, how many of the studies in which people are as assumed may be warned of:
/// one in twenty over all looks (Bonferroni's inequality), most of them late, when the answers say most (as O'Brien and Fleming,
/// 1979, Biometrics 35, 549-556, spend it).
const LOOKS: [(f64, f64); 3] = [(1.0 / 3.0, 1.0 / 240.0), (0.5, 4.0 / 240.0), (2.0 / 3.0, 7.0 / 240.0)];
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
    /// Numbers of the criteria that these claims are about.
    criteria: Vec<usize>,
    /// What is chance at the last look.
    chance: Mutex<Option<Arc<Chance>>>,
}

/// What the answers so far let expect.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    /// The share of the planned judgements that it is made from.
    pub share: f64,
    /// People whose answers it is made from.
    pub people: usize,
    /// Every claim that the study decides.
    pub claims: Vec<ClaimForecast>,
    /// What differs more than assumed, the most first.
    pub spreads: Vec<LargerSpread>,
    /// The share of studies in which this look would notice that people put twice as much chance into single answers as assumed.
    pub noticed: f64,
    /// Names of the criteria whose answers do not tell how much people differ.
    pub unseen: Vec<String>,
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
        let claims: Vec<_> =
            truths.into_iter().zip(power).map(|((number, raters), power)| (number, raters, power)).collect();
        let criteria = criteria(study, &claims);
        Ok(Forecaster { setup, assumed, wanted, runs, claims, criteria, chance: Mutex::default() })
    }

    /// The power of every claim that the study decides, with raters as they are assumed to be.
    #[must_use]
    pub fn rehearsed_powers(&self) -> Vec<f64> {
        self.claims.iter().map(|(_, _, power)| *power).collect()
    }

    /// What the answers let expect at the last look; nothing before the first, or where the study decides nothing.
    #[must_use]
    pub fn forecast(&self, dataset: &Dataset) -> Option<Forecast> {
        let (share, level) = last_look(&self.setup.plan, dataset).filter(|_| !self.claims.is_empty())?;
        let judgements = answers_until(&self.setup.plan, dataset, share).to_vec();
        let (people, _) = count_people_and_judgements(&judgements);
        let dataset = Dataset { judgements, ..dataset.clone() };
        let chance = self.chance(&dataset);
        let exceeded = chance.is_exceeded(&dataset, level);
        let mut seen = self.assumed.clone();
        let larger: Vec<usize> = exceeded.iter().filter(|it| it.1 == Some(true)).map(|it| it.0).collect();
        seen.take_spreads(&self.setup, &dataset, &larger, self.runs.seed);
        let as_seen: Vec<(usize, RaterModel)> =
            self.claims.iter().map(|(number, truth, _)| (*number, truth.with_spreads_of(&seen))).collect();
        let expected = if larger.is_empty() {
            self.claims.iter().map(|(_, _, rehearsed)| *rehearsed).collect()
        } else {
            powers(&self.setup, self.runs, &as_seen)
        };
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
            share,
            people,
            spreads: self.larger_spreads(&seen),
            noticed: chance.noticed_share(level),
            unseen: self.criteria_without_data(&exceeded),
            planned: self.setup.study.lists.completions,
            needed: self.people_needed(&claims, &as_seen),
            claims,
        })
    }

    /// What people as assumed show by chance at a look, found out once.
    fn chance(&self, dataset: &Dataset) -> Arc<Chance> {
        let mut last = self.chance.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(chance) if chance.fits(dataset) => Arc::clone(chance),
            Some(_) | None => {
                let chance =
                    Arc::new(Chance::simulate(&self.setup, &self.assumed, (dataset, &self.criteria), self.runs.seed));
                *last = Some(Arc::clone(&chance));
                chance
            }
        }
    }

    /// How many people per question bring every claim to the power it was to have.
    fn people_needed(&self, claims: &[ClaimForecast], as_seen: &[(usize, RaterModel)]) -> Option<NeededPeople> {
        if !claims.iter().any(|claim| claim.short) {
            return None;
        }
        let study = &self.setup.study;
        let planned = Design::from_study(study);
        let mut points: Vec<Vec<(f64, f64)>> =
            claims.iter().map(|claim| vec![(planned.completions.into(), claim.expected)]).collect();
        let wanted = |claim: &ClaimForecast| if claim.short { claim.rehearsed.min(self.wanted) } else { 0.0 };
        let mut most = planned.completions;
        for times in TRIED {
            most = (times * f64::from(planned.completions)).ceil() as u32;
            let larger = Design { completions: most, ..planned }.apply_to(study);
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

    fn criteria_without_data(&self, exceeded: &[(usize, Option<bool>)]) -> Vec<String> {
        let unseen = exceeded.iter().filter(|(_, exceeded)| exceeded.is_none());
        unseen.map(|(criterion, _)| self.setup.study.criteria[*criterion].name.clone()).collect()
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

/// The criteria that some claims are about, in the order of the study.
fn criteria(study: &Study, claims: &[(usize, RaterModel, f64)]) -> Vec<usize> {
    let conditions = claims.iter().filter_map(|(number, ..)| study.claims[*number].holds_if.as_ref());
    conditions.flat_map(Condition::criteria).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Whether a look is due: after a third, a half and two thirds of what is planned, of at least ten people.
#[must_use]
pub fn is_look_due(plan: &Plan, dataset: &Dataset) -> bool {
    last_look(plan, dataset).is_some()
}

/// The last look that is due.
fn last_look(plan: &Plan, dataset: &Dataset) -> Option<(f64, f64)> {
    let due = |(share, _): &(f64, f64)| {
        let (people, judgements) = count_people_and_judgements(answers_until(plan, dataset, *share));
        people >= FEWEST_PEOPLE && judgements >= planned_until(plan, *share)
    };
    LOOKS.into_iter().rev().find(due)
}

fn planned_until(plan: &Plan, share: f64) -> usize {
    (share * (plan.questions() * u64::from(plan.completions)) as f64).ceil() as usize
}

/// The answers of the first sessions, until so much of what is planned is there.
fn answers_until<'a>(plan: &Plan, dataset: &'a Dataset, share: f64) -> &'a [Judgement] {
    let wanted = planned_until(plan, share);
    let (mut found, mut last) = (0, None);
    let over = dataset.judgements.iter().position(|judgement| {
        let over = found >= wanted && last != Some(judgement.session());
        last = Some(judgement.session());
        found += usize::from(counts(judgement));
        over
    });
    &dataset.judgements[..over.unwrap_or(dataset.judgements.len())]
}

/// Whether it is a judgement of items that counts.
fn counts(judgement: &Judgement) -> bool {
    judgement.excluded.is_none() && matches!(judgement.subject, Subject::Item { .. })
}

/// How many people gave how many judgements that count.
fn count_people_and_judgements(judgements: &[Judgement]) -> (usize, usize) {
    let people: BTreeSet<u32> = judgements.iter().filter(|it| counts(it)).map(|it| it.participant).collect();
    (people.len(), judgements.iter().filter(|it| counts(it)).count())
}

/// The power of each claim with its raters; claims with the same raters share their runs.
fn powers(setup: &Setup, runs: Runs, claims: &[(usize, RaterModel)]) -> Vec<f64> {
    let simulated = setup.simulate_each(&distinct(claims.iter().map(|(_, raters)| raters)), runs, &|_| {});
    claims.iter().map(|(number, raters)| simulated.of_model(raters).confirmed_share(*number).value).collect()
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
