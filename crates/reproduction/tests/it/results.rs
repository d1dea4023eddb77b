//! Runs compared from their results files: what the deciding model found stands in them, and no judgement is taken for
//! independent.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::fmt::Write as _;

use analysis::{Results, Statistic};
use dataset::{Dataset, Mapping};
use reproduction::{ClaimInRun, Comparison, Experiment, Frame, Options, compare};
use study::claim::{Claim, Condition, Rule};
use study::file::{Better, Correction, TestName};
use study::original::Original;
use table::Table;

/// Six people, twenty items and three systems; outputs and tastes differ by what follows from `seed`.
fn ratings(seed: u32) -> Dataset {
    let mut text = "rater,item,system,rating\n".to_owned();
    let noise = |a: u32, b: u32, c: u32| {
        let mixed = u64::from(a + 7 * b + 31 * c + 101 * seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        f64::from(u32::try_from(mixed >> 40).unwrap()) / f64::from(1u32 << 24) - 0.5
    };
    for (person, item, system) in (0..6).flat_map(|p| (0..20).flat_map(move |i| (0..3).map(move |s| (p, i, s)))) {
        let seen = 3.0
            + 0.4 * f64::from(system)
            + noise(0, item, system)
            + noise(person, 900, system)
            + 2.0 * noise(person, item, system);
        let _ = writeln!(text, "p{person},i{item},s{system},{}", seen.round().clamp(1.0, 5.0));
    }
    dataset::from_table(&Table::read("ratings.csv", text.as_bytes()).unwrap(), &Mapping::default(), None).unwrap()
}

fn compare_experiments(experiments: Vec<Experiment>, dataset: &Dataset) -> Comparison {
    compare(experiments, Frame::of_dataset(dataset), Options::default()).unwrap()
}

#[test]
fn results_files_are_compared_by_what_their_models_found() {
    let runs = [1, 2, 3].map(ratings);
    let results = runs.each_ref().map(|run| {
        let found = analysis::run(None, run, analysis::Options { seed: 1, replicates: 20, level: 0.95 });
        Results::from_json(&found.to_json()).unwrap()
    });
    let names = ["A", "B", "C"];
    let from_results = names.iter().zip(&results).map(|(name, it)| Experiment::of_results(name, it)).collect();
    let from_judgements =
        names.iter().zip(&runs).map(|(name, it)| Experiment::of_dataset(name, "", it.clone())).collect();
    let (files, judgements) =
        (compare_experiments(from_results, &runs[0]), compare_experiments(from_judgements, &runs[0]));
    assert!(
        files.remarks.iter().all(|remark| !remark.contains("treat judgements as independent")),
        "{:?}",
        files.remarks
    );
    let mut same = 0;
    for number in &files.numbers {
        let name = number.estimate.name;
        if !matches!(name, "t" | "p_holm" | "tests_alike" | "tost" | "difference" | "d" | "pooled_effect") {
            continue;
        }
        let other = judgements.get(&number.quantity()).unwrap_or_else(|| panic!("no {}", number.id()));
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6 * (1.0 + a.abs());
        assert!(close(number.estimate.value, other.estimate.value), "{}", number.id());
        let p = |it: &stats::Estimate| it.p.map_or(-1.0, stats::PValue::value);
        assert!(close(p(&number.estimate), p(&other.estimate)), "{}", number.id());
        same += 1;
    }
    assert!(same > 40, "{same} numbers");
    // Each test is that of the run's own analysis.
    let own = results[1].get(Statistic::DIFFERENCE, "rating", &["s0", "s2"]).unwrap();
    let tested = files.get(&"t[rating, s0, s2, B]".parse().unwrap()).unwrap();
    assert_eq!(tested.estimate.p.map(stats::PValue::value), own.estimate.p.map(stats::PValue::value));
}

#[test]
fn a_run_that_asked_on_a_scale_turned_round_is_turned_before_comparing() {
    let mut found = analysis::run(None, &ratings(1), analysis::Options { seed: 1, replicates: 20, level: 0.95 });
    assert_eq!(found.about.criteria[0].scale, None, "what was answered in a foreign table is no scale");
    let (lowest, highest) = (1.0, 5.0);
    found.about.criteria[0].scale = Some((lowest, highest));
    let mut turned = found.clone();
    turned.about.criteria[0].better = Better::Lower;
    let runs = vec![Experiment::of_results("A", &found), Experiment::of_results("B", &turned)];
    let both = compare(runs, Frame::of_results(&found), Options::default()).unwrap();
    let value = |id: &str| both.get(&id.parse().unwrap()).unwrap().estimate.value;
    let together = value("mean[rating, s0, A]") + value("mean[rating, s0, B]");
    assert!((together - lowest - highest).abs() < 1e-9, "{together}");
    assert!((value("t[rating, s0, s2, A]") + value("t[rating, s0, s2, B]")).abs() < 1e-9);
    assert_eq!(both.rescaled.len(), 1, "{:?}", both.rescaled);
    assert!(both.remarks.contains(&both.rescaled[0]));
}

/// What is decided about `s1 > s0` in a run, beside an original that printed these numbers.
fn decide_beside(printed: &str, run: Experiment, dataset: &Dataset) -> ClaimInRun {
    let original: Original = toml::from_str(&format!("paper = \"P\"\n{printed}")).unwrap();
    let rule = Rule::Significant { test: TestName::MixedModel, correction: Correction::Holm, alpha: 0.05 };
    let holds_if = Some(Condition::Above { system: 1, others: vec![0], criterion: 0, by: None });
    let claim = Claim { id: "C1".to_owned(), text: "Better.".to_owned(), holds_if, rule, as_original: None };
    let frame = Frame { claims: vec![claim], ..Frame::of_dataset(dataset) };
    let runs = vec![Experiment::of_original("original", &original).unwrap(), run];
    compare(runs, frame, Options::default()).unwrap().claims.remove(0).runs.remove(1)
}

#[test]
fn each_run_says_with_which_power_it_could_have_found_the_originals_difference() {
    let dataset = ratings(2);
    let found = analysis::run(None, &dataset, analysis::Options { seed: 1, replicates: 20, level: 0.95 });
    let means = "[[tables]]\nmeasure = \"mean\"\ncolumns = \"rating\"\nrows = { s0 = \"3.20\", s1 = \"3.60\" }";
    let own = &found.get(Statistic::DIFFERENCE, "rating", &["s0", "s1"]).unwrap().estimate;
    let contrast = stats::power::Contrast { difference: 0.4, se: own.se.unwrap(), df: own.df.first().copied() };
    // Two-sided, at the strictest step of Holm's correction over three pairs.
    let expected = contrast.power_above(0.0, 0.05 / 6.0).unwrap();
    for run in [Experiment::of_dataset("R", "", dataset.clone()), Experiment::of_results("R", &found)] {
        let decided = decide_beside(means, run, &dataset);
        let [power] = &decided.power[..] else { panic!("{:?}", decided.power) };
        assert!((power.original - 0.4).abs() < 1e-12 && (power.power - expected).abs() < 1e-6, "{power:?} {expected}");
        assert_eq!(power.systems, ["s1", "s0"]);
        assert!(decided.because[0].contains("the original's (0.40)"), "{:?}", decided.because);
    }
    // Places say nothing of how large a difference is; and printed numbers alone nothing of how sure a run is.
    let places = means.replace("mean", "rank").replace("3.20", "2").replace("3.60", "1");
    let run = || Experiment::of_dataset("R", "", dataset.clone());
    assert_eq!(decide_beside(&places, run(), &dataset).power, []);
    assert_eq!(decide_beside(means, Experiment { dataset: None, ..run() }, &dataset).power, []);
}

/// Three people who judge three systems on eight items by `value(person, item, system)`, of which the first is nearly always at the end
/// of the scale.
fn near_the_end(column: &str, mapping: &str, value: impl Fn(u32, u32, u32) -> u32) -> Results {
    let mut text = format!("rater,item,system,{column}\n");
    for (person, item, system) in (0..3).flat_map(|p| (0..8).flat_map(move |i| (0..3).map(move |s| (p, i, s)))) {
        let _ = writeln!(text, "p{person},i{item},s{system},{}", value(person, item, system));
    }
    let table = Table::read("end.csv", text.as_bytes()).unwrap();
    let dataset = dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None).unwrap();
    let found = analysis::run(None, &dataset, analysis::Options { seed: 1, replicates: 20, level: 0.95 });
    Results::from_json(&found.to_json()).unwrap()
}

#[test]
fn intervals_from_results_end_where_the_scale_ends() {
    let scale = "value = \"rating\"\n[[criteria]]\nid = \"rating\"\nresponse = { kind = \"rating\", points = 5 }\n";
    let rating = |person: u32, item: u32, system: u32| match system {
        0 => 5 - u32::from((person, item) == (0, 0)),
        _other => 1 + (person + item * system) % 2,
    };
    let rank = |person: u32, item: u32, system: u32| match (system, (person, item) == (0, 0)) {
        (0, false) | (1, true) => 3,
        (0, true) => 2,
        (1, false) => 1 + (person + item) % 2,
        (_, true) => 1,
        (_, false) => 2 - (person + item) % 2,
    };
    let rated = near_the_end("rating", scale, rating);
    let ranked = near_the_end("rank", "", rank);
    for (results, id, (lowest, highest)) in [(&rated, "rating", (1.0, 5.0)), (&ranked, "rank", (1.0, 3.0))] {
        let runs = vec![Experiment::of_results("A", results), Experiment::of_results("B", results)];
        let both = compare(runs, Frame::of_results(results), Options::default()).unwrap();
        let interval = |number: &str| both.get(&number.parse().unwrap()).unwrap().estimate.interval.unwrap();
        let mut at_the_end = 0;
        for system in ["s0", "s1", "s2"] {
            let found = interval(&format!("score_interval[{id}, {system}, A]"));
            assert!(found.low >= lowest && found.high <= highest, "{id} {system}: {found:?}");
            at_the_end += usize::from(found.high >= highest || found.low <= lowest);
            let between = interval(&format!("difference[{id}, {system}, A|B]"));
            assert!(between.high <= highest - lowest, "{id} {system}: {between:?}");
        }
        assert!(at_the_end > 0, "no interval of {id} reaches the end");
    }
}

/// Results of a foreign table without its lowest answer, as an analysis writes them.
fn without_ones(mapping: &str) -> Results {
    near_the_end("rating", mapping, |person, item, system| 2 + (person + item * (1 + system)) % 4)
}

#[test]
fn answers_that_were_found_are_no_scale_to_rescale_by() {
    let all = near_the_end("rating", "", |person, item, system| 1 + (person + item * (1 + system)) % 5);
    let some = without_ones("");
    assert_eq!((all.about.criteria[0].answers, some.about.criteria[0].answers), (Some((1.0, 5.0)), Some((2.0, 5.0))));
    let runs = vec![Experiment::of_results("A", &all), Experiment::of_results("B", &some)];
    let both = compare(runs, Frame::of_results(&all), Options::default()).unwrap();
    let mean = both.get(&"mean[rating, s0, B]".parse().unwrap()).unwrap().estimate.value;
    let own = some.get(Statistic::Mean, "rating", &["s0"]).unwrap().estimate.value;
    assert!((mean - own).abs() < 1e-12, "{mean} {own}");
    assert!(
        both.rescaled[0]
            .contains("not stated for A (answers from 1 to 5, higher is better) and B (answers from 2 to 5")
    );
    assert!(both.get(&"cv[rating, s0]".parse().unwrap()).is_none(), "no shift by an answer");
    // A mapping that states the scale makes the same answers one of its ends.
    let stated = without_ones(
        "value = \"rating\"\n[[criteria]]\nid = \"rating\"\nresponse = { kind = \"rating\", points = 5 }\n",
    );
    assert_eq!(
        (stated.about.criteria[0].scale, stated.about.criteria[0].answers),
        (Some((1.0, 5.0)), Some((2.0, 5.0)))
    );
    let runs = vec![Experiment::of_results("A", &stated), Experiment::of_results("B", &some)];
    let both = compare(runs, Frame::of_results(&stated), Options::default()).unwrap();
    assert!(both.get(&"cv[rating, s0]".parse().unwrap()).is_some());
    assert!(both.rescaled[0].contains("not stated for B (answers from 2 to 5"), "{:?}", both.rescaled);
}

#[test]
fn foreign_results_that_do_not_name_their_answers_have_no_scale() {
    let mut file = without_ones("").to_json();
    let asked = &mut file["about"]["criteria"][0];
    asked.as_object_mut().unwrap().remove("answers");
    asked["scale"] = serde_json::json!([2.0, 5.0]);
    let asked = &Results::from_json(&file).unwrap().about.criteria[0];
    assert_eq!((asked.scale, asked.answers), (None, Some((2.0, 5.0))));
}

#[test]
fn answers_to_plainly_other_scales_are_not_compared() {
    let five = without_ones("");
    let hundred = near_the_end("rating", "", |person, item, system| (17 * person + 13 * item * (1 + system)) % 101);
    let runs = vec![Experiment::of_results("A", &five), Experiment::of_results("B", &hundred)];
    let stopped = compare(runs, Frame::of_results(&five), Options::default()).unwrap_err().to_string();
    assert!(stopped.contains("A (answers from 2 to 5, higher is better) and B (answers from 0 to 99,"), "{stopped}");
    assert!(stopped.contains("response = { kind = \"rating\", points = 5, minimum = 1 }"), "{stopped}");
    // Tables of judgements, of which one says that lower is better.
    let lower = ratings(1);
    let mut higher = ratings(2);
    higher.criteria[0].better = Better::Lower;
    let runs = vec![Experiment::of_dataset("A", "", lower.clone()), Experiment::of_dataset("B", "", higher)];
    let stopped = compare(runs, Frame::of_dataset(&lower), Options::default()).unwrap_err().to_string();
    assert!(stopped.contains("do not look like answers on the same scale"), "{stopped}");
}
