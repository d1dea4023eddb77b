//! Published numbers of five human evaluations, re-derived from their data by agreement, correlation and
//! preference scores. What needs data that are not part of the repository is skipped where they are absent.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]
#![expect(clippy::print_stdout, reason = "says which published numbers were checked")]

use std::collections::BTreeMap;

use stats::agreement::{
    Chance, Level, PairMeasure, Ratings, ResampleUnit, Weighting, agreement, alpha_replicates, cohen_kappa, icc,
    krippendorff_alpha, rater_pairs,
};
use stats::correlation::{Correlation, pearson, spearman};
use stats::preference::{Choice, Vote, Votes, average_rank, position_bias, system_scores};
use stats::resample::Plan;

type Row = BTreeMap<String, String>;

fn rows(path: &str) -> Option<Vec<Row>> {
    let path = testdata::find_outside(&format!("data/{path}"))?;
    Some(csv::Reader::from_path(path).unwrap().deserialize().map(|row| row.unwrap()).collect())
}

fn golden(name: &str) -> toml::Table {
    testdata::read_published_numbers(name).parse().unwrap()
}

/// The numbers of one file by id, whichever way it keeps them.
struct Golden {
    values: BTreeMap<String, toml::Table>,
    checked: Vec<String>,
}

impl Golden {
    fn new(name: &str) -> Golden {
        let table = golden(name);
        let list = table.get("entry").or(table.get("value")).and_then(toml::Value::as_array).unwrap();
        let values = list.iter().map(|value| {
            let value = value.as_table().unwrap();
            (value["id"].as_str().unwrap().to_owned(), value.clone())
        });
        Golden { values: values.collect(), checked: Vec::new() }
    }

    /// Compares with the field of that id, to 1e-9: the files hold doubles.
    fn check(&mut self, id: &str, field: &str, found: f64) {
        let value = &self.values[id][field];
        let expected = value.as_float().or(value.as_integer().map(|whole| whole as f64)).unwrap();
        assert!((found - expected).abs() <= 1e-9 * (1.0 + expected.abs()), "{id}: {found} instead of {expected}");
        self.checked.push(id.to_owned());
    }

    fn list(self) {
        println!("{} published numbers re-derived: {}", self.checked.len(), self.checked.join(", "));
    }
}

/// Columns of codes and values.
struct Columns {
    raters: Vec<u32>,
    items: Vec<u32>,
    values: Vec<f64>,
    names: Vec<String>,
}

impl Columns {
    fn new(rows: &[Row], rater: &str, item: &[&str], value: impl Fn(&Row) -> Option<f64>) -> Columns {
        let (mut raters, mut items) = (BTreeMap::new(), BTreeMap::new());
        let mut columns = Columns { raters: vec![], items: vec![], values: vec![], names: vec![] };
        for row in rows {
            let Some(value) = value(row) else { continue };
            let next = raters.len() as u32;
            let code = *raters.entry(row[rater].clone()).or_insert_with(|| {
                columns.names.push(row[rater].clone());
                next
            });
            let key: Vec<&str> = item.iter().map(|column| row[*column].as_str()).collect();
            let next = items.len() as u32;
            columns.items.push(*items.entry(key.join("|")).or_insert(next));
            columns.raters.push(code);
            columns.values.push(value);
        }
        columns
    }

    fn ratings(&self) -> Ratings<'_> {
        Ratings::new(&self.raters, &self.items, &self.values).unwrap()
    }

    fn alpha(&self, level: Level) -> f64 {
        krippendorff_alpha(&self.ratings(), level).unwrap().estimate.value
    }
}

fn number(column: &'static str) -> impl Fn(&Row) -> Option<f64> {
    move |row| row[column].parse().ok()
}

fn of_raters(rows: &[Row], raters: &[&str]) -> Columns {
    let own: Vec<Row> = rows.iter().filter(|row| raters.contains(&row["rater"].as_str())).cloned().collect();
    Columns::new(&own, "rater", &["item"], number("rating"))
}

fn strings(value: &toml::Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|value| value.as_str().unwrap()).collect()
}

#[test]
fn seed_0_fluency_ratings() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut golden = Golden::new("fluency");
    golden.check("s3.alpha.r1", "recomputed", of_raters(&ratings, &["001", "002"]).alpha(Level::Ordinal));
    let all = Columns::new(&ratings, "rater", &["item"], number("rating"));
    golden.check("s51.alpha.all", "recomputed", all.alpha(Level::Ordinal));
    let pairs = rater_pairs(&all.ratings(), PairMeasure::Correlation(Correlation::Spearman), 0.95);
    let mut mean: BTreeMap<&str, f64> = BTreeMap::new();
    for pair in &pairs {
        let [one, other] = pair.raters.map(|rater| all.names[rater as usize].as_str());
        let rho = pair.agreement.as_ref().unwrap().value;
        golden.check(&format!("fig2.{one}_{other}"), "recomputed", rho);
        *mean.entry(one).or_default() += rho / 9.0;
        *mean.entry(other).or_default() += rho / 9.0;
    }
    let rhos = || pairs.iter().map(|pair| pair.agreement.as_ref().unwrap().value);
    golden.check("s51.rho.min", "recomputed", rhos().fold(1.0, f64::min));
    golden.check("s51.rho.max", "recomputed", rhos().fold(-1.0, f64::max));
    golden.check("s51.avg_rho.min", "corrected", mean.values().copied().fold(1.0, f64::min));
    golden.check("s51.avg_rho.max", "corrected", mean.values().copied().fold(-1.0, f64::max));
    let Some(twice) = rows("seed0/duplicates.csv") else { return };
    let attempt = |which: &str| -> BTreeMap<String, f64> {
        let own = twice.iter().filter(|row| row["attempt"] == which);
        own.map(|row| (row["item"].clone(), row["rating"].parse().unwrap())).collect()
    };
    let (first, second) = (attempt("1"), attempt("2"));
    let column = |of: &BTreeMap<String, f64>| of.values().copied().collect::<Vec<_>>();
    golden.check("fn10.rho", "recomputed", spearman(&column(&first), &column(&second), 0.95).unwrap().value);
    let printed = |study: &str| -> Vec<f64> {
        let mean = |system| golden.values[&format!("t1.{study}.{system}.mean")]["published"].as_str().unwrap();
        ["svm", "gedi", "dexpert"].map(|system| mean(system).parse().unwrap()).to_vec()
    };
    let (original, rounded) = (printed("orig"), printed("r1"));
    let exact = ["svm", "gedi", "dexpert"]
        .map(|system| golden.values[&format!("t1.r1.{system}.mean")]["recomputed"].as_float().unwrap());
    for (means, field) in [(&rounded[..], "from_rounded_inputs"), (&exact[..], "recomputed")] {
        let r = pearson(&original, means, 0.95).unwrap();
        golden.check("t1.pearson.r", field, r.value);
        golden.check("t1.pearson.p", field, r.p.unwrap().value());
    }
    let rho = spearman(&original, &rounded, 0.95).unwrap();
    golden.check("t1.spearman.rho", "recomputed", rho.value);
    golden.check("t1.spearman.p", "corrected", rho.p.unwrap().value());
    golden.list();
}

#[test]
fn seed_0_further_agreement_and_its_intervals() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let extra = golden("fluency-models");
    let close = |found: f64, expected: &toml::Value, what: &str| {
        let expected = expected.as_float().unwrap();
        assert!((found - expected).abs() <= 1e-10, "{what}: {found} instead of {expected}");
    };
    for sample in ["R1", "R2", "all10", "four_complete"] {
        let table = extra["alpha"][sample].as_table().unwrap();
        let columns = of_raters(&ratings, &strings(&table["raters"]));
        for (level, field) in [
            (Level::Nominal, "nominal"),
            (Level::Ordinal, "ordinal"),
            (Level::Interval, "interval"),
            (Level::Ratio, "ratio"),
        ] {
            close(columns.alpha(level), &table[field], &format!("{sample} {field}"));
        }
        let plan = Plan { seed: 20_240_211, replicates: 4000 };
        let terms = {
            let terms: BTreeMap<&str, u32> =
                ratings.iter().map(|row| (row["item"].as_str(), row["term_id"].parse().unwrap())).collect();
            let wanted = strings(&table["raters"]);
            let own = ratings.iter().filter(|row| wanted.contains(&row["rater"].as_str()));
            own.map(|row| terms[row["item"].as_str()]).collect::<Vec<_>>()
        };
        for (drawn, field) in [
            (ResampleUnit::Items, "bootstrap_ordinal_item"),
            (ResampleUnit::Clusters(&terms), "bootstrap_ordinal_term"),
        ] {
            let replicates = alpha_replicates(&columns.ratings(), Level::Ordinal, drawn, plan).unwrap();
            let sd = table[field]["boot_sd"].as_float().unwrap();
            let found = replicates.standard_error().unwrap();
            // The standard error of a standard deviation of 4,000 draws is about 1.1%.
            assert!((found / sd - 1.0).abs() < 0.05, "{sample} {field}: SD {found} instead of {sd}");
            let interval = replicates.percentile(0.95).unwrap();
            let ends = table[field]["ci95"].as_array().unwrap();
            assert!((interval.low - ends[0].as_float().unwrap()).abs() < 0.2 * sd, "{sample} {field} low");
            assert!((interval.high - ends[1].as_float().unwrap()).abs() < 0.2 * sd, "{sample} {field} high");
        }
        let Some(agreed) = extra["agreement"].get(sample) else { continue };
        let forms = icc(&columns.ratings(), 0.95).unwrap().forms;
        for (name, field) in
            [("ICC1", "icc1"), ("ICC2", "icc_A1"), ("ICC3", "icc_C1"), ("ICC2k", "icc_Ak"), ("ICC3k", "icc_Ck")]
        {
            let form = forms.iter().find(|form| form.name == name).unwrap();
            close(form.value, &agreed[field], &format!("{sample} {field}"));
        }
        if agreed.get("kappa_none").is_some() {
            let kappa = |weighting| cohen_kappa(&columns.ratings(), weighting, 0.95).unwrap().value;
            close(kappa(Weighting::Identity), &agreed["kappa_none"], "kappa");
            close(kappa(Weighting::Linear), &agreed["kappa_linear"], "linear kappa");
            close(kappa(Weighting::Quadratic), &agreed["kappa_quadratic"], "quadratic kappa");
            let equal = agreement(&columns.ratings(), Chance::Nothing, Weighting::Identity, 0.95).unwrap();
            close(equal.observed, &agreed["exact_agreement"], "agreement");
            for (which, field) in [(Correlation::Spearman, "spearman"), (Correlation::Pearson, "pearson")] {
                let pair = rater_pairs(&columns.ratings(), PairMeasure::Correlation(which), 0.95);
                close(pair[0].agreement.as_ref().unwrap().value, &agreed[field], field);
            }
        }
    }
    println!("seed0_extra re-derived: alpha.*, their bootstrap intervals by item and term, agreement.*");
}

#[test]
fn seed_1_average_ranks() {
    let mut golden = Golden::new("simplicity-ranking");
    for system in ["NTS+PT", "NTS", "ORIG", "PTB"] {
        for study in ["original", "reproduction"] {
            let counts: Option<Vec<u64>> = (1..=4)
                .map(|rank| {
                    let printed =
                        golden.values[&format!("table3.{system}.{study}.rank{rank}")]["published"].as_str()?;
                    printed.parse().ok()
                })
                .collect();
            let id = format!("table3.{system}.{study}.avg");
            if let (Some(counts), Some(_)) =
                (counts, golden.values[&id].get("recomputed").and_then(toml::Value::as_float))
            {
                golden.check(&id, "recomputed", average_rank(&counts).unwrap().value);
            }
        }
    }
    for (id, which) in
        [("table4.system.pearson", Correlation::Pearson), ("table4.system.spearman", Correlation::Spearman)]
    {
        let inputs = golden.values[id]["inputs"].clone();
        let column =
            |name: &str| inputs[name].as_array().unwrap().iter().map(|x| x.as_float().unwrap()).collect::<Vec<_>>();
        let estimate = which.estimate(&column("original"), &column("reproduction"), 0.95).unwrap();
        golden.check(id, "recomputed", estimate.value);
        let p = if which == Correlation::Pearson { "p_value" } else { "p_value_exact_two_sided" };
        golden.check(id, p, estimate.p.unwrap().value());
    }
    golden.list();
}

#[test]
fn seed_2_paraphrase_votes() {
    let Some(votes) = rows("seed2/votes.csv") else { return };
    let mut golden = Golden::new("meaning-pairs");
    let unit = ["item", "system_a", "system_b"];
    let side = |row: &Row| Some(f64::from(u8::from(row["choice_ab"] == "B")));
    let sides = Columns::new(&votes, "rater", &unit, side);
    let alpha = krippendorff_alpha(&sides.ratings(), Level::Nominal).unwrap();
    golden.check("agreement.alpha", "computed", alpha.estimate.value);
    golden.check("agreement.alpha.repo", "computed", alpha.estimate.value);
    golden.check("agreement.Do", "computed", alpha.observed);
    golden.check("agreement.De", "computed", alpha.expected);
    let systems = ["vae", "lbow", "sep_ae", "hrq"];
    let winner = |row: &Row| systems.iter().position(|name| *name == row["choice"]).map(|code| code as f64);
    let winners = Columns::new(&votes, "rater", &unit, winner);
    golden.check("agreement.alpha_winner_label", "computed", winners.alpha(Level::Nominal));
    for (id, identical) in [("agreement.alpha_without_identical", "0"), ("agreement.alpha_identical_only", "1")] {
        let own: Vec<Row> = votes.iter().filter(|row| row["identical_texts"] == identical).cloned().collect();
        golden.check(id, "computed", Columns::new(&own, "rater", &unit, side).alpha(Level::Nominal));
    }
    let fleiss = agreement(&sides.ratings(), Chance::Pooled, Weighting::Identity, 0.95).unwrap();
    golden.check("agreement.fleiss_kappa", "computed", fleiss.estimate.value);
    golden.check("agreement.percent_pairwise", "computed", fleiss.observed);
    let earlier: Vec<Row> = votes.iter().filter(|row| row["rater"] != "anon_worker_75").cloned().collect();
    let before = Columns::new(&earlier, "rater", &unit, side).alpha(Level::Nominal);
    golden.check("history.before_replacement.alpha", "computed", before);
    let code = |name: &str| systems.iter().position(|system| *system == name).unwrap() as u32;
    let cast = |row: &Row| Vote {
        first: code(&row["system_a"]),
        second: code(&row["system_b"]),
        choice: if row["choice"] == row["system_a"] { Choice::First } else { Choice::Second },
    };
    let cast = Votes::new(votes.iter().map(cast).collect(), Some(&sides.items), Some(&sides.raters)).unwrap();
    for scores in system_scores(&cast, Plan { seed: 1, replicates: 200 }, 0.95).unwrap() {
        let name = systems[scores.system as usize];
        golden.check(&format!("table2.wins.{name}"), "computed", scores.wins as f64);
        golden.check(&format!("table2.losses.{name}"), "computed", scores.losses as f64);
        golden.check(&format!("table2.bw_scale.{name}"), "computed", scores.best_worst.value);
        golden.check(&format!("table2.win_pct.{name}"), "computed", scores.win_percent.value);
    }
    let rho = spearman(&[4.0, 3.0, 2.0, 1.0], &[40.0, 30.0, 20.0, 10.0], 0.95).unwrap();
    golden.check("corr.spearman_p_exact", "computed", rho.p.unwrap().value());
    golden.list();
}

#[test]
fn seed_4_best_worst_votes() {
    let Some(votes) = rows("seed4/votes.csv") else { return };
    let mut golden = Golden::new("best-worst");
    let systems = ["Gold", "Template", "ED+CC", "Hier", "Macro"];
    let code = |name: &str| systems.iter().position(|system| *system == name).unwrap() as u32;
    let choice = |row: &Row| match row["best"].as_str() {
        "A" => Choice::First,
        "B" => Choice::Second,
        _ => Choice::Neither,
    };
    let cast = |row: &Row| Vote { first: code(&row["system_a"]), second: code(&row["system_b"]), choice: choice(row) };
    // The third criterion's votes are not among the data, so the sides are tested from the printed counts.
    let published = golden.values["freq.position_bias"]["recomputed"].as_table().unwrap().clone();
    let count = |field: &str| usize::try_from(published[field].as_integer().unwrap()).unwrap();
    let sided = |choice, times| std::iter::repeat_n(Vote { first: 0, second: 1, choice }, times);
    let sides = sided(Choice::First, count("a")).chain(sided(Choice::Second, count("n") - count("a")));
    let bias = position_bias(&Votes::new(sides.collect(), None, None).unwrap(), 0.95).unwrap().first;
    assert!((bias.value - published["share"].as_float().unwrap()).abs() < 1e-12);
    assert!((bias.p.unwrap().value() / published["p"].as_float().unwrap() - 1.0).abs() < 1e-10);
    for criterion in ["grammaticality", "repetition"] {
        let own: Vec<Row> = votes.iter().filter(|row| row["criterion"] == criterion).cloned().collect();
        let cast = Votes::new(own.iter().map(cast).collect(), None, None).unwrap();
        // Votes that were not valid stay in the 240 planned comparisons of a system.
        for scores in system_scores(&cast, Plan { seed: 1, replicates: 0 }, 0.95).unwrap() {
            let name = systems[scores.system as usize];
            golden.check(&format!("wins.{criterion}.{name}"), "recomputed", scores.wins as f64);
            golden.check(&format!("losses.{criterion}.{name}"), "recomputed", scores.losses as f64);
            golden.check(&format!("bws.{criterion}.{name}"), "recomputed", scores.best_worst.value);
        }
        let valid = |row: &Row| (row["valid"] == "1").then(|| f64::from(u8::from(row["best"] == "B")));
        let columns = Columns::new(&own, "rater", &["item"], valid);
        golden.check(&format!("alpha.fast_krippendorff.{criterion}"), "recomputed", columns.alpha(Level::Nominal));
        golden.check(&format!("alpha.attempt3.{criterion}"), "recomputed", columns.alpha(Level::Nominal));
        // As the authors did: whatever was typed is a category of its own.
        let mut typed: Vec<String> = own.iter().map(|row| row["best_raw"].trim().to_uppercase()).collect();
        typed.sort();
        typed.dedup();
        let raw = |row: &Row| {
            let word = row["best_raw"].trim().to_uppercase();
            typed.iter().position(|known| *known == word).map(|code| code as f64)
        };
        let columns = Columns::new(&own, "rater", &["item"], raw);
        golden.check(&format!("alpha.attempt1.{criterion}"), "recomputed", columns.alpha(Level::Nominal));
    }
    let ours = [9.166_667, 17.083_333, -19.583_333, -9.583_333, 2.916_667].map(|score: f64| -score);
    let rho = spearman(&[1.0, 5.0, 3.0, 2.0, 3.0], &ours, 0.95).unwrap();
    golden.check("spearman.grammaticality", "recomputed", rho.value);
    golden.list();
}
