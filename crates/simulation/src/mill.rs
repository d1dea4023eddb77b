//! Many runs of a study, each planned, answered and decided as the real one will be.

use std::collections::BTreeMap;

use analysis::{Options, Results, Verdict};
use plan::{Plan, PlanError};
use rayon::prelude::*;
use stats::Estimate;
use stats::hypothesis::Asked;
use stats::hypothesis::binomial::{ShareInterval, binomial_test};
use study::Study;
use study::claim::Condition;
use study::file::Combine;
use study::response::Response;

use crate::chance::of_run;
use crate::play::{Tally, play};
use crate::script::Script;
use crate::{Company, Crowd};

/// How many runs, from which seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runs {
    /// The seed of everything drawn.
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
    script: Script,
}

/// What many runs of one design with one crowd gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Milled {
    /// How many runs.
    pub runs: usize,
    /// For each claim of the study, whether it was confirmed in each run.
    pub confirmed: Vec<Vec<bool>>,
    /// In how many runs each claim could not be decided.
    pub undecided: Vec<usize>,
    /// Krippendorff's alpha of each criterion in every run where there is one, sorted.
    pub alpha: Vec<Vec<f64>>,
    /// How much higher the first of two claimed systems scores on a criterion, in the mean, as claims
    /// count it.
    pub ahead: BTreeMap<(usize, usize, usize), f64>,
    /// What a run took, in the mean.
    pub took: Took,
}

/// What a run takes, in the mean.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Took {
    /// Sessions that reached the end, those that failed the checks among them.
    pub finished: f64,
    /// Sessions whose slot went to someone else because of failed checks.
    pub failed: f64,
    /// Sessions that were left before the end.
    pub left: f64,
    /// Hours that people spent.
    pub hours: f64,
}

impl Milled {
    /// The share of runs in which a claim was confirmed, with Wilson's interval for the chance.
    pub(crate) fn chance(&self, claim: usize) -> Estimate {
        let found = self.confirmed.get(claim).map_or(0, |runs| runs.iter().filter(|confirmed| **confirmed).count());
        let test = binomial_test(found as u64, self.runs as u64, 0.5, ShareInterval::Wilson, Asked::default());
        let interval = test.ok().and_then(|test| test.statistic.interval);
        Estimate::new("chance", found as f64 / self.runs.max(1) as f64).interval(interval)
    }
}

struct One {
    verdicts: Vec<Verdict>,
    alpha: Vec<Option<f64>>,
    ahead: Vec<Option<f64>>,
    tally: Tally,
}

impl Setup {
    /// Plans the study.
    ///
    /// # Errors
    /// When it cannot be planned.
    pub fn new(study: Study) -> Result<Setup, PlanError> {
        let plan = plan::make(&study)?;
        let script = Script::new(&plan);
        Ok(Setup { study, plan, script })
    }

    /// How many judgements of items one run makes.
    #[must_use]
    pub fn judgements(&self) -> u64 {
        self.plan.questions() * u64::from(self.plan.completions)
    }

    /// Runs the study many times with a crowd. What comes out depends on seed and number of runs, not on
    /// threads. `done` is told after every run.
    #[must_use]
    pub fn mill(&self, crowd: &Crowd, runs: Runs, done: &(dyn Fn() + Sync)) -> Milled {
        let pairs = self.claimed();
        let all: Vec<One> = (0..runs.runs as u64)
            .into_par_iter()
            .map(|run| {
                let one = self.once(crowd, of_run(runs.seed, run), &pairs);
                done();
                one
            })
            .collect();
        gathered(&self.study, &pairs, &all)
    }

    /// The answers of one run.
    pub(crate) fn dataset(&self, crowd: &Crowd, seed: u64) -> dataset::Dataset {
        play(&self.study, &self.script, &Company::new(&self.study, crowd, seed)).0
    }

    fn once(&self, crowd: &Crowd, seed: u64, pairs: &[(usize, usize, usize)]) -> One {
        let company = Company::new(&self.study, crowd, seed);
        let (dataset, tally) = play(&self.study, &self.script, &company);
        let results = analysis::decide(&self.study, &dataset, Options { seed, replicates: 200, level: 0.95 });
        let alpha =
            |criterion: &study::Criterion| Some(results.get("alpha", criterion.id.0.as_str(), &[])?.estimate.value);
        One {
            verdicts: results.claims.iter().map(|claim| claim.verdict).collect(),
            alpha: self.study.criteria.iter().map(alpha).collect(),
            ahead: pairs.iter().map(|pair| self.ahead(&results, *pair)).collect(),
            tally,
        }
    }

    /// The criteria and pairs of systems that claims speak about.
    fn claimed(&self) -> Vec<(usize, usize, usize)> {
        let mut claimed = Vec::new();
        for condition in self.study.claims.iter().filter_map(|claim| claim.holds_if.as_ref()) {
            for part in condition.parts() {
                match part {
                    Condition::Above { system, others, criterion, .. } => {
                        claimed.extend(others.iter().map(|other| (*criterion, *system, *other)));
                    }
                    Condition::Same { systems, criterion, .. } => claimed.push((*criterion, systems.0, systems.1)),
                    Condition::Agreement { .. } | Condition::All(_) | Condition::Any(_) => {}
                }
            }
        }
        claimed.sort_unstable();
        claimed.dedup();
        claimed
    }

    /// How much higher the first system scores, on the scale on which claims compare.
    fn ahead(&self, results: &Results, (criterion, a, b): (usize, usize, usize)) -> Option<f64> {
        let study = &self.study;
        let (asked, id) = (results.about.criteria.get(criterion)?, |s: usize| study.systems[s].id.0.as_str());
        let number = |name: &str, of: &[&str]| Some(results.get(name, asked.id.as_str(), of)?.estimate.value);
        let pairwise = matches!(study.criteria[criterion].response, Response::Pairwise(_));
        if pairwise && study.design.combine == Combine::OneAgainstRest && study.systems.len() > 2 {
            return Some(number("pair_share", &[id(a), id(b)])? - number("pair_share", &[id(b), id(a)])?);
        }
        let score = asked.score.as_deref()?;
        let difference = number(score, &[id(a)])? - number(score, &[id(b)])?;
        Some(if pairwise { difference / 100.0 } else { difference })
    }
}

fn gathered(study: &Study, pairs: &[(usize, usize, usize)], all: &[One]) -> Milled {
    let came_out = |claim: usize, verdict: Verdict| {
        all.iter().map(move |one| one.verdicts.get(claim) == Some(&verdict)).collect::<Vec<bool>>()
    };
    let undecided = |claim: usize| came_out(claim, Verdict::Undecided).into_iter().filter(|it| *it).count();
    let alpha = |criterion: usize| {
        let mut alpha: Vec<f64> = all.iter().filter_map(|one| one.alpha[criterion]).collect();
        alpha.sort_by(f64::total_cmp);
        alpha
    };
    let ahead = |place: usize| {
        let found: Vec<f64> = all.iter().filter_map(|one| one.ahead[place]).collect();
        (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
    };
    let mean = |of: fn(&Tally) -> f64| all.iter().map(|one| of(&one.tally)).sum::<f64>() / all.len().max(1) as f64;
    Milled {
        runs: all.len(),
        confirmed: (0..study.claims.len()).map(|claim| came_out(claim, Verdict::Confirmed)).collect(),
        undecided: (0..study.claims.len()).map(undecided).collect(),
        alpha: (0..study.criteria.len()).map(alpha).collect(),
        ahead: pairs.iter().enumerate().filter_map(|(place, pair)| Some((*pair, ahead(place)?))).collect(),
        took: Took {
            finished: mean(|tally| tally.finished.into()),
            failed: mean(|tally| tally.failed.into()),
            left: mean(|tally| tally.left.into()),
            hours: mean(|tally| tally.seconds) / 3600.0,
        },
    }
}
