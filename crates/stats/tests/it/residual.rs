//! Shapes and spreads of residuals against R: `reference/residual/`.
#![expect(clippy::unwrap_used, reason = "a reference table that cannot be read fails the test")]

use serde_json::Value;
use stats::hypothesis::levene::{Centre, levene};
use stats::mixed::{Column, Formula, Frame, Method, Model, Options, fitted_values, random_effects, scaled_residuals};
use stats::residual::{breusch_pagan, shape};

fn table() -> Value {
    let path = format!("{}/../../reference/residual/residual.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[track_caller]
fn close(found: f64, expected: &Value, tolerance: f64, what: &str) {
    let expected = expected.as_f64().unwrap();
    let scale = expected.abs().max(0.1);
    assert!((found - expected).abs() <= tolerance * scale, "{what}: found {found:e}, expected {expected:e}");
}

#[test]
fn shapes_and_trends_agree_with_r() {
    let table = table();
    let tolerance = table["rtol"].as_f64().unwrap();
    for case in table["shapes"].as_array().unwrap() {
        let found = shape(&numbers(&case["values"])).unwrap();
        // The table holds fifteen digits, of which values near 1e9 leave six behind the point.
        let tolerance = if case["name"] == "far" { 1e-4 } else { tolerance };
        close(found.skewness, &case["skewness"], tolerance, &format!("skewness of {}", case["name"]));
        close(found.excess_kurtosis, &case["kurtosis"], tolerance, &format!("kurtosis of {}", case["name"]));
        close(found.qq_correlation, &case["qq"], tolerance, &format!("Q–Q correlation of {}", case["name"]));
    }
    for case in table["trends"].as_array().unwrap() {
        let found = breusch_pagan(&numbers(&case["residuals"]), &numbers(&case["fitted"])).unwrap();
        close(found.value, &case["statistic"], tolerance, "Breusch–Pagan");
        close(found.p.unwrap().value(), &case["p"], tolerance, "p of Breusch–Pagan");
    }
}

#[test]
fn the_residuals_and_random_effects_of_a_fit_agree_with_lme4() {
    let table = table();
    let (sleep, tolerance) = (&table["sleep"], table["rtol_fit"].as_f64().unwrap());
    let subjects: Vec<&str> = sleep["subject"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let days = numbers(&sleep["days"]);
    let frame = Frame::default()
        .with_column("reaction", Column::Numeric(numbers(&sleep["reaction"])))
        .and_then(|it| it.with_column("days", Column::Numeric(days.clone())))
        .and_then(|it| it.with_column("subject", Column::factor(&subjects)))
        .unwrap();
    let formula = Formula::parse("reaction ~ days + (1 | subject)").unwrap();
    let model = Model::new(&formula, &frame, &Options::new(Method::Reml)).unwrap();
    let fit = model.fit().unwrap();
    let residuals = scaled_residuals(&model, &fit);
    let found = shape(&residuals).unwrap();
    close(found.skewness, &sleep["skewness"], tolerance, "skewness");
    close(found.excess_kurtosis, &sleep["kurtosis"], tolerance, "kurtosis");
    close(found.qq_correlation, &sleep["qq"], tolerance, "Q–Q correlation");
    let trend = breusch_pagan(&residuals, &fitted_values(&model, &fit)).unwrap();
    close(trend.value, &sleep["breusch_pagan"], tolerance, "Breusch–Pagan");
    let half = |late: bool| -> Vec<f64> {
        residuals.iter().zip(&days).filter(|(_, day)| (**day > 4.0) == late).map(|(e, _)| *e).collect()
    };
    let test = levene(&[half(false), half(true)], Centre::Median).unwrap().statistic;
    close(test.value, &sleep["levene"], tolerance, "Levene");
    close(test.p.unwrap().value(), &sleep["levene_p"], tolerance, "p of Levene");
    let beyond: Vec<f64> =
        (1..).zip(&residuals).filter(|(_, e)| e.abs() > 3.0).map(|(row, _)| f64::from(row)).collect();
    assert_eq!(beyond, numbers(&sleep["beyond"]));
    let modes: Vec<f64> = random_effects(&model, &fit).iter().map(|it| it.mode).collect();
    let found = shape(&modes).unwrap();
    close(found.skewness, &sleep["mode_skewness"], tolerance, "skewness of the random effects");
    close(found.qq_correlation, &sleep["mode_qq"], tolerance, "Q–Q correlation of the random effects");
}

#[test]
fn what_has_no_shape_is_refused() {
    assert!(shape(&[1.0, 2.0]).is_err());
    assert!(shape(&[2.0; 9]).is_err());
    assert!(shape(&[1.0, 2.0, f64::NAN]).is_err());
    assert!(breusch_pagan(&[1.0, -1.0, 1.0], &[1.0, 2.0, 3.0]).is_err());
    assert!(breusch_pagan(&[1.0, -2.0, 1.0], &[2.0, 2.0, 2.0]).is_err());
    assert!(breusch_pagan(&[1.0, -2.0], &[2.0, 2.0, 2.0]).is_err());
}
