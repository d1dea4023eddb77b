//! Effect sizes against R and SciPy: `reference/effect/`.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::path::Path;

use proptest::prelude::*;
use stats::effect::{self, Denominator, FTest, PairedDenominator, PairedSummary, Successes, Summary};
use stats::{Estimate, StatError};

const X: [f64; 12] = [4.0, 3.0, 5.0, 4.0, 2.0, 5.0, 4.0, 3.0, 4.0, 5.0, 3.0, 4.0];
const Y: [f64; 9] = [2.0, 3.0, 3.0, 1.0, 2.0, 4.0, 3.0, 2.0, 3.0];
const Z: [f64; 12] = [3.0, 3.0, 4.0, 2.0, 2.0, 4.0, 4.0, 2.0, 3.0, 4.0, 3.0, 3.0];
const W: [f64; 8] = [1.0, 2.0, 2.0, 4.0, 3.0, 5.0, 1.0, 2.0];

fn compute(case: &str, name: &str) -> Estimate {
    let level = 0.95;
    let numbers = || -> Vec<f64> { case.split(' ').filter_map(|word| word.parse().ok()).collect() };
    let summary = |values: &[f64]| Summary::from_values(values).unwrap();
    let other: &[f64] = if case == "xw" { &W } else { &Y };
    let paired = || PairedSummary::from_values(&X, &Z).unwrap();
    let pooled = || effect::cohen_d(summary(&X), summary(&Y), Denominator::Pooled, level).unwrap();
    let f = || FTest { f: numbers()[0], df1: numbers()[1], df2: numbers()[2] };
    let shares = || {
        let counts: Vec<u32> = case.split(' ').map(|word| word.parse().unwrap()).collect();
        (Successes::new(counts[0], counts[1]).unwrap(), Successes::new(counts[2], counts[3]).unwrap())
    };
    let table = || effect::chi_square_of(&[vec![12.0, 5.0, 7.0], vec![30.0, 14.0, 9.0]]).unwrap();
    match name {
        "d" if case == "x3" => effect::one_sample_d(summary(&X), 3.0, level),
        "d" => Ok(pooled()),
        "g" => effect::hedges_g(&pooled()),
        "J" => effect::hedges_correction(19.0).map(|j| Estimate::new("J", j)),
        "d_average" => effect::cohen_d(summary(&X), summary(&Y), Denominator::Average, level),
        "glass_delta" => effect::cohen_d(summary(&X), summary(&Y), Denominator::Control, level),
        "d_z" => effect::paired_d(paired(), PairedDenominator::Differences, level),
        "d_av" => effect::paired_d(paired(), PairedDenominator::Average, level),
        "d_rm" => effect::paired_d(paired(), PairedDenominator::RepeatedMeasures, level),
        "cliff_delta" => effect::cliff_delta(&X, other, level),
        "superiority" => effect::superiority(&X, other, level),
        "common_language" => Ok(effect::common_language(&pooled())),
        "eta2" => effect::eta_squared(f(), level),
        "omega2" => effect::omega_squared(f(), level),
        "epsilon2" => effect::epsilon_squared(f(), level),
        "odds_ratio" => effect::odds_ratio(shares().0, shares().1, level),
        "risk_ratio" => effect::risk_ratio(shares().0, shares().1, level),
        "risk_difference" => effect::risk_difference(shares().0, shares().1, level),
        "h" => effect::cohen_h(shares().0, shares().1, level),
        "w" => effect::cohen_w(table(), level),
        "cramers_v" => effect::cramers_v(table(), level),
        other => panic!("no effect `{other}`"),
    }
    .unwrap()
}

fn check(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/effect").join(file);
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut off = Vec::new();
    let mut rows = 0;
    for line in reader.records() {
        let line = line.unwrap();
        let (case, name) = (&line[0], &line[1]);
        let found = compute(case, name);
        let mut compare = |what: &str, found: f64, expected: &str, rtol: &str| {
            let Ok(expected) = expected.parse::<f64>() else { return };
            let rtol: f64 = rtol.parse().unwrap();
            let error = if expected == 0.0 { found.abs() } else { ((found - expected) / expected).abs() };
            if error.is_nan() || error > rtol {
                off.push(format!("{case}: {name} {what}: found {found}, expected {expected}, off by {error:.1e}"));
            }
        };
        compare("value", found.value, &line[2], &line[5]);
        if let Some(interval) = found.interval {
            compare("low", interval.low, &line[3], &line[6]);
            compare("high", interval.high, &line[4], &line[6]);
        }
        rows += 1;
    }
    assert!(rows > 10, "{file} holds {rows} rows");
    assert!(off.is_empty(), "{file}\n{}", off.join("\n"));
}

#[test]
fn values_and_intervals_agree_with_effectsize_and_metafor() {
    check("effect.csv");
}

#[test]
fn intervals_agree_with_scipy_and_statsmodels() {
    check("intervals.csv");
}

#[test]
fn summaries_and_data_give_the_same_effect() {
    let from_data = compute("xz", "d_rm");
    let (x, z) = (Summary::from_values(&X).unwrap(), Summary::from_values(&Z).unwrap());
    let r = PairedSummary::from_values(&X, &Z).unwrap().r;
    let given = PairedSummary::from_summaries(x, z, r).unwrap();
    let from_summary = effect::paired_d(given, PairedDenominator::RepeatedMeasures, 0.95).unwrap();
    assert!((from_data.value - from_summary.value).abs() < 1e-12);
}

#[test]
fn what_cannot_be_standardised_is_refused_with_the_reason() {
    let constant = Summary::from_published(5, 3.0, 0.0).unwrap();
    let check = |found: stats::Result<Estimate>, expected: &str| {
        assert_eq!(found.map(|e| e.value).unwrap_err().to_string(), expected);
    };
    let no_spread = "the values do not vary, so a standardised difference is undefined";
    check(effect::cohen_d(constant, constant, Denominator::Pooled, 0.95), no_spread);
    check(effect::cohen_d(constant, constant, Denominator::Average, 0.95), no_spread);
    check(effect::one_sample_d(constant, 1.0, 0.95), no_spread);
    check(effect::cliff_delta(&[1.0], &[2.0, 3.0], 0.95), "values in a sample: at least 2 needed, 1 found");
    check(
        effect::eta_squared(FTest { f: f64::NAN, df1: 1.0, df2: 2.0 }, 0.95),
        "F must be finite and zero or more, found NaN",
    );
    check(
        effect::cohen_d(
            Summary::from_values(&X).unwrap(),
            Summary::from_values(&Y).unwrap(),
            Denominator::Pooled,
            95.0,
        ),
        "the confidence level must be between 0 and 1, found 95",
    );
    assert_eq!(Summary::from_values(&[1.0, f64::NAN]), Err(StatError::NotFinite { what: "the sample", index: 1 }));
    assert!(effect::chi_square_of(&[vec![0.0, 0.0], vec![1.0, 2.0]]).is_err());
}

#[test]
fn samples_that_do_not_overlap_have_a_delta_of_one_and_a_note() {
    let delta = effect::cliff_delta(&[5.0, 6.0, 7.0], &[1.0, 2.0], 0.95).unwrap();
    assert!((delta.value - 1.0).abs() < 1e-15);
    assert_eq!(delta.notes.len(), 1);
    let interval = delta.interval.unwrap();
    assert!(interval.low < 1.0 && interval.low >= -1.0);
}

proptest! {
    // Each of these took minutes when the interval was found by sums of as many terms as d is large.
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn an_absurd_effect_has_an_interval_or_a_reason_at_once(
        (m, n) in (2usize..100_000_000, 2usize..1000), power in -3.0f64..300.0, (s, t) in (0.0f64..2.0, 1e-3f64..2.0),
        denominator in prop_oneof![Just(Denominator::Pooled), Just(Denominator::Control), Just(Denominator::Average)],
    ) {
        let (a, b) = (Summary::from_published(m, 10f64.powf(power), s).unwrap(), Summary::from_published(n, 0.0, t).unwrap());
        if let Ok(d) = effect::cohen_d(a, b, denominator, 0.95) {
            let interval = d.interval.unwrap();
            prop_assert!([d.value, interval.low, interval.high, d.se.unwrap()].iter().all(|x| x.is_finite()));
            prop_assert!(interval.low <= d.value && d.value <= interval.high, "{:?}", d);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn swapping_the_samples_turns_the_sign(a in prop::collection::vec(1u8..6, 3..20), b in prop::collection::vec(1u8..6, 3..20)) {
        let real = |values: &[u8]| values.iter().map(|v| f64::from(*v)).collect::<Vec<f64>>();
        let (a, b) = (real(&a), real(&b));
        let (forth, back) = (effect::cliff_delta(&a, &b, 0.9).unwrap(), effect::cliff_delta(&b, &a, 0.9).unwrap());
        prop_assert!((forth.value + back.value).abs() < 1e-12);
        let (forth, back) = (forth.interval.unwrap(), back.interval.unwrap());
        prop_assert!((forth.low + back.high).abs() < 1e-9 && (forth.high + back.low).abs() < 1e-9);
        let (a, b) = (Summary::from_values(&a).unwrap(), Summary::from_values(&b).unwrap());
        if let (Ok(forth), Ok(back)) = (effect::cohen_d(a, b, Denominator::Pooled, 0.9), effect::cohen_d(b, a, Denominator::Pooled, 0.9)) {
            let (i, j) = (forth.interval.unwrap(), back.interval.unwrap());
            prop_assert!((forth.value + back.value).abs() < 1e-12);
            prop_assert!((i.low + j.high).abs() < 1e-7 && i.low < forth.value && forth.value < i.high);
        }
    }
}
