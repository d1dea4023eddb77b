//! Replication measures against SciPy: `reference/replication/`.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::path::Path;

use stats::effect::Summary;
use stats::replication::{
    Finding, TStatistic, effect_difference, effect_ratio, prediction_interval, replication_bayes_factor_t,
    replication_bayes_factor_z, sceptical_p, small_telescopes,
};

fn compute(what: &str, arguments: &[f64]) -> f64 {
    let findings = || {
        let finding = |i: usize| Finding::new(arguments[i], arguments[i + 1]).unwrap();
        (finding(0), finding(2))
    };
    let prediction = |pair: (Finding, Finding)| prediction_interval(&pair.0, &pair.1, 0.95).unwrap().interval.unwrap();
    let count = |i: usize| format!("{}", arguments[i]).parse::<usize>().unwrap();
    let telescopes = || {
        let (a, b) = (Summary::from_published(50, 3.2, 1.0).unwrap(), Summary::from_published(55, 3.0, 1.0).unwrap());
        small_telescopes(count(0), a, b).unwrap()
    };
    match what {
        "sceptical z" => sceptical_p(&findings().0, &findings().1).unwrap().value,
        "sceptical p" => sceptical_p(&findings().0, &findings().1).unwrap().p.unwrap().value(),
        "prediction low" => prediction(findings()).low,
        "prediction high" => prediction(findings()).high,
        "prediction r low" => {
            let correlation = |i: usize| Finding::from_r(arguments[i], count(i + 1)).unwrap();
            prediction((correlation(0), correlation(2))).low
        }
        "bayes z" => replication_bayes_factor_z(&findings().0, &findings().1).unwrap().value,
        "bayes t" => {
            let statistic = |i: usize| TStatistic { t: arguments[i], df: arguments[i + 1], n: arguments[i + 2] };
            replication_bayes_factor_t(statistic(0), statistic(3)).unwrap().value
        }
        "ratio" => effect_ratio(&findings().0, &findings().1, 0.95).unwrap().value,
        "ratio low" => effect_ratio(&findings().0, &findings().1, 0.95).unwrap().interval.unwrap().low,
        "ratio high" => effect_ratio(&findings().0, &findings().1, 0.95).unwrap().interval.unwrap().high,
        "difference p" => effect_difference(&findings().0, &findings().1, 0.95).unwrap().p.unwrap().value(),
        "difference low" => effect_difference(&findings().0, &findings().1, 0.95).unwrap().interval.unwrap().low,
        "d33" => telescopes().detectable.value,
        "telescopes p" => telescopes().reproduction.p.unwrap().value(),
        other => panic!("no measure `{other}`"),
    }
}

#[test]
fn measures_agree_with_their_formulas_in_scipy() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/replication/replication.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut off = Vec::new();
    let mut rows = 0;
    for line in reader.records() {
        let line = line.unwrap();
        let arguments: Vec<f64> = line[1].split(' ').map(|word| word.parse().unwrap()).collect();
        let (expected, rtol) = (line[2].parse::<f64>().unwrap(), line[3].parse::<f64>().unwrap());
        let found = compute(&line[0], &arguments);
        let error = ((found - expected) / expected).abs();
        if error.is_nan() || error > rtol {
            off.push(format!("{line:?}: found {found}, off by {error:.1e}"));
        }
        rows += 1;
    }
    assert!(rows > 20, "only {rows} rows");
    assert!(off.is_empty(), "{} off\n{}", off.len(), off.join("\n"));
}

#[test]
fn the_sceptical_p_value_is_never_below_either_study_s_own() {
    for (o, r) in [(2.0, 3.0), (4.0, 1.0), (2.5, 2.5), (6.0, 0.1)] {
        let (original, reproduction) = (Finding::new(o * 0.1, 0.1).unwrap(), Finding::new(r * 0.2, 0.2).unwrap());
        let z = sceptical_p(&original, &reproduction).unwrap().value;
        assert!(z <= o && z <= r, "{z} for {o} and {r}");
    }
}

#[test]
fn findings_that_make_no_sense_are_refused() {
    assert!(Finding::new(f64::NAN, 1.0).is_err());
    assert!(Finding::new(1.0, 0.0).is_err());
    assert!(Finding::from_r(1.0, 20).is_err());
    assert!(Finding::from_r(0.2, 3).is_err());
    assert!(Finding::from_d(0.2, 1, 5).is_err());
    let (zero, some) = (Finding::new(0.0, 1.0).unwrap(), Finding::new(1.0, 1.0).unwrap());
    assert!(sceptical_p(&zero, &some).is_err());
    assert!(prediction_interval(&some, &zero, 1.0).is_err());
}
