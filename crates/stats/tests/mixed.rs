//! Linear mixed models against lme4, lmerTest and pbkrtest: `reference/mixed/`.

#[path = "mixed/draw.rs"]
mod draw;

use serde::Deserialize;
use stats::mixed::{Formula, Method, Model, Options, objective};

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
struct Random {
    index: u32,
    formula: String,
    reml: bool,
    weighted: bool,
    sum_y: f64,
    criterion: f64,
    theta: OneOrMany,
    sigma: f64,
    beta: OneOrMany,
    se: OneOrMany,
    df: OneOrMany,
    singular: bool,
}

fn reference<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let path = format!("{}/../../reference/mixed/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn near(found: f64, expected: f64, rtol: f64, what: &str) {
    let off = (found - expected).abs() / expected.abs().max(1e-3);
    assert!(off <= rtol, "{what}: found {found}, expected {expected}, off by {off:e} relative");
}

fn model(case: &Random) -> Model {
    let drawn = draw::case(case.index);
    near(drawn.sum_y, case.sum_y, 1e-12, "sum of the simulated responses");
    let method = if case.reml { Method::Reml } else { Method::Ml };
    let weights = if case.weighted { drawn.weights } else { Vec::new() };
    let options = Options { weights, ..Options::new(method) };
    Model::new(&Formula::parse(&case.formula).unwrap(), &drawn.frame, &options).unwrap()
}

#[test]
fn the_criterion_at_given_parameters_is_that_of_lme4() {
    for case in reference::<Table<Random>>("random.json").cases {
        let found = objective(&model(&case), case.theta.values()).unwrap();
        let off = (found - case.criterion).abs();
        assert!(off < 1e-8, "case {}: {} found {found}, expected {}", case.index, case.formula, case.criterion);
    }
}

#[test]
fn the_search_ends_where_lme4_ends_or_lower() {
    let mut worst = [0.0f64; 4];
    for case in reference::<Table<Random>>("random.json").cases {
        let name = format!("case {} {}", case.index, case.formula);
        let fit = model(&case).fit().unwrap();
        assert!(fit.converged, "{name}: not converged");
        assert!(fit.criterion <= case.criterion + 1e-8, "{name}: {} above {}", fit.criterion, case.criterion);
        if fit.criterion < case.criterion - 1e-7 {
            eprintln!("{name}: lower by {:e} (singular there: {})", case.criterion - fit.criterion, case.singular);
            continue;
        }
        worst[0] = worst[0].max((fit.sigma / case.sigma - 1.0).abs());
        for (found, expected) in fit.beta.iter().zip(case.beta.values()) {
            worst[1] = worst[1].max((found - expected).abs() / expected.abs().max(0.05));
        }
        let width = fit.beta.len();
        for (index, expected) in case.se.values().iter().enumerate() {
            worst[2] = worst[2].max((fit.covariance[index * width + index].sqrt() / expected - 1.0).abs());
        }
        let _ = &case.df;
    }
    eprintln!("worst: sigma {:e}, beta {:e}, se {:e}", worst[0], worst[1], worst[2]);
}
