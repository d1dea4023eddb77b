//! Seed 0: the mixed models of its ratings, the paper's and those beside it.

use stats::adjust::{Adjustment, adjust};
use stats::agreement::{Level, Ratings, ResampleUnit, alpha_replicates};
use stats::dist::normal;
use stats::emm::{Adjust, Estimable, Means, contrast, pairwise};
use stats::mixed::{
    Column, DfMethod, Fit, Formula, Frame, Inference, Method, Model, Options, criteria, likelihood_ratio,
    profile_intervals, random_effects, spreads,
};
use stats::resample::Plan;

use super::{CLOSED, Golden, Row, codes, rows};

fn frame(ratings: &[Row]) -> Frame {
    let cells = |name: &str| ratings.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    let rating = cells("rating").iter().map(|cell| cell.parse().unwrap()).collect();
    let mut frame = Frame::default().with_column("rating", Column::Numeric(rating)).unwrap();
    for name in ["rater", "item", "system", "category", "domain", "term_id"] {
        frame = frame.with_column(name, Column::factor(&cells(name))).unwrap();
    }
    frame
}

fn model(frame: &Frame, right: &str, method: Method) -> Model {
    Model::new(&Formula::parse(&format!("rating ~ {right}")).unwrap(), frame, &Options::new(method)).unwrap()
}

#[test]
fn the_model_of_seed_0() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut golden = Golden::new("fluency");
    let mut extra = Golden::new("fluency-models");
    let model = model(&frame(&ratings), "system + category + domain + (1|rater)", Method::Reml);
    let fit = model.fit().unwrap();
    let inference = Inference::new(&model, &fit, DfMethod::Satterthwaite).unwrap();
    let profiles = profile_intervals(&model, &fit, 0.95).unwrap();
    let unit = |at: usize| (0..fit.beta.len()).map(|it| f64::from(u8::from(it == at))).collect::<Vec<_>>();
    let names: Vec<String> = model.coefficients().iter().map(|name| (*name).to_owned()).collect();
    for (at, name) in names.iter().enumerate() {
        let id = format!("t5.{}", name.replace(':', ""));
        let (value, se) = (fit.beta[at], inference.se(&unit(at)));
        let profile = profiles[at].unwrap();
        for (part, found) in
            [("est", value), ("se", se), ("t", value / se), ("ci_lo", profile.low), ("ci_hi", profile.high)]
        {
            golden.check(&format!("{id}.{part}"), found, 1e-7);
        }
    }
    let spread = spreads(&model, &fit)[0].value;
    golden.check("s55.sd", spread, 1e-8);
    golden.check("s55.var", spread * spread, 1e-8);
    let place = |name: &str| names.iter().position(|found| found == name).unwrap();
    let mut between = unit(place("systemSVM-RERANK"));
    between[place("systemGEDI")] = -1.0;
    let contrasts = [unit(place("systemGEDI")), unit(place("systemSVM-RERANK")), between];
    let p = contrasts.map(|contrast| normal::two_sided(inference.value(&contrast) / inference.se(&contrast)));
    // The reference took its p-value as one minus a distribution function, so three digits are left.
    golden.check("fn14.SVM-RERANK-GEDI", adjust(&p, Adjustment::Holm)[2].value(), 3e-3);
    for effect in random_effects(&model, &fit) {
        extra.check_within(&format!("ranef_paper_model.{}", effect.level), effect.mode, 1e-6);
    }
    golden.finish(28);
    extra.finish(10);
}

const FIXED: &str = "system + category + domain";
const MODELS: [(&str, &str, &[&str]); 5] = [
    ("A_paper", "system + category + domain + (1|rater)", &["rater"]),
    ("B_crossed", "system + category + domain + (1|rater) + (1|item)", &["rater", "item"]),
    ("B0_system", "system + (1|rater) + (1|item)", &["rater", "item"]),
    ("C_term", "system + category + domain + (1|rater) + (1|item) + (1|term_id)", &["rater", "item", "term_id"]),
    (
        "D_termsys",
        "system + category + domain + (1|rater) + (1|item) + (1|term_id) + (1|rater:system)",
        &["rater", "item", "term_id", "system:rater"],
    ),
];

/// Digits are lost where the criterion is flat: in spreads, and more in degrees of freedom.
fn check_fit(extra: &mut Golden, id: &str, (model, fit): (&Model, &Fit), groups: &[&str]) {
    let found = criteria(model, fit);
    for (field, found) in [
        ("n", model.rows() as f64),
        ("criterion", fit.criterion),
        ("logLik", found.log_likelihood),
        ("n_par", found.parameters as f64),
        ("AIC", found.aic),
        ("BIC", found.bic),
    ] {
        extra.check(&format!("{id}.{field}"), found, CLOSED);
    }
    let all = spreads(model, fit);
    let total: f64 = all.iter().map(|spread| spread.value.powi(2)).sum();
    for (place, group) in groups.iter().chain(&["Residual"]).enumerate() {
        let sd = all.iter().find(|spread| spread.group == *group).unwrap().value;
        extra.check(&format!("{id}.sd.{place}"), sd, 1e-7);
        extra.check(&format!("{id}.variance.{place}"), sd * sd, 1e-7);
        extra.check(&format!("{id}.variance_share.{place}"), sd * sd / total, 1e-7);
    }
    let inference = Inference::new(model, fit, DfMethod::Satterthwaite).unwrap();
    let unit = |at: usize| (0..fit.beta.len()).map(|it| f64::from(u8::from(it == at))).collect::<Vec<_>>();
    for at in 0..fit.beta.len() {
        let found = inference.estimate("coefficient", &unit(at), 0.95);
        let se = found.se.unwrap();
        extra.check(&format!("{id}.estimate.{at}"), found.value, 1e-7);
        extra.check(&format!("{id}.se.{at}"), se, 1e-7);
        extra.check(&format!("{id}.t.{at}"), found.value / se, 1e-7);
        extra.check(&format!("{id}.satterthwaite_df.{at}"), found.df[0], 1e-5);
        extra.check(&format!("{id}.p.{at}"), found.p.unwrap().value(), 1e-4);
        for other in 0..fit.beta.len() {
            let covariance = inference.covariance_of(&unit(at), &unit(other));
            extra.check(&format!("{id}.vcov_beta.{at}.{other}"), covariance, 1e-5);
        }
    }
}

fn check_means(extra: &mut Golden, id: &str, (model, fit): (&Model, &Fit)) {
    let inference = Inference::new(model, fit, DfMethod::Satterthwaite).unwrap();
    let means = Means::new(Estimable { design: &model.design, kept: model.estimated_columns() }, &["system"]).unwrap();
    for (at, mean) in means.estimates(&inference, 0.95).iter().enumerate() {
        let interval = mean.interval.unwrap();
        for (field, found) in [
            ("emmean", mean.value),
            ("se", mean.se.unwrap()),
            ("df", mean.df[0]),
            ("lower95", interval.low),
            ("upper95", interval.high),
        ] {
            extra.check(&format!("{id}.emmeans.{field}.{at}"), found, 1e-4);
        }
    }
    let pairs = pairwise(&means);
    for (how, field) in [(Adjust::None, "p_unadjusted"), (Adjust::Holm, "p_holm")] {
        for (at, pair) in contrast(&pairs, &inference, how, 0.95).unwrap().iter().enumerate() {
            extra.check(&format!("{id}.pairs.{field}.{at}"), pair.p.unwrap().value(), 1e-4);
            extra.check(&format!("{id}.pairs.estimate.{at}"), pair.value, 1e-7);
            extra.check(&format!("{id}.pairs.se.{at}"), pair.se.unwrap(), 1e-7);
            extra.check(&format!("{id}.pairs.df.{at}"), pair.df[0], 1e-5);
        }
    }
    // The reference's degrees of freedom carry about six digits, its small tails an absolute error.
    for (at, pair) in contrast(&pairs, &inference, Adjust::Tukey, 0.95).unwrap().iter().enumerate() {
        let id = format!("{id}.pairs.p_tukey_emmeans.{at}");
        extra.check_within(&id, pair.p.unwrap().value(), 1e-9 + 1e-5 * extra.get(&id));
    }
}

#[test]
fn further_models_of_seed_0() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut extra = Golden::new("fluency-models");
    let frame = frame(&ratings);
    for (name, formula, groups) in MODELS {
        for (method, kind) in [(Method::Reml, "REML"), (Method::Ml, "ML")] {
            let model = model(&frame, formula, method);
            let fit = model.fit().unwrap();
            check_fit(&mut extra, &format!("lmm.{name}.{kind}"), (&model, &fit), groups);
            if method == Method::Reml {
                check_means(&mut extra, &format!("lmm.{name}.REML"), (&model, &fit));
            }
        }
    }
    extra.finish(775);
}

#[test]
fn likelihood_ratios_of_seed_0() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut extra = Golden::new("fluency-models");
    let frame = frame(&ratings);
    let formula = |name: &str| MODELS.iter().find(|it| it.0 == name).unwrap().1;
    let without_system = "category + domain + (1|rater) + (1|item)";
    for (id, small, large) in [
        ("item_effect", formula("A_paper"), formula("B_crossed")),
        ("category_and_domain", formula("B0_system"), formula("B_crossed")),
        ("term_effect", formula("B_crossed"), formula("C_term")),
        ("rater_by_system", formula("C_term"), formula("D_termsys")),
        ("system_in_B", without_system, formula("B_crossed")),
        ("html_drop_domain", "system + category + (1|rater)", formula("A_paper")),
        ("html_drop_category", "system + domain + (1|rater)", formula("A_paper")),
    ] {
        let [small, large] = [small, large].map(|formula| model(&frame, formula, Method::Ml));
        let ratio = likelihood_ratio((&small, &small.fit().unwrap()), (&large, &large.fit().unwrap())).unwrap();
        extra.check(&format!("lrt.{id}.chisq"), ratio.value, 1e-7);
        extra.check(&format!("lrt.{id}.p"), ratio.p.unwrap().value(), 1e-6);
        if !id.starts_with("html") {
            extra.check(&format!("lrt.{id}.df"), ratio.df[0], CLOSED);
        }
    }
    extra.finish(19);
}

/// A fit on the boundary, good to four digits there.
#[test]
fn the_singular_model_of_seed_0() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut extra = Golden::new("fluency-models");
    let formula = format!("{FIXED} + (1 + system|rater) + (1|item) + (1|term_id)");
    let model = model(&frame(&ratings), &formula, Method::Reml);
    let fit = model.fit().unwrap();
    extra.check("lmm.E_slopes.REML.criterion", fit.criterion, 1e-8);
    for (at, beta) in fit.beta.iter().enumerate() {
        extra.check(&format!("lmm.E_slopes.REML.estimate.{at}"), *beta, 1e-4);
    }
    extra.finish(6);
}

#[test]
fn kenward_and_roger_of_the_term_model_of_seed_0() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut extra = Golden::new("fluency-models");
    let model = model(&frame(&ratings), MODELS[3].1, Method::Reml);
    let fit = model.fit().unwrap();
    let inference = Inference::new(&model, &fit, DfMethod::KenwardRoger).unwrap();
    for at in 0..fit.beta.len() {
        let unit: Vec<f64> = (0..fit.beta.len()).map(|it| f64::from(u8::from(it == at))).collect();
        let found = inference.estimate("coefficient", &unit, 0.95);
        let se = found.se.unwrap();
        for (field, found) in
            [("se_adjusted", se), ("df", found.df[0]), ("t", found.value / se), ("p", found.p.unwrap().value())]
        {
            extra.check(&format!("lmm.C_term.kenward_roger.{field}.{at}"), found, 1e-3);
        }
    }
    extra.finish(20);
}

/// Two thousand draws here against a hundred thousand there.
#[test]
fn bootstrap_of_interval_alpha_of_seed_0_within_the_error_of_drawing() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut extra = Golden::new("fluency-models");
    let four = ["001", "002", "009", "010"];
    for (sample, raters) in [("R1", &four[..2]), ("R2", &four[2..]), ("all10", &[]), ("four_complete", &four)] {
        let wanted = |row: &&Row| raters.is_empty() || raters.contains(&row["rater"].as_str());
        let own: Vec<&Row> = ratings.iter().filter(wanted).collect();
        let column = |name: &str| codes(own.iter().map(|row| row[name].as_str()));
        let (who, what, terms) = (column("rater"), column("item"), column("term_id"));
        let values: Vec<f64> = own.iter().map(|row| row["rating"].parse().unwrap()).collect();
        let table = Ratings::new(&who, &what, &values).unwrap();
        for (drawn, field) in [(ResampleUnit::Items, "item"), (ResampleUnit::Clusters(&terms), "term")] {
            let plan = Plan { seed: 20_240_211, replicates: 2000 };
            let replicates = alpha_replicates(&table, Level::Interval, drawn, plan).unwrap();
            let id = format!("alpha.{sample}.bootstrap_interval_{field}");
            let sd = extra.get(&format!("{id}.boot_sd"));
            extra.check_within(&format!("{id}.boot_sd"), replicates.standard_error().unwrap(), 0.07 * sd);
            let interval = replicates.percentile(0.95).unwrap();
            extra.check_within(&format!("{id}.ci95.0"), interval.low, 0.25 * sd);
            extra.check_within(&format!("{id}.ci95.1"), interval.high, 0.25 * sd);
        }
    }
    extra.finish(24);
}
