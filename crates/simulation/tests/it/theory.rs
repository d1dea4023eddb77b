//! The simulation agrees with theory where there is one.

use simulation::calibration::{ParameterRecovery, PlainDesign, rates, recover, recover_with};
use simulation::{Design, Runs, Setup};
use stats::power::{EffectMeasure, Question, Sides, Size, Test};
use study::file::TestName;

use crate::worked_studies;

/// Three and a half standard errors of a share of so many runs.
fn assert_share_near(found: f64, expected: f64, runs: usize, what: &str) {
    let within = 3.5 * (expected * (1.0 - expected) / runs as f64).sqrt().max(0.003);
    assert!((found - expected).abs() < within, "{what}: {found} of {runs} runs, where theory says {expected}");
}

#[test]
fn the_share_of_confirmed_claims_is_the_power_of_the_t_test() {
    let runs = 2500;
    for (d, items, completions) in [(0.4, 20, 2), (0.5, 50, 2), (0.25, 40, 3)] {
        let plain = PlainDesign { d, items, completions, ..PlainDesign::new(TestName::StudentT) };
        let question = Question { test: Test::TwoSample(Sides::Two), alpha: 0.05 };
        let n = f64::from(completions) * items as f64;
        let expected = question.power(EffectMeasure::CohenD(d), Size::PerGroup(n)).unwrap();
        let found = rates(&worked_studies::study("fluency"), &plain, Runs { seed: 11, runs }).ahead;
        assert_share_near(found, expected, runs, &format!("d = {d}, n = {n}"));
    }
}

#[test]
fn what_is_not_there_is_found_as_often_as_the_level_says_by_the_fitting_test_alone() {
    let runs = 800;
    let study = worked_studies::study("fluency");
    let found = |test: TestName, outputs_sd: f64| {
        let plain = PlainDesign {
            items_sd: 0.3,
            leniency_sd: 0.2,
            outputs_sd,
            items: 30,
            completions: 3,
            ..PlainDesign::new(test)
        };
        rates(&study, &plain, Runs { seed: 5, runs }).either
    };
    let plain = PlainDesign { items: 30, completions: 3, ..PlainDesign::new(TestName::StudentT) };
    let nothing = rates(&study, &plain, Runs { seed: 5, runs: 2500 }).either;
    assert_share_near(nothing, 0.05, 2500, "t-test where there is nothing but noise");
    // Items and people differ: the t-test takes it for noise and finds nearly nothing. The model allows for outputs and tastes
    // as well, of which three people say little, and finds less than the level; never more, whatever differs.
    for outputs_sd in [0.0, 0.3, 0.5] {
        let found = found(TestName::MixedModel, outputs_sd);
        assert!((0.0..0.05 + 3.5 * 0.0077).contains(&found), "mixed model, outputs differ by {outputs_sd}: {found}");
    }
    assert!(found(TestName::StudentT, 0.0) < 0.02, "the t-test is not too shy");
    // Single outputs differ too: three judgements of one output are not three outputs.
    assert_share_near(found(TestName::PairedT, 0.3), 0.05, runs, "paired t over item means");
    assert!(found(TestName::StudentT, 0.5) > 0.12, "the t-test does not take three judgements for three outputs");
}

#[test]
fn alpha_is_the_share_of_variance_that_outputs_have() {
    let plain = PlainDesign {
        items: 60,
        completions: 3,
        outputs_sd: 0.3,
        leniency_sd: 0.2,
        ..PlainDesign::new(TestName::StudentT)
    };
    let (study, raters) = plain.apply_to(&worked_studies::study("fluency"));
    let simulated = Setup::new(study).unwrap().simulate(&raters, Runs { seed: 3, runs: 150 }, &|| {});
    let mean = simulated.alpha[0].iter().sum::<f64>() / simulated.alpha[0].len() as f64;
    // Two judgements of one output differ by leniency and noise, which is 0.4 throughout; of any two
    // judgements one in three pairs is by the same rater and does not differ by leniency.
    let expected = 1.0 - (0.04 + 0.16) / (0.09 + 0.16 + 0.04 * (1.0 - 1.0 / 3.0));
    assert!((mean - expected).abs() < 0.02, "{mean} where theory says {expected}");
}

#[test]
fn what_was_put_in_comes_out_of_the_analysis_whatever_the_response_kind() {
    let runs = Runs { seed: 8, runs: 60 };
    let check = |kind: &str, ids: &[&str], found: Vec<ParameterRecovery>| {
        for id in ids {
            assert!(found.iter().any(|it| it.id == *id), "{kind}: there is no {id} among {found:?}");
        }
        for ParameterRecovery { id, expected, estimated, se, coverage } in found {
            // An estimated log strength is biased by about one in the number of choices.
            let within = 4.0 * se + 0.01 * expected.abs();
            assert!(
                (estimated - expected).abs() < within,
                "{kind}: {id} is {estimated} ± {se}, theory says {expected}"
            );
            assert!(
                coverage.is_none_or(|coverage| coverage > 0.75),
                "{kind}: {coverage:?} of the intervals of {id} hold {expected}"
            );
        }
    };
    let of = |study: &str, items: usize, completions: u32, side: f64| {
        recover(&worked_studies::study(study), Design { items, completions }, side, runs)
    };
    check("rating", &["mean[fluency, gedi]"], of("fluency", 30, 8, 0.0));
    check("pairwise", &["bt_strength[meaning, vae]", "win_percent[meaning, hrq]"], of("meaning-pairs", 36, 9, 0.0));
    let sides = of("meaning-pairs", 36, 9, 0.25).into_iter().filter(|it| it.id == "bt_position[meaning]");
    check("pairwise with a better side", &["bt_position[meaning]"], sides.collect());
    check("pairwise with ties", &["pair_equal[toxicity, dexperts, pplm]"], of("toxicity-pairs", 32, 6, 0.0));
    check("best-worst", &["bt_strength[grammaticality, macro]"], of("best-worst", 24, 9, 0.0));
    check("ranking", &["pl_strength[understanding, orig]"], of("simplicity-ranking", 24, 10, 0.0));
    let test = TestName::StudentT;
    let plain = PlainDesign {
        d: 0.5,
        items: 40,
        completions: 8,
        items_sd: 0.3,
        outputs_sd: 0.3,
        leniency_sd: 0.2,
        taste_sd: 0.2,
        ..PlainDesign::new(test)
    };
    let (study, raters) = plain.apply_to(&worked_studies::study("fluency"));
    let ids = ["participant", "item", "output", "taste", "Residual"].map(|of| format!("lmm_sd[fluency, {of}]"));
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    check("slider", &ids, recover_with(&study, &raters, runs));
}

#[test]
fn what_comes_out_depends_on_the_seed_and_not_on_threads() {
    let study = worked_studies::study("meaning-pairs");
    let raters = simulation::RaterModel::from_claims(&study);
    let setup = Setup::new(study).unwrap();
    let simulated = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| setup.simulate(&raters, Runs { seed, runs: 24 }, &|| {}))
    };
    assert_eq!(simulated(1, 1), simulated(3, 1));
    assert_ne!(simulated(2, 1), simulated(2, 2));
}
