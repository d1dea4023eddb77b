//! Cumulative-link and binomial mixed models against ordinal, lme4 and glmmTMB: `reference/mixed/clmm.json`.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and says how far off it was"
)]

mod means;
mod scale;

use crate::mixed::generator::Draw;
use serde::Deserialize;
use stats::emm::{Adjust, Estimable, Means, contrast, pairwise};
use stats::mixed::ordinal::{Fit, Link, Model, Options, Threshold, log_likelihood, profile_intervals};
use stats::mixed::{Column, Formula, Frame};

#[derive(Deserialize)]
struct Table {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    index: [u32; 1],
    model: [String; 1],
    formula: [String; 1],
    link: [String; 1],
    threshold: [String; 1],
    weighted: [bool; 1],
    sum_y: [f64; 1],
    parameter: Vec<String>,
    estimate: Vec<f64>,
    /// None where the oracle's Hessian failed.
    se: Vec<Option<f64>>,
    group: Vec<String>,
    sd: Vec<f64>,
    /// Elements of the templates, where there are slopes or shares of trials.
    #[serde(default)]
    theta: Vec<f64>,
    #[serde(default)]
    theta_names: Vec<String>,
    log_likelihood: [f64; 1],
    aic: [f64; 1],
    bic: [f64; 1],
    #[serde(default)]
    emmean: Vec<f64>,
    #[serde(default)]
    emmean_se: Vec<Option<f64>>,
    #[serde(default)]
    contrast: Vec<f64>,
    #[serde(default)]
    contrast_se: Vec<Option<f64>>,
    #[serde(default)]
    contrast_p: Vec<Option<f64>>,
}

struct WeightedFrame {
    frame: Frame,
    weights: Vec<f64>,
    sum_y: f64,
}

fn draw(index: u32) -> WeightedFrame {
    let mut draw = Draw::new(f64::from(index) * 6271.0 + 3.0);
    let (n, m, l) = (80.0 + draw.whole_number(120.0), 5.0 + draw.whole_number(6.0), 8.0 + draw.whole_number(12.0));
    let k = 3.0 + draw.whole_number(3.0);
    let (sd_g, sd_h) = (draw.whole_number(3.0) * 0.6, 0.4 + draw.whole_number(3.0) * 0.5);
    let (of_g, of_h) = (draw.effects(m, sd_g), draw.effects(l, sd_h));
    let mut factors: [Vec<String>; 3] = Default::default();
    let (mut xs, mut ys, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..n as usize {
        let (g, h) = (draw.whole_number(m), draw.whole_number(l));
        let x = draw.whole_number(21.0) / 10.0 - 1.0;
        let s = draw.whole_number(3.0);
        weights.push(1.0 + draw.whole_number(3.0));
        let latent = [0.0, 0.8, -0.5][s as usize] + 0.6 * x + of_g[g as usize] + of_h[h as usize] + 1.5 * draw.normal();
        ys.push((latent * 0.7 + k / 2.0).floor().clamp(0.0, k - 1.0));
        xs.push(x);
        for (factor, value) in factors.iter_mut().zip([g, h, s]) {
            factor.push(value.to_string());
        }
    }
    let sum_y = ys.iter().sum();
    let share = ys.iter().zip(&weights).map(|(y, w)| f64::min(*y, *w) / w).collect();
    let two = ys.iter().map(|y| f64::from(u8::from(*y >= k / 2.0))).collect();
    let mut frame = Frame::default();
    for (name, values) in [("ordered", ys), ("two", two), ("share", share), ("x", xs)] {
        frame = frame.with_column(name, Column::Numeric(values)).unwrap();
    }
    for (name, cells) in ["g", "h", "system"].into_iter().zip(&factors) {
        frame = frame.with_column(name, Column::factor(cells)).unwrap();
    }
    WeightedFrame { frame, weights, sum_y }
}

fn cases() -> Vec<Case> {
    let path = format!("{}/../../reference/mixed/clmm.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str::<Table>(&std::fs::read_to_string(path).unwrap()).unwrap().cases
}

fn link(name: &str) -> Link {
    match name {
        "logit" => Link::Logit,
        "probit" => Link::Probit,
        other => panic!("no link is called {other}"),
    }
}

fn threshold(name: &str) -> Threshold {
    match name {
        "flexible" => Threshold::Flexible,
        "symmetric" => Threshold::Symmetric,
        "equidistant" => Threshold::Equidistant,
        other => panic!("no thresholds are called {other}"),
    }
}

fn model(case: &Case) -> Model {
    let drawn = draw(case.index[0]);
    assert!((drawn.sum_y - case.sum_y[0]).abs() < 1e-9, "case {:?} draws other numbers", case.index);
    let weights = if case.weighted[0] { drawn.weights } else { Vec::new() };
    let options = Options { threshold: threshold(&case.threshold[0]), weights, ..Options::new(link(&case.link[0])) };
    let formula = Formula::parse(&case.formula[0]).unwrap();
    if case.model[0] == "glmm" {
        Model::binomial(&formula, &drawn.frame, &options).unwrap()
    } else {
        Model::new(&formula, &drawn.frame, &options).unwrap()
    }
}

fn name(case: &Case) -> String {
    format!("case {} {} {} {}", case.index[0], case.formula[0], case.link[0], case.threshold[0])
}

/// Their estimates as our parameters: thresholds, effects, standard deviations of our groups.
fn reference_parameters(model: &Model, case: &Case) -> Vec<f64> {
    let by_name = |wanted: &str| case.parameter.iter().position(|it| it == wanted).map(|k| case.estimate[k]);
    let mut out: Vec<f64> = if case.model[0] == "glmm" {
        vec![-by_name("(Intercept)").unwrap()]
    } else {
        model.threshold_names().iter().map(|it| by_name(it).unwrap()).collect()
    };
    out.extend(model.coefficients().iter().map(|it| by_name(it).unwrap_or_else(|| panic!("{it}"))));
    if !case.theta.is_empty() {
        for it in model.covariance_parameters() {
            let group = &model.groups[it.group];
            let name = match it.on_diagonal() {
                true => format!("{}.{}", group.name, group.effects[it.element.row]),
                false => {
                    format!("{}.{}.{}", group.name, group.effects[it.element.row], group.effects[it.element.column])
                }
            };
            out.push(case.theta[case.theta_names.iter().position(|other| *other == name).unwrap()]);
        }
        return out;
    }
    out.extend(model.groups.iter().map(|it| case.sd[case.group.iter().position(|g| *g == it.name).unwrap()]));
    out
}

/// The standard error of a parameter, by the oracle's name for it.
fn standard_error(model: &Model, fit: &Fit, wanted: &str) -> (f64, f64) {
    let mut all = model.threshold_estimates(fit, 0.95);
    all.extend(model.coefficient_estimates(fit, 0.95));
    all.extend(model.intercept(fit, 0.95));
    let found = all.iter().find(|it| it.of == [wanted]).unwrap_or_else(|| panic!("no `{wanted}`"));
    (found.value, found.se.unwrap())
}

#[test]
fn the_likelihood_at_given_parameters_is_the_oracles() {
    for case in cases() {
        let model = model(&case);
        let found = log_likelihood(&model, &reference_parameters(&model, &case)).unwrap();
        let off = (found - case.log_likelihood[0]).abs();
        // glmer's own steps towards the modes stop earlier.
        let tolerance = if case.model[0] == "glmm" { 1e-5 } else { 1e-6 };
        assert!(off < tolerance, "{}: found {found}, expected {}, off by {off:e}", name(&case), case.log_likelihood[0]);
    }
}

#[test]
fn the_search_ends_where_the_oracle_ends_or_higher() {
    let mut worst = (0.0, String::new());
    let (mut compared, mut apart) = (0, Vec::new());
    for case in cases() {
        let (model, name) = (model(&case), name(&case));
        let fit = model.fit().unwrap();
        assert!(fit.converged, "{name}: {:e}", fit.largest_slope);
        assert!(fit.log_likelihood >= case.log_likelihood[0] - 1e-6, "{name}: {}", fit.log_likelihood);
        assert!(fit.log_likelihood <= case.log_likelihood[0] + 1e-4, "{name}: {}", fit.log_likelihood);
        let criteria = model.criteria(&fit);
        assert!((criteria.aic - case.aic[0]).abs() < 2e-4, "{name}: AIC");
        // Weighted rows are counted as rows here and by their weights there.
        let trials = case.model[0] == "glmm";
        assert!((case.weighted[0] && !trials) || (criteria.bic - case.bic[0]).abs() < 2e-4, "{name}: BIC");
        for (index, parameter) in case.parameter.iter().enumerate() {
            let (value, se) = standard_error(&model, &fit, parameter);
            let off = (value - case.estimate[index]).abs() / se;
            if off > worst.0 {
                worst = (off, format!("{name} {parameter}"));
            }
            let Some(expected) = case.se[index] else { continue };
            let off = (se / expected - 1.0).abs();
            compared += 1;
            // clmm differentiates twice by differences of a likelihood that is itself a loop's end: where
            // that fails it is off by percents, and the next test decides.
            let differences = case.model[0] == "clmm" && !case.group.is_empty();
            assert!(off < if differences { 0.1 } else { 1e-3 }, "{name} {parameter}: {se} {expected}");
            if off > 1e-3 {
                apart.push(format!("{name} {parameter} by {off:.1e}"));
            }
        }
    }
    println!("estimates: {} standard errors at {}", worst.0, worst.1);
    println!("standard errors: {} of {compared} apart: {apart:#?}", apart.len());
    assert!(worst.0 < 5e-4, "{} standard errors at {}", worst.0, worst.1);
    assert!(apart.len() * 10 < compared, "{} of {compared}", apart.len());
}

#[test]
fn standard_errors_are_those_of_the_curvature_of_the_likelihood() {
    // Second differences of the likelihood itself, without the gradient.
    for case in cases().iter().filter(|case| [3, 9, 13, 38, 47].contains(&case.index[0])) {
        let (model, name) = (model(case), name(case));
        let fit = model.fit().unwrap();
        let (covariance, count) = (fit.covariance.clone().unwrap(), fit.parameters.len());
        let h: Vec<f64> = (0..count).map(|i| 0.02 * covariance[i * count + i].sqrt()).collect();
        let at = |i: usize, a: f64, j: usize, b: f64| {
            let mut parameters = fit.parameters.clone();
            parameters[i] += a * h[i];
            parameters[j] += b * h[j];
            log_likelihood(&model, &parameters).unwrap()
        };
        // The product with the covariance is the identity.
        let second = |i: usize, j: usize| {
            let over = |s: f64| (at(i, s, j, s) - at(i, s, j, -s) - at(i, -s, j, s) + at(i, -s, j, -s)) / (4.0 * s * s);
            -(4.0 * over(1.0) - over(2.0)) / (3.0 * h[i] * h[j])
        };
        for i in 0..count {
            for k in 0..count {
                let found: f64 = (0..count).map(|j| second(i, j) * covariance[j * count + k]).sum();
                let scaled = (found - f64::from(u8::from(i == k)))
                    * (covariance[i * count + i] / covariance[k * count + k]).sqrt();
                assert!(scaled.abs() < 1e-4, "{name}: {i} {k} {found}");
            }
        }
    }
}

#[test]
fn marginal_means_and_contrasts_are_those_of_emmeans() {
    for case in cases().iter().filter(|case| !case.emmean.is_empty()) {
        let (model, name) = (model(case), name(case));
        // clmm's standard errors come from differences of its likelihood, and its search ends earlier; clm's do not.
        let tolerance = if case.group.is_empty() { 1e-6 } else { 2e-3 };
        let fit = model.fit().unwrap();
        let inference = model.inference(&fit).unwrap();
        let means =
            Means::new(Estimable { design: &model.design, kept: model.estimated_columns() }, &["system"]).unwrap();
        for (index, found) in means.estimates(&inference, 0.95).iter().enumerate() {
            let Some(se) = case.emmean_se[index] else { continue };
            assert!((found.value - case.emmean[index]).abs() < tolerance * se, "{name}: {found:?}");
            assert!((found.se.unwrap() / se - 1.0).abs() < tolerance, "{name}: {found:?} {se}");
        }
        let found = contrast(&pairwise(&means), &inference, Adjust::Tukey, 0.95).unwrap();
        for (index, found) in found.iter().enumerate() {
            let Some(se) = case.contrast_se[index] else { continue };
            assert!((found.value - case.contrast[index]).abs() < tolerance * se, "{name}: {found:?}");
            assert!((found.se.unwrap() / se - 1.0).abs() < tolerance, "{name}: {found:?} {se}");
            assert!(
                (found.p.unwrap().value() - case.contrast_p[index].unwrap()).abs() < tolerance,
                "{name}: {found:?}"
            );
        }
    }
}

#[derive(Deserialize)]
struct Golden {
    clmm: std::collections::BTreeMap<String, toml::Value>,
}

#[derive(Deserialize)]
struct GoldenFit {
    parameter: Vec<String>,
    estimate: Vec<f64>,
    se: Vec<f64>,
    re: Vec<String>,
    re_sd: Vec<f64>,
    #[serde(rename = "logLik")]
    log_likelihood: f64,
}

fn fluency() -> Option<Frame> {
    let mut reader = csv::Reader::from_path(testdata::find_outside("data/seed0/ratings.csv")?).unwrap();
    let headers = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let column = |name: &str| -> Vec<&str> {
        let index = headers.iter().position(|it| it == name).unwrap();
        rows.iter().map(|row| &row[index]).collect()
    };
    let mut frame = Frame::default();
    for name in ["rating", "system", "category", "domain", "rater", "item", "term_id"] {
        frame = frame.with_column(name, Column::factor(&column(name))).unwrap();
    }
    Some(frame)
}

#[test]
fn a_study_with_known_digits_is_fitted_to_them() {
    let Some(frame) = fluency() else { return };
    let golden: Golden = toml::from_str(&testdata::read_published_numbers("fluency-models")).unwrap();
    let crossed = "rating ~ system + category + domain + (1 | rater) + (1 | item)";
    let check = |name: &str, formula: &str, link: Link| {
        let expected: GoldenFit = golden.clmm[name].clone().try_into().unwrap();
        let model = Model::new(&Formula::parse(formula).unwrap(), &frame, &Options::new(link)).unwrap();
        let mut at = expected.estimate.clone();
        let sd = |group: &str| expected.re_sd[expected.re.iter().position(|it| it == group).unwrap()];
        at.extend(model.groups.iter().map(|group| sd(&group.name)));
        let found = log_likelihood(&model, &at).unwrap();
        let off = (found / expected.log_likelihood - 1.0).abs();
        println!("{name}: log-likelihood off by {off:e} relative");
        assert!(off < 1e-11, "{name}: {found} {}", expected.log_likelihood);
        let fit = model.fit().unwrap();
        let below = expected.log_likelihood - fit.log_likelihood;
        assert!(
            fit.converged && below < 1e-9,
            "{name}: below by {below:e}, slope {:e}, {} steps",
            fit.largest_slope,
            fit.steps
        );
        for (index, parameter) in expected.parameter.iter().enumerate() {
            let (value, se) = standard_error(&model, &fit, parameter);
            assert!((value - expected.estimate[index]).abs() < 1e-6, "{name} {parameter}: {value}");
            assert!((se / expected.se[index] - 1.0).abs() < 1e-5, "{name} {parameter}: {se} {}", expected.se[index]);
        }
        for spread in model.spreads(&fit) {
            assert!((spread.value / sd(&spread.group) - 1.0).abs() < 1e-6, "{name} {spread:?}");
        }
    };
    check("B_logit", crossed, Link::Logit);
    check("B_probit", crossed, Link::Probit);
    check("B0_logit", "rating ~ system + (1 | rater) + (1 | item)", Link::Logit);
    check("C_logit", &format!("{crossed} + (1 | term_id)"), Link::Logit);
}

fn small(response: &[f64], group: &[&str], level: &[&str]) -> Frame {
    Frame::default()
        .with_column("y", Column::Numeric(response.to_vec()))
        .and_then(|f| f.with_column("g", Column::factor(group)))
        .and_then(|f| f.with_column("s", Column::factor(level)))
        .unwrap()
}

#[test]
fn what_cannot_be_told_is_said() {
    let n = 60;
    let group: Vec<String> = (0..n).map(|k| (k % 6).to_string()).collect();
    let group: Vec<&str> = group.iter().map(String::as_str).collect();
    let level: Vec<&str> = (0..n).map(|k| if k / 6 % 2 == 0 { "a" } else { "b" }).collect();
    // Level b is always in the highest category.
    let response: Vec<f64> =
        (0..n).map(|k| if k / 6 % 2 == 1 { 3.0 } else { f64::from(((k * 7 + k / 12) % 3 + 1) as u8) }).collect();
    let formula = Formula::parse("y ~ s + (1 | g)").unwrap();
    let model = Model::new(&formula, &small(&response, &group, &level), &Options::new(Link::Logit)).unwrap();
    let fit = model.fit().unwrap();
    assert!(fit.parameters.iter().all(|x| x.is_finite()));
    let doubts = model.doubts(&fit).join("\n");
    assert!(doubts.contains("near separation: the data hardly bound sb"), "{doubts}");
    assert!(doubts.contains("singular"), "{doubts}");

    // Level a is always 0: a choice between two has an intercept, not a threshold.
    let choices: Vec<f64> = (0..n).map(|k| if k / 6 % 2 == 1 { f64::from((k % 2) as u8) } else { 0.0 }).collect();
    let model = Model::binomial(&formula, &small(&choices, &group, &level), &Options::new(Link::Logit)).unwrap();
    let doubts = model.doubts(&model.fit().unwrap()).join("\n");
    assert!(doubts.contains("near separation: the data hardly bound (Intercept), sb;"), "{doubts}");

    let refuse = |formula: &str, response: &[f64], expected: &str| {
        let formula = Formula::parse(formula).unwrap();
        let options = Options::new(Link::Logit);
        let frame = small(response, &group, &level);
        let found = Model::new(&formula, &frame, &options).map(|_| ()).unwrap_err().to_string();
        assert!(found.contains(expected), "{found}");
    };
    refuse("y ~ 0 + s + (1 | g)", &response, "thresholds take the place of the intercept");
    refuse("y ~ s + (1 | g)", &vec![2.0; n], "a single category");
    let three = Model::binomial(&formula, &small(&response, &group, &level), &Options::new(Link::Logit));
    assert!(three.unwrap_err().to_string().contains("needs two"));
}

#[derive(Deserialize)]
struct ProfileReference {
    columns: std::collections::BTreeMap<String, Vec<serde_json::Value>>,
    cases: Vec<ProfiledCase>,
}

#[derive(Deserialize)]
struct ProfiledCase {
    formula: String,
    low: Vec<f64>,
    high: Vec<f64>,
    tolerance: f64,
}

#[test]
fn profile_intervals_end_where_the_likelihood_has_fallen_far_enough() {
    let path = format!("{}/../../reference/mixed/clmm_profile.json", env!("CARGO_MANIFEST_DIR"));
    let reference: ProfileReference = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut frame = Frame::default();
    for (name, cells) in &reference.columns {
        let texts: Vec<String> = cells.iter().map(|cell| cell.to_string().replace('"', "")).collect();
        frame = frame.with_column(name.as_str(), Column::factor(&texts)).unwrap();
    }
    for case in reference.cases {
        let formula = Formula::parse(&case.formula).unwrap();
        let model = Model::new(&formula, &frame, &Options::new(Link::Logit)).unwrap();
        let fit = model.fit().unwrap();
        let found = profile_intervals(&model, &fit, 0.95);
        assert_eq!(model.coefficients(), ["tempwarm", "contactyes"]);
        for ((interval, low), high) in found.iter().zip(&case.low).zip(&case.high) {
            let interval = interval.unwrap();
            for (found, expected) in [(interval.low, low), (interval.high, high)] {
                let off = (found - expected).abs();
                assert!(off < case.tolerance, "{}: found {found}, expected {expected}", case.formula);
            }
        }
    }
}
