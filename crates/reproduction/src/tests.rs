//! Small comparisons with known values, and what must hold of any.

use std::collections::BTreeMap;

use analysis::{JudgedBy, Verdict};
use proptest::prelude::*;
use study::claim::{Claim, Condition, Rule};
use study::file::{Correction, TestName};
use study::original::Measure;

use super::qra::{Qra, QraStudy, read};
use super::rescaling::Ends;
use super::{
    Cell, CompareError, Comparison, Experiment, Frame, FrameCriterion, Options, ReportedNumber, Score, compare,
};

fn score(system: &str, value: ReportedNumber, spread: Option<(f64, u64)>) -> Score {
    Score {
        cell: Cell {
            criterion: "c".to_owned(),
            measure: Measure::Mean,
            system: Some(system.to_owned()),
            against: None,
            stratum: BTreeMap::new(),
        },
        value,
        sd: spread.map(|(sd, _)| ReportedNumber::Computed(sd)),
        n: spread.map(|(_, n)| n),
    }
}

fn experiment(name: &str, values: &[f64], spread: Option<(f64, u64)>) -> Experiment {
    let scores = values.iter().enumerate().map(|(i, v)| score(&format!("s{i}"), ReportedNumber::Computed(*v), spread));
    Experiment { name: name.to_owned(), scores: scores.collect(), ..Experiment::default() }
}

fn frame(lowest: f64) -> Frame {
    let criterion = FrameCriterion {
        id: "c".to_owned(),
        name: "C".to_owned(),
        lowest: Some(lowest),
        better: study::file::Better::Higher,
    };
    Frame { criteria: vec![criterion], ..Frame::default() }
}

fn compare_experiments(experiments: Vec<Experiment>) -> Comparison {
    compare(experiments, frame(0.0), Options::default()).unwrap()
}

#[track_caller]
fn value(comparison: &Comparison, id: &str) -> f64 {
    let known = || comparison.numbers.iter().map(super::ComparisonNumber::id).collect::<Vec<_>>().join("\n");
    comparison.get(&id.parse().unwrap()).unwrap_or_else(|| panic!("no {id} among\n{}", known())).estimate.value
}

#[test]
fn what_cannot_be_compared_is_refused_with_the_reason() {
    let one = || experiment("O", &[1.0, 2.0], None);
    let check = |experiments: Vec<Experiment>, expected: CompareError| {
        assert_eq!(compare(experiments, Frame::default(), Options::default()).unwrap_err(), expected);
    };
    check(vec![one()], CompareError::TooFew(1));
    check(vec![one(), one()], CompareError::SameName("O".to_owned()));
    let mut other = experiment("R", &[1.0, 2.0], None);
    for score in &mut other.scores {
        "d".clone_into(&mut score.cell.criterion);
    }
    check(vec![one(), other], CompareError::NothingShared);
    assert!(ReportedNumber::parse_printed("three").is_err());
}

#[test]
fn numbers_that_the_scale_does_not_have_are_left_out_and_named() {
    let ends = Ends { lowest: 1.0, highest: 5.0, better: study::file::Better::Higher };
    let framed = || Frame { scales: [("c".to_owned(), ends)].into(), ..frame(1.0) };
    let hundred = || experiment("O", &[65.0, 42.5], Some((22.5, 96)));
    let run = || experiment("R", &[3.6, 2.9], Some((1.0, 96)));
    let said = "O on C: 2 of 2 printed numbers (mean) cannot be: mean 65.00 of s0 does not lie between 1 and 5. A digit was \
                mistyped, or the scale is not the original's, so none of them is used. In the file of the original, check that \
                the number was copied as printed, and `minimum` and `points` of the scale; convert the numbers of another \
                scale to this one.";
    let found = compare(vec![hundred(), run()], framed(), Options::default()).unwrap_err();
    assert_eq!(found, CompareError::Impossible(said.to_owned()));
    // The others are compared without it.
    let found =
        compare(vec![hundred(), run(), Experiment { name: "S".to_owned(), ..run() }], framed(), Options::default());
    let found = found.unwrap();
    assert_eq!(found.remarks[0], said);
    assert!(found.numbers.iter().all(|number| !number.id().contains("O|")), "nothing is compared with O");
    // A standard deviation gives the wrong scale away, too.
    let found = compare(vec![experiment("O", &[3.1, 2.9], Some((22.5, 96))), run()], framed(), Options::default());
    let CompareError::Impossible(said) = found.unwrap_err() else { panic!("refused for another reason") };
    assert!(said.contains("cannot be: the standard deviation 22.50 of s0 is larger than 2.02"), "{said}");
}

#[test]
fn every_number_has_an_id_of_its_own() {
    let found = compare_experiments(vec![
        experiment("O", &[3.0, 2.0, 1.5], Some((1.0, 50))),
        experiment("R1", &[2.9, 2.2, 1.4], Some((0.9, 60))),
        experiment("R2", &[2.5, 2.6, 1.1], Some((1.1, 70))),
    ]);
    let mut ids: Vec<String> = found.numbers.iter().map(super::ComparisonNumber::id).collect();
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all);
    assert!(found.numbers.iter().all(|number| number.estimate.value.is_finite()));
    for id in [
        "cv[c, s0]",
        "cv[c, s0, O|R2]",
        "mean_rho[c]",
        "P[c]",
        "effect_difference[c, s0, s1, R1|R2]",
        "pooled_effect[c, s0, s1]",
    ] {
        value(&found, id);
    }
}

#[test]
fn a_claim_is_corrected_over_the_comparisons_that_were_declared() {
    // t = 2.33 of the first two, p = 0.021: below 0.05 among two comparisons by Holm's correction, not among three.
    let runs = || {
        let means = [1.0, 0.67, 0.8];
        vec![experiment("O", &means, Some((1.0, 100))), experiment("R", &means, Some((1.0, 100)))]
    };
    let above = Condition::Above { system: 0, others: vec![1], criterion: 0, by: None };
    let rule = Rule::Significant { test: TestName::StudentT, correction: Correction::Holm, alpha: 0.05 };
    let claim = Claim { id: "C1".to_owned(), text: "More.".to_owned(), holds_if: Some(above), rule, as_original: None };
    let check = |families: Vec<(String, Vec<(usize, usize)>)>, expected: Verdict| {
        let systems = (0..3).map(|i| (format!("s{i}"), format!("S{i}"))).collect();
        let frame = Frame { systems, claims: vec![claim.clone()], families, ..frame(0.0) };
        let found = compare(runs(), frame, Options::default()).unwrap();
        assert_eq!(found.claims[0].runs[1].verdict, expected);
    };
    check(vec![("c".to_owned(), vec![(0, 1), (0, 2)])], Verdict::Supported);
    check(Vec::new(), Verdict::Inconclusive);
}

#[test]
fn what_the_original_found_does_not_depend_on_the_run_it_is_compared_with() {
    let mut original = experiment("O", &[1.0, 3.0, 2.0], None);
    for score in &mut original.scores {
        score.cell.measure = Measure::Rank;
    }
    let condition = Condition::Above { system: 0, others: vec![1, 2], criterion: 0, by: None };
    let (id, text) = ("C1".to_owned(), "First.".to_owned());
    let claim = Claim { id, text, holds_if: Some(condition), rule: Rule::Direction, as_original: None };
    for means in [&[3.6, 2.9, 3.1][..], &[3.6, 2.9]] {
        let systems = (0..3).map(|i| (format!("s{i}"), format!("S{i}"))).collect();
        let frame = Frame { systems, declared: 3, claims: vec![claim.clone()], ..frame(0.0) };
        let run = experiment("R", means, Some((1.0, 96)));
        let found = compare(vec![original.clone(), run], frame, Options::default()).unwrap();
        assert_eq!(found.claims[0].runs[0].verdict, Verdict::AsClaimed, "{:?}", found.claims[0].runs[0].because);
        let expected = if means.len() == 3 { Verdict::AsClaimed } else { Verdict::NotComputed };
        assert_eq!(found.claims[0].runs[1].verdict, expected);
    }
}

#[test]
fn means_absurdly_far_apart_are_compared_at_once() {
    let found = compare_experiments(vec![
        experiment("O", &[1e9, 2.0], Some((1e-6, 50))),
        experiment("R", &[1e9, 2.5], Some((1e-6, 60))),
    ]);
    assert!(found.numbers.iter().all(|number| number.estimate.value.is_finite()));
    value(&found, "d[c, s0, s1, O]");
}

#[test]
fn a_printed_number_gives_what_its_rounding_allows() {
    let printed = |name: &str, text: &str| Experiment {
        name: name.to_owned(),
        scores: vec![score("s", ReportedNumber::parse_printed(text).unwrap(), None)],
        ..Experiment::default()
    };
    let found = compare_experiments(vec![printed("O", "3.7"), printed("R", "3.12")]);
    let delta = found.get(&"delta[c, s, O|R]".parse().unwrap()).unwrap().estimate.interval.unwrap();
    assert!((delta.low + 0.635).abs() < 1e-12 && (delta.high + 0.525).abs() < 1e-12, "{delta:?}");
    assert_eq!(found.get(&"mean[c, s, O]".parse().unwrap()).unwrap().printed.as_deref(), Some("3.7"));
    assert!(found.get(&"cv[c, s]".parse().unwrap()).unwrap().estimate.interval.is_some());
}

/// Two criteria, two experiments, three systems; the numbers follow from the formulas by hand.
const METRICS: &str = "Key,Study,Experiment,System,Criterion,Result
K,K,O,A,Ease,3\nK,K,O,B,Ease,2\nK,K,O,C,Ease,4\nK,K,R,A,Ease,4\nK,K,R,B,Ease,2\nK,K,R,C,Ease,3\n";
const CONFIG: &str = r#"{"K": {"scale_starts_at": 1, "experiments": {"O": "Orig", "R": "Repr"},
  "criteria": {"E": {"map": "Ease", "apply_over_correction": false, "normal_data": true}}}}"#;

#[test]
fn a_table_of_measurements_is_assessed_as_by_the_qra_tool() {
    let studies = read(METRICS, CONFIG).unwrap();
    let qra = Qra::assess(studies[0].clone()).unwrap();
    let data = qra.data();
    let system = &data["result_types"]["Type I"]["per_level_results"]["System"]["system"]["Ease"]["results"];
    // Shifted to 2 and 3: s = √½, c4 = √(2/π), mean 2½, so CV = 100 √½ √(π/2) / 2½.
    let cv = 100.0 * 0.5f64.sqrt() * (std::f64::consts::PI / 2.0).sqrt() / 2.5;
    assert!((system["A"]["coefficient_of_variation"].as_f64().unwrap() - cv).abs() < 1e-12);
    assert!(system["B"]["coefficient_of_variation"].as_f64().unwrap().abs() < 1e-12);
    let orders = &data["result_types"]["Type IV"]["per_level_results"]["Study"]["study"]["All"];
    assert_eq!((orders["n"].as_u64(), orders["d"].as_u64()), (Some(2), Some(3)));
    assert!(qra.table_csv().contains("Type IV,Ease,all,P↑,n/a,0.667,0.667"), "{}", qra.table_csv());
    assert!(qra.table_tex().contains("two comparable experiments (n=2), Orig and Repr."));
    // What is written can be read again.
    let config = qra.config().to_string();
    assert_eq!(read(&qra.metrics(), &config).unwrap(), studies);
}

#[test]
fn mistakes_in_qra_files_are_told() {
    let check = |metrics: &str, config: &str, said: &str| {
        let error = read(metrics, config).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    };
    check("a,b\n1,2\n", CONFIG, "no column `Key`");
    check(METRICS, "[]", "a key per study");
    check(METRICS, "{}", "no study `K`");
    check(&METRICS.replace("K,K,R,C,Ease,3\n", ""), CONFIG, "no result for system `C`");
    check(&METRICS.replace("Ease,3", "Ease,x"), CONFIG, "`x` is not a number");
    check(METRICS, &CONFIG.replace("\"Ease\"", "\"Eas\""), "maps to `Ease`");
}

#[test]
fn a_comparison_becomes_a_table_of_measurements() {
    let found =
        compare_experiments(vec![experiment("O", &[3.0, 2.0, 1.5], None), experiment("R", &[2.9, 2.2, 1.4], None)]);
    let study = QraStudy::of_comparison("K", &found).unwrap();
    let qra = Qra::assess(study).unwrap();
    let cv = qra.data()["result_types"]["Type I"]["per_level_results"]["Criterion"]["criterion"]["C"]["v"].as_f64();
    assert!((cv.unwrap() - value(&found, "mean_cv[c]")).abs() < 1e-12);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_same_scores_twice_reproduce_perfectly(values in proptest::collection::vec(1.0f64..9.0, 3..6)) {
        let found = compare_experiments(vec![experiment("O", &values, Some((1.0, 40))), experiment("R", &values, Some((1.0, 40)))]);
        prop_assert!(value(&found, "mean_cv[c]").abs() < 1e-9);
        prop_assert!((value(&found, "P[c]") - 1.0).abs() < 1e-12);
        prop_assert!(value(&found, "effect_difference[c, s0, s1, O|R]").abs() < 1e-12);
    }

    #[test]
    fn the_order_of_two_experiments_changes_only_signs(
        a in proptest::collection::vec(1.0f64..9.0, 4),
        b in proptest::collection::vec(1.0f64..9.0, 4),
    ) {
        let (o, r) = (|n: &str| experiment(n, &a, Some((1.0, 40))), |n: &str| experiment(n, &b, Some((1.2, 30))));
        let (one, two) = (compare_experiments(vec![o("A"), r("B")]), compare_experiments(vec![r("B"), o("A")]));
        for id in ["cv[c, s0]", "mean_cv[c]", "P[c]", "W[c]"] {
            prop_assert!((value(&one, id) - value(&two, id)).abs() < 1e-9, "{}", id);
        }
        for (first, second) in [("delta[c, s0, A|B]", "delta[c, s0, B|A]"), ("effect_difference[c, s0, s1, A|B]", "effect_difference[c, s0, s1, B|A]")] {
            prop_assert!((value(&one, first) + value(&two, second)).abs() < 1e-9);
        }
    }

    #[test]
    fn no_input_gives_a_number_that_is_none(
        a in proptest::collection::vec(proptest::num::f64::NORMAL | proptest::num::f64::ZERO, 3),
        b in proptest::collection::vec(-5.0f64..5.0, 3),
        sd in 0.0f64..3.0,
        n in 0u64..5,
    ) {
        // Of a paper, numbers below the scale would be left out.
        let run = |name, values: &[f64]| {
            Experiment { judged_by: Some(JudgedBy::Foreign), ..experiment(name, values, Some((sd, n))) }
        };
        let found = compare(vec![run("A", &a), run("B", &b)], frame(1.0), Options::default()).unwrap();
        for number in &found.numbers {
            prop_assert!(number.estimate.value.is_finite(), "{} is {}", number.id(), number.estimate.value);
        }
    }
}
