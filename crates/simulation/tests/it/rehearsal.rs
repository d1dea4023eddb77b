//! A whole rehearsal: power, false positives, sizes, checks and what an original requires.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use analysis::Statistic;
use simulation::{Design, Options, Progress, RaterModel, Rehearsal, Runs, rehearse};
use study::Study;
use study::claim::{Claim, Condition, Rule};
use study::file::{Correction, TestName};

use crate::worked_studies;

fn small(study: &Study, raters: &RaterModel) -> Rehearsal {
    let planned = Design::from_study(study);
    let options = Options { runs: Runs { seed: 1, runs: 24 }, power: 0.1, grid: vec![planned] };
    rehearse(study, raters, &options, &|_| {}).unwrap()
}

fn value(rehearsal: &Rehearsal, statistic: Statistic, of: &[&str]) -> f64 {
    rehearsal.get(statistic, None, of).unwrap_or_else(|| panic!("there is no {statistic} {of:?}")).estimate.value
}

#[test]
fn every_claim_that_is_decided_is_likelier_to_be_confirmed_when_it_is_true() {
    for study in worked_studies::studies() {
        let raters = RaterModel::from_claims(&study);
        let rehearsal = small(&study, &raters);
        let decided = study.claims.iter().filter(|claim| claim.rule != Rule::OutOfScope).count();
        assert_eq!(rehearsal.claims.len(), decided, "{}", study.about.title);
        for claim in &rehearsal.claims {
            let (when_true, when_false) = (
                value(&rehearsal, Statistic::Power, &[&claim.id]),
                value(&rehearsal, Statistic::FalsePositiveRate, &[&claim.id]),
            );
            assert!(when_true >= when_false, "{} {}: {when_true} {when_false}", study.about.title, claim.id);
            assert!(claim.false_scenario.is_some());
        }
        for named in &rehearsal.estimates {
            assert!(named.estimate.value.is_finite(), "{}", named.id());
        }
        let json = rehearsal.to_json();
        assert_eq!(json["format"], simulation::FORMAT);
        assert_eq!(json["estimates"].as_array().unwrap().len(), rehearsal.estimates.len());
    }
}

#[test]
fn checks_are_worth_more_the_more_people_do_not_look() {
    let study = worked_studies::study("simplicity-ranking");
    let mut raters = RaterModel::from_claims(&study);
    raters.behaviour.inattentive = 0.5;
    let rehearsal = small(&study, &raters);
    let failed = value(&rehearsal, Statistic::SessionsFailed, &[]);
    assert!(failed > 10.0, "{failed} sessions replaced");
    let cost = rehearsal.all(Statistic::CostChangeWithout).find(|it| it.of[0] == "checks").unwrap().estimate.value;
    assert!(cost < -10.0, "leaving out the checks changes the cost by {cost}");
    let alpha = rehearsal.get(Statistic::AlphaExpected, Some("understanding"), &[]).unwrap();
    assert!(alpha.estimate.interval.unwrap().low < alpha.estimate.value);
}

#[test]
fn a_reproduction_is_told_how_many_judgements_it_needs() {
    let study = worked_studies::study("fluency");
    let rehearsal = small(&study, &RaterModel::from_claims(&study));
    let number =
        |statistic: Statistic, pair: &[&str]| rehearsal.get(statistic, Some("fluency"), pair).unwrap().estimate.value;
    let pair = ["svm", "gedi"];
    // (3.71 - 3.20) / sqrt((0.59^2 + 1.06^2) / 2); R: power.t.test(delta = 0.5945, power = 0.1, strict = TRUE)
    assert!((number(Statistic::OriginalEffect, &pair) - 0.5945).abs() < 1e-4);
    assert!((number(Statistic::OriginalN, &pair) - 200.0).abs() < 1e-9);
    assert!((number(Statistic::PlannedN, &pair) - 40.0).abs() < 1e-9);
    assert!((number(Statistic::Needed25, &pair) - 500.0).abs() < 1e-9);
    assert!((number(Statistic::NeededAsPrinted, &pair) - 4.0).abs() < 1e-9);
    // R: power.t.test(n = 200, delta = 0.5945)$power, and with n = 40
    assert!((number(Statistic::OriginalPower, &pair) - 0.9999).abs() < 1e-3);
    assert!((number(Statistic::PlannedPower, &pair) - 0.7473).abs() < 1e-3);
    // R: d <- uniroot(function(d) pwr.t.test(n = 200, d = d)$power - 1/3, c(0.01, 1))$root
    //    pt(qt(0.05, 78, d * sqrt(40 / 2)), 78)
    assert!(
        (number(Statistic::SmallTelescopesPower, &pair) - 0.1681).abs() < 1e-3,
        "{}",
        number(Statistic::SmallTelescopesPower, &pair)
    );
    assert_eq!(small(&study, &RaterModel::from_claims(&study)), rehearsal, "the same seed gives the same rehearsal");
}

#[test]
fn sizes_of_one_or_two_people_are_left_out_unless_asked_for_and_never_compared_with_others() {
    // Two people judge everything.
    let study = worked_studies::study("fluency");
    let planned = Design::from_study(&study);
    let alone = Design { completions: 1, ..planned };
    let rehearsed = |grid: Vec<Design>| {
        let options = Options { runs: Runs { seed: 1, runs: 4 }, power: 0.1, grid };
        rehearse(&study, &RaterModel::from_claims(&study), &options, &|_| {}).unwrap()
    };
    let usual = rehearsed(Vec::new());
    assert!(usual.sizes().contains(&planned) && !usual.sizes().contains(&alone), "{:?}", usual.sizes());
    assert!(usual.notes.iter().any(|note| note.starts_with("with two people in all")), "{:?}", usual.notes);
    let smallest = value(&usual, Statistic::SmallestCompletions, &[]);
    assert!(smallest > 2.0, "{smallest} is the size of a panel that stands for itself");
    let asked = rehearsed(vec![alone]);
    assert!(asked.sizes().contains(&alone));
    assert!(asked.notes.iter().any(|note| note.starts_with("with one person in all")), "{:?}", asked.notes);
}

#[test]
fn the_order_of_scores_has_power_and_no_level() {
    let mut study = worked_studies::study("fluency");
    study.claims[1].rule = Rule::Direction;
    let rehearsal = small(&study, &RaterModel::from_claims(&study));
    let has = |statistic: Statistic, id: &str| rehearsal.get(statistic, None, &[id]).is_some();
    assert!(
        has(Statistic::Power, "C2")
            && !has(Statistic::FalsePositiveRate, "C2")
            && has(Statistic::FalsePositiveRate, "C1")
    );
    assert!(rehearsal.claims[1].false_scenario.is_none());
}

/// A claim about two systems, decided by a test.
fn with_claim(study: &Study, holds_if: Condition) -> Study {
    let rule = Rule::Significant { test: TestName::PairedT, correction: Correction::None, alpha: 0.05 };
    let mut study = study.clone();
    let claim = Claim { holds_if: Some(holds_if), rule, ..study.claims[0].clone() };
    study.claims = vec![claim];
    study
}

#[test]
fn a_claim_of_at_least_x_is_false_where_the_difference_is_x_and_not_where_there_is_none() {
    let study = worked_studies::study("fluency");
    let by = Some(0.5);
    let above = Condition::Above { system: 0, others: vec![1], criterion: 0, by };
    let rehearsal = small(&with_claim(&study, above), &RaterModel::from_claims(&study));
    let name = |system: usize| study.systems[system].name.clone();
    // Two people judge.
    let expected = format!("{} only 0.5 above {} on fluency; nobody with a taste for a system", name(0), name(1));
    assert_eq!(rehearsal.claims[0].false_scenario.as_deref(), Some(expected.as_str()));
}

#[test]
fn the_work_is_told_at_once_and_is_all_done() {
    let study = worked_studies::study("simplicity-ranking");
    let options = Options { runs: Runs { seed: 1, runs: 4 }, power: 0.8, grid: Vec::new() };
    let (total, done) = (Mutex::new(Vec::new()), AtomicU64::new(0));
    let watch = |progress: Progress| match progress {
        Progress::Total(work) => total.lock().unwrap().push((work, done.load(Ordering::Relaxed))),
        Progress::Next(_) => {}
        Progress::Done(work) => {
            done.fetch_add(work, Ordering::Relaxed);
        }
    };
    rehearse(&study, &RaterModel::from_claims(&study), &options, &watch).unwrap();
    assert_eq!(*total.lock().unwrap(), [(done.load(Ordering::Relaxed), 0)]);
}

#[test]
fn a_session_takes_as_long_as_the_study_estimates_unless_something_else_is_known() {
    for study in worked_studies::studies() {
        let Some(payment) = &study.payment else { continue };
        let rehearsal = small(&study, &RaterModel::from_claims(&study));
        let (simulated, estimated) = (value(&rehearsal, Statistic::MinutesEach, &[]), payment.estimated_minutes);
        assert!((simulated / estimated - 1.0).abs() < 0.2, "{}: {simulated} {estimated}", study.about.title);
    }
}
