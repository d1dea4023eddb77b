//! The ratings of the seed study, when its data are at hand: they are not part of this repository.

use stats::emm::{Adjust, Estimable, Means, contrast, pairwise};
use stats::mixed::{
    Column, DfMethod, Formula, Frame, Inference, Method, Model, Options, likelihood_ratio, objective,
    profile_intervals, spreads,
};

use super::{assert_near, wide};

struct Golden {
    frame: Frame,
    values: toml::Table,
}

fn golden() -> Option<Golden> {
    let ratings = std::fs::read_to_string(testdata::find_outside("data/seed0/ratings.csv")?).unwrap();
    let values = testdata::read_published_numbers("fluency-models");
    let mut reader = csv::Reader::from_reader(ratings.as_bytes());
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let cells = |name: &str| -> Vec<String> {
        let at = header.iter().position(|it| it == name).unwrap();
        rows.iter().map(|row| row[at].to_owned()).collect()
    };
    let rating = cells("rating").iter().map(|cell| cell.parse().unwrap()).collect();
    let mut frame = Frame::default().with_column("rating", Column::Numeric(rating)).unwrap();
    for name in ["rater", "item", "system", "category", "domain", "term_id"] {
        frame = frame.with_column(name, Column::factor(&cells(name))).unwrap();
    }
    Some(Golden { frame, values: values.parse().unwrap() })
}

impl Golden {
    fn get(&self, path: &str) -> &toml::Value {
        let mut keys = path.split('.');
        let mut value = &self.values[keys.next().unwrap()];
        for key in keys {
            value = &value[key];
        }
        value
    }

    fn numbers(&self, path: &str) -> Vec<f64> {
        let found = self.get(path);
        match found.as_array() {
            Some(values) => values.iter().map(|it| it.as_float().unwrap_or_default()).collect(),
            None => vec![found.as_float().unwrap()],
        }
    }

    fn model(&self, formula: &str, method: Method) -> Model {
        Model::new(&Formula::parse(formula).unwrap(), &self.frame, &Options::new(method)).unwrap()
    }
}

const PAPER: &str = "rating ~ system + category + domain + (1|rater)";
const CROSSED: &str = "rating ~ system + category + domain + (1|rater) + (1|item)";

#[test]
fn the_seed_study_gives_its_golden_numbers() {
    let Some(golden) = golden() else { return };
    for (formula, name) in
        [(PAPER, "A_paper"), (CROSSED, "B_crossed"), ("rating ~ system + (1|rater) + (1|item)", "B0_system")]
    {
        for (method, kind) in [(Method::Reml, "REML"), (Method::Ml, "ML")] {
            let at = |what: &str| golden.numbers(&format!("lmm.{name}.{kind}.{what}"));
            let model = golden.model(formula, method);
            let fit = model.fit().unwrap();
            assert_near(fit.criterion, at("criterion")[0], 2e-13, "criterion");
            let expected: Vec<f64> = at("sd");
            let mut found: Vec<f64> = spreads(&model, &fit).iter().map(|it| it.value).collect();
            // Rater first there, most levels first here.
            if found.len() == 3 {
                found.swap(0, 1);
            }
            for (found, expected) in found.iter().zip(&expected) {
                assert_near(*found, *expected, 1e-8, "sd");
            }
            let inference = Inference::new(&model, &fit, DfMethod::Satterthwaite).unwrap();
            for index in 0..fit.beta.len() {
                let one = wide(index, fit.beta.len());
                assert_near(fit.beta[index], at("estimate")[index], 1e-9, "estimate");
                assert_near(inference.se(&one), at("se")[index], 1e-9, "se");
                assert_near(inference.df(&one), at("satterthwaite_df")[index], 1e-6, "df");
            }
        }
    }
}

#[test]
fn the_criterion_of_the_crossed_model_is_public_and_pure() {
    let Some(golden) = golden() else { return };
    let model = golden.model(CROSSED, Method::Reml);
    let sd = golden.numbers("lmm.B_crossed.REML.sd");
    let theta = [sd[1] / sd[2], sd[0] / sd[2]];
    let found = objective(&model, &theta).unwrap();
    assert!((found - 4_340.640_473_965).abs() < 1e-8, "{found}");
}

#[test]
fn marginal_means_and_contrasts_of_the_seed_study() {
    let Some(golden) = golden() else { return };
    for (formula, name) in [(PAPER, "A_paper"), (CROSSED, "B_crossed")] {
        let at = |what: &str| golden.numbers(&format!("lmm.{name}.REML.{what}"));
        let model = golden.model(formula, Method::Reml);
        let fit = model.fit().unwrap();
        let inference = Inference::new(&model, &fit, DfMethod::Satterthwaite).unwrap();
        let means =
            Means::new(Estimable { design: &model.design, kept: model.estimated_columns() }, &["system"]).unwrap();
        for (index, mean) in means.estimates(&inference, 0.95).iter().enumerate() {
            assert_near(mean.value, at("emmeans.emmean")[index], 1e-8, "emmean");
            assert_near(mean.se.unwrap(), at("emmeans.se")[index], 1e-5, "emmean se");
            assert_near(mean.df[0], at("emmeans.df")[index], 1e-4, "emmean df");
        }
        let pairs = pairwise(&means);
        for (adjust, what) in [(Adjust::Holm, "pairs.p_holm"), (Adjust::None, "pairs.p_unadjusted")] {
            for (index, it) in contrast(&pairs, &inference, adjust, 0.95).unwrap().iter().enumerate() {
                assert_near(it.value, at("pairs.estimate")[index], 1e-8, "contrast");
                let (found, expected) = (it.p.unwrap().value(), at(what)[index]);
                assert!((found / expected - 1.0).abs() < 1e-5, "{what} {index}: {found} {expected}");
            }
        }
        for (index, it) in contrast(&pairs, &inference, Adjust::Tukey, 0.95).unwrap().iter().enumerate() {
            assert!((it.p.unwrap().value() - at("pairs.p_tukey_emmeans")[index]).abs() < 1e-9);
        }
    }
}

#[test]
fn kenward_roger_profile_and_ratio_of_the_seed_study() {
    let Some(golden) = golden() else { return };
    for (formula, name) in [(PAPER, "A_paper"), (CROSSED, "B_crossed")] {
        let at = |what: &str| golden.numbers(&format!("lmm.{name}.{what}"));
        let model = golden.model(formula, Method::Reml);
        let fit = model.fit().unwrap();
        let inference = Inference::new(&model, &fit, DfMethod::KenwardRoger).unwrap();
        let intervals = profile_intervals(&model, &fit, 0.95).unwrap();
        for (index, interval) in intervals.iter().enumerate().take(fit.beta.len()) {
            let one = wide(index, fit.beta.len());
            assert_near(inference.se(&one), at("kenward_roger.se_adjusted")[index], 1e-6, "adjusted se");
            assert_near(inference.df(&one), at("kenward_roger.df")[index], 1e-4, "adjusted df");
            let interval = interval.unwrap();
            assert_near(interval.low, at("profile_ci95.lower")[index], 1e-6, "profile low");
            assert_near(interval.high, at("profile_ci95.upper")[index], 1e-6, "profile high");
        }
        let last = intervals.last().unwrap().unwrap();
        assert_near(last.low, *at("profile_ci95.lower").last().unwrap(), 1e-6, "profile low of sigma");
        assert_near(last.high, *at("profile_ci95.upper").last().unwrap(), 1e-6, "profile high of sigma");
    }
    let (small, large) = (golden.model(PAPER, Method::Ml), golden.model(CROSSED, Method::Ml));
    let ratio = likelihood_ratio((&small, &small.fit().unwrap()), (&large, &large.fit().unwrap())).unwrap();
    assert_near(ratio.value, golden.numbers("lrt.item_effect.chisq")[0], 1e-9, "chi2");
}
