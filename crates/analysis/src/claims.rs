//! Claims, each decided by its own rule.
//!
//! One engine for an analysis and for the comparison of several runs: what differs is only where the numbers come
//! from, which is an [`Evidence`].

mod engine;
mod evidence;
mod power;
mod results;
mod scores_alone;
pub(crate) mod sentences;
mod thresholds;

pub use engine::{Decision, decide_claim};
pub use evidence::{Agreement, DecidingTest, Effect, Evidence, OwnInterval, PairScores, TestOutcome};
pub use power::{OriginalDifference, PowerForOriginal};
pub use thresholds::AgreementLevel;
pub(crate) use thresholds::agreement_levels;

use dataset::Dataset;
use stats::resample::Plan;
use study::Study;
use study::claim::{Claim, Names, Rule};
use study::file::TestName;

use crate::power::original_differences;
use crate::results::{ClaimResult, Results, Verdict};
use crate::setting::Setting;
use results::FromResults;

/// Decides every claim of the study.
pub(crate) fn decide_claims(results: &mut Results, study: &Study, dataset: &Dataset) {
    let names = Names {
        systems: study.systems.iter().map(|system| system.id.0.clone()).collect(),
        criteria: study.criteria.iter().map(|criterion| (criterion.id.0.clone(), criterion.better)).collect(),
    };
    let setting = Setting::from_study(Some(study), Plan { seed: 0, replicates: 0 }, 0.95);
    let originals = original_differences(study);
    let evidence = FromResults { results, dataset, setting: &setting, originals: &originals };
    let decide = |claim: &Claim| {
        let Decision { verdict, because, numbers, tests, power, rule } = decide_claim(claim, &evidence);
        ClaimResult {
            id: claim.id.clone(),
            text: claim.text.clone(),
            holds_if: claim.holds_if.as_ref().map(|condition| condition.display(&names).to_string()),
            rule,
            verdict,
            numbers,
            tests,
            because,
            power,
            otherwise: Vec::new(),
        }
    };
    let decided = study.claims.iter().map(decide).collect();
    results.claims = decided;
}

/// What another test than its own says of a claim, at the claim's level and correction.
pub(crate) fn decide_by(
    results: &Results,
    study: &Study,
    dataset: &Dataset,
    (claim, test): (&Claim, TestName),
) -> Verdict {
    let setting = Setting::from_study(Some(study), Plan { seed: 0, replicates: 0 }, 0.95);
    let (correction, alpha) = match claim.rule {
        Rule::Significant { correction, alpha, .. } => (correction, alpha),
        Rule::Direction | Rule::OutOfScope => (setting.correction, setting.alpha),
    };
    let other = Claim { rule: Rule::Significant { test, correction, alpha }, as_original: None, ..claim.clone() };
    decide_claim(&other, &FromResults { results, dataset, setting: &setting, originals: &[] }).verdict
}
