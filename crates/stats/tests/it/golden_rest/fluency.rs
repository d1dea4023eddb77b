//! Seed 0: fluency ratings of definitions by three systems.

use std::collections::BTreeMap;

use stats::agreement::{Level, PairMeasure, Ratings, Weighting, cohen_kappa, krippendorff_alpha, rater_pairs};
use stats::correlation::{Correlation, pearson, spearman};
use stats::dist::student_t;
use stats::effect::{Denominator, Summary, cohen_d};
use stats::equivalence::{Bounds, Tost, Variances, smallest_detectable, tost_means};
use stats::hypothesis::{Test, TestOptions, t};
use stats::power::{EffectMeasure, Question, Sides, Size, Test as Tested};
use stats::precision::{self, Correction, Measurement, cv_star};

use super::{CLOSED, Golden, Row, TAIL, codes, describe_value, rows};

const SYSTEMS: [(&str, &str); 3] = [("svm", "SVM-RERANK"), ("gedi", "GEDI"), ("dexpert", "DEXPERT")];
const R1: [&str; 2] = ["001", "002"];
const R2: [&str; 2] = ["009", "010"];

/// Ratings of one system by some raters, or by all when none is named.
fn values(ratings: &[Row], raters: &[&str], system: &str) -> Vec<f64> {
    let wanted = |row: &&Row| row["system"] == system && (raters.is_empty() || raters.contains(&row["rater"].as_str()));
    ratings.iter().filter(wanted).map(|row| row["rating"].parse().unwrap()).collect()
}

fn summary(ratings: &[Row], raters: &[&str], system: &str) -> Summary {
    Summary::from_values(&values(ratings, raters, system)).unwrap()
}

fn d(a: Summary, b: Summary) -> f64 {
    cohen_d(a, b, Denominator::Pooled, 0.95).unwrap().value
}

fn student(a: Summary, b: Summary) -> Test {
    t::student(a, b, TestOptions::default()).unwrap()
}

fn tost(a: Summary, b: Summary, margin: f64) -> Tost {
    tost_means(a, b, Variances::Pooled, Bounds::symmetric(margin).unwrap(), 0.05).unwrap()
}

/// The root mean square of the two SDs: the pooled SD, the samples being of one size.
fn pooled_sd(a: Summary, b: Summary) -> f64 {
    ((a.sd * a.sd + b.sd * b.sd) / 2.0).sqrt()
}

/// The original study, as printed.
fn original(golden: &Golden, system: &str) -> Summary {
    let printed = |what: &str| golden.get(&format!("t1.orig.{system}.{what}:published"));
    Summary::from_published(200, printed("mean"), printed("sd")).unwrap()
}

fn ordinal_alpha(rows: &[Row]) -> f64 {
    krippendorff(rows, "rater", Level::Ordinal)
}

fn krippendorff(rows: &[Row], rater: &str, level: Level) -> f64 {
    let (raters, items, values) = columns(rows, rater);
    krippendorff_alpha(&Ratings::new(&raters, &items, &values).unwrap(), level).unwrap().estimate.value
}

fn columns(rows: &[Row], rater: &str) -> (Vec<u32>, Vec<u32>, Vec<f64>) {
    let column = |name: &str| codes(rows.iter().map(|row| row[name].as_str()));
    (column(rater), column("item"), rows.iter().map(|row| row["rating"].parse().unwrap()).collect())
}

fn of_raters(ratings: &[Row], raters: &[&str]) -> Vec<Row> {
    ratings.iter().filter(|row| raters.contains(&row["rater"].as_str())).cloned().collect()
}

#[test]
fn means_effects_and_shares_of_seed_0() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut golden = Golden::new("fluency");
    let mut means: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for (name, system) in SYSTEMS {
        means.insert(("O", name), original(&golden, name).mean);
        for (table, study, raters, short) in [("t1", "r1", R1, "R1"), ("t3", "r1", R1, "R1"), ("t3", "r2", R2, "R2")] {
            let own = summary(&ratings, &raters, system);
            means.insert((short, name), own.mean);
            golden.check(&format!("{table}.{study}.{name}.mean"), own.mean, CLOSED);
            golden.check(&format!("{table}.{study}.{name}.sd"), own.sd, CLOSED);
        }
        for (pair, one, other) in [("OR1", "O", "R1"), ("OR2", "O", "R2"), ("R1R2", "R1", "R2")] {
            let difference = (means[&(one, name)] - means[&(other, name)]).abs();
            golden.check(&format!("t3.delta.{pair}.{name}"), difference, CLOSED);
        }
        let pair = [means[&("O", name)], means[&("R1", name)]].map(Measurement::exact);
        let cv = |scale_min| cv_star(&pair, precision::Options { scale_min, correction: Correction::Factor }).unwrap();
        golden.check(&format!("t1.cv.{name}:cvstar_unrounded_mean"), cv(0.0).value, CLOSED);
        golden.check(&format!("t1.cv.{name}:corrected"), cv(1.0).value, CLOSED);
    }
    golden.check("s3.svm_mean_text", means[&("R1", "svm")], CLOSED);
    golden.check("s54.svm_mean_text", means[&("R2", "svm")], CLOSED);
    for (other, system) in [("gedi", "GEDI"), ("dexpert", "DEXPERT")] {
        for (study, raters) in [("r1", R1), ("r2", R2)] {
            let found = d(summary(&ratings, &raters, "SVM-RERANK"), summary(&ratings, &raters, system));
            golden.check(&format!("s.{study}.svm_{other}.d"), found, CLOSED);
            golden.check(&format!("t4.{study}.svm_{other}"), found, CLOSED);
        }
        let found = d(original(&golden, "svm"), original(&golden, other));
        golden.check(&format!("t4.orig.svm_{other}"), found, CLOSED);
    }
    let once = d(summary(&ratings, &R1, "SVM-RERANK"), summary(&ratings, &R1, "DEXPERT"));
    golden.check("s71.twice", golden.get("t4.orig.svm_dexpert:published") / once, CLOSED);
    let alpha = ordinal_alpha(&of_raters(&ratings, &R1));
    golden.check("s3.alpha.diff", golden.get("orig.alpha:published") - alpha, CLOSED);
    for (name, domains) in [("both", &["JOURNAL", "NEWS"][..]), ("journal", &["JOURNAL"]), ("news", &["NEWS"])] {
        let own: Vec<Row> = ratings.iter().filter(|row| domains.contains(&row["domain"].as_str())).cloned().collect();
        let scores = values(&own, &[], "SVM-RERANK");
        let percent = |least: f64, most: f64| {
            let chosen = scores.iter().filter(|score| (least..=most).contains(*score)).count();
            100.0 * chosen as f64 / scores.len() as f64
        };
        golden.check(&format!("s52.svm_{name}.ge3"), percent(3.0, 4.0), CLOSED);
        golden.check(&format!("s52.svm_{name}.eq3"), percent(3.0, 3.0), CLOSED);
        golden.check(&format!("s52.svm_{name}.eq4"), percent(4.0, 4.0), CLOSED);
    }
    golden.finish(56);
}

#[test]
fn equivalence_of_the_two_runs_of_seed_0() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut golden = Golden::new("fluency");
    let (r1, r2) = (summary(&ratings, &R1, "SVM-RERANK"), summary(&ratings, &R2, "SVM-RERANK"));
    let margin = 0.2 * r1.sd;
    let equal = tost(r1, r2, margin);
    let p = |estimate: &stats::Estimate| estimate.p.unwrap().value();
    let usual = student(r1, r2);
    for (id, found) in [
        ("fn12.ct", student_t::upper_quantile(0.025, 398.0)),
        ("s54.sesoi", smallest_detectable(200, 200, 0.05).unwrap().value),
        ("s54.tost.low", equal.bounds.low()),
        ("s54.tost.upp", equal.bounds.high()),
        ("s54.tost.p", equal.p.value()),
        ("s54.tost.p:t_lower", equal.lower.value),
        ("s54.tost.p:t_upper", equal.upper.value),
        ("s54.tost.p:p_lower", p(&equal.lower)),
        ("s54.tost.p:p_upper", p(&equal.upper)),
        ("s54.r1r2.t", usual.statistic.value),
        ("s54.r1r2.df", usual.statistic.df[0]),
        ("s54.r1r2.p", usual.p().value()),
        ("s54.r1r2.d", d(r1, r2)),
    ] {
        golden.check(id, found, TAIL);
    }
    golden.finish(13);
}

#[test]
fn durations_of_seed_0() {
    let Some(durations) = rows("seed0/durations.csv") else { return };
    let mut golden = Golden::new("fluency");
    let mut extra = Golden::new("fluency-models");
    let minutes = |rater: &str, column: &str, only: (&str, &str)| -> Vec<f64> {
        let own = |row: &&Row| row[only.0] == only.1 && (rater == "overall" || row["rater"] == rater);
        durations.iter().filter(own).map(|row| row[column].parse::<f64>().unwrap() / 60.0).collect()
    };
    let columns = [("min", "min"), ("max", "max"), ("mean", "mean"), ("med", "median"), ("std", "sd")];
    for rater in ["001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "overall"] {
        let as_printed = minutes(rater, "timedelta_seconds_attr", ("is_paper_duration_source", "1"));
        let right = minutes(rater, "wall_seconds", ("status", "used"));
        for (place, (column, name)) in columns.into_iter().enumerate() {
            golden.check(&format!("t2.{rater}.{column}"), describe_value(&as_printed, name), CLOSED);
            extra.check(&format!("durations_corrected.{rater}.{place}"), describe_value(&right, name), CLOSED);
        }
        golden.check(&format!("t2.{rater}.total"), as_printed.iter().sum(), CLOSED);
        extra.check(&format!("durations_corrected.{rater}.5"), right.iter().sum(), CLOSED);
        if rater == "overall" {
            let median = describe_value(&as_printed, "median");
            golden.check("s53.median_list", median, CLOSED);
            golden.check("s53.median_list:corrected", describe_value(&right, "median"), CLOSED);
            golden.check("s53.sec_per_item", median * 60.0 / 30.0, CLOSED);
            golden.check("s53.total_min", median * 10.0, CLOSED);
            golden.check("s53.vs_estimate", 100.0 - median * 10.0, CLOSED);
            golden.check("s53.vs_two_hours", 120.0 - median * 10.0, CLOSED);
        }
    }
    golden.finish(72);
    extra.finish(66);
}

#[test]
fn further_comparisons_of_seed_0() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let golden = Golden::new("fluency");
    let mut extra = Golden::new("fluency-models");
    for (name, system) in SYSTEMS {
        let [r1, r2] = [R1, R2].map(|raters| summary(&ratings, &raters, system));
        let printed = original(&golden, name);
        for (study, a, b) in [("r1_vs_r2", r1, r2), ("original_vs_R1", printed, r1), ("original_vs_R2", printed, r2)] {
            let (id, test) = (format!("{study}.{system}"), student(a, b));
            extra.check(&format!("{id}.diff"), a.mean - b.mean, CLOSED);
            extra.check(&format!("{id}.t"), test.statistic.value, CLOSED);
            extra.check(&format!("{id}.p"), test.p().value(), TAIL);
            extra.check(&format!("{id}.cohens_d"), d(a, b), CLOSED);
            let margin = 0.2 * pooled_sd(a, b);
            if study == "r1_vs_r2" {
                extra.check(&format!("{id}.df"), test.statistic.df[0], CLOSED);
                for (bound, margin) in [("02_sd_R1", 0.2 * r1.sd), ("05_sd_R1", 0.5 * r1.sd), ("02_pooled_sd", margin)]
                {
                    extra.check(&format!("{id}.tost_bound_{bound}"), margin, CLOSED);
                    extra.check(&format!("{id}.tost_p_{bound}"), tost(a, b, margin).p.value(), TAIL);
                }
            } else {
                extra.check(&format!("{id}.tost_p"), tost(a, b, margin).p.value(), TAIL);
            }
        }
    }
    let of = |raters: &[&str], system| summary(&ratings, raters, system);
    for (one, other) in [("SVM-RERANK", "GEDI"), ("SVM-RERANK", "DEXPERT"), ("GEDI", "DEXPERT")] {
        let pair = format!("{}_{other}", if one == "SVM-RERANK" { "SVM" } else { one });
        let (a, b) = (of(&[], one), of(&[], other));
        extra.check(&format!("html_only.all10_t_{pair}"), student(a, b).statistic.value, CLOSED);
        extra.check(&format!("html_only.all10_d_{pair}"), d(a, b), CLOSED);
    }
    let last = student(of(&R1, "GEDI"), of(&R1, "DEXPERT"));
    extra.check("html_only.R1_t_GEDI_DEXPERT", last.statistic.value, CLOSED);
    extra.check("html_only.R1_p_GEDI_DEXPERT", last.p().value(), TAIL);
    for other in ["gedi", "dexpert"] {
        // The data card divides by the SD of the other system and takes half of the ratings.
        let (svm, other_one) = (original(&golden, "svm"), original(&golden, other));
        let effect = EffectMeasure::CohenD((svm.mean - other_one.mean) / other_one.sd);
        let question = Question { test: Tested::TwoSample(Sides::Two), alpha: 0.05 };
        let power = question.power(effect, Size::PerGroup(100.0)).unwrap();
        extra.check(&format!("html_only.heds_power_{other}"), power, 1e-5);
    }
    extra.finish(66);
}

#[test]
fn raters_of_seed_0_alone_and_in_pairs() {
    let Some(ratings) = rows("seed0/ratings.csv") else { return };
    let mut golden = Golden::new("fluency");
    let mut extra = Golden::new("fluency-models");
    let (raters, items, scores) = columns(&ratings, "rater");
    let named: BTreeMap<u32, &str> =
        raters.iter().copied().zip(ratings.iter().map(|row| row["rater"].as_str())).collect();
    let measure = PairMeasure::Correlation(Correlation::Spearman);
    let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
    for pair in rater_pairs(&Ratings::new(&raters, &items, &scores).unwrap(), measure, 0.95) {
        for rater in pair.raters {
            *sums.entry(named[&rater]).or_default() += pair.agreement.as_ref().unwrap().value;
        }
    }
    for (rater, sum) in &sums {
        extra.check(&format!("average_spearman_corrected.{rater}"), sum / 9.0, CLOSED);
        let own: Vec<f64> = scores.iter().zip(&raters).filter(|it| named[it.1] == *rater).map(|it| *it.0).collect();
        extra.check(&format!("rater_means.{rater}"), describe_value(&own, "mean"), CLOSED);
    }
    // As printed: nine correlations, divided by ten.
    golden.check("s51.avg_rho.min", sums.values().copied().fold(9.0, f64::min) / 10.0, CLOSED);
    golden.check("s51.avg_rho.max", sums.values().copied().fold(0.0, f64::max) / 10.0, CLOSED);
    for (_, system) in SYSTEMS {
        for domain in ["JOURNAL", "NEWS"] {
            let own: Vec<Row> = ratings.iter().filter(|row| row["domain"] == domain).cloned().collect();
            let scores = values(&own, &[], system);
            for place in 0..4 {
                let count = scores.iter().filter(|score| **score as usize == place + 1).count() as f64;
                let id = format!("score_distribution.{system}-{domain}");
                extra.check(&format!("{id}.counts.{place}"), count, CLOSED);
                extra.check(&format!("{id}.percent.{place}"), 100.0 * count / scores.len() as f64, CLOSED);
            }
        }
    }
    golden.finish(2);
    extra.finish(68);
}

#[test]
fn the_rater_of_seed_0_who_rated_twice() {
    let (Some(ratings), Some(twice)) = (rows("seed0/ratings.csv"), rows("seed0/duplicates.csv")) else { return };
    let mut extra = Golden::new("fluency-models");
    let attempt = |which: &str, list: &str| -> Vec<f64> {
        let own = twice.iter().filter(|row| row["attempt"] == which && (list.is_empty() || row["list"] == list));
        let by_item: BTreeMap<&str, f64> =
            own.map(|row| (row["item"].as_str(), row["rating"].parse().unwrap())).collect();
        by_item.into_values().collect()
    };
    let rho = |list: &str| spearman(&attempt("1", list), &attempt("2", list), 0.95).unwrap().value;
    let (first, second) = (attempt("1", ""), attempt("2", ""));
    let (raters, items, scores) = columns(&twice, "attempt");
    let both = Ratings::new(&raters, &items, &scores).unwrap();
    let same = rater_pairs(&both, PairMeasure::Percent, 0.95)[0].agreement.as_ref().unwrap().value;
    for (field, found) in [
        ("n_pairs", first.len() as f64),
        ("spearman", rho("")),
        ("pearson", pearson(&first, &second, 0.95).unwrap().value),
        ("exact_agreement", same),
        ("kappa_quadratic", cohen_kappa(&both, Weighting::Quadratic, 0.95).unwrap().value),
        ("alpha_ordinal", krippendorff(&twice, "attempt", Level::Ordinal)),
        ("mean_first", describe_value(&first, "mean")),
        ("mean_second", describe_value(&second, "mean")),
        ("spearman_list3", rho("3")),
        ("spearman_list4", rho("4")),
        ("spearman_list7", rho("7")),
    ] {
        extra.check(&format!("intra_rater.002.{field}"), found, CLOSED);
    }
    let later: BTreeMap<&str, &str> = twice
        .iter()
        .filter(|row| row["attempt"] == "2")
        .map(|row| (row["item"].as_str(), row["rating"].as_str()))
        .collect();
    let mut kept = of_raters(&ratings, &R1);
    for row in kept.iter_mut().filter(|row| row["rater"] == "002") {
        if let Some(rating) = later.get(row["item"].as_str()) {
            row.insert("rating".to_owned(), (*rating).to_owned());
        }
    }
    let svm = summary(&kept, &R1, "SVM-RERANK");
    let id = "sensitivity.keep_last_duplicate";
    extra.check(&format!("{id}.alpha_ordinal"), ordinal_alpha(&kept), CLOSED);
    extra.check(&format!("{id}.mean_SVM"), svm.mean, CLOSED);
    for system in ["GEDI", "DEXPERT"] {
        let other = summary(&kept, &R1, system);
        extra.check(&format!("{id}.mean_{system}"), other.mean, CLOSED);
        extra.check(&format!("{id}.t_SVM_{system}"), student(svm, other).statistic.value, CLOSED);
        extra.check(&format!("{id}.d_SVM_{system}"), d(svm, other), CLOSED);
    }
    extra.finish(19);
}

#[test]
fn seed_0_without_the_definitions_that_are_missing() {
    let (Some(ratings), Some(items)) = (rows("seed0/ratings.csv"), rows("seed0/items.csv")) else { return };
    let mut extra = Golden::new("fluency-models");
    let missing: Vec<&str> =
        items.iter().filter(|row| row["definition"].trim() == "nan").map(|row| row["item"].as_str()).collect();
    extra.check("sensitivity.nan_items.n_items", missing.len() as f64, CLOSED);
    let whole: Vec<Row> = ratings.iter().filter(|row| !missing.contains(&row["item"].as_str())).cloned().collect();
    for (name, raters) in [("R1", &R1[..]), ("R2", &R2), ("all", &[])] {
        let (svm, gedi) = (summary(&whole, raters, "SVM-RERANK"), summary(&whole, raters, "GEDI"));
        let test = student(svm, gedi);
        for (part, found) in [
            ("GEDI_mean", gedi.mean),
            ("GEDI_n", gedi.n as f64),
            ("t_SVM_GEDI", test.statistic.value),
            ("p", test.p().value()),
            ("d", d(svm, gedi)),
        ] {
            extra.check(&format!("sensitivity.nan_items.{name}_{part}_without"), found, TAIL);
        }
    }
    extra.finish(16);
}
