//! Whether people vary more than those assumed would by chance.

use std::collections::{BTreeMap, BTreeSet};

use dataset::{Dataset, Judgement, Subject};
use rayon::prelude::*;

use super::Components;
use crate::RaterModel;
use crate::random::run_seed;
use crate::runs::Setup;

/// Runs that show what is chance, with systems as assumed and again with systems that are all the same: how far people agree on
/// choices also depends on how far systems are apart, which is for nobody to learn here.
const RUNS: u64 = 239;
/// Runs that show what would be noticed.
const NOISY_RUNS: u64 = 100;
/// How many times as much chance there is in their single answers.
const NOISIER: f64 = 2.0;

/// How many sessions of each list were answered.
type Sessions = BTreeMap<u32, usize>;

/// How much the answers to one criterion vary, in numbers that are the larger the less power they leave: the standard deviations of
/// what is left, of tastes and of outputs, or, where outputs are compared, the lack of agreement. Nothing where neither can be computed.
type Spreads = Option<Vec<f64>>;

/// What people as assumed show by chance when as many of them have answered.
pub(crate) struct Chance {
    /// Numbers of the criteria looked at.
    criteria: Vec<usize>,
    sessions: Sessions,
    /// By how systems were assumed to be, run and criterion.
    runs: [Vec<Vec<Spreads>>; 2],
    /// The same of people with twice as much chance in their single answers, with systems as assumed.
    noisy: Vec<Vec<Spreads>>,
}

impl Chance {
    /// Lets such people answer as much as was answered, many times, and looks at these criteria.
    pub(crate) fn simulate(
        setup: &Setup,
        raters: &RaterModel,
        (dataset, criteria): (&Dataset, &[usize]),
        seed: u64,
    ) -> Chance {
        let sessions = count_sessions(dataset);
        let (mut equal, mut noisy) = (raters.clone(), raters.clone());
        equal.criteria.iter_mut().for_each(|model| model.quality.fill(0.0));
        noisy.criteria.iter_mut().for_each(|model| model.noise *= NOISIER);
        let simulate = |raters: &RaterModel, runs: std::ops::Range<u64>| -> Vec<Vec<Spreads>> {
            let of_run = |run| {
                let dataset = setup.dataset(raters, run_seed(seed, run));
                spreads(&first_sessions(dataset, &sessions), criteria)
            };
            runs.into_par_iter().map(of_run).collect()
        };
        let runs = [raters, &equal].map(|raters| simulate(raters, 0..RUNS));
        // Other random numbers, or each noisy run would be held against its own calm one.
        let noisy = simulate(&noisy, RUNS..RUNS + NOISY_RUNS);
        Chance { criteria: criteria.to_vec(), sessions, runs, noisy }
    }

    /// Whether it is about as many answers as these.
    pub(crate) fn fits(&self, dataset: &Dataset) -> bool {
        self.sessions == count_sessions(dataset)
    }

    /// For each criterion, whether its answers vary so much that with people as assumed any criterion would do so in at most this
    /// share of studies: the largest standardized spread of all against its distribution in the runs, with the answers among them, so
    /// that the level holds for any number of runs (the single-step maxT procedure of Westfall and Young, 1993, Resampling-Based
    /// Multiple Testing, with the Monte Carlo test of Barnard, 1963).
    /// Nothing of a criterion whose answers do not tell.
    pub(crate) fn is_exceeded(&self, dataset: &Dataset, level: f64) -> Vec<(usize, Option<bool>)> {
        let seen = spreads(dataset, &self.criteria);
        let exceeded = seen.iter().zip(self.exceeds_both(&seen, level)).map(|(seen, both)| seen.as_ref().map(|_| both));
        self.criteria.iter().copied().zip(exceeded).collect()
    }

    /// In how many of the studies in which there is twice as much chance in single answers as assumed that would be noticed.
    pub(crate) fn noticed_share(&self, level: f64) -> f64 {
        let noticed = self.noisy.iter().filter(|seen| self.exceeds_both(seen, level).contains(&true));
        noticed.count() as f64 / self.noisy.len() as f64
    }

    /// By criterion, whether it varies more than by chance, both with systems as assumed and with systems that are all the same.
    fn exceeds_both(&self, seen: &[Spreads], level: f64) -> Vec<bool> {
        let [one, other] = self.runs.each_ref().map(|runs| exceeds(runs, seen, level));
        one.iter().zip(other).map(|(one, other)| *one && other).collect()
    }
}

fn exceeds(runs: &[Vec<Spreads>], seen: &[Spreads], level: f64) -> Vec<bool> {
    let mut largest = vec![f64::NEG_INFINITY; runs.len()];
    let mut of_seen = Vec::new();
    for (criterion, seen) in seen.iter().enumerate() {
        let mut highest = f64::NEG_INFINITY;
        for (part, value) in seen.iter().flatten().enumerate() {
            let of_run = |run: &Vec<Spreads>| run[criterion].as_ref().and_then(|parts| parts.get(part)).copied();
            let known: Vec<f64> = runs.iter().filter_map(of_run).chain([*value]).collect();
            let mean = known.iter().sum::<f64>() / known.len() as f64;
            let variance = known.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / known.len() as f64;
            let standardized = |it: f64| if variance > 0.0 { (it - mean) / variance.sqrt() } else { 0.0 };
            highest = highest.max(standardized(*value));
            for (largest, run) in largest.iter_mut().zip(runs) {
                // A run that cannot be told from more variable ones counts as one.
                *largest = largest.max(of_run(run).map_or(f64::INFINITY, standardized));
            }
        }
        of_seen.push(highest);
    }
    let often = |highest: f64| 1 + largest.iter().filter(|largest| **largest >= highest).count();
    of_seen.iter().map(|highest| often(*highest) as f64 <= level * (runs.len() + 1) as f64).collect()
}

fn spreads(dataset: &Dataset, criteria: &[usize]) -> Vec<Spreads> {
    let of_criterion = |&criterion: &usize| match Components::estimate(dataset, criterion) {
        Some(it) => Some(vec![it.left, it.taste, it.outputs]),
        None => Some(vec![-analysis::alpha(dataset, criterion)?]),
    };
    criteria.iter().map(of_criterion).collect()
}

fn of_items(judgement: &Judgement) -> bool {
    judgement.excluded.is_none() && matches!(judgement.subject, Subject::Item { .. })
}

fn count_sessions(dataset: &Dataset) -> Sessions {
    let answered = dataset.judgements.iter().filter(|it| of_items(it)).map(Judgement::session);
    let mut sessions = Sessions::new();
    for (_, list, _) in answered.collect::<BTreeSet<_>>() {
        *sessions.entry(list).or_default() += 1;
    }
    sessions
}

/// As many sessions of each list, and nothing else.
fn first_sessions(mut dataset: Dataset, sessions: &Sessions) -> Dataset {
    let mut kept: BTreeMap<u32, Vec<(u32, u32, u32)>> = BTreeMap::new();
    dataset.judgements.retain(|judgement| {
        let (session, wanted) = (judgement.session(), sessions.get(&judgement.list).copied().unwrap_or(0));
        let kept = kept.entry(judgement.list).or_default();
        if of_items(judgement) && kept.len() < wanted && !kept.contains(&session) {
            kept.push(session);
        }
        kept.contains(&session)
    });
    dataset
}

#[cfg(test)]
mod tests {
    use super::exceeds;

    #[test]
    fn one_study_in_sixty_exceeds_what_is_chance_whatever_is_measured_and_however_often() {
        // Each of 240 studies against the others: two criteria, the first with two measures that have nothing to do with each other.
        let place = |study: u64, step: u64| ((study * step) % 241) as f64;
        let of_study = |study| vec![Some(vec![place(study, 1), place(study, 89)]), Some(vec![place(study, 144)]), None];
        let mut warned = 0;
        for seen in 1..=240 {
            let runs: Vec<_> = (1..=240).filter(|run| *run != seen).map(of_study).collect();
            warned += u32::from(exceeds(&runs, &of_study(seen), 1.0 / 60.0).contains(&true));
        }
        assert!((1..=4).contains(&warned), "{warned} of 240");
    }

    #[test]
    fn a_criterion_exceeds_chance_and_another_does_not() {
        let runs: Vec<_> = (0..239).map(|run| vec![Some(vec![f64::from(run)]), Some(vec![f64::from(run)])]).collect();
        let seen = [Some(vec![1000.0]), Some(vec![100.0])];
        assert_eq!(exceeds(&runs, &seen, 1.0 / 60.0), [true, false]);
        // Where runs could not be computed nothing is beyond them.
        let unknown = vec![vec![None, None]; 239];
        assert_eq!(exceeds(&unknown, &seen, 1.0 / 60.0), [false, false]);
    }
}
