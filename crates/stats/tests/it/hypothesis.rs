//! Tests of hypotheses against R and SciPy: `reference/hypothesis/`.

#![expect(clippy::unwrap_used, reason = "what cannot be read is a failed test")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use stats::PValue;
use stats::adjust::adjust;
use stats::hypothesis::binomial::{ShareInterval, binomial_test};
use stats::hypothesis::chi_square::{Continuity, goodness_of_fit, independence};
use stats::hypothesis::dunnett::dunnett;
use stats::hypothesis::fisher::fisher;
use stats::hypothesis::friedman::friedman;
use stats::hypothesis::friedman_pairs::{PostHoc, pairs};
use stats::hypothesis::kruskal::kruskal;
use stats::hypothesis::levene::{Centre, levene};
use stats::hypothesis::mann_whitney::mann_whitney;
use stats::hypothesis::mcnemar::{McNemar, mcnemar};
use stats::hypothesis::repeated_measures::repeated_measures;
use stats::hypothesis::tukey::{Pair, Variances, all_pairs};
use stats::hypothesis::wilcoxon::{Zeros, differences, wilcoxon};
use stats::hypothesis::{Alternative, Blocks, Contingency, RankP, Summary, Test, TestOptions, anova, t};

/// One case of a reference file: the call it came from, its data, and what is expected.
#[derive(Debug, Deserialize)]
struct Case {
    test: String,
    call: String,
    data: Data,
    options: Options,
    expect: Vec<ExpectedValue>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Data {
    a: Vec<f64>,
    b: Few,
    c: f64,
    groups: Vec<Vec<f64>>,
    rows: Vec<Vec<f64>>,
    table: Vec<Vec<u64>>,
    counts: Vec<u64>,
    probabilities: Vec<f64>,
    p: Vec<f64>,
    x: u64,
    n: u64,
    expected: f64,
}

/// `b` is a sample for some tests and a count for McNemar's.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Few {
    One(f64),
    Many(Vec<f64>),
}

impl Default for Few {
    fn default() -> Self {
        Few::Many(Vec::new())
    }
}

impl Few {
    fn values(&self) -> &[f64] {
        match self {
            Few::One(one) => std::slice::from_ref(one),
            Few::Many(many) => many,
        }
    }
}

/// R writes an empty list as `[]`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Options {
    Some { alternative: Option<String>, level: Option<f64>, mu: Option<f64> },
    None([f64; 0]),
}

impl Options {
    fn to_test_options(&self) -> TestOptions {
        let (alternative, level) = match self {
            Options::Some { alternative, level, .. } => (alternative.as_deref(), level.unwrap_or(0.95)),
            Options::None(_) => (None, 0.95),
        };
        let alternative = match alternative {
            Some("less") => Alternative::Less,
            Some("greater") => Alternative::Greater,
            _ => Alternative::TwoSided,
        };
        TestOptions { alternative, level }
    }

    fn mu(&self) -> f64 {
        match self {
            Options::Some { mu, .. } => mu.unwrap_or(0.0),
            Options::None(_) => 0.0,
        }
    }
}

#[derive(Debug, Deserialize)]
struct ExpectedValue {
    name: String,
    value: f64,
    rtol: f64,
}

fn reference(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/hypothesis").join(name)
}

fn read(name: &str) -> Vec<Case> {
    let text = std::fs::read_to_string(reference(name)).expect("the reference table is in the repository");
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Everything a test gives under the names the reference uses.
fn values_by_name(test: &Test) -> HashMap<String, f64> {
    let mut values = HashMap::new();
    let mut add = |name: &str, value: f64| {
        values.entry(name.to_owned()).or_insert(value);
    };
    for estimate in std::iter::once(&test.statistic).chain(&test.also) {
        add(estimate.name, estimate.value);
        if let Some(p) = estimate.p {
            add("p", p.value());
            add("ln_p", p.ln());
            add(&format!("p_{}", estimate.name.trim_start_matches("F_")), p.value());
        }
        if let Some(interval) = estimate.interval {
            add("low", interval.low);
            add("high", interval.high);
        }
        if let Some(se) = estimate.se {
            add("se", se);
        }
        match estimate.df.as_slice() {
            [df] => add("df", *df),
            [df1, df2] => {
                add("df1", *df1);
                add("df2", *df2);
            }
            _ => {}
        }
    }
    values
}

fn compute_case(case: &Case) -> HashMap<String, f64> {
    let (data, asked) = (&case.data, case.options.to_test_options());
    let of = |values: &[f64]| Summary::from_values(values).unwrap();
    let (a, b) = (data.a.as_slice(), data.b.values());
    let blocks = || Blocks::new(&data.rows).unwrap();
    let table = || Contingency::new(&data.table).unwrap();
    let how = match case.test.rsplit('_').next() {
        Some("exact") => RankP::Exact,
        Some("corrected") => RankP::NormalCorrected,
        _ => RankP::Normal,
    };
    let test = match case.test.as_str() {
        "student" => t::student(of(a), of(b), asked),
        "welch" => t::welch(of(a), of(b), asked),
        "paired" => t::paired_samples(a, b, asked),
        "one_sample" => t::one_sample(of(a), case.options.mu(), asked),
        "one_way" => anova::one_way(&anova::summaries(&data.groups).unwrap()),
        "welch_anova" => anova::welch(&anova::summaries(&data.groups).unwrap()),
        "kruskal" => kruskal(&data.groups),
        "levene_median" => levene(&data.groups, Centre::Median),
        "levene_mean" => levene(&data.groups, Centre::Mean),
        "repeated" => repeated_measures(&blocks()),
        "friedman" => friedman(&blocks()),
        "mann_whitney_exact" | "mann_whitney_normal" | "mann_whitney_corrected" => mann_whitney(a, b, how, asked),
        "wilcoxon_exact" | "wilcoxon_normal" | "wilcoxon_corrected" => {
            wilcoxon(&differences(a, b).unwrap(), Zeros::LeftOut, how, asked)
        }
        "pratt_exact" | "pratt_normal" => wilcoxon(&differences(a, b).unwrap(), Zeros::RankedFirst, how, asked),
        "chi_square" => independence(&table(), Continuity::Uncorrected),
        "chi_square_yates" => independence(&table(), Continuity::Yates),
        "fisher" => fisher(&table(), 1, asked),
        "goodness" => goodness_of_fit(&data.counts, &data.probabilities),
        "binomial" => return binomial(case),
        "tukey" | "games_howell" | "nemenyi" | "conover" => return of_pairs(&pairwise_tests(case)),
        "dunnett" => return against_control(case),
        other => match other.split_once('_') {
            Some(("mcnemar", how)) => mcnemar(b[0] as u64, data.c as u64, mcnemar_kind(how)),
            Some(("adjust", how)) => return adjust_p_values(&data.p, how),
            _ => panic!("no such test: {other}"),
        },
    };
    values_by_name(&test.unwrap_or_else(|error| panic!("{}: {error}", case.call)))
}

fn binomial(case: &Case) -> HashMap<String, f64> {
    let run = |kind| {
        binomial_test(case.data.x, case.data.n, case.data.expected, kind, case.options.to_test_options()).unwrap()
    };
    let mut values = values_by_name(&run(ShareInterval::ClopperPearson));
    let wilson = run(ShareInterval::Wilson).statistic.interval.unwrap();
    values.extend([("wilson_low".to_owned(), wilson.low), ("wilson_high".to_owned(), wilson.high)]);
    values
}

fn pairwise_tests(case: &Case) -> Vec<Pair> {
    let summaries = anova::summaries(&case.data.groups).unwrap();
    let of_blocks = |how| pairs(&Blocks::new(&case.data.rows).unwrap(), how);
    let pairs = match case.test.as_str() {
        "tukey" => all_pairs(&summaries, Variances::Equal, 0.95),
        "games_howell" => all_pairs(&summaries, Variances::Unequal, 0.95),
        "nemenyi" => of_blocks(PostHoc::Nemenyi),
        _ => of_blocks(PostHoc::Conover),
    };
    pairs.unwrap_or_else(|error| panic!("{}: {error}", case.call))
}

fn of_pairs(pairs: &[Pair]) -> HashMap<String, f64> {
    let labelled = |pair: &Pair| {
        let label = format!("{}-{}", pair.first, pair.second);
        values_by_name(&pair.test).into_iter().map(move |(name, value)| (format!("{name} {label}"), value))
    };
    pairs.iter().flat_map(labelled).collect()
}

fn against_control(case: &Case) -> HashMap<String, f64> {
    let summaries = anova::summaries(&case.data.groups).unwrap();
    let tests = dunnett(summaries[0], &summaries[1..], case.options.to_test_options()).unwrap();
    let labelled = tests.iter().enumerate().flat_map(|(index, test)| {
        values_by_name(test).into_iter().map(move |(name, value)| (format!("{name} {index}"), value))
    });
    labelled.collect()
}

fn mcnemar_kind(word: &str) -> McNemar {
    match word {
        "plain" => McNemar::ChiSquare,
        "corrected" => McNemar::ChiSquareCorrected,
        "midp" => McNemar::MidP,
        _ => McNemar::Exact,
    }
}

fn adjust_p_values(p: &[f64], how: &str) -> HashMap<String, f64> {
    let p: Vec<PValue> = p.iter().map(|p| PValue::new(*p)).collect();
    let corrected = adjust(&p, how.parse().unwrap());
    corrected.iter().enumerate().map(|(index, p)| ((index + 1).to_string(), p.value())).collect()
}

/// All numbers of a reference file; every miss is listed before the test fails.
fn check(file: &str, least: usize) {
    let cases = read(file);
    assert!(cases.len() >= least, "{file} has only {} cases", cases.len());
    let mut misses = Vec::new();
    for case in &cases {
        let values = compute_case(case);
        for expected in &case.expect {
            let found = values.get(&expected.name).copied().unwrap_or(f64::NAN);
            let error = (found - expected.value).abs() / expected.value.abs().max(f64::MIN_POSITIVE);
            let exact_zero = expected.value == 0.0 && found.abs() < 1e-14;
            // A logarithm near zero has no relative precision of its own.
            let near_one = expected.name == "ln_p" && (found - expected.value).abs() < 1e-10;
            if !(error <= expected.rtol || exact_zero || near_one) {
                misses.push(format!("{} {}: {found} for {} ({error:.1e})", case.call, expected.name, expected.value));
            }
        }
    }
    assert!(misses.is_empty(), "{} misses:\n{}", misses.len(), misses.join("\n"));
}

#[test]
fn tests_agree_with_r() {
    check("tests.jsonl", 170);
}

#[test]
fn many_comparisons_and_odds_ratios_agree_with_scipy() {
    check("multiple.jsonl", 24);
}

#[test]
fn an_estimate_of_every_test_is_finite() {
    for case in read("tests.jsonl") {
        for (name, value) in compute_case(&case) {
            assert!(value.is_finite() || ["low", "high"].contains(&name.as_str()), "{}: {name} {value}", case.call);
        }
    }
}
