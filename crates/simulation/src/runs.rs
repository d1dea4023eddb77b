//! Many runs of a study, each planned, answered and decided as the real one will be.

use analysis::{Decider, Options, Statistic, Verdict};
use plan::{Plan, PlanError};
use rayon::prelude::*;
use stats::Estimate;
use stats::hypothesis::TestOptions;
use stats::hypothesis::binomial::{ShareInterval, binomial_test};
use study::Study;

use crate::random::run_seed;
use crate::run::{RunTotals, fill_slots};
use crate::schedule::Schedule;
use crate::{Population, RaterModel};

/// Bootstrap replicates of a claim that is decided by them: as many as `rejudge analyse` draws, so that a claim is
/// decided in a simulation exactly as it will be.
const REPLICATES: usize = 1000;

/// How many runs, from which seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runs {
    /// Random seed.
    pub seed: u64,
    /// How many.
    pub runs: usize,
}

/// A study with its plan, ready to be run many times.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The study.
    pub study: Study,
    /// Its plan.
    pub plan: Plan,
    schedule: Schedule,
}

/// What many runs of one design with the same rater model gave.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulationRuns {
    /// How many runs.
    pub runs: usize,
    /// For each claim of the study, whether it was confirmed in each run.
    pub confirmed: Vec<Vec<bool>>,
    /// In how many runs each claim could not be decided.
    pub undecided: Vec<usize>,
    /// Krippendorff's alpha of each criterion in every run where there is one, sorted.
    pub alpha: Vec<Vec<f64>>,
    /// Means over the runs.
    pub totals: MeanTotals,
}

/// What a run takes, on average.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MeanTotals {
    /// Sessions that reached the end, those that failed the checks among them.
    pub finished: f64,
    /// Sessions whose slot went to someone else because of failed checks.
    pub failed: f64,
    /// Sessions that were abandoned before the end.
    pub left: f64,
    /// Hours that all participants spent.
    pub hours: f64,
    /// Minutes of one session that reached the end.
    pub minutes_each: f64,
}

impl SimulationRuns {
    /// The share of runs in which a claim was confirmed, with Wilson's interval.
    pub(crate) fn confirmed_share(&self, claim: usize) -> Estimate {
        let found = self.confirmed.get(claim).map_or(0, |runs| runs.iter().filter(|confirmed| **confirmed).count());
        let test = binomial_test(found as u64, self.runs as u64, 0.5, ShareInterval::Wilson, TestOptions::default());
        let interval = test.ok().and_then(|test| test.statistic.interval);
        Estimate::from(found as f64 / self.runs.max(1) as f64).interval(interval)
    }
}

/// What many runs of one design gave with each of several rater models.
pub(crate) struct RunsByModel<'a>(Vec<(&'a RaterModel, SimulationRuns)>);

impl RunsByModel<'_> {
    /// The runs with a rater model, which must be one of those that were simulated.
    pub(crate) fn of_model(&self, raters: &RaterModel) -> &SimulationRuns {
        let found = self.0.iter().find(|(model, _)| *model == raters);
        found.map_or_else(|| unreachable!("only what was simulated is asked for"), |(_, runs)| runs)
    }
}

/// Each rater model once, in the order of their first appearance.
pub(crate) fn distinct<'a>(models: impl IntoIterator<Item = &'a RaterModel>) -> Vec<&'a RaterModel> {
    let mut seen: Vec<&RaterModel> = Vec::new();
    for model in models {
        if !seen.contains(&model) {
            seen.push(model);
        }
    }
    seen
}

/// How many times as much work deciding a judgement is as simulating it, about.
const WORK_OF_DECIDING: u64 = 6;

struct RunResult {
    verdicts: Vec<Verdict>,
    alpha: Vec<Option<f64>>,
    totals: RunTotals,
}

impl Setup {
    /// Plans the study.
    ///
    /// # Errors
    /// When it cannot be planned.
    pub fn new(study: Study) -> Result<Setup, PlanError> {
        let plan = plan::make(&study)?;
        let schedule = Schedule::new(&plan);
        Ok(Setup { study, plan, schedule })
    }

    /// How many judgements of items one run makes.
    #[must_use]
    pub fn judgements(&self) -> u64 {
        self.plan.questions() * u64::from(self.plan.completions)
    }

    /// Runs the study many times. What comes out depends on seed and number of runs, not on threads. `next` is
    /// called before every run, so that what stops there leaves nothing to be computed.
    #[must_use]
    pub fn simulate(&self, raters: &RaterModel, runs: Runs, next: &(dyn Fn() + Sync)) -> SimulationRuns {
        self.simulate_each(&[raters], runs, &|_| next()).of_model(raters).clone()
    }

    /// Runs the study many times with each of several rater models. Each gives what it gives alone, in less time: on criteria
    /// on which the models do not differ their raters answer the same, and what the answers say is computed once. `next` is
    /// told the work of every run before it.
    pub(crate) fn simulate_each<'m>(
        &self,
        models: &[&'m RaterModel],
        runs: Runs,
        next: &(dyn Fn(u64) + Sync),
    ) -> RunsByModel<'m> {
        let work = self.work_of_each(models);
        let with_each = |run: u64| -> Vec<RunResult> {
            let seed = run_seed(runs.seed, run);
            let mut decider = Decider::new(&self.study, Options { seed, replicates: REPLICATES, level: 0.95 });
            let run_with = |(raters, work): (&&RaterModel, &u64)| {
                next(*work);
                self.simulate_run(raters, seed, &mut decider)
            };
            models.iter().zip(&work).map(run_with).collect()
        };
        let all: Vec<Vec<RunResult>> = (0..runs.runs as u64).into_par_iter().map(with_each).collect();
        let of_model = |(place, raters): (usize, &&'m RaterModel)| {
            (*raters, summarize(&self.study, &all.iter().map(|run| &run[place]).collect::<Vec<_>>()))
        };
        RunsByModel(models.iter().enumerate().map(of_model).collect())
    }

    /// What one run of each of several rater models takes, in judgements that are simulated or decided: a criterion on which a
    /// model does not differ from an earlier one is not decided again.
    pub(crate) fn work_of_each(&self, models: &[&RaterModel]) -> Vec<u64> {
        let criteria = self.study.criteria.len().max(1) as u64;
        let is_new = |place: usize, criterion: usize| {
            let same = |earlier: &&RaterModel| {
                let model = models[place];
                earlier.behaviour == model.behaviour && earlier.criteria[criterion] == model.criteria[criterion]
            };
            !models[..place].iter().any(same)
        };
        let work = |place: usize| {
            let new = (0..models[place].criteria.len()).filter(|criterion| is_new(place, *criterion)).count() as u64;
            self.judgements() * (1 + WORK_OF_DECIDING * new / criteria)
        };
        (0..models.len()).map(work).collect()
    }

    /// The answers of one run.
    pub(crate) fn dataset(&self, raters: &RaterModel, seed: u64) -> dataset::Dataset {
        fill_slots(&self.study, &self.schedule, &Population::new(&self.study, raters, seed)).0
    }

    fn simulate_run(&self, raters: &RaterModel, seed: u64, decider: &mut Decider<'_>) -> RunResult {
        let population = Population::new(&self.study, raters, seed);
        let (dataset, totals) = fill_slots(&self.study, &self.schedule, &population);
        let results = decider.decide(&dataset);
        let alpha = |criterion: &study::Criterion| {
            Some(results.get(Statistic::Alpha, criterion.id.0.as_str(), &[])?.estimate.value)
        };
        RunResult {
            verdicts: results.claims.iter().map(|claim| claim.verdict).collect(),
            alpha: self.study.criteria.iter().map(alpha).collect(),
            totals,
        }
    }
}

fn summarize(study: &Study, all: &[&RunResult]) -> SimulationRuns {
    let holding = |claim: usize| {
        all.iter().map(|one| one.verdicts.get(claim).is_some_and(|verdict| verdict.holds())).collect::<Vec<bool>>()
    };
    let undecided =
        |claim: usize| all.iter().filter(|one| one.verdicts.get(claim) == Some(&Verdict::NotComputed)).count();
    let alpha = |criterion: usize| {
        let mut alpha: Vec<f64> = all.iter().filter_map(|run| run.alpha[criterion]).collect();
        alpha.sort_by(f64::total_cmp);
        alpha
    };
    let mean = |of: fn(&RunTotals) -> f64| all.iter().map(|run| of(&run.totals)).sum::<f64>() / all.len().max(1) as f64;
    let finished = mean(|totals| totals.finished.into());
    SimulationRuns {
        runs: all.len(),
        confirmed: (0..study.claims.len()).map(holding).collect(),
        undecided: (0..study.claims.len()).map(undecided).collect(),
        alpha: (0..study.criteria.len()).map(alpha).collect(),
        totals: MeanTotals {
            finished,
            failed: mean(|totals| totals.failed.into()),
            left: mean(|totals| totals.left.into()),
            hours: mean(|totals| totals.seconds) / 3600.0,
            minutes_each: mean(|totals| totals.finished_seconds) / 60.0 / finished.max(1e-9),
        },
    }
}
