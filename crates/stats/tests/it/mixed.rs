//! Linear mixed models against lme4, lmerTest and pbkrtest: `reference/mixed/`.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a reference table that cannot be read fails the test; the worst difference met is worth printing"
)]

mod draw;
pub(crate) mod generator;
mod golden;
mod teaching;
mod terms;

use std::collections::BTreeMap;

use serde::Deserialize;
use stats::emm::{Adjust, Estimable, Means, contrast, pairwise};
use stats::mixed::{DfMethod, Formula, Inference, Method, Model, Options, Parameter, objective};

#[derive(Deserialize)]
struct Table<T> {
    cases: Vec<T>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(f64),
    Many(Vec<f64>),
}

impl OneOrMany {
    fn values(&self) -> &[f64] {
        match self {
            OneOrMany::One(value) => std::slice::from_ref(value),
            OneOrMany::Many(values) => values,
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Many(Vec<String>),
}

/// Their covariance parameters in our order: lme4 turns the terms of `||` round.
fn in_our_order(model: &Model, theta: &OneOrMany, names: &Names) -> Vec<f64> {
    let names = match names {
        Names::One(name) => std::slice::from_ref(name),
        Names::Many(names) => names,
    };
    let name = |it: &Parameter| {
        let group = &model.groups[it.group];
        let own = format!("{}.{}", group.name, group.effects[it.element.row]);
        if it.on_diagonal() { own } else { format!("{own}.{}", group.effects[it.element.column]) }
    };
    // lme4 writes a nested group inside out: `k:g` for g/k.
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    let index = |it: &Parameter| names.iter().position(|other| sorted(other) == sorted(&name(it))).unwrap();
    model.parameters().iter().map(|it| theta.values()[index(it)]).collect()
}

#[derive(Deserialize)]
struct Random {
    index: u32,
    formula: String,
    reml: bool,
    weighted: bool,
    sum_y: f64,
    criterion: f64,
    theta: OneOrMany,
    theta_names: Names,
    sigma: f64,
    beta: OneOrMany,
    se: OneOrMany,
    df: OneOrMany,
    singular: bool,
    kr_se: Option<OneOrMany>,
    kr_df: Option<OneOrMany>,
    emmean: Option<Vec<f64>>,
    emmean_se: Option<Vec<f64>>,
    emmean_df: Option<Vec<f64>>,
    contrast: Option<Vec<f64>>,
    contrast_df: Option<Vec<f64>>,
    contrast_p_tukey: Option<Vec<f64>>,
    contrast_p_holm: Option<Vec<f64>>,
}

fn reference<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let path = format!("{}/../../reference/mixed/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The contrast that picks one coefficient.
fn wide(index: usize, width: usize) -> Vec<f64> {
    let mut contrast = vec![0.0; width];
    contrast[index] = 1.0;
    contrast
}

fn assert_near(found: f64, expected: f64, rtol: f64, what: &str) {
    let off = (found - expected).abs() / expected.abs().max(1e-3);
    assert!(off <= rtol, "{what}: found {found}, expected {expected}, off by {off:e} relative");
}

fn model(case: &Random) -> Model {
    let drawn = draw::case(case.index);
    assert_near(drawn.sum_y, case.sum_y, 1e-12, "sum of the simulated responses");
    let method = if case.reml { Method::Reml } else { Method::Ml };
    let weights = if case.weighted { drawn.weights } else { Vec::new() };
    let options = Options { weights, ..Options::new(method) };
    Model::new(&Formula::parse(&case.formula).unwrap(), &drawn.frame, &options).unwrap()
}

#[test]
fn the_criterion_at_given_parameters_is_that_of_lme4() {
    for case in reference::<Table<Random>>("random.json").cases {
        let model = model(&case);
        let found = objective(&model, &in_our_order(&model, &case.theta, &case.theta_names)).unwrap();
        let off = (found - case.criterion).abs();
        assert!(off < 1e-8, "case {}: {} found {found}, expected {}", case.index, case.formula, case.criterion);
    }
}

/// The largest differences met, by what differs.
#[derive(Default)]
struct Worst(BTreeMap<&'static str, (f64, String)>);

impl Worst {
    fn record(&mut self, what: &'static str, case: &str, off: f64) {
        let worst = self.0.entry(what).or_default();
        if off > worst.0 {
            *worst = (off, case.to_owned());
        }
    }

    fn check(&self, what: &'static str, tolerance: f64) {
        let (off, case) = &self.0[what];
        println!("{what}: {off:e} at {case}");
        assert!(*off <= tolerance, "{what} is off by {off:e} at {case}");
    }
}

#[test]
fn the_search_ends_where_lme4_ends_or_lower() {
    let mut worst = Worst::default();
    let mut lower = Vec::new();
    for case in reference::<Table<Random>>("random.json").cases {
        let name = format!("case {} {}", case.index, case.formula);
        let model = model(&case);
        let fit = model.fit().unwrap();
        assert!(fit.converged, "{name}: not converged");
        assert!(fit.criterion <= case.criterion + 1e-8, "{name}: {} above {}", fit.criterion, case.criterion);
        if fit.criterion < case.criterion - 1e-8 {
            lower.push(format!("{name} by {:.2e}", case.criterion - fit.criterion));
            continue;
        }
        worst.record("criterion", &name, (fit.criterion - case.criterion).abs());
        worst.record("sigma", &name, (fit.sigma / case.sigma - 1.0).abs());
        let inference = Inference::new(&model, &fit, DfMethod::Satterthwaite).unwrap();
        for (index, expected) in case.beta.values().iter().enumerate() {
            let se = case.se.values()[index];
            let contrast = wide(index, fit.beta.len());
            worst.record("beta", &name, (fit.beta[index] - expected).abs() / se);
            worst.record("se", &name, (inference.se(&contrast) / se - 1.0).abs());
            let df = case.df.values()[index];
            worst.record(
                if case.singular { "df at a boundary" } else { "df" },
                &name,
                (inference.df(&contrast) / df - 1.0).abs(),
            );
        }
    }
    println!("lower than lme4: {lower:#?}");
    worst.check("criterion", 1e-8);
    worst.check("sigma", 1e-6);
    worst.check("beta", 1e-6);
    worst.check("se", 1e-6);
    worst.check("df", 1e-4);
}

#[test]
fn kenward_roger_on_random_designs_is_that_of_pbkrtest() {
    let mut worst = Worst::default();
    for case in reference::<Table<Random>>("random.json").cases {
        let (Some(se), Some(df)) = (&case.kr_se, &case.kr_df) else { continue };
        let name = format!("case {} {}", case.index, case.formula);
        let model = model(&case);
        let fit = model.fit().unwrap();
        let inference = Inference::new(&model, &fit, DfMethod::KenwardRoger).unwrap();
        for index in 0..fit.beta.len() {
            let one = wide(index, fit.beta.len());
            worst.record("adjusted se", &name, (inference.se(&one) / se.values()[index] - 1.0).abs());
            worst.record("adjusted df", &name, (inference.df(&one) / df.values()[index] - 1.0).abs());
        }
    }
    worst.check("adjusted se", 1e-5);
    worst.check("adjusted df", 1e-4);
}

#[test]
fn marginal_means_on_random_designs_are_those_of_emmeans() {
    let mut worst = Worst::default();
    for case in reference::<Table<Random>>("random.json").cases {
        let Some(emmean) = &case.emmean else { continue };
        let name = format!("case {} {}", case.index, case.formula);
        let model = model(&case);
        let fit = model.fit().unwrap();
        let inference = Inference::new(&model, &fit, DfMethod::Satterthwaite).unwrap();
        let means =
            Means::new(Estimable { design: &model.design, kept: model.estimated_columns() }, &["system"]).unwrap();
        for (index, mean) in means.estimates(&inference, 0.95).iter().enumerate() {
            worst.record("emmean", &name, (mean.value - emmean[index]).abs());
            worst.record("emmean se", &name, (mean.se.unwrap() / case.emmean_se.as_ref().unwrap()[index] - 1.0).abs());
            worst.record("emmean df", &name, (mean.df[0] / case.emmean_df.as_ref().unwrap()[index] - 1.0).abs());
        }
        let pairs = pairwise(&means);
        let tukey = contrast(&pairs, &inference, Adjust::Tukey, 0.95).unwrap();
        let holm = contrast(&pairs, &inference, Adjust::Holm, 0.95).unwrap();
        for (index, it) in tukey.iter().enumerate() {
            worst.record("contrast", &name, (it.value - case.contrast.as_ref().unwrap()[index]).abs());
            worst.record("contrast df", &name, (it.df[0] / case.contrast_df.as_ref().unwrap()[index] - 1.0).abs());
            worst.record(
                "Tukey",
                &name,
                (it.p.unwrap().value() - case.contrast_p_tukey.as_ref().unwrap()[index]).abs(),
            );
            worst.record(
                "Holm",
                &name,
                (holm[index].p.unwrap().value() - case.contrast_p_holm.as_ref().unwrap()[index]).abs(),
            );
        }
    }
    worst.check("emmean", 1e-6);
    worst.check("emmean se", 1e-5);
    worst.check("emmean df", 1e-4);
    worst.check("contrast", 1e-6);
    worst.check("contrast df", 1e-4);
    worst.check("Tukey", 1e-5);
    worst.check("Holm", 1e-5);
}
