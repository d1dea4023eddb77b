//! Raters fitted to what an earlier study found, and raters from a file.

use expect_test::expect;
use simulation::{CriterionModel, Design, RaterFileError, RaterModel, Runs, Setup, simulate};
use study::Study;

use crate::worked_studies;

/// The mean of a system's scores and of their standard deviations over many runs, net of losses where asked.
fn simulate_scores(setup: &Setup, raters: &RaterModel, criterion: usize, system: usize) -> (f64, f64, f64) {
    let runs = 100.max(800 / setup.plan.people());
    let (mut mean, mut squares, mut net) = (0.0, 0.0, 0.0);
    for seed in 0..runs {
        let dataset = simulate(&setup.study, &setup.plan, raters, 77_000 + seed);
        let scored = analysis::system_scores(&dataset, criterion)[system].unwrap();
        mean += scored.mean / runs as f64;
        squares += (scored.sd.powi(2) + scored.mean.powi(2)) / runs as f64;
        net += scored.net / runs as f64;
    }
    (mean, (squares - mean * mean).max(0.0).sqrt(), net)
}

fn system(study: &Study, id: &str) -> usize {
    study.systems.iter().position(|system| system.id.0 == id).unwrap()
}

#[test]
fn means_and_deviations_of_ratings_come_out_as_printed() {
    let setup = Setup::new(worked_studies::study("fluency")).unwrap();
    let raters = RaterModel::fit_to_original(&setup, 1).unwrap();
    for (id, mean, sd) in [("svm", 3.71, 0.59), ("gedi", 3.20, 1.06), ("dexperts", 2.33, 0.85)] {
        let found = simulate_scores(&setup, &raters, 0, system(&setup.study, id));
        assert!((found.0 - mean).abs() < 0.07, "{id}: mean {} where {mean} was printed", found.0);
        assert!((found.1 - sd).abs() < 0.07, "{id}: sd {} where {sd} was printed", found.1);
    }
    let simulated = setup.simulate(&raters, Runs { seed: 4, runs: 100 }, &|| {});
    let alpha = simulated.alpha[0].iter().sum::<f64>() / simulated.alpha[0].len() as f64;
    assert!((alpha - 0.63).abs() < 0.07, "alpha {alpha} where 0.63 was printed");
}

#[test]
fn a_study_of_many_items_is_fitted_on_some_of_them_and_comes_out_as_printed() {
    let study = worked_studies::study("fluency");
    let large = Design { items: 120, ..Design::from_study(&study) };
    let setup = Setup::new(large.apply_to(&study)).unwrap();
    let raters = RaterModel::fit_to_original(&setup, 1).unwrap();
    let found = simulate_scores(&setup, &raters, 0, system(&setup.study, "gedi"));
    assert!((found.0 - 3.20).abs() < 0.07 && (found.1 - 1.06).abs() < 0.07, "{found:?}");
}

#[test]
fn scores_of_pairs_and_places_in_rankings_come_out_as_printed() {
    let setup = Setup::new(worked_studies::study("meaning-pairs")).unwrap();
    let raters = RaterModel::fit_to_original(&setup, 1).unwrap();
    for (id, net) in [("vae", 36.0), ("lbow", -16.0), ("sep_ae", -24.0), ("hrq", 4.0)] {
        let found = simulate_scores(&setup, &raters, 0, system(&setup.study, id)).2;
        assert!((found - net).abs() < 3.0, "{id}: {found} where {net} was printed");
    }
    let setup = Setup::new(worked_studies::study("simplicity-ranking")).unwrap();
    let raters = RaterModel::fit_to_original(&setup, 1).unwrap();
    for (id, place) in [("nts_pt", 1.93), ("nts", 2.34), ("orig", 2.79), ("ptb", 2.94)] {
        let found = simulate_scores(&setup, &raters, 0, system(&setup.study, id)).0;
        assert!((found - place).abs() < 0.06, "{id}: {found} where {place} was printed");
    }
}

#[test]
fn raters_fitted_to_a_dataset_find_what_it_holds() {
    let setup = Setup::new(worked_studies::study("toxicity-pairs")).unwrap();
    let mut truth = RaterModel::from_claims(&setup.study);
    truth.criteria[0].quality = vec![0.8, 0.0, 0.3, -0.4, 0.1];
    truth.criteria[0].same = 0.9;
    let pilot = simulate(&setup.study, &setup.plan, &truth, 3);
    let raters = RaterModel::fit_to_dataset(&setup, &pilot, 1);
    let seen = analysis::system_scores(&pilot, 0);
    for (number, seen) in seen.iter().enumerate() {
        let found = simulate_scores(&setup, &raters, 0, number).2;
        let net = seen.unwrap().net;
        assert!((found - net).abs() < 8.0, "system {number}: {found} where the pilot has {net}");
    }
}

/// What was put in, what a raters made like its answers has, and how far apart they may be.
fn assert_near(what: &str, expected: f64, found: f64, within: f64) {
    assert!((found - expected).abs() < within, "{what}: {found} where {expected} was simulated");
}

#[test]
fn raters_fitted_to_ratings_are_like_those_who_gave_them() {
    let setup = Setup::new(Design { items: 24, completions: 10 }.apply_to(&worked_studies::study("fluency"))).unwrap();
    let mut truth = RaterModel::from_claims(&setup.study);
    let model = &mut truth.criteria[0];
    model.quality = vec![0.7, 0.2, -0.3];
    (model.leniency_sd, model.items_sd, model.outputs_sd, model.noise) = (0.55, 0.35, 0.25, 0.5);
    model.taste_sd = 0.4;
    truth.behaviour.seconds = 31.0;
    (truth.behaviour.pace_sd, truth.behaviour.seconds_sd) = (0.6, 0.3);
    let pilot = simulate(&setup.study, &setup.plan, &truth, 3);
    let like = RaterModel::fit_to_dataset(&setup, &pilot, 1);
    expect!["fitted to earlier judgements: means, standard deviations, variance between people, items and outputs on fluency; pace; all other settings are defaults"].assert_eq(&like.source);
    let (was, is) = (&truth.criteria[0], &like.criteria[0]);
    // Ten people say little about how much people differ, 24 items a little more about items.
    assert_near("leniency_sd", was.leniency_sd, is.leniency_sd, 0.3);
    assert_near("items_sd", was.items_sd, is.items_sd, 0.2);
    assert_near("outputs_sd", was.outputs_sd, is.outputs_sd, 0.1);
    assert_near("taste_sd", was.taste_sd, is.taste_sd, 0.2);
    assert_near("noise", was.noise, is.noise, 0.08);
    for (system, expected) in was.quality.iter().enumerate() {
        // All of them move together with the leniency of ten people.
        assert_near("quality", expected - was.quality[1], is.quality[system] - is.quality[1], 0.2);
    }
    assert_near("seconds", 31.0, like.behaviour.seconds, 15.0);
    assert_near("pace_sd", 0.6, like.behaviour.pace_sd, 0.3);
    assert_near("seconds_sd", 0.3, like.behaviour.seconds_sd, 0.1);
    let alpha = |raters: &RaterModel| {
        let simulated = setup.simulate(raters, Runs { seed: 4, runs: 40 }, &|| {});
        simulated.alpha[0].iter().sum::<f64>() / simulated.alpha[0].len() as f64
    };
    assert_near("alpha", analysis::alpha(&pilot, 0).unwrap(), alpha(&like), 0.06);
}

#[test]
fn raters_fitted_to_choices_are_like_those_who_made_them() {
    let setup =
        Setup::new(Design { items: 32, completions: 6 }.apply_to(&worked_studies::study("toxicity-pairs"))).unwrap();
    let mut truth = RaterModel::from_claims(&setup.study);
    for model in &mut truth.criteria {
        model.quality = vec![0.5, -0.3, 0.1, -0.4, 0.1];
        (model.same, model.side, model.outputs_sd, model.noise) = (0.7, 0.3, 0.5, 0.8);
        model.taste_sd = 0.25;
    }
    let pilot = simulate(&setup.study, &setup.plan, &truth, 5);
    let like = RaterModel::fit_to_dataset(&setup, &pilot, 1);
    expect!["fitted to earlier judgements: scores, alpha, ties, advantage of the first shown on toxicity, topicality, fluency; pace; all other settings are defaults"].assert_eq(&like.source);
    let (was, is) = (&truth.criteria[0], &like.criteria[0]);
    // Choices do not tell the unit of impressions: everything is in that of the noise.
    let noise = |model: &CriterionModel, value: f64| value / model.noise;
    assert_near("same", noise(was, was.same), noise(is, is.same), 0.15);
    assert_near("side", noise(was, was.side), noise(is, is.side), 0.15);
    assert_near("outputs_sd", noise(was, was.outputs_sd), noise(is, is.outputs_sd), 0.35);
    for system in 1..5 {
        let ahead = |model: &CriterionModel| noise(model, model.quality[0] - model.quality[system]);
        assert_near("quality", ahead(was), ahead(is), 0.35);
    }
}

#[test]
fn a_crowd_file_changes_what_it_says_and_nothing_else() {
    let study = worked_studies::study("fluency");
    let given = RaterModel::from_claims(&study);
    let text = "[people]\ninattentive = 0.3\n[criteria.fluency]\nnoise = 0.5\nquality = { svm = 1.5 }\n";
    let raters = given.clone().with_file(&study, text).unwrap();
    let mut expected = given.clone();
    expected.behaviour.inattentive = 0.3;
    expected.criteria[0].noise = 0.5;
    expected.criteria[0].quality[0] = 1.5;
    expected.source.clone_from(&raters.source);
    assert_eq!(raters, expected);

    let check = |text: &str, expected: expect_test::Expect| {
        let error: RaterFileError = given.clone().with_file(&study, text).unwrap_err();
        expected.assert_eq(&error.to_string());
    };
    check("[criteria.flow]", expect!["the study has no criterion `flow`; it has fluency"]);
    check(
        "[criteria.fluency.quality]\ngpt = 1.0",
        expect!["the study has no system `gpt`; it has svm, gedi, dexperts"],
    );
    check("[people]\nleaving = 1.5", expect!["`people.leaving` must be between 0 and 1, not 1.5"]);
    check("[criteria.fluency]\nnoise = nan", expect!["`criteria.fluency.noise` must be 0 or more, not NaN"]);
}

#[test]
fn the_published_schema_of_the_crowd_file_is_current() {
    let text = serde_json::to_string_pretty(&simulation::schema()).unwrap() + "\n";
    expect_test::expect_file!["../../../../docs/schema/raters.json"].assert_eq(&text);
}
