//! Marginal means from given estimates and covariance: `reference/mixed/clmm_means.R`.

use serde::Deserialize;
use stats::emm::{Adjust, Estimable, Means, contrast, pairwise};
use stats::mixed::ordinal::{Model, Options};
use stats::mixed::{Formula, Inference};

use super::{draw, link};

#[derive(Deserialize)]
struct Table {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    index: u32,
    formula: String,
    link: String,
    sum_y: f64,
    parameter: Vec<String>,
    estimate: Vec<f64>,
    covariance: Vec<f64>,
    emmean: Vec<f64>,
    emmean_se: Vec<f64>,
    contrast: Vec<f64>,
    contrast_se: Vec<f64>,
    contrast_p: Vec<f64>,
}

/// Their estimates and covariance as ours: an intercept, minus the mean threshold, and the fixed effects.
fn inference(case: &Case, thresholds: usize) -> Inference {
    let count = case.estimate.len();
    let share = |index: usize| if index < thresholds { -1.0 / thresholds as f64 } else { 0.0 };
    let mut rows = vec![(0..count).map(share).collect::<Vec<f64>>()];
    rows.extend((thresholds..count).map(|k| (0..count).map(|index| f64::from(u8::from(index == k))).collect()));
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let times =
        |row: &[f64]| -> Vec<f64> { case.covariance.chunks_exact(count).map(|cells| dot(cells, row)).collect() };
    let beta = rows.iter().map(|row| dot(row, &case.estimate)).collect();
    let covariance = rows.iter().flat_map(|a| rows.iter().map(|b| dot(a, &times(b)))).collect();
    Inference::asymptotic(beta, covariance)
}

#[test]
fn marginal_means_of_given_estimates_are_those_of_emmeans() {
    let path = format!("{}/../../reference/mixed/clmm_means.json", env!("CARGO_MANIFEST_DIR"));
    let table: Table = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for case in table.cases {
        let name = format!("case {} {} {}", case.index, case.formula, case.link);
        let drawn = draw(case.index);
        assert!((drawn.sum_y - case.sum_y).abs() < 1e-9, "{name} draws other numbers");
        let formula = Formula::parse(&case.formula).unwrap();
        let model = Model::new(&formula, &drawn.frame, &Options::new(link(&case.link))).unwrap();
        let thresholds = model.threshold_names().len();
        assert_eq!(model.coefficients(), case.parameter[thresholds..], "{name}");
        let inference = inference(&case, thresholds);
        let means =
            Means::new(Estimable { design: &model.design, kept: model.estimated_columns() }, &["system"]).unwrap();
        let near = |what: &str, found: f64, expected: f64, tolerance: f64| {
            assert!((found - expected).abs() < tolerance, "{name} {what}: {found} {expected}");
        };
        for (index, found) in means.estimates(&inference, 0.95).iter().enumerate() {
            near("mean", found.value, case.emmean[index], 1e-9);
            near("its standard error", found.se.unwrap(), case.emmean_se[index], 1e-9);
        }
        let found = contrast(&pairwise(&means), &inference, Adjust::Tukey, 0.95).unwrap();
        for (index, found) in found.iter().enumerate() {
            near("contrast", found.value, case.contrast[index], 1e-9);
            near("its standard error", found.se.unwrap(), case.contrast_se[index], 1e-9);
            near("its p-value", found.p.unwrap().value(), case.contrast_p[index], 1e-7);
        }
    }
}
