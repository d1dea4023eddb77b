//! What claims are decided by, and what they say of it.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::fmt::Write as _;

use analysis::{ClaimResult, Options, Results, Statistic, Verdict, run};
use dataset::Mapping;
use study::Study;
use table::Table;

const STUDY: &str = r#"
[study]
title = "Ratings"
seed = 1
contact = "words@example.org"
[systems]
a = "A"
b = "B"
c = "C"
[items]
file = "items.csv"
[[criteria]]
id = "rating"
question = "How good is it?"
definition = "Good is good."
better = "higher"
response = { kind = "rating", points = 5, minimum = 1 }
[lists]
questions = 12
completions = 3
[participants]
from = "open"
[[claims]]
id = "C1"
text = "It is claimed."
"#;

/// Printed on a scale from 0 to 100.
const ORIGINAL: &str = r#"
paper = "Doe 2024"
[[tables]]
measure = "mean"
columns = "rating rating.sd"
n = 96
[tables.rows]
a = "65.0 22.5"
b = "42.5 22.5"
"#;

/// A study of three systems with one claim.
fn study_with(claim: &str) -> Study {
    let items = (0..12).fold("item,a,b,c\n".to_owned(), |mut text, item| {
        let _ = writeln!(text, "i{item},A says {item},B says {item},C says {item}");
        text
    });
    let files = [
        ("study.toml", format!("{STUDY}{claim}\n")),
        ("items.csv", items),
        ("original.toml", ORIGINAL.to_owned()),
        ("instructions.md", "Read.".to_owned()),
        ("consent.md", "I agree.".to_owned()),
        ("information.md", "About ratings.".to_owned()),
    ];
    let files = files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes()));
    let checked = study::check(&study::InMemory(files.collect()));
    checked.study.unwrap_or_else(|| panic!("{:?}", checked.diagnostics.iter().collect::<Vec<_>>()))
}

/// Eight people who rate outputs of some systems on some items.
fn analyse(claim: &str, (systems, items): (&[&str], u32), rating: impl Fn(u32, u32, u32) -> u32) -> Results {
    let study = study_with(claim);
    let mut text = "rater,item,system,rating\n".to_owned();
    for (person, item) in (0..8).flat_map(|person| (0..items).map(move |item| (person, item))) {
        for (number, system) in (0..).zip(systems) {
            let _ = writeln!(text, "p{person},i{item},{system},{}", rating(person, item, number).clamp(1, 5));
        }
    }
    let table = Table::read("ratings.csv", text.as_bytes()).unwrap();
    let dataset = dataset::from_table(&table, &Mapping::default(), Some(&study)).unwrap();
    run(&study, &dataset, Options { seed: 1, replicates: 200, level: 0.95 })
}

fn noise(person: u32, item: u32, system: u32) -> u32 {
    let mixed = u64::from(person + 97 * item + 1009 * system).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    u32::try_from((mixed >> 40) % 4).unwrap()
}

fn first_claim(results: &Results) -> &ClaimResult {
    &results.claims[0]
}

#[test]
fn a_system_that_nobody_judged_keeps_its_comparisons() {
    let claim = "holds_if = \"a > b on rating\"\ndecided_by = \"test\"";
    let rating = |person, item, system| 2 + noise(person, item, system) - u32::from(system == 1 && item % 2 == 0);
    let results = analyse(claim, (&["a", "b"], 12), rating);
    let claim = first_claim(&results);
    let raw = results.get(Statistic::DIFFERENCE, "rating", &["a", "b"]).unwrap().estimate.p.unwrap().value();
    let counted = "Holm's correction over 3 comparisons, of which 2 could not be made and count as p = 1";
    assert!(claim.because[0].contains(counted), "{:?}", claim.because);
    // What decided is in the file, with its name.
    let [test] = claim.tests.as_slice() else { panic!("{:?}", claim.tests) };
    assert!((test.p - 3.0 * raw).abs() < 1e-12 && raw < 0.3, "{} and {raw}", test.p);
    assert_eq!(test.of, format!("linear mixed model, {counted}"));
    assert_eq!(test.number.to_string(), "difference[rating, a, b]");
}

#[test]
fn numbers_of_an_original_on_another_scale_are_not_used() {
    let claim = "holds_if = \"a > b on rating\"\ndecided_by = \"test\"\n\
                 [reproduces]\npaper = \"Doe 2024\"\nresults = \"original.toml\"";
    let results = analyse(claim, (&["a", "b", "c"], 12), |person, item, system| 2 + noise(person, item, system));
    assert!(first_claim(&results).power.is_empty(), "{:?}", first_claim(&results).power);
    let said = &results.remarks[0].text;
    let begin =
        "The original on rating: 2 of 2 printed numbers (mean) cannot be: mean 65.0 of a does not lie between 1 and 5.";
    assert!(said.starts_with(begin), "{said}");
}

#[test]
fn agreement_on_one_item_decides_nothing() {
    let claim = "holds_if = \"alpha on rating >= 0.5\"\ndecided_by = \"test\"";
    let results = analyse(claim, (&["a", "b", "c"], 1), |_, _, system| 1 + 2 * system);
    for statistic in [Statistic::Alpha, Statistic::FleissKappa, Statistic::PercentAgreement] {
        assert_eq!(results.get(statistic, "rating", &[]).unwrap().estimate.interval, None, "{statistic:?}");
    }
    let claim = first_claim(&results);
    assert_eq!(claim.verdict, Verdict::NotComputed);
    let why = "one item was judged, and nothing is known of how agreement varies over items; at least two are needed";
    assert_eq!(claim.because, [format!("Krippendorff's alpha is 1.000 and has no interval: {why}")]);
    assert_eq!(claim.rule, "the 95 % interval of Krippendorff's alpha");
}

#[test]
fn an_interval_without_width_decides_nothing_and_a_share_has_one_within_0_and_1() {
    let alpha = "holds_if = \"alpha on rating >= 0.5\"\ndecided_by = \"test\"";
    let same = analyse(alpha, (&["a", "b", "c"], 6), |_, _, system| 1 + 2 * system);
    assert_eq!(first_claim(&same).verdict, Verdict::Inconclusive, "{:?}", first_claim(&same).because);
    let few = analyse(alpha, (&["a", "b"], 2), |person, item, system| 3 + u32::from(person == item + system));
    let share = results_share(&few);
    assert!((0.0..=1.0).contains(&share.0) && (0.0..=1.0).contains(&share.1), "{share:?}");
}

fn results_share(results: &Results) -> (f64, f64) {
    let share = results.get(Statistic::PercentAgreement, "rating", &[]).unwrap();
    share.estimate.interval.map(|it| (it.low, it.high)).unwrap()
}

#[test]
fn every_named_test_says_its_interval_and_what_would_settle_it() {
    let check = |test: &str, interval: &str| {
        let claim = format!("holds_if = \"a > b on rating\"\ndecided_by = {{ test = \"{test}\" }}");
        let results = analyse(&claim, (&["a", "b", "c"], 12), |person, item, system| 2 + noise(person, item, system));
        let claim = first_claim(&results);
        assert_eq!(claim.verdict, Verdict::Inconclusive, "{test}: {:?}", claim.because);
        let because = &claim.because[0];
        assert!(because.contains(interval), "{test}: {because}");
        assert!(because.contains("If the true difference is as observed, "), "{test}: {because}");
        let number = |from: &str, to: char| -> Option<f64> {
            let rest = &because[because.find(from)? + from.len()..];
            rest[..rest.find(to)?].replace('−', "-").trim().parse().ok()
        };
        if let (Some(value), Some(low)) = (number(interval, ','), number("CI [", ',')) {
            assert!(low <= value, "{test}: {because}");
        }
    };
    check("student-t", "; difference ");
    check("welch-t", "; difference ");
    check("paired-t", "; mean difference over items ");
    check("anova-tukey", "; difference ");
    check("bootstrap", "; difference ");
    check("ordinal-model", "; difference of log odds ");
    check("mann-whitney", "; this test has no interval");
    check("wilcoxon", "; this test has no interval");
    check("friedman", "; this test has no interval");
}
