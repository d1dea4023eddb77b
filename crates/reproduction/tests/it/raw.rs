//! Two runs of the fluency study compared from their ratings, skipped where these are absent: effects, and equivalence as
//! if judgements were independent, as in `reference/published/fluency-models.toml`; agreement over both (krippendorff
//! 0.9.0), scores item by item (R 4.2.2) and the mixed model (lmerTest 3.1-3) as computed from the same ratings.

#![expect(clippy::unwrap_used, reason = "a golden file of another shape is a failed test")]

use std::path::Path;

use dataset::Mapping;
use reproduction::{Comparison, Experiment, Frame, Options, compare};
use table::Table;

/// The runs compared from their ratings, and from their means, standard deviations and sizes alone, as a paper prints them.
fn compare_runs() -> Option<([Comparison; 2], toml::Table)> {
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
    let summaries = runs.iter().cloned().map(|run| Experiment { dataset: None, ..run }).collect();
    let options = Options { margin: Some(0.2), ..Options::default() };
    let both = [runs, summaries].map(|runs: Vec<Experiment>| compare(runs, frame.clone(), options).unwrap());
    Some((both, golden.parse().unwrap()))
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
    let Some(([found, as_printed], golden)) = compare_runs() else { return };
    for (system, theirs) in [("svm", "SVM-RERANK"), ("gedi", "GEDI"), ("dexperts", "DEXPERT")] {
        let expected = |name: &str| golden["r1_vs_r2"][theirs][name].as_float().unwrap();
        // Ours is later minus earlier.
        close(&found, &format!("difference[fluency, {system}, R1|R2]"), -expected("diff"), 1e-9);
        close(&found, &format!("margin[fluency, {system}, R1|R2]"), expected("tost_bound_02_sd_R1"), 1e-10);
        let p = |from: &Comparison, name: &str| {
            from.get(&format!("{name}[fluency, {system}, R1|R2]").parse().unwrap()).unwrap().estimate.p.unwrap().value()
        };
        let independent = |name: &str| p(&as_printed, name);
        assert!((independent("tost") - expected("tost_p_02_sd_R1")).abs() < 1e-10, "{system}");
        assert!((independent("difference") / expected("p") - 1.0).abs() < 1e-8, "{system}");
        // With judgements taken as independent, a difference looks more certain than two raters of each run can make it.
        assert!(p(&found, "difference") > independent("difference"), "{system}");
    }
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
        ("lmm_interaction[fluency, R1|R2]", 58.402_596_243_2),
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
