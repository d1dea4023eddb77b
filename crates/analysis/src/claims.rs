//! Claims, each decided by its own rule.
//!
//! One engine for an analysis and for the comparison of several runs: what differs is only where the numbers come
//! from, which is an [`Evidence`].

mod engine;
mod results;
pub(crate) mod sentences;

pub use engine::{Agreement, Decision, Effect, Evidence, Shown, Tested, decide_claim};

use dataset::Dataset;
use stats::resample::Plan;
use study::Study;
use study::claim::{Claim, Names};

use crate::results::{ClaimResult, Results};
use crate::setting::Setting;
use results::FromResults;

/// Decides every claim of the study.
pub(crate) fn decide_claims(results: &mut Results, study: &Study, dataset: &Dataset) {
    let names = Names {
        systems: study.systems.iter().map(|system| system.id.0.clone()).collect(),
        criteria: study.criteria.iter().map(|criterion| (criterion.id.0.clone(), criterion.better)).collect(),
    };
    let setting = Setting::from_study(Some(study), Plan { seed: 0, replicates: 0 }, 0.95);
    let evidence = FromResults { results, dataset, setting: &setting };
    let decide = |claim: &Claim| {
        let Decision { verdict, because, numbers } = decide_claim(claim, &evidence);
        ClaimResult {
            id: claim.id.clone(),
            text: claim.text.clone(),
            holds_if: claim.holds_if.as_ref().map(|condition| condition.written(&names).to_string()),
            rule: sentences::rule(claim.rule),
            verdict,
            numbers,
            because,
        }
    };
    let decided = study.claims.iter().map(decide).collect();
    results.claims = decided;
}
