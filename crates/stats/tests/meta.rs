//! Pooling against metafor.
#![expect(clippy::unwrap_used, reason = "a reference table that cannot be read fails the test")]

use serde_json::Value;
use stats::StatError;
use stats::meta::{Between, Effects, Options, Reference, leave_one_out, pool};

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
    let reference = if case["test"] == "z" { Reference::Normal } else { Reference::HartungKnapp };
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
