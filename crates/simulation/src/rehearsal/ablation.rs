//! The effect of attention checks and exclusion rules: the study without each of them.

use analysis::Statistic;
use stats::Estimate;
use study::Study;
use study::file::Exclusion;

use super::expectations::{EstimateList, money};
use super::{SHARE, Simulator};
use crate::RaterModel;
use crate::runs::{Setup, SimulationRuns};

/// The study without something.
pub(super) struct Variant {
    label: String,
    pub(super) setup: Setup,
    raters: RaterModel,
}

/// The study without its checks, without each exclusion rule that could matter, and without inattentive participants;
/// a note for each that cannot be planned.
pub(super) fn variants(simulator: &Simulator<'_>) -> (Vec<Variant>, Vec<String>) {
    let raters = simulator.raters;
    let (mut variants, mut notes) = (Vec::new(), Vec::new());
    for (label, study) in studies_without(&simulator.setup.study) {
        match Setup::new(study) {
            Ok(setup) => variants.push(Variant { label, setup, raters: raters.clone() }),
            Err(reason) => notes.push(format!("without {label} the study cannot be planned: {reason}")),
        }
    }
    if raters.behaviour.inattentive > 0.0 {
        let mut attentive = raters.clone();
        attentive.behaviour.inattentive = 0.0;
        let label = "inattentive participants".to_owned();
        variants.push(Variant { label, setup: simulator.setup.clone(), raters: attentive });
    }
    (variants, notes)
}

/// Simulates each with the same random numbers, and adds what becomes of every claim and of the cost. The rater model
/// is the given one: claims that are not true of it are left out.
pub(super) fn add(
    list: &mut EstimateList,
    simulator: &Simulator<'_>,
    variants: Vec<Variant>,
    planned: &SimulationRuns,
) {
    for Variant { label, setup, raters } in variants {
        let runs = simulator.simulate(&format!("without {label}"), &setup, &[&raters]);
        let simulated = runs.of_model(&raters);
        let claims = simulator.true_scenarios().filter(|(_, scenario)| scenario.change.is_none());
        for (number, _) in claims {
            let id = simulator.setup.study.claims[number].id.as_str();
            let (of, runs) = ([id, label.as_str()], simulated.runs);
            list.add(Statistic::PowerWithout, of, simulated.confirmed_share(number), runs, SHARE);
            let change = paired_change(&planned.confirmed[number], &simulated.confirmed[number]);
            list.add(Statistic::PowerChangeWithout, of, change, runs, "difference of power, run by run");
        }
        let costs = (money(simulator.setup, planned), money(&setup, simulated));
        if let (Some((before, currency)), Some((after, _))) = costs {
            let of = [label.as_str(), currency.as_str()];
            let words = "mean over simulated runs";
            list.add(Statistic::CostChangeWithout, of, after - before, simulated.runs, words);
        }
    }
}

fn studies_without(study: &Study) -> Vec<(String, Study)> {
    let mut changed = Vec::new();
    if study.lists.checks.is_some() {
        let mut bare = study.clone();
        bare.lists.checks = None;
        bare.checks.clear();
        bare.analysis.exclude.retain(|rule| *rule != Exclusion::FailedChecks);
        changed.push(("checks".to_owned(), bare));
    }
    for (number, rule) in study.analysis.exclude.iter().enumerate() {
        let label = match rule {
            // Slots of people who failed or left are filled by others before anything is excluded.
            Exclusion::FailedChecks | Exclusion::Incomplete => continue,
            Exclusion::FasterThan { .. } => "faster-than",
            Exclusion::SlowerThan { .. } => "slower-than",
            Exclusion::SameAnswer => "same-answer",
        };
        let mut bare = study.clone();
        bare.analysis.exclude.remove(number);
        changed.push((label.to_owned(), bare));
    }
    changed
}

/// How much the power changed, with the standard error of a paired difference.
fn paired_change(before: &[bool], after: &[bool]) -> Estimate {
    let difference = |(a, b): (&bool, &bool)| f64::from(i8::from(*b) - i8::from(*a));
    let differences: Vec<f64> = before.iter().zip(after).map(difference).collect();
    let n = differences.len().max(1) as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let se = (variance / n).sqrt();
    let reach = 1.96 * se;
    let interval = stats::Interval { low: mean - reach, high: mean + reach, level: 0.95, kind: "normal" };
    Estimate::from(mean).se(se).interval(interval)
}
