//! Published numbers that CV*, d, TOST and the smallest effect of interest compute, derived again; what
//! needs data that are not part of the repository is skipped where they are absent.

#![expect(clippy::unwrap_used, reason = "a golden file of another shape is a failed test")]

use stats::effect::{self, Denominator, Summary};
use stats::equivalence::{self, Bounds, Variances};
use stats::precision::{self, Correction, Experiments, Measurement, Options};

fn read_outside(path: &str) -> Option<String> {
    testdata::find_outside(path).map(|path| std::fs::read_to_string(path).unwrap())
}

fn golden(name: &str) -> toml::Table {
    testdata::read_published_numbers(name).parse().unwrap()
}

fn close(what: &str, found: f64, expected: f64, rtol: f64) {
    let error = if expected == 0.0 { found.abs() } else { ((found - expected) / expected).abs() };
    assert!(error < rtol, "{what}: {found} for {expected}");
}

const PLAIN: Options = Options { scale_min: 0.0, correction: Correction::Factor };

fn cv(values: &[f64], scale_min: f64) -> f64 {
    let exact: Vec<Measurement> = values.iter().copied().map(Measurement::exact).collect();
    precision::cv_star(&exact, Options { scale_min, ..PLAIN }).unwrap().value
}

fn number(value: &toml::Value) -> f64 {
    value.as_float().or(value.as_integer().map(|i| i as f64)).unwrap()
}

fn list<'a>(table: &'a toml::Table, name: &str) -> Vec<&'a toml::Table> {
    table[name].as_array().unwrap().iter().map(|value| value.as_table().unwrap()).collect()
}

#[test]
fn cv_star_of_pairs_as_tabled_in_seeds_1_and_3() {
    for (name, least) in [("simplicity-ranking", 4), ("toxicity-pairs", 45)] {
        let golden = golden(name);
        let mut count = 0;
        for value in list(&golden, "value") {
            let id = value["id"].as_str().unwrap();
            let Some(inputs) = value.get("inputs").and_then(toml::Value::as_table) else { continue };
            let pair = [inputs.get("original"), inputs.get("reproduction")];
            if let (true, [Some(original), Some(reproduction)]) = (id.ends_with(".cv_star"), pair) {
                close(id, cv(&[number(original), number(reproduction)], 0.0), number(&value["recomputed"]), 1e-12);
                count += 1;
            }
        }
        assert!(count >= least, "{name}: only {count} values");
    }
}

#[test]
fn cv_star_of_seed_0_shifted_and_not() {
    let golden = golden("fluency");
    let pairs = [("t1.cv.svm", [3.71, 3.12]), ("t1.cv.gedi", [3.20, 2.57]), ("t1.cv.dexpert", [2.33, 2.28])];
    for (id, pair) in pairs {
        let row = list(&golden, "entry").into_iter().find(|row| row["id"].as_str() == Some(id)).unwrap();
        close(id, cv(&pair, 0.0), number(&row["recomputed"]), 1e-12);
        close(id, cv(&pair, 1.0), number(&row["cvstar_shifted_rounded_mean"]), 1e-12);
    }
}

#[test]
fn cv_star_mean_and_unbiased_sd_of_seed_2() {
    let golden = golden("meaning-pairs");
    let values = list(&golden, "value");
    let find = |id: String| {
        number(&values.iter().find(|value| value["id"].as_str() == Some(id.as_str())).unwrap()["computed"])
    };
    for system in ["vae", "lbow", "sep_ae", "hrq"] {
        let pair = [find(format!("table1.orig.{system}")), find(format!("table1.ours.{system}"))];
        close(system, cv(&pair, -100.0), find(format!("table1.cv_star.{system}")), 1e-11);
        let sd = precision::unbiased_sd(&pair).unwrap().value;
        close(system, sd, find(format!("cv_2_way.sd_unbiased.{system}")), 1e-11);
    }
}

/// Ratings of one system by some raters.
fn ratings(text: &str, system: &str, raters: &[&str]) -> Summary {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|column| column == name).unwrap();
    let (rater, of, rating) = (column("rater"), column("system"), column("rating"));
    let values: Vec<f64> = reader
        .records()
        .map(Result::unwrap)
        .filter(|line| &line[of] == system && raters.contains(&&line[rater]))
        .map(|line| line[rating].parse().unwrap())
        .collect();
    Summary::from_values(&values).unwrap()
}

#[test]
fn effects_and_equivalence_between_the_runs_of_seed_0() {
    let Some(text) = read_outside("data/seed0/ratings.csv") else { return };
    let extra = golden("fluency-models");
    let pooled = |a: Summary, b: Summary, margin: f64| {
        equivalence::tost_means(a, b, Variances::Pooled, Bounds::symmetric(margin).unwrap(), 0.05).unwrap().p.value()
    };
    let d = |a, b| effect::cohen_d(a, b, Denominator::Pooled, 0.95).unwrap().value;
    for system in ["SVM-RERANK", "GEDI", "DEXPERT"] {
        let (r1, r2) = (ratings(&text, system, &["001", "002"]), ratings(&text, system, &["009", "010"]));
        let expected = &extra["r1_vs_r2"][system];
        close(system, d(r1, r2), number(&expected["cohens_d"]), 1e-10);
        close(system, pooled(r1, r2, 0.2 * r1.sd), number(&expected["tost_p_02_sd_R1"]), 1e-10);
        close(system, pooled(r1, r2, 0.5 * r1.sd), number(&expected["tost_p_05_sd_R1"]), 1e-10);
    }
    let found = equivalence::smallest_detectable(200, 200, 0.05).unwrap().value;
    close("smallest effect of interest", found, 0.196_594_232_397_626_66, 1e-13);
}

#[test]
fn three_experiments_are_assessed_as_by_the_qra_tool() {
    let (Some(text), Some(json)) =
        (read_outside("data/qra3/metrics-3-studies.csv"), read_outside("data/qra3/data.json"))
    else {
        return;
    };
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let types = &json["result_types"];
    let lines: Vec<csv::StringRecord> =
        csv::Reader::from_reader(text.as_bytes()).into_records().map(Result::unwrap).collect();
    let score = |experiment: &str, system: &str, criterion: &str| -> f64 {
        let line = lines.iter().find(|l| &l[2] == experiment && &l[3] == system && &l[4] == criterion).unwrap();
        line[5].parse().unwrap()
    };
    let (mut alike, mut compared) = (0, 0);
    for criterion in ["Answer Relevancy", "Question Relevancy", "Readability"] {
        let rows = ["O", "R1", "R3"].map(|e| ["GT", "PAQ", "QAG"].map(|s| score(e, s, criterion)).to_vec());
        let experiments = Experiments::new(rows.to_vec()).unwrap();
        let found = precision::assess(&experiments, Options { scale_min: 1.0, correction: Correction::None });
        let at = |kind: &str| &types[kind]["per_level_results"]["Criterion"]["criterion"][criterion];
        let mean = found.cv.iter().map(|cv| cv.as_ref().unwrap().value).sum::<f64>() / 3.0;
        close(criterion, mean, at("Type I")["v"].as_f64().unwrap(), 1e-12);
        let second = &at("Type II")["per_measure_results"];
        close(criterion, found.mean_r.unwrap().value, second["pearson"]["v"].as_f64().unwrap(), 1e-11);
        close(criterion, found.mean_rho.unwrap().value, second["spearman"]["v"].as_f64().unwrap(), 1e-11);
        close(criterion, found.w.value, second["kendall"]["v"].as_f64().unwrap(), 1e-12);
        close(criterion, found.w.p.unwrap().value(), second["kendall"]["p"].as_f64().unwrap(), 1e-10);
        assert_eq!(found.alike as u64, at("Type IV")["n"].as_u64().unwrap());
        assert_eq!(found.compared as u64, at("Type IV")["d"].as_u64().unwrap());
        alike += found.alike;
        compared += found.compared;
    }
    assert_eq!((alike, compared), (24, 27));
}
