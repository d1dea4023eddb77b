//! Pooling against metafor.
#![expect(clippy::unwrap_used, reason = "a reference table that cannot be read fails the test")]

use serde_json::Value;
use stats::StatError;
use stats::effect::{Successes, Summary};
use stats::meta::{
    Between, Effect, Effects, OfCorrelation, OfMeans, OfShare, OfTwoShares, Options, Reference, leave_one_out, pool,
};

#[track_caller]
fn close(found: f64, expected: &Value, tolerance: f64, what: &str) {
    let Some(expected) = expected.as_f64() else { return };
    let scale = expected.abs().max(1e-6);
    assert!((found - expected).abs() <= tolerance * scale, "{what}: found {found:e}, expected {expected:e}");
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn options(case: &Value) -> Options {
    let between = match case["method"].as_str().unwrap() {
        "FE" => Between::Fixed,
        "DL" => Between::DerSimonianLaird,
        "REML" => Between::Reml,
        _ => Between::PauleMandel,
    };
    let reference = match case["test"].as_str() {
        Some("z") => Reference::Normal,
        Some("knha") => Reference::HartungKnapp,
        _ => Reference::ModifiedHartungKnapp,
    };
    Options { between, reference, level: 0.95 }
}

#[test]
fn pooling_agrees_with_metafor() {
    let path = format!("{}/../../reference/meta/metafor.json", env!("CARGO_MANIFEST_DIR"));
    let table: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for case in table["cases"].as_array().unwrap() {
        let (effect, variance) = (numbers(&case["yi"]), numbers(&case["vi"]));
        let options = options(case);
        let effects = Effects { effect: &effect, variance: &variance };
        let tolerance = table[if options.between == Between::Reml { "rtol_reml" } else { "rtol" }].as_f64().unwrap();
        let what = |name: &str| format!("{} {} {}: {name}", case["set"], case["method"], case["test"]);
        let found = pool(effects, options).unwrap();
        let interval = found.effect.interval.unwrap();
        for (name, value) in [
            ("effect", found.effect.value),
            ("se", found.effect.se.unwrap()),
            ("low", interval.low),
            ("high", interval.high),
            ("p", found.effect.p.unwrap().value()),
            ("tau2", found.tau2.value),
            ("q", found.q.value),
            ("q_p", found.q.p.unwrap().value()),
            ("i2", found.i2.value),
        ] {
            close(value, &case[name], tolerance, &what(name));
        }
        for (found, expected) in found.weights.iter().zip(case["weights"].as_array().unwrap()) {
            close(*found, expected, tolerance, &what("weight"));
        }
        if let Some(prediction) = found.prediction {
            close(prediction.interval.unwrap().low, &case["pi_low"], tolerance, &what("prediction"));
            close(prediction.interval.unwrap().high, &case["pi_high"], tolerance, &what("prediction"));
            let tau2 = found.tau2.interval.unwrap();
            close(tau2.low, &case["tau2_low"], 1e-7, &what("low end of tau2"));
            close(tau2.high, &case["tau2_high"], 1e-7, &what("high end of tau2"));
        }
        if effect.len() > 2 {
            let names: Vec<String> = effect.iter().map(ToString::to_string).collect();
            let without = leave_one_out(effects, options, &names).unwrap();
            for (found, expected) in without.iter().zip(case["without"].as_array().unwrap()) {
                close(found.value, expected, 1e-4, &what("without one"));
            }
        }
    }
}

#[test]
fn what_cannot_be_pooled_is_said() {
    let options = Options { between: Between::Reml, reference: Reference::HartungKnapp, level: 0.95 };
    let one = pool(Effects { effect: &[0.2], variance: &[0.1] }, options).unwrap_err();
    assert_eq!(one, StatError::TooFew { what: "studies", needed: 2, found: 1 });
    assert!(pool(Effects { effect: &[0.2, 0.3], variance: &[0.1, 0.0] }, options).is_err());
    assert!(pool(Effects { effect: &[0.2, f64::NAN], variance: &[0.1, 0.1] }, options).is_err());
    let equal = pool(Effects { effect: &[0.2, 0.2], variance: &[0.1, 0.3] }, options).unwrap();
    assert!(equal.effect.p.is_none() && equal.effect.notes.len() == 1);
}

/// The effect of one row of the table of metafor's `escalc`.
fn effect(measure: &str, row: &Value) -> Effect {
    let number = |name: &str| row[name].as_f64().unwrap();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
    let count = |name: &str| number(name) as u32;
    let size = |name: &str| count(name) as usize;
    let sample = |i: u8| {
        let [n, mean, sd] = ["n", "m", "sd"].map(|name| format!("{name}{i}"));
        Summary::from_published(size(&n), number(&mean), number(&sd)).unwrap()
    };
    let table = |x: &str, y: &str| Successes::new(count(x), count(x) + count(y)).unwrap();
    let share = || Successes::new(count("x"), count("n")).unwrap();
    let two = |it: OfTwoShares| it.effect(table("a", "b"), table("c", "d"));
    match measure {
        "MD" => OfMeans::Difference.effect(sample(1), sample(2)),
        "SMD" => OfMeans::Standardised.effect(sample(1), sample(2)),
        "OR" => two(OfTwoShares::LogOddsRatio),
        "RR" => two(OfTwoShares::LogRiskRatio),
        "RD" => two(OfTwoShares::RiskDifference),
        "PR" => OfShare::Plain.effect(share()),
        "PLO" => OfShare::Logit.effect(share()),
        "PFT" => OfShare::FreemanTukey.effect(share()),
        "COR" => OfCorrelation::Plain.effect(number("r"), size("n")),
        "ZCOR" => OfCorrelation::FisherZ.effect(number("r"), size("n")),
        other => panic!("no measure `{other}`"),
    }
    .unwrap()
}

#[test]
fn effects_from_summaries_agree_with_escalc() {
    let path = format!("{}/../../reference/meta/escalc.json", env!("CARGO_MANIFEST_DIR"));
    let table: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let tolerance = table["rtol"].as_f64().unwrap();
    for case in table["cases"].as_array().unwrap() {
        let measure = case["measure"].as_str().unwrap();
        for (at, row) in case["rows"].as_array().unwrap().iter().enumerate() {
            let found = effect(measure, row);
            close(found.value, &case["yi"][at], tolerance, &format!("{measure} {row}"));
            close(found.variance, &case["vi"][at], tolerance, &format!("variance of {measure} {row}"));
        }
    }
    let back = &table["back"];
    let sizes = numbers(&back["sizes"]);
    for (at, point) in numbers(&back["points"]).into_iter().enumerate() {
        close(OfShare::FreemanTukey.back_transform(point, &sizes), &back["PFT"][at], tolerance, "double arcsine back");
        close(OfShare::Logit.back_transform(point, &sizes), &back["PLO"][at], tolerance, "logit back");
        close(OfCorrelation::FisherZ.back_transform(point), &back["ZCOR"][at], tolerance, "z back");
        close(OfTwoShares::LogOddsRatio.back_transform(point), &back["OR"][at], tolerance, "odds ratio back");
    }
}

#[test]
fn summaries_without_an_effect_are_refused() {
    let constant = Summary::from_published(5, 3.0, 0.0).unwrap();
    assert!(OfMeans::Difference.effect(constant, constant).is_err());
    assert!(OfMeans::Standardised.effect(constant, constant).is_err());
    assert!(OfCorrelation::FisherZ.effect(1.0, 10).is_err());
    assert!(OfCorrelation::FisherZ.effect(0.5, 3).is_err());
    assert!(OfCorrelation::Plain.effect(f64::NAN, 30).is_err());
}
