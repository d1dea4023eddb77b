//! Power against R and SciPy: `reference/power/`.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::path::Path;

use stats::power::{Contrast, EffectMeasure, Question, Sides, SignDesign, Size, Test};

/// The test a row names, and the measure of its effect.
fn test(name: &str) -> (Test, fn(f64) -> EffectMeasure) {
    let last = || name.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
    match name {
        "two-sample two-sided" => (Test::TwoSample(Sides::Two), EffectMeasure::CohenD),
        "two-sample one-sided" => (Test::TwoSample(Sides::One), EffectMeasure::CohenD),
        "one-sample two-sided" => (Test::OneSample(Sides::Two), EffectMeasure::CohenD),
        "correlation two-sided" => (Test::Correlation(Sides::Two), EffectMeasure::R),
        "correlation one-sided" => (Test::Correlation(Sides::One), EffectMeasure::R),
        _ if name.starts_with("anova eta2") => (Test::Anova { groups: last() }, EffectMeasure::EtaSquared),
        _ if name.starts_with("anova") => (Test::Anova { groups: last() }, EffectMeasure::CohenF),
        _ if name.starts_with("chi-square") => (Test::ChiSquare { df: last() }, EffectMeasure::CohenW),
        _ if name.starts_with("tost two") => (Test::TostTwoSample { margin: last() }, EffectMeasure::CohenD),
        _ if name.starts_with("tost one") => (Test::TostOneSample { margin: last() }, EffectMeasure::CohenD),
        _ => panic!("no test `{name}`"),
    }
}

fn check(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/power").join(file);
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut off = Vec::new();
    for line in reader.records() {
        let line = line.unwrap();
        let number = |column: usize| line[column].parse::<f64>().unwrap();
        let (test, measure) = test(&line[0]);
        let question = Question { test, alpha: number(5) };
        let (effect, size, power) = (measure(number(2)), Size::PerGroup(number(3)), number(4));
        let (found, expected) = match &line[1] {
            "power" => (question.power(effect, size).unwrap(), power),
            "n" => (question.size(effect, power, size).unwrap().value(), number(3)),
            "effect" => (question.effect(effect, size, power).unwrap().value(), number(2)),
            other => panic!("`{other}` cannot be asked"),
        };
        let error = ((found - expected) / expected).abs();
        if error.is_nan() || error > number(6) {
            off.push(format!("{line:?}: found {found}, off by {error:.1e}"));
        }
    }
    assert!(off.is_empty(), "{file}: {} off\n{}", off.len(), off.join("\n"));
}

#[test]
fn power_sizes_and_effects_agree_with_r() {
    check("power.csv");
}

#[test]
fn power_of_equivalence_tests_agrees_with_quadrature() {
    check("tost.csv");
}

#[test]
fn power_reached_by_choices_and_models_agrees_with_r() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/power/reached.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    for line in reader.records() {
        let line = line.unwrap();
        let number = |column: usize| line[column].parse::<f64>().unwrap();
        let (effect, n, expected, alpha) = (number(1), number(2), number(3), number(4));
        let found = match &line[0] {
            "sign" => SignDesign { choices: line[2].parse().unwrap(), share: effect }.power(alpha).unwrap(),
            "contrast" => {
                // Only the ratio of difference and error counts.
                let contrast = Contrast { difference: -0.3 * effect, se: 0.3, df: n.is_finite().then_some(n) };
                contrast.power(alpha).unwrap()
            }
            "direction" => {
                let contrast = Contrast { difference: effect, se: (2.0 / n).sqrt(), df: Some(2.0 * n - 2.0) };
                contrast.power_above(0.0, alpha / 2.0).unwrap()
            }
            "above" => {
                let contrast = Contrast { difference: 0.3 * effect, se: 0.3, df: n.is_finite().then_some(n) };
                contrast.power_above(0.3, alpha).unwrap()
            }
            other => panic!("no test `{other}`"),
        };
        assert!((found - expected).abs() <= number(5) * expected.max(1e-3), "{line:?}: found {found}");
    }
}

/// The same as the power of two samples, when their error and degrees of freedom are given.
#[test]
fn power_to_show_a_difference_within_a_margin_is_that_of_two_one_sided_tests() {
    let (n, margin) = (40.0, 0.5);
    for effect in [0.0, 0.2, -0.3] {
        let samples = Question { test: Test::TostTwoSample { margin }, alpha: 0.05 };
        let expected = samples.power(EffectMeasure::CohenD(effect), Size::PerGroup(n)).unwrap();
        let known = Contrast { difference: effect, se: (2.0 / n).sqrt(), df: Some(2.0 * n - 2.0) };
        assert!((known.power_within(margin, 0.05).unwrap() - expected).abs() < 1e-12, "{effect}");
        // The normal distribution is the limit of many degrees of freedom.
        let many = Contrast { df: Some(1e7), ..known }.power_within(margin, 0.05).unwrap();
        let all = Contrast { df: None, ..known }.power_within(margin, 0.05).unwrap();
        assert!((many - all).abs() < 1e-6, "{effect}: {many} {all}");
    }
}

#[test]
fn power_reached_is_refused_for_what_cannot_be() {
    assert!(SignDesign { choices: 0, share: 0.6 }.power(0.05).is_err());
    assert!(SignDesign { choices: 10, share: 1.2 }.power(0.05).is_err());
    assert!(Contrast { difference: f64::NAN, se: 1.0, df: None }.power(0.05).is_err());
    assert!(Contrast { difference: 1.0, se: 0.0, df: None }.power(0.05).is_err());
    assert!(Contrast { difference: 1.0, se: 1.0, df: Some(0.0) }.power(0.05).is_err());
    assert!(Contrast { difference: 1.0, se: 1.0, df: None }.power(0.0).is_err());
}

#[test]
fn sizes_per_group_and_in_all_are_never_confused() {
    let question = Question { test: Test::Anova { groups: 4.0 }, alpha: 0.05 };
    let effect = EffectMeasure::CohenF(0.25);
    let each = question.size(effect, 0.8, Size::PerGroup(0.0)).unwrap();
    let all = question.size(effect, 0.8, Size::Total(0.0)).unwrap();
    assert!((4.0 * each.value() - all.value()).abs() < 1e-9);
    let power = |size| question.power(effect, size).unwrap();
    assert!((power(each) - 0.8).abs() < 1e-10 && (power(all) - 0.8).abs() < 1e-10);
}

#[test]
fn eta_squared_is_not_f() {
    let question = Question { test: Test::Anova { groups: 3.0 }, alpha: 0.05 };
    let power = |effect| question.power(effect, Size::PerGroup(30.0)).unwrap();
    let eta2 = 0.06f64;
    let f = (eta2 / (1.0 - eta2)).sqrt();
    assert!((power(EffectMeasure::EtaSquared(eta2)) - power(EffectMeasure::CohenF(f))).abs() < 1e-12);
    assert!(power(EffectMeasure::EtaSquared(eta2)) > 5.0 * power(EffectMeasure::CohenF(eta2)) / 2.0);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let check = |question: Question, effect, size, expected: &str| {
        assert_eq!(question.power(effect, size).unwrap_err().to_string(), expected);
    };
    let t = Question { test: Test::TwoSample(Sides::Two), alpha: 0.05 };
    let n = Size::PerGroup(20.0);
    check(t, EffectMeasure::EtaSquared(0.1), n, "this test takes its effect as d, not as eta2");
    check(t, EffectMeasure::CohenD(0.5), Size::Total(3.0), "the size must be at least two per group, found 1.5");
    check(Question { alpha: 5.0, ..t }, EffectMeasure::CohenD(0.5), n, "alpha must be between 0 and 1, found 5");
    let message = t.size(EffectMeasure::CohenD(0.0), 0.8, n).unwrap_err().to_string();
    assert!(message.starts_with("no size up to 10^10 reaches a power of 0.8 for d = 0"), "{message}");
    assert!(t.effect(EffectMeasure::CohenD(0.0), n, 1.5).is_err());
    assert!(t.power(EffectMeasure::CohenD(f64::NAN), n).is_err());
}
