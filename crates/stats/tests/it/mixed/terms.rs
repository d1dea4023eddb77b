//! Tests of whole terms, other codings, offsets, weights and dropped columns: `reference/mixed/terms.R`.

use serde::Deserialize;
use stats::mixed::{Column, Contrasts, DfMethod, Formula, Inference, Method, Model, Options, type_three};

use super::{Table, Worst, draw, reference, wide};

#[derive(Deserialize)]
struct Case {
    index: u32,
    formula: String,
    coding: String,
    weighted: bool,
    singular: bool,
    criterion: f64,
    names: Vec<String>,
    beta: Vec<f64>,
    se: Vec<f64>,
    df: Vec<f64>,
    #[serde(deserialize_with = "one_or_many")]
    term: Vec<String>,
    #[serde(deserialize_with = "one_or_many")]
    f: Vec<f64>,
    #[serde(deserialize_with = "one_or_many")]
    num: Vec<f64>,
    #[serde(deserialize_with = "one_or_many")]
    den: Vec<f64>,
    #[serde(deserialize_with = "one_or_many")]
    p: Vec<f64>,
    #[serde(default, deserialize_with = "one_or_many")]
    kr_f: Vec<f64>,
    #[serde(default, deserialize_with = "one_or_many")]
    kr_den: Vec<f64>,
}

/// One value or several: R writes a vector of one as its value.
fn one_or_many<'de, D: serde::Deserializer<'de>, T: serde::de::DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let value = serde_json::Value::deserialize(from)?;
    let several = if value.is_array() { value } else { serde_json::Value::Array(vec![value]) };
    serde_json::from_value(several).map_err(serde::de::Error::custom)
}

fn model(case: &Case) -> Model {
    let drawn = draw::case(case.index);
    let z = drawn.frame.numbers("x").unwrap().iter().map(|x| 2.0 * x - 1.0).collect();
    let frame = drawn.frame.with_column("z", Column::Numeric(z)).unwrap();
    let contrasts = match case.coding.as_str() {
        "treatment" => Contrasts::Treatment,
        "sum" => Contrasts::Sum,
        "helmert" => Contrasts::Helmert,
        other => panic!("no coding is called {other}"),
    };
    let weights = if case.weighted { drawn.weights } else { Vec::new() };
    let options = Options { weights, contrasts, ..Options::new(Method::Reml) };
    Model::new(&Formula::parse(&case.formula).unwrap(), &frame, &options).unwrap()
}

#[test]
fn codings_offsets_weights_and_dropped_columns_give_the_numbers_of_lmer_test() {
    let mut worst = Worst::default();
    for case in reference::<Table<Case>>("terms.json").cases {
        let name = format!("case {} {} {}", case.index, case.formula, case.coding);
        let model = model(&case);
        assert_eq!(model.coefficients(), case.names, "{name}");
        let fit = model.fit().unwrap();
        assert!(fit.criterion <= case.criterion + 1e-8, "{name}: {} above {}", fit.criterion, case.criterion);
        let inference = Inference::new(&model, &fit, DfMethod::Satterthwaite).unwrap();
        for (index, se) in case.se.iter().enumerate() {
            let one = wide(index, fit.beta.len());
            worst.record("beta", &name, (fit.beta[index] - case.beta[index]).abs() / se);
            worst.record("se", &name, (inference.se(&one) / se - 1.0).abs());
            if !case.singular {
                worst.record("df", &name, (inference.df(&one) / case.df[index] - 1.0).abs());
            }
        }
    }
    worst.check("beta", 1e-6);
    worst.check("se", 1e-6);
    worst.check("df", 1e-4);
}

#[test]
fn type_three_tests_of_terms_are_those_of_lmer_test() {
    let mut worst = Worst::default();
    // An F near zero is a square of something near zero, and known to half its digits.
    let off = |found: f64, expected: f64| (found - expected).abs() / expected.max(1.0);
    for case in reference::<Table<Case>>("terms.json").cases {
        let name = format!("case {} {} {}", case.index, case.formula, case.coding);
        let model = model(&case);
        let fit = model.fit().unwrap();
        let inference = Inference::new(&model, &fit, DfMethod::Satterthwaite).unwrap();
        let adjusted = (!case.kr_f.is_empty()).then(|| Inference::new(&model, &fit, DfMethod::KenwardRoger).unwrap());
        let hypotheses = type_three(&model);
        for (index, term) in case.term.iter().enumerate() {
            let (_, contrasts) = hypotheses.iter().find(|(name, _)| name == term).unwrap();
            let contrasts = contrasts.as_ref().unwrap_or_else(|| panic!("{name}: {term} cannot be tested"));
            let found = inference.joint(contrasts).unwrap();
            assert!((found.df[0] - case.num[index]).abs() < 1e-9, "{name} {term}: {:?}", found.df);
            worst.record("F", &name, off(found.value, case.f[index]));
            if !case.singular {
                worst.record("denominator", &name, (found.df[1] / case.den[index] - 1.0).abs());
                worst.record("p", &name, (found.p.unwrap().value() / case.p[index] - 1.0).abs());
            }
            if let Some(adjusted) = &adjusted {
                let found = adjusted.joint(contrasts).unwrap();
                worst.record("Kenward-Roger F", &name, off(found.value, case.kr_f[index]));
                worst.record("Kenward-Roger denominator", &name, (found.df[1] / case.kr_den[index] - 1.0).abs());
            }
        }
    }
    worst.check("F", 1e-6);
    worst.check("denominator", 1e-6);
    worst.check("p", 1e-5);
    worst.check("Kenward-Roger F", 1e-5);
    worst.check("Kenward-Roger denominator", 1e-4);
}
