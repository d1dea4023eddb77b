//! Equivalence tests against statsmodels: `reference/equivalence/`.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::path::Path;

use stats::effect::{PairedSummary, Successes, Summary};
use stats::equivalence::{self, Bounds, Tost, Variances, Verdict};

const X: [f64; 12] = [4.0, 3.0, 5.0, 4.0, 2.0, 5.0, 4.0, 3.0, 4.0, 5.0, 3.0, 4.0];
const Y: [f64; 9] = [2.0, 3.0, 3.0, 1.0, 2.0, 4.0, 3.0, 2.0, 3.0];
const Z: [f64; 12] = [3.0, 3.0, 4.0, 2.0, 2.0, 4.0, 4.0, 2.0, 3.0, 4.0, 3.0, 3.0];

fn compute(test: &str, bounds: Bounds) -> Tost {
    let words: Vec<&str> = test.split(' ').collect();
    let (x, y) = (Summary::from_values(&X).unwrap(), Summary::from_values(&Y).unwrap());
    match words.as_slice() {
        ["means", "pooled"] => equivalence::tost_means(x, y, Variances::Pooled, bounds, 0.05),
        ["means", "welch"] => equivalence::tost_means(x, y, Variances::Welch, bounds, 0.05),
        ["paired"] => {
            equivalence::tost_mean(PairedSummary::from_values(&X, &Z).unwrap().differences, 0.0, bounds, 0.05)
        }
        ["mean", mu] => equivalence::tost_mean(x, mu.parse().unwrap(), bounds, 0.05),
        ["correlation", r, n] => equivalence::tost_correlation(r.parse().unwrap(), n.parse().unwrap(), bounds, 0.05),
        ["proportions", a, m, b, n] => {
            let successes =
                |count: &str, of: &str| Successes::new(count.parse().unwrap(), of.parse().unwrap()).unwrap();
            equivalence::tost_proportions(successes(a, m), successes(b, n), bounds, 0.05)
        }
        _ => panic!("no test `{test}`"),
    }
    .unwrap()
}

#[test]
fn both_one_sided_tests_agree_with_statsmodels() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/equivalence/tost.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut off = Vec::new();
    for line in reader.records() {
        let line = line.unwrap();
        let number = |column: usize| line[column].parse::<f64>().unwrap();
        let found = compute(&line[0], Bounds::new(number(1), number(2)).unwrap());
        let values = [
            found.lower.value,
            found.lower.p.unwrap().value(),
            found.upper.value,
            found.upper.p.unwrap().value(),
            found.p.value(),
        ];
        for (index, found) in values.into_iter().enumerate() {
            let expected = number(index + 3);
            let error = ((found - expected) / expected).abs();
            if error.is_nan() || error > number(8) {
                off.push(format!("{line:?}: found {found} for {expected}, off by {error:.1e}"));
            }
        }
    }
    assert!(off.is_empty(), "{} off\n{}", off.len(), off.join("\n"));
}

#[test]
fn equivalence_is_claimed_exactly_when_the_interval_lies_within_the_bounds() {
    let (x, y) = (Summary::from_published(40, 3.1, 0.9).unwrap(), Summary::from_published(50, 3.0, 1.1).unwrap());
    for margin in [0.1, 0.3, 0.4, 0.45, 0.46, 0.5, 1.0] {
        let found = equivalence::tost_means(x, y, Variances::Welch, Bounds::symmetric(margin).unwrap(), 0.05).unwrap();
        let interval = found.difference.interval.unwrap();
        let inside = interval.low > -margin && interval.high < margin;
        assert_eq!(inside, found.verdict == Verdict::Equivalent, "{margin}: {interval:?}");
        assert!((interval.level - 0.9).abs() < 1e-12);
    }
}

#[test]
fn the_four_verdicts_are_told_apart() {
    let verdict = |mean: f64, sd: f64| {
        let (a, b) = (Summary::from_published(100, mean, sd).unwrap(), Summary::from_published(100, 0.0, sd).unwrap());
        equivalence::tost_means(a, b, Variances::Welch, Bounds::symmetric(0.5).unwrap(), 0.05).unwrap().verdict
    };
    assert_eq!(verdict(0.0, 1.0), Verdict::Equivalent);
    assert_eq!(verdict(0.2, 0.5), Verdict::DifferentButSmall);
    assert_eq!(verdict(1.0, 1.0), Verdict::Different);
    assert_eq!(verdict(0.2, 3.0), Verdict::Inconclusive);
}

#[test]
fn bounds_and_samples_that_make_no_sense_are_refused() {
    let check = |found: String, expected: &str| assert_eq!(found, expected);
    check(Bounds::new(1.0, -1.0).unwrap_err().to_string(), "the lower bound must be below the upper one, found 1");
    check(Bounds::symmetric(0.0).unwrap_err().to_string(), "the equivalence margin must be above zero, found 0");
    let constant = Summary::from_published(10, 3.0, 0.0).unwrap();
    let bounds = Bounds::symmetric(0.5).unwrap();
    for variances in [Variances::Welch, Variances::Pooled] {
        check(
            equivalence::tost_means(constant, constant, variances, bounds, 0.05).unwrap_err().to_string(),
            "the values do not vary, so the test of equivalence is undefined",
        );
    }
    assert!(equivalence::tost_correlation(1.0, 20, bounds, 0.05).is_err());
    assert!(equivalence::tost_correlation(0.0, 3, bounds, 0.05).is_err());
    let none = Successes::new(0, 10).unwrap();
    assert!(equivalence::tost_proportions(none, none, bounds, 0.05).is_err());
}

#[test]
fn the_smallest_effect_the_original_could_have_found_follows_its_size() {
    let found = equivalence::smallest_detectable(200, 200, 0.05).unwrap();
    assert!((found.value - 0.196_594_232_397_626_65).abs() < 1e-14);
    assert!(equivalence::smallest_detectable(1, 20, 0.05).is_err());
}
