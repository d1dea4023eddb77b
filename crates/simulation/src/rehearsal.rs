//! A study rehearsed: everything that can be known before the first participant is paid.

mod ablation;
mod expectations;
mod file;
mod sizes;

pub use file::FORMAT;

use std::iter;

use analysis::{NamedEstimate, Statistic};
use plan::PlanError;
use study::Study;
use study::claim::Rule;

use crate::reproduction;
use crate::runs::{Runs, RunsByModel, Setup, distinct};
use crate::scenarios::{Scenario, Scenarios};
use crate::{Design, RaterModel};
pub(crate) use expectations::EstimateList;
pub(crate) use sizes::smallest;

/// What is to be found out.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How many runs, from which seed.
    pub runs: Runs,
    /// The power that every claim is to have.
    pub power: f64,
    /// Sizes to try beside the planned one; usual ones when empty.
    pub grid: Vec<Design>,
}

/// What a rehearsal found. Every number is an estimate with an id, as in the results of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Rehearsal {
    /// Title of the study.
    pub title: String,
    /// Fingerprint of the study.
    pub study: String,
    /// What was to be found out.
    pub options: Options,
    /// What the simulated raters are like.
    pub raters: RaterModel,
    /// The size as planned.
    pub design: Design,
    /// The claims that the study decides.
    pub claims: Vec<ClaimPower>,
    /// The numbers.
    pub estimates: Vec<NamedEstimate>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// A claim whose power was simulated.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimPower {
    /// Its id.
    pub id: String,
    /// Its sentence.
    pub text: String,
    /// What decides it.
    pub rule: Rule,
    /// How the scenario in which it is true differs from the rater model as given; nothing where it does not.
    pub true_scenario: Option<String>,
    /// How the scenario in which it is false differs from that in which it is true.
    pub false_scenario: Option<String>,
}

/// How far a rehearsal is. Work is counted in judgements that are simulated or decided; the total is told first and does not
/// change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// So much is to be done in all.
    Total(u64),
    /// This is simulated next.
    Next(String),
    /// So much more was done.
    Done(u64),
}

/// A claim that the study decides, with its scenarios.
struct TestedClaim {
    /// Its number in the study.
    number: usize,
    truth: Scenario,
    falsehood: Option<Scenario>,
}

/// What a rehearsal goes by.
pub(crate) struct Simulator<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) raters: &'a RaterModel,
    pub(crate) options: &'a Options,
    watch: &'a (dyn Fn(Progress) + Sync),
    claims: Vec<TestedClaim>,
}

/// Simulates a study many times: as planned, with each claim true and false, without its checks and exclusions, and in
/// other sizes.
///
/// # Errors
/// When the study cannot be planned.
pub fn rehearse(
    study: &Study,
    raters: &RaterModel,
    options: &Options,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Rehearsal, PlanError> {
    let setup = Setup::new(study.clone())?;
    let scenarios = Scenarios { setup: &setup, given: raters, seed: options.runs.seed };
    let decided = study.claims.iter().enumerate().filter(|(_, claim)| claim.rule != Rule::OutOfScope);
    let claims = decided.filter_map(|(number, claim)| {
        let truth = scenarios.make_true(claim)?;
        // What no test decides has no level that could be kept.
        let tested = matches!(claim.rule, Rule::Significant { .. });
        let falsehood = tested.then(|| scenarios.make_false(claim, &truth)).flatten();
        Some(TestedClaim { number, falsehood, truth })
    });
    let simulator = Simulator { setup: &setup, raters, options, watch, claims: claims.collect() };
    let (variants, notes) = ablation::variants(&simulator);
    let sizes = sizes::Sizes::plan(&simulator);
    (watch)(Progress::Total(
        simulator.work(&setup, &simulator.models())
            + variants.iter().map(|it| simulator.work(&it.setup, &[raters])).sum::<u64>()
            + sizes.work(&simulator),
    ));
    let mut list = EstimateList { notes, ..EstimateList::default() };
    list.notes.extend(scenarios.about_these_people());
    let models = simulator.models();
    let as_planned = simulator.simulate("as planned, with every claim true and false", &setup, &models);
    let planned = as_planned.of_model(raters);
    simulator.add_claims(&mut list, &as_planned);
    expectations::add_rater_model(&mut list, study, raters);
    expectations::add_agreement(&mut list, study, planned);
    expectations::add_cost(&mut list, &setup, planned);
    ablation::add(&mut list, &simulator, variants, planned);
    sizes.add(&mut list, &simulator, &as_planned);
    reproduction::add(&mut list, &simulator);
    Ok(Rehearsal {
        title: study.about.title.clone(),
        study: study.fingerprint.clone(),
        options: options.clone(),
        raters: raters.clone(),
        design: Design::from_study(study),
        claims: simulator.claims.iter().map(|claim| claim.describe(study)).collect(),
        estimates: list.estimates,
        notes: list.notes,
    })
}

impl Rehearsal {
    /// The number of a statistic: `rehearsal.get(Statistic::Power, None, &["C1"])`.
    #[must_use]
    pub fn get(&self, statistic: Statistic, criterion: Option<&str>, of: &[&str]) -> Option<&NamedEstimate> {
        let wanted =
            |it: &&NamedEstimate| it.statistic == statistic && it.criterion.as_deref() == criterion && it.of == of;
        self.estimates.iter().find(wanted)
    }

    /// All numbers of a statistic, in their order.
    pub fn all(&self, statistic: Statistic) -> impl Iterator<Item = &NamedEstimate> {
        self.estimates.iter().filter(move |named| named.statistic == statistic)
    }

    /// The sizes that were tried, smaller ones first.
    #[must_use]
    pub fn sizes(&self) -> Vec<Design> {
        let size = |named: &NamedEstimate| {
            let [items, completions] = named.of.as_slice() else { return None };
            Some(Design { items: items.parse().ok()?, completions: completions.parse().ok()? })
        };
        self.all(Statistic::PeopleAt).filter_map(size).collect()
    }
}

impl Simulator<'_> {
    /// How often a design is run: large ones less often, so that every one takes about as long.
    fn run_count(&self, setup: &Setup) -> usize {
        let runs = self.options.runs.runs;
        let affordable = runs as u64 * USUAL_JUDGEMENTS / setup.judgements().max(1);
        runs.min(affordable as usize).max(runs.min(FEWEST_RUNS))
    }

    /// The work of running a design with each of several rater models.
    fn work(&self, setup: &Setup, models: &[&RaterModel]) -> u64 {
        self.run_count(setup) as u64 * setup.work_of_each(models).into_iter().sum::<u64>()
    }

    /// Runs a design many times with each of several rater models.
    fn simulate<'m>(&self, what: &str, setup: &Setup, models: &[&'m RaterModel]) -> RunsByModel<'m> {
        (self.watch)(Progress::Next(what.to_owned()));
        let runs = Runs { seed: self.options.runs.seed, runs: self.run_count(setup) };
        setup.simulate_each(models, runs, &|work| (self.watch)(Progress::Done(work)))
    }

    /// The rater model as given, those in which the claims are true and those in which they are false, each once.
    fn models(&self) -> Vec<&RaterModel> {
        let falsehoods = self.claims.iter().filter_map(|claim| claim.falsehood.as_ref());
        let scenarios = self.claims.iter().map(|claim| &claim.truth).chain(falsehoods);
        distinct(iter::once(self.raters).chain(scenarios.map(|scenario| &scenario.raters)))
    }

    /// The power and the false-positive rate of every claim.
    fn add_claims(&self, list: &mut EstimateList, as_planned: &RunsByModel<'_>) {
        for claim in &self.claims {
            let (number, id) = (claim.number, &self.setup.study.claims[claim.number].id);
            let truth = as_planned.of_model(&claim.truth.raters);
            list.add(Statistic::Power, [id], truth.confirmed_share(number), truth.runs, SHARE);
            if truth.undecided[number] > 0 {
                let (undecided, runs) = (truth.undecided[number], truth.runs);
                list.notes.push(format!("{id} could not be decided in {undecided} of {runs} runs"));
            }
            if let Some(scenario) = &claim.falsehood {
                let found = as_planned.of_model(&scenario.raters);
                list.add(Statistic::FalsePositiveRate, [id], found.confirmed_share(number), found.runs, SHARE);
            }
        }
    }

    /// The claims as numbers, each with a rater model in which it is true.
    fn true_scenarios(&self) -> impl Iterator<Item = (usize, &Scenario)> {
        self.claims.iter().map(|claim| (claim.number, &claim.truth))
    }

    /// The claims, as numbers.
    pub(crate) fn claim_numbers(&self) -> impl Iterator<Item = usize> {
        self.claims.iter().map(|claim| claim.number)
    }
}

impl TestedClaim {
    fn describe(&self, study: &Study) -> ClaimPower {
        let claim = &study.claims[self.number];
        ClaimPower {
            id: claim.id.clone(),
            text: claim.text.clone(),
            rule: claim.rule,
            true_scenario: self.truth.change.clone(),
            false_scenario: self.falsehood.as_ref().and_then(|scenario| scenario.change.clone()),
        }
    }
}

pub(crate) const SHARE: &str = "share of simulated runs in which the claim is supported";

/// Designs with more judgements than this are run less often,
const USUAL_JUDGEMENTS: u64 = 500;
/// but not less often than this.
const FEWEST_RUNS: usize = 200;
