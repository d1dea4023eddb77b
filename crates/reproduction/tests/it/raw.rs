//! Two runs of the fluency study compared from their ratings, skipped where these are absent: differences and effects as in
//! `reference/published/fluency-models.toml`; agreement over both (krippendorff 0.9.0) and scores item by item (R 4.2.2) as computed
//! from the same ratings. Two people rated in each run, so that nothing between them is tested.

#![expect(clippy::unwrap_used, reason = "a golden file of another shape is a failed test")]

use std::path::Path;

use analysis::Statistic;
use dataset::Mapping;
use reproduction::{Comparison, Experiment, Frame, Options, compare};
use table::Table;

fn compare_runs() -> Option<(Comparison, toml::Table)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let ratings = std::fs::read(testdata::find_outside("data/seed0/ratings.csv")?).unwrap();
    let golden = testdata::read_published_numbers("fluency-models");
    let table = Table::read("ratings.csv", &ratings).unwrap();
    let mapping = std::fs::read_to_string(root.join("studies/fluency/mapping.toml")).unwrap();
    let run = |name: &str, raters: [&str; 2]| {
        let mut mapping = Mapping::read(&mapping).unwrap();
        mapping.only.insert("rater".to_owned(), raters.map(str::to_owned).to_vec());
        mapping.criteria[0].response = serde_json::from_str(r#"{"kind": "rating", "points": 4, "minimum": 1}"#).ok();
        Experiment::of_dataset(name, "ratings", dataset::from_table(&table, &mapping, None).unwrap())
    };
    let runs = vec![run("R1", ["001", "002"]), run("R2", ["009", "010"])];
    let frame = Frame::of_dataset(runs[0].dataset.as_ref().unwrap());
    Some((compare(runs, frame, Options::default()).unwrap(), golden.parse().unwrap()))
}

#[track_caller]
fn close(comparison: &Comparison, id: &str, expected: f64, rtol: f64) {
    let ids = || comparison.numbers.iter().map(|number| number.id()).collect::<Vec<_>>().join("\n");
    let found = comparison
        .get(&id.parse().unwrap())
        .unwrap_or_else(|| panic!("no {id} among\n{}\n{:?}", ids(), comparison.missing));
    let found = found.estimate.value;
    assert!((found - expected).abs() <= rtol * expected.abs(), "{id}: {found} for {expected}");
}

#[test]
fn two_runs_of_seed_0_from_their_ratings() {
    let Some((found, golden)) = compare_runs() else { return };
    for (system, theirs) in [("svm", "SVM-RERANK"), ("gedi", "GEDI"), ("dexperts", "DEXPERT")] {
        let expected = golden["r1_vs_r2"][theirs]["diff"].as_float().unwrap();
        // Ours is later minus earlier.
        close(&found, &format!("delta[fluency, {system}, R1|R2]"), -expected, 1e-9);
    }
    assert!(!found.numbers.iter().any(|it| matches!(it.statistic, Statistic::Tost | Statistic::HeterogeneityQ)));
    assert_eq!(found.few_raters.len(), 2, "{:?}", found.few_raters);
    for (id, expected) in [
        ("d[fluency, svm, gedi, R1]", 0.515_743_212_142_144_7),
        ("d[fluency, svm, dexperts, R1]", 0.881_873_658_425_790_2),
        ("d[fluency, svm, gedi, R2]", 0.490_321_155_723_288_1),
        ("d[fluency, svm, dexperts, R2]", 1.715_524_181_802_501),
        ("alpha[fluency, R1]", 0.518_674_195_333_559_4),
        ("alpha_pooled[fluency, R1|R2]", 0.520_815_427_850_617_2),
        ("items_r[fluency, R1|R2]", 0.642_656_649_3),
        ("items_rho[fluency, R1|R2]", 0.661_551_018_1),
        ("items_differ[fluency, R1|R2]", 146.0),
    ] {
        // The order in which a pair is named follows the dataset; the sign with it.
        let turned = |id: &str| {
            let mut parts: Vec<&str> = id.split(", ").collect();
            if parts.len() == 4 {
                parts.swap(1, 2);
            }
            parts.join(", ")
        };
        if found.get(&id.parse().unwrap()).is_some() {
            close(&found, id, expected, 1e-7);
        } else {
            close(&found, &turned(id), -expected, 1e-7);
        }
    }
}
