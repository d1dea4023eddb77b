//! A whole rehearsal: true and false worlds, sizes, price and what an original asks for.

use simulation::{Crowd, Design, Options, Rehearsal, Runs, rehearsed};
use study::Study;

use crate::worked;

fn small(study: &Study, crowd: &Crowd) -> Rehearsal {
    let planned = Design::of(study);
    let options = Options { runs: Runs { seed: 1, runs: 24 }, power: 0.1, grid: vec![planned] };
    rehearsed(study, crowd, &options, &|_| {}).unwrap()
}

fn value(rehearsal: &Rehearsal, name: &str, of: &[&str]) -> f64 {
    rehearsal.get(name, None, of).unwrap_or_else(|| panic!("there is no {name} {of:?}")).estimate.value
}

#[test]
fn every_claim_that_is_decided_is_likelier_to_be_confirmed_when_it_is_true() {
    for study in worked::studies() {
        let crowd = Crowd::as_claimed(&study);
        let rehearsal = small(&study, &crowd);
        let decided = study.claims.iter().filter(|claim| claim.rule != study::claim::Rule::OutOfScope).count();
        assert_eq!(rehearsal.claims.len(), decided, "{}", study.about.title);
        for claim in &rehearsal.claims {
            let (when_true, when_false) =
                (value(&rehearsal, "chance_if_true", &[&claim.id]), value(&rehearsal, "chance_if_false", &[&claim.id]));
            assert!(when_true >= when_false, "{} {}: {when_true} {when_false}", study.about.title, claim.id);
            assert!(claim.when_false.is_some());
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
    let study = worked::study("simplicity-ranking");
    let mut crowd = Crowd::as_claimed(&study);
    crowd.habits.inattentive = 0.5;
    let rehearsal = small(&study, &crowd);
    let failed = value(&rehearsal, "sessions_failed", &[]);
    assert!(failed > 10.0, "{failed} sessions replaced");
    let cost = rehearsal.all("cost_change_without").find(|it| it.of[0] == "checks").unwrap().estimate.value;
    assert!(cost < -10.0, "leaving out the checks changes the cost by {cost}");
    let alpha = rehearsal.get("alpha_expected", Some("understanding"), &[]).unwrap();
    assert!(alpha.estimate.interval.unwrap().low < alpha.estimate.value);
}

#[test]
fn a_reproduction_is_told_how_many_judgements_it_needs() {
    let study = worked::study("fluency");
    let rehearsal = small(&study, &Crowd::as_claimed(&study));
    let number = |name: &str, pair: &[&str]| rehearsal.get(name, Some("fluency"), pair).unwrap().estimate.value;
    let pair = ["svm", "gedi"];
    // (3.71 - 3.20) / sqrt((0.59^2 + 1.06^2) / 2); R: power.t.test(delta = 0.5945, power = 0.1, strict = TRUE)
    assert!((number("original_effect", &pair) - 0.5945).abs() < 1e-4);
    assert!((number("original_n", &pair) - 200.0).abs() < 1e-9);
    assert!((number("planned_n", &pair) - 40.0).abs() < 1e-9);
    assert!((number("needed_2_5", &pair) - 500.0).abs() < 1e-9);
    assert!((number("needed_as_printed", &pair) - 4.0).abs() < 1e-9);
    // R: power.t.test(n = 200, delta = 0.5945)$power, and with n = 40
    assert!((number("original_power", &pair) - 0.9999).abs() < 1e-3);
    assert!((number("planned_power", &pair) - 0.7473).abs() < 1e-3);
    // R: d <- uniroot(function(d) pwr.t.test(n = 200, d = d)$power - 1/3, c(0.01, 1))$root
    //    pt(qt(0.05, 78, d * sqrt(40 / 2)), 78)
    assert!((number("telescopes_chance", &pair) - 0.1681).abs() < 1e-3, "{}", number("telescopes_chance", &pair));
    assert_eq!(small(&study, &Crowd::as_claimed(&study)), rehearsal, "the same seed gives the same rehearsal");
}
