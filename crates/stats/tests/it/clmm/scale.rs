//! Scales that depend on columns: `reference/mixed/scale.R`.

use serde::Deserialize;
use stats::mixed::Formula;
use stats::mixed::ordinal::{Link, Model, Options, log_likelihood};

use super::{draw, link, threshold};

#[derive(Deserialize)]
struct Table {
    fitted: Vec<Case>,
    at: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    index: u32,
    formula: String,
    scale: String,
    link: String,
    threshold: String,
    weighted: bool,
    sum_y: f64,
    log_likelihood: f64,
    #[serde(default)]
    aic: f64,
    #[serde(default)]
    parameter: Vec<String>,
    #[serde(default)]
    estimate: Vec<f64>,
    #[serde(default)]
    se: Vec<f64>,
    #[serde(default)]
    at: Vec<f64>,
}

fn table() -> Table {
    let path = format!("{}/../../reference/mixed/scale.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn model(case: &Case) -> Model {
    let drawn = draw(case.index);
    assert!((drawn.sum_y - case.sum_y).abs() < 1e-9, "case {} draws other numbers", case.index);
    let weights = if case.weighted { drawn.weights } else { Vec::new() };
    let scale = Formula::parse(&format!("ordered ~ {}", case.scale)).unwrap().fixed;
    let options = Options { threshold: threshold(&case.threshold), weights, scale, ..Options::new(link(&case.link)) };
    Model::new(&Formula::parse(&case.formula).unwrap(), &drawn.frame, &options).unwrap()
}

#[test]
fn scale_effects_are_those_of_ordinal() {
    for case in table().fitted {
        let name = format!("case {} scale ~ {} {} {}", case.index, case.scale, case.link, case.threshold);
        let model = model(&case);
        let names: Vec<&str> = model.threshold_names().iter().map(String::as_str).chain(model.coefficients()).collect();
        let names: Vec<&str> = names.into_iter().chain(model.scale_names().iter().map(String::as_str)).collect();
        assert_eq!(names, case.parameter, "{name}");
        let at = log_likelihood(&model, &case.estimate).unwrap();
        assert!((at / case.log_likelihood - 1.0).abs() < 1e-11, "{name}: {at} {}", case.log_likelihood);
        let fit = model.fit().unwrap();
        assert!(fit.converged, "{name}");
        assert!((fit.log_likelihood - case.log_likelihood).abs() < 1e-8, "{name}: {}", fit.log_likelihood);
        assert!((model.criteria(&fit).aic - case.aic).abs() < 1e-7, "{name}");
        let (covariance, count) = (fit.covariance.clone().unwrap(), fit.parameters.len());
        for (index, (estimate, se)) in case.estimate.iter().zip(&case.se).enumerate() {
            let off = (fit.parameters[index] - estimate).abs() / se;
            assert!(off < 1e-5, "{name} {}: off by {off:e} standard errors", names[index]);
            let found = covariance[index * count + index].sqrt();
            assert!((found / se - 1.0).abs() < 1e-5, "{name} {}: {found} {se}", names[index]);
        }
        let scales = model.scale_estimates(&fit, 0.95);
        assert_eq!(scales.iter().map(|it| it.value).collect::<Vec<f64>>(), fit.scale, "{name}");
    }
}

#[test]
fn with_random_effects_the_scale_enters_the_integral() {
    for case in table().at {
        let model = model(&case);
        let found = log_likelihood(&model, &case.at).unwrap();
        let off = (found / case.log_likelihood - 1.0).abs();
        assert!(off < 1e-9, "case {} {}: {found} {} off by {off:e}", case.index, case.link, case.log_likelihood);
        let fit = model.fit().unwrap();
        assert!(fit.converged && fit.log_likelihood > found, "case {}: {}", case.index, fit.log_likelihood);
    }
}

#[test]
fn a_scale_that_cannot_be_told_is_refused() {
    let refused = |formula: &str, scale: &str| {
        let scale = Formula::parse(&format!("y ~ {scale}")).unwrap().fixed;
        let options = Options { scale, ..Options::new(Link::Logit) };
        Model::new(&Formula::parse(formula).unwrap(), &draw(1).frame, &options).unwrap_err().to_string()
    };
    assert!(refused("two ~ x + (1 | g)", "system").contains("with two categories"));
    assert!(refused("ordered ~ x + (1 | g)", "0 + system").contains("without `0 +`"));
    assert!(refused("ordered ~ x + (1 | g)", "nowhere").contains("there is no column `nowhere`"));
}
