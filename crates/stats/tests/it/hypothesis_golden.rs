//! Published numbers that tests of hypotheses give, derived again from the studies' own data. The data
//! are not part of the repository; where they are absent the test is skipped.

#![expect(clippy::unwrap_used, reason = "what cannot be read is a failed test")]
#![expect(clippy::print_stdout, reason = "says what was checked and what could not be")]

use std::collections::{BTreeMap, HashMap};

use stats::adjust::{Adjustment, adjust};
use stats::hypothesis::chi_square::{Continuity, independence};
use stats::hypothesis::friedman::friedman;
use stats::hypothesis::kruskal::kruskal;
use stats::hypothesis::levene::{Centre, levene};
use stats::hypothesis::repeated_measures::repeated_measures;
use stats::hypothesis::tukey::{Variances, all_pairs};
use stats::hypothesis::{Blocks, Contingency, Summary, Test, TestOptions, anova, sign, t};
use toml::Value;

fn golden(name: &str) -> Value {
    toml::from_str::<Value>(&testdata::read_published_numbers(name)).expect("TOML")
}

/// The numbers of a golden file by id; a table of numbers by id and key.
fn numbers(file: &Value, list: &str, field: &str) -> HashMap<String, f64> {
    let number = |value: &Value| match value {
        Value::Float(number) => Some(*number),
        Value::Integer(whole) => Some(*whole as f64),
        Value::String(printed) => printed.parse().ok(),
        Value::Boolean(_) | Value::Datetime(_) | Value::Array(_) | Value::Table(_) => None,
    };
    let mut found = HashMap::new();
    for value in file[list].as_array().expect("a list") {
        let Some(id) = value.get("id").and_then(Value::as_str) else { continue };
        match value.get(field) {
            Some(Value::Table(table)) => {
                for (key, value) in table {
                    found.extend(number(value).map(|number| (format!("{id}.{key}"), number)));
                }
            }
            Some(value) => found.extend(number(value).map(|number| (id.to_owned(), number))),
            None => {}
        }
    }
    found
}

fn rows(path: &str) -> Option<Vec<HashMap<String, String>>> {
    let mut reader = csv::Reader::from_path(testdata::find_outside(path)?).expect("readable");
    Some(reader.deserialize().map(|row| row.expect("a row")).collect())
}

/// Compares what was derived with what is published, and says which ids were covered.
fn check(file: &str, golden: &HashMap<String, f64>, derived: &BTreeMap<String, f64>, rtol: f64) {
    let mut covered = Vec::new();
    for (id, found) in derived {
        let expected = golden.get(id).unwrap_or_else(|| panic!("{file} has no {id}"));
        // SciPy's and R's studentized ranges are good to about 1e-7, and to nothing far out.
        let (rtol, atol) = if id.starts_with("tukey") { (2e-6, 1e-9) } else { (rtol, 1e-12) };
        let error = (found - expected).abs();
        assert!(error <= rtol * expected.abs() + atol, "{file} {id}: {found} is not {expected}");
        covered.push(id.as_str());
    }
    println!("{file}: {} numbers derived again: {}", covered.len(), covered.join(", "));
}

fn p(test: &Test) -> f64 {
    test.p().value()
}

#[test]
fn fluency_ratings_give_the_published_t_tests_and_analyses() {
    let Some(rows) = rows("data/seed0/ratings.csv") else { return };
    let golden0 = golden("fluency");
    let extra = golden("fluency-models");
    let of = |raters: &[&str], system: &str| -> Vec<f64> {
        let wanted = |row: &&HashMap<String, String>| {
            row["system"] == system && (raters.is_empty() || raters.contains(&row["rater"].as_str()))
        };
        rows.iter().filter(wanted).map(|row| row["rating"].parse().unwrap()).collect()
    };
    let summary = |values: &[f64]| Summary::from_values(values).unwrap();
    let mut derived = BTreeMap::new();
    for (study, table, raters) in [("r1", "t1", ["001", "002"]), ("r2", "t3", ["009", "010"])] {
        let svm = of(&raters, "SVM-RERANK");
        let tests = ["GEDI", "DEXPERT"]
            .map(|other| t::student(summary(&svm), summary(&of(&raters, other)), TestOptions::default()).unwrap());
        let holm = adjust(&[tests[0].p(), tests[1].p()], Adjustment::Holm);
        for ((test, holm), other) in tests.iter().zip(holm).zip(["gedi", "dexpert"]) {
            derived.insert(format!("s.{study}.svm_{other}.t"), test.statistic.value);
            derived.insert(format!("s.{study}.svm_{other}.df"), test.statistic.df[0]);
            derived.insert(format!("s.{study}.svm_{other}.p"), p(test));
            derived.insert(format!("{table}.{study}.{other}.star"), holm.value());
        }
    }
    check("fluency", &numbers(&golden0, "entry", "recomputed"), &derived, 1e-10);

    let groups = ["DEXPERT", "GEDI", "SVM-RERANK"].map(|system| of(&[], system));
    let summaries = anova::summaries(&groups).unwrap();
    let aov = anova::one_way(&summaries).unwrap();
    let levene = levene(&groups, Centre::Median).unwrap();
    let kruskal = kruskal(&groups).unwrap();
    let pairs = all_pairs(&summaries, Variances::Equal, 0.95).unwrap();
    let html = &extra["html_only"];
    let listed = |key: &str, index: usize| html[key].as_array().unwrap()[index].as_float().unwrap();
    let single = |key: &str| html[key].as_float().unwrap();
    let near = |what: &str, found: f64, expected: f64, rtol: f64| {
        assert!((found - expected).abs() <= rtol * expected.abs(), "{what}: {found} is not {expected}");
    };
    near("aov_F", aov.statistic.value, single("aov_F"), 1e-11);
    near("aov_SS", aov.find_estimate("ss_between").unwrap().value, listed("aov_SS", 0), 1e-11);
    near("aov_SS", aov.find_estimate("ss_within").unwrap().value, listed("aov_SS", 1), 1e-11);
    near("partial_eta2", aov.find_estimate("eta2").unwrap().value, single("partial_eta2"), 1e-11);
    near("levene_F", levene.statistic.value, single("levene_F"), 1e-11);
    near("levene_p", p(&levene), single("levene_p"), 1e-9);
    near("kruskal_chisq", kruskal.statistic.value, single("kruskal_chisq"), 1e-11);
    near("kruskal_eta2H", kruskal.find_estimate("eta2").unwrap().value, single("kruskal_eta2H"), 1e-11);
    for (index, pair) in pairs.iter().enumerate() {
        // R gives the second minus the first, and qtukey to about 1e-5.
        let difference = pair.test.find_estimate("difference").unwrap();
        let interval = difference.interval.unwrap();
        near("tukeyhsd_diff", -difference.value, listed("tukeyhsd_diff", index), 1e-10);
        near("tukeyhsd_lwr", -interval.high, listed("tukeyhsd_lwr", index), 1e-4);
        near("tukeyhsd_upr", -interval.low, listed("tukeyhsd_upr", index), 1e-4);
    }
    println!("seed0_extra.toml html_only: analysis of variance, Tukey, Levene, Kruskal-Wallis derived again");
}

#[test]
fn rank_counts_give_the_chi_squares_of_original_and_reproduction() {
    let file = golden("simplicity-ranking");
    let counts = numbers(&file, "value", "published");
    let values = file["value"].as_array().unwrap();
    let expected = values.iter().find(|value| value.get("id").and_then(Value::as_str) == Some("extra.chi2")).unwrap();
    let mut covered = 0;
    for (system, numbers) in expected["recomputed"].as_table().unwrap() {
        let row = |study: &str| -> Option<Vec<u64>> {
            (1..=4)
                .map(|rank| counts.get(&format!("table3.{system}.{study}.rank{rank}")).map(|count| *count as u64))
                .collect()
        };
        let (Some(original), Some(reproduction)) = (row("original"), row("reproduction")) else { continue };
        let test =
            independence(&Contingency::new(&[original, reproduction]).unwrap(), Continuity::Uncorrected).unwrap();
        assert!((test.statistic.value / numbers["chi2"].as_float().unwrap() - 1.0).abs() < 1e-11, "{system}");
        assert!((p(&test) / numbers["p"].as_float().unwrap() - 1.0).abs() < 1e-10, "{system}");
        covered += 1;
    }
    assert_eq!(covered, 4);
    println!("seed1.toml: extra.chi2 derived again for {covered} systems");
}

/// Wins minus losses of each system in each block, from (block, winner, loser).
fn scores<'a>(votes: impl Iterator<Item = (&'a str, &'a str, &'a str)>, systems: &[&str]) -> Vec<Vec<f64>> {
    let mut by_block: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (block, winner, loser) in votes {
        let row = by_block.entry(block).or_insert_with(|| vec![0.0; systems.len()]);
        row[systems.iter().position(|system| *system == winner).unwrap()] += 1.0;
        row[systems.iter().position(|system| *system == loser).unwrap()] -= 1.0;
    }
    by_block.into_values().collect()
}

fn columns(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

#[test]
fn paraphrase_votes_give_the_published_analysis_tukey_and_friedman() {
    let Some(votes) = rows("data/seed2/votes.csv") else { return };
    let file = golden("meaning-pairs");
    let systems = ["hrq", "lbow", "sep_ae", "vae"];
    let votes = votes.iter().map(|row| (row["item"].as_str(), row["choice"].as_str(), row["loser"].as_str()));
    let rows = scores(votes, &systems);
    let summaries = anova::summaries(&columns(&rows)).unwrap();
    let blocks = Blocks::new(&rows).unwrap();
    let aov = anova::one_way(&summaries).unwrap();
    let also = |name: &str| aov.find_estimate(name).unwrap().value;
    let within = friedman(&blocks).unwrap();
    let mut derived = BTreeMap::from([
        ("anova.F".to_owned(), aov.statistic.value),
        ("anova.p".to_owned(), p(&aov)),
        ("anova.df1".to_owned(), aov.statistic.df[0]),
        ("anova.df2".to_owned(), aov.statistic.df[1]),
        ("anova.ss_between".to_owned(), also("ss_between")),
        ("anova.ss_within".to_owned(), also("ss_within")),
        ("anova.eta_sq".to_owned(), also("eta2")),
        ("anova.rm_F".to_owned(), repeated_measures(&blocks).unwrap().statistic.value),
        ("friedman.chi2".to_owned(), within.statistic.value),
        ("friedman.p".to_owned(), p(&within)),
        ("tukey.mse".to_owned(), also("ss_within") / aov.statistic.df[1]),
    ]);
    for (system, summary) in systems.iter().zip(&summaries) {
        derived.insert(format!("anova.mean.{system}"), summary.mean);
    }
    for pair in all_pairs(&summaries, Variances::Equal, 0.95).unwrap() {
        let label = format!("{}-{}", systems[pair.first], systems[pair.second]);
        let difference = pair.test.find_estimate("difference").unwrap();
        let interval = difference.interval.unwrap();
        // Published as the second minus the first.
        derived.insert(format!("tukey.meandiff.{label}"), -difference.value);
        derived.insert(format!("tukey.p_adj.{label}"), p(&pair.test));
        derived.insert(format!("tukey.lower.{label}"), -interval.high);
        derived.insert(format!("tukey.upper.{label}"), -interval.low);
        derived.insert("tukey.half_width".to_owned(), (interval.high - interval.low) / 2.0);
    }
    check("meaning-pairs", &numbers(&file, "value", "computed"), &derived, 1e-10);
}

#[test]
fn decided_judgements_give_the_sign_tests() {
    let file = golden("toxicity-pairs");
    let published = numbers(&file, "value", "recomputed");
    let mut derived = BTreeMap::new();
    for study in ["sign_test", "sign_test_original"] {
        for criterion in ["toxicity", "fluency"] {
            let id = format!("{study}.{criterion}.GPT-2");
            let count = |name: &str| published[&format!("{id}.{name}")] as u64;
            let test = sign::of_counts(count("dexperts"), count("baseline"), 0, TestOptions::default()).unwrap();
            derived.insert(format!("{id}.p"), p(&test));
        }
    }
    check("toxicity-pairs", &published, &derived, 1e-10);
}

#[test]
fn best_worst_votes_give_the_published_analyses_tukey_and_friedman() {
    let Some(votes) = rows("data/seed4/votes.csv") else { return };
    let file = golden("best-worst");
    let published = numbers(&file, "value", "recomputed");
    let systems = ["Gold", "Template", "ED+CC", "Hier", "Macro"];
    let mut derived = BTreeMap::new();
    for criterion in ["grammaticality", "repetition"] {
        let valid = votes.iter().filter(|row| row["criterion"] == criterion && row["valid"] == "1").map(|row| {
            let (a, b) = (row["system_a"].as_str(), row["system_b"].as_str());
            let (best, worst) = if row["best"] == "A" { (a, b) } else { (b, a) };
            (row["summary"].as_str(), best, worst)
        });
        let rows = scores(valid, &systems);
        let summaries = anova::summaries(&columns(&rows)).unwrap();
        let aov = anova::one_way(&summaries).unwrap();
        let within = friedman(&Blocks::new(&rows).unwrap()).unwrap();
        derived.insert(format!("anova.{criterion}.F"), aov.statistic.value);
        derived.insert(format!("anova.{criterion}.p"), p(&aov));
        derived.insert(format!("friedman.{criterion}.chi2"), within.statistic.value);
        derived.insert(format!("friedman.{criterion}.p"), p(&within));
        for pair in all_pairs(&summaries, Variances::Equal, 0.95).unwrap() {
            let id = format!("tukey.{criterion}.{}-{}", systems[pair.first], systems[pair.second]);
            let difference = pair.test.find_estimate("difference").unwrap();
            let interval = difference.interval.unwrap();
            derived.insert(format!("{id}.diff"), -difference.value);
            derived.insert(format!("{id}.p"), p(&pair.test));
            derived.insert(format!("tukey.{criterion}.halfwidth"), (interval.high - interval.low) / 2.0);
        }
    }
    // Its third criterion is not among the data, so the counts are the published ones.
    let count = |name: &str| published[&format!("freq.position_bias.{name}")] as u64;
    let test = sign::of_counts(count("a"), count("n") - count("a"), 0, TestOptions::default()).unwrap();
    derived.insert("freq.position_bias.share".to_owned(), test.statistic.value);
    derived.insert("freq.position_bias.p".to_owned(), p(&test));
    check("best-worst", &published, &derived, 1e-10);
}
