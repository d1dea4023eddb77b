//! The default analysis of a study.

use std::collections::BTreeSet;

use dataset::{Dataset, Subject};
use stats::resample::Plan;
use study::Study;

use crate::{Results, agreement, scores};

/// How the intervals are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Seed of everything drawn.
    pub seed: u64,
    /// Bootstrap replicates.
    pub replicates: usize,
    /// Coverage.
    pub level: f64,
}

/// Scores per criterion and system, and agreement per criterion. The same data and seed give the
/// same results.
#[must_use]
pub fn run(study: &Study, dataset: &Dataset, options: Options) -> Results {
    let plan = Plan { seed: options.seed, replicates: options.replicates };
    let mut results = Results {
        study: dataset.study.clone(),
        judgements: 0,
        participants: 0,
        checks: (0, 0),
        seed: options.seed,
        estimates: Vec::new(),
        missing: Vec::new(),
    };
    let mut people = BTreeSet::new();
    for judgement in &dataset.judgements {
        people.insert(judgement.participant);
        match judgement.subject {
            Subject::Item { .. } => results.judgements += 1,
            Subject::Check { passed, .. } => {
                results.checks.0 += 1;
                results.checks.1 += usize::from(passed);
            }
        }
    }
    results.participants = people.len();
    for (index, criterion) in study.criteria.iter().enumerate() {
        for found in [
            scores::of(study, dataset, index, plan, options.level),
            agreement::of(study, dataset, index, plan, options.level),
        ] {
            match found {
                Ok(estimates) => results.estimates.extend(estimates),
                Err(reason) => results.missing.push(format!("{}: {reason}", criterion.id.0)),
            }
        }
    }
    results
}
