//! The teaching data sets of `reference/mixed/teaching.R`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use stats::mixed::{
    Column, DfMethod, Formula, Frame, Inference, Method, Model, Options, criteria, profile_intervals, random_effects,
};

use super::{Names, OneOrMany, Worst, in_our_order, reference, wide};

#[derive(Deserialize)]
struct Table {
    sets: Vec<Set>,
}

#[derive(Deserialize)]
struct Set {
    name: String,
    columns: BTreeMap<String, Value>,
    fits: Vec<ReferenceFit>,
}

#[derive(Deserialize)]
struct ReferenceFit {
    formula: String,
    reml: bool,
    criterion: f64,
    theta: OneOrMany,
    theta_names: Names,
    sigma: f64,
    beta: OneOrMany,
    se: OneOrMany,
    df: OneOrMany,
    aic: f64,
    bic: f64,
    singular: bool,
    ranef: OneOrMany,
    ranef_sd: OneOrMany,
    kr_se: Option<OneOrMany>,
    kr_df: Option<OneOrMany>,
    profile_names: Option<Vec<String>>,
    profile_low: Option<Vec<Option<f64>>>,
    profile_high: Option<Vec<Option<f64>>>,
}

fn frame(columns: &BTreeMap<String, Value>) -> Frame {
    let mut frame = Frame::default();
    for (name, column) in columns {
        let column = match column.as_array() {
            Some(values) => Column::Numeric(values.iter().map(|x| x.as_f64().unwrap()).collect()),
            None => Column::Factor {
                levels: serde_json::from_value(column["levels"].clone()).unwrap(),
                codes: serde_json::from_value(column["codes"].clone()).unwrap(),
            },
        };
        frame = frame.with_column(name.as_str(), column).unwrap();
    }
    frame
}

fn model(set: &Set, fitted: &ReferenceFit) -> Model {
    let method = if fitted.reml { Method::Reml } else { Method::Ml };
    Model::new(&Formula::parse(&fitted.formula).unwrap(), &frame(&set.columns), &Options::new(method)).unwrap()
}

/// Every fit with its name and model.
fn for_each_fit(mut check: impl FnMut(&str, &Model, &ReferenceFit)) {
    for set in reference::<Table>("teaching.json").sets {
        for fitted in &set.fits {
            let name = format!("{} {} {}", set.name, fitted.formula, if fitted.reml { "REML" } else { "ML" });
            check(&name, &model(&set, fitted), fitted);
        }
    }
}

#[test]
fn teaching_data_give_the_numbers_of_lme4() {
    let mut worst = Worst::default();
    for_each_fit(|name, model, expected| {
        let at = stats::mixed::objective(model, &in_our_order(model, &expected.theta, &expected.theta_names)).unwrap();
        worst.record("criterion at their parameters", name, (at - expected.criterion).abs());
        let fit = model.fit().unwrap();
        assert_eq!(fit.singular, expected.singular, "{name}");
        worst.record("criterion", name, (fit.criterion - expected.criterion).abs());
        worst.record("sigma", name, (fit.sigma / expected.sigma - 1.0).abs());
        let criteria = criteria(model, &fit);
        worst.record("aic", name, (criteria.aic - expected.aic).abs().max((criteria.bic - expected.bic).abs()));
        let inference = Inference::new(model, &fit, DfMethod::Satterthwaite).unwrap();
        for (index, beta) in expected.beta.values().iter().enumerate() {
            let one = wide(index, fit.beta.len());
            worst.record("beta", name, (fit.beta[index] - beta).abs() / expected.se.values()[index]);
            worst.record("se", name, (inference.se(&one) / expected.se.values()[index] - 1.0).abs());
            worst.record("df", name, (inference.df(&one) / expected.df.values()[index] - 1.0).abs());
        }
    });
    worst.check("criterion at their parameters", 1e-8);
    worst.check("criterion", 1e-8);
    worst.check("sigma", 1e-6);
    worst.check("aic", 1e-7);
    worst.check("beta", 1e-6);
    worst.check("se", 1e-5);
    worst.check("df", 1e-4);
}

#[test]
fn kenward_roger_gives_the_numbers_of_pbkrtest() {
    let mut worst = Worst::default();
    for_each_fit(|name, model, expected| {
        let (Some(se), Some(df)) = (&expected.kr_se, &expected.kr_df) else { return };
        let fit = model.fit().unwrap();
        let inference = Inference::new(model, &fit, DfMethod::KenwardRoger).unwrap();
        for index in 0..fit.beta.len() {
            let one = wide(index, fit.beta.len());
            worst.record("adjusted se", name, (inference.se(&one) / se.values()[index] - 1.0).abs());
            worst.record("adjusted df", name, (inference.df(&one) / df.values()[index] - 1.0).abs());
        }
    });
    worst.check("adjusted se", 1e-6);
    worst.check("adjusted df", 1e-4);
}

#[test]
fn conditional_modes_are_those_of_lme4() {
    let mut worst = Worst::default();
    for_each_fit(|name, model, expected| {
        // lme4 lists the uncorrelated terms of a group in another order.
        if expected.formula.contains("||") {
            return;
        }
        let fit = model.fit().unwrap();
        let effects = random_effects(model, &fit);
        let names: Vec<&str> = model.groups.iter().map(|group| group.name.as_str()).collect();
        assert_eq!(effects.len(), expected.ranef.values().len(), "{name} {names:?}");
        let ours = |pick: fn(&stats::mixed::Effect) -> f64| {
            let mut values: Vec<f64> = effects.iter().map(pick).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let theirs = |values: &OneOrMany| {
            let mut values = values.values().to_vec();
            values.sort_by(f64::total_cmp);
            values
        };
        for (found, expected) in ours(|it| it.mode).iter().zip(theirs(&expected.ranef)) {
            worst.record("mode", name, (found - expected).abs() / fit.sigma);
        }
        for (found, expected) in ours(|it| it.sd).iter().zip(theirs(&expected.ranef_sd)) {
            worst.record("conditional sd", name, (found - expected).abs() / fit.sigma);
        }
    });
    worst.check("mode", 1e-5);
    worst.check("conditional sd", 1e-5);
}

#[test]
fn profile_intervals_are_those_of_lme4() {
    let mut worst = Worst::default();
    for_each_fit(|name, model, expected| {
        let (Some(names), Some(low), Some(high)) =
            (&expected.profile_names, &expected.profile_low, &expected.profile_high)
        else {
            return;
        };
        if expected.formula.contains("||") || expected.formula.contains("recipe *") {
            return;
        }
        let fit = model.fit().unwrap();
        let intervals = profile_intervals(model, &fit, 0.95).unwrap();
        let coefficients = model.coefficients();
        for (index, interval) in intervals.iter().enumerate() {
            let Some(interval) = interval else { panic!("{name}: no interval for {index}") };
            // Theirs: .sig01… column by column of each template, .sigma, then the coefficients.
            let theirs = match index.checked_sub(coefficients.len()) {
                None => names.iter().position(|it| it == coefficients[index]).unwrap(),
                Some(spread) if spread + 1 == intervals.len() - coefficients.len() => {
                    names.iter().position(|it| it == ".sigma").unwrap()
                }
                // sd, sd, correlation here; sd, correlation, sd there.
                Some(spread) if model.groups[0].width() == 2 => [0, 2, 1][spread],
                Some(spread) => spread,
            };
            let size = interval.high - interval.low;
            if let (Some(low), Some(high)) = (low[theirs], high[theirs]) {
                // lme4 interpolates its profile with splines: three to five digits.
                let off = (interval.low - low).abs().max((interval.high - high).abs()) / size;
                worst.record("profile interval", &format!("{name} {}", names[theirs]), off);
            }
        }
    });
    worst.check("profile interval", 2e-3);
}
