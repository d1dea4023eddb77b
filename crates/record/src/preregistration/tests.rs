use std::path::Path;

use study::claim::Rule;
use study::file::{Correction, Exclusion};
use study::{InMemory, OnDisk, Snapshot, Study};

use super::*;
use crate::AuthorsRecord;
use crate::authors::AnswerRecord;

fn folder(name: &str) -> OnDisk {
    OnDisk(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name))
}

fn study(name: &str) -> (Study, Snapshot) {
    let (checked, snapshot) = Snapshot::take(&folder(name));
    (checked.study.unwrap(), snapshot)
}

#[test]
fn every_worked_study_fills_in_most_of_the_forms() {
    for name in ["fluency", "meaning-pairs", "best-worst", "simplicity-ranking", "toxicity-pairs"] {
        let (study, _) = study(name);
        let plan = plan::make(&study).unwrap();
        let record = AuthorsRecord::default();
        let facts =
            Facts { study: &study, plan: &plan, results: None, comparison: None, rehearsal: None, record: &record };
        let open = |id: &str| {
            let form = forms().iter().find(|form| form.id == id).unwrap();
            let filled = fill_form(&facts, form).unwrap();
            filled.groups[0]
                .lines
                .iter()
                .filter(|line| line.answer.is_none())
                .map(|line| line.number.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(open("osf"), ["q5", "q9", "q12", "q22", "q23"], "{name}");
        assert_eq!(open("aspredicted"), ["other"], "{name}");
        let by_authors = ["item2", "item7", "item9", "item10", "item11", "item14", "item25"];
        let recipe = open("recipe");
        assert!(by_authors.iter().all(|item| recipe.iter().any(|open| open == item)), "{name}: {recipe:?}");
        assert!(recipe.len() <= 14, "{name}: {recipe:?}");
    }
}

#[test]
fn the_authors_words_stand_above_and_power_comes_from_the_simulation() {
    let (study, _) = study("fluency");
    let plan = plan::make(&study).unwrap();
    let own = AnswerRecord {
        question: "osf q5".to_owned(),
        criterion: None,
        choose: Vec::new(),
        text: Some("none".to_owned()),
    };
    let record = AuthorsRecord { answer: vec![own], ..AuthorsRecord::default() };
    let rehearsal =
        serde_json::json!({ "runs": 1000, "estimates": [{ "name": "power", "of": ["C1"], "value": 0.831 }] });
    let facts = Facts {
        study: &study,
        plan: &plan,
        results: None,
        comparison: None,
        rehearsal: Some(&rehearsal),
        record: &record,
    };
    let osf = responses(&facts, &forms()[0]);
    assert_eq!(osf["q5"], "none");
    assert!(osf["q12"].as_str().unwrap().contains("C1: 0.83"), "{}", osf["q12"]);
}

#[test]
fn what_departs_from_a_frozen_study_is_found_by_comparing() {
    let (study, snapshot) = study("fluency");
    let plan = plan::make(&study).unwrap();
    let record = AuthorsRecord::default();
    let facts = Facts { study: &study, plan: &plan, results: None, comparison: None, rehearsal: None, record: &record };
    let frozen = FrozenPreregistration::freeze(&facts, &snapshot, "items.csv", "2026-11-16T10:00:00Z");
    let read = FrozenPreregistration::from_json(&frozen.to_json()).unwrap();
    assert_eq!((read.hash(), read.departures(&study, &snapshot).unwrap()), (frozen.hash(), Vec::new()));
    let mut files: std::collections::BTreeMap<String, Vec<u8>> =
        snapshot.files().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    let text = String::from_utf8(files["study.toml"].clone()).unwrap().replace("alpha = 0.05", "alpha = 0.10");
    files.insert("study.toml".to_owned(), text.into_bytes());
    let (checked, today) = Snapshot::take(&InMemory(files.into_iter().collect()));
    let found = read.departures(&checked.study.unwrap(), &today).unwrap();
    assert_eq!(found, ["analysis, level: registered: 0.05; now: 0.1", "`study.toml` was changed at `analysis.alpha`"]);
    // Whoever edits what is kept has to answer for the hash.
    let edited = FrozenPreregistration::from_json(&frozen.to_json().replace("alpha = 0.05", "alpha = 0.01")).unwrap();
    let found = edited.departures(&study, &snapshot).unwrap();
    assert!(found[0].contains("was changed after it was frozen"), "{found:?}");
    assert!(matches!(FrozenPreregistration::from_json("{}"), Err(FrozenError::Json(_))));
    assert!(matches!(
        FrozenPreregistration::from_json(&frozen.to_json().replacen("1", "9", 1)),
        Err(FrozenError::Format(9))
    ));
}

#[test]
fn the_recipe_is_filled_in_from_the_originals_numbers_and_from_the_comparison() {
    let (study, _) = study("fluency");
    let plan = plan::make(&study).unwrap();
    let record = AuthorsRecord::default();
    let printed = reproduction::Experiment::of_original("original", study.original.as_ref().unwrap()).unwrap();
    // What the original printed, found again to the digit.
    let here = reproduction::Experiment { name: "here".to_owned(), ..printed.clone() };
    let frame = reproduction::Frame::of_study(&study);
    let comparison = reproduction::compare(vec![printed, here], frame, reproduction::Options::default()).unwrap();
    let compared = Some(&comparison);
    let facts =
        Facts { study: &study, plan: &plan, results: None, comparison: compared, rehearsal: None, record: &record };
    let answers = |id: &str| responses(&facts, forms().iter().find(|form| form.id == id).unwrap());
    let before = answers("recipe");
    // (3.71 - 3.20) / sqrt((0.59² + 1.06²) / 2) = 0.5945
    assert!(before["item3"].as_str().unwrap().contains("svm against gedi: Cohen's d 0.59"), "{}", before["item3"]);
    assert!(before["item4"].as_str().unwrap().contains("svm against gedi: 0.39 to 0.79"), "{}", before["item4"]);
    assert_eq!((&before["item17"], &before["item19"]), (&"Different".into(), &"Different".into()));
    assert!(before.get("item22").is_none(), "no deviation in payment is stated, and that none is there is not known");
    let after = answers(AFTER);
    assert!(after.get("item32").is_none(), "of printed summaries no difference is tested");
    assert_eq!(after["item33"], "success", "{}", after["item34"]);
    assert!(after["item31"].as_str().unwrap().contains(" to "), "{}", after["item31"]);
    // What rests on simulated answers says so, also where a form has room for one word.
    let dataset = dataset::Dataset::from_study(&study, dataset::Origin::Collected, dataset::JudgedBy::Simulated);
    let options = analysis::Options { seed: 1, replicates: 10, level: 0.95 };
    let results = analysis::run(Some(&study), &dataset, options);
    let facts = Facts { results: Some(&results), ..facts };
    let form = forms().iter().find(|form| form.id == AFTER).unwrap();
    assert_eq!(responses(&facts, form)["item33"], "SIMULATED, nobody took part: success");
    assert!(fill_form(&facts, form).unwrap().title.contains("SIMULATED"));
    let sheet = crate::heds::fill(&facts).unwrap();
    assert!(sheet.form().title.contains("SIMULATED"));
    assert!(sheet.get("1.1.2", None).unwrap().answer_in_words().starts_with("SIMULATED, nobody took part: “"));
}

#[test]
fn sessions_that_never_count_are_registered_as_left_out() {
    let (mut study, _) = study("meaning-pairs");
    study.analysis.exclude.clear();
    assert_eq!(
        crate::words::left_out(&study),
        "Left out of the analysis: sessions that were not finished in time or were withdrawn; failed more checks than allowed; did not \
         pass the training; are a person's second with the same list."
    );
}

#[test]
fn forms_say_each_claims_own_correction_and_whole_sentences() {
    let (mut study, _) = study("fluency");
    let Rule::Significant { test, alpha, .. } = study.claims[0].rule else { panic!("C1 is decided by a test") };
    study.claims[0].rule = Rule::Significant { test, alpha, correction: Correction::None };
    study.analysis.exclude.push(Exclusion::FasterThan { seconds: 30.0 });
    study.payment = None;
    study.participants.requirements.clear();
    let plan = plan::make(&study).unwrap();
    let record = AuthorsRecord::default();
    let facts = Facts { study: &study, plan: &plan, results: None, comparison: None, rehearsal: None, record: &record };
    let osf = responses(&facts, &forms()[0]);
    expect_test::expect![[r#"
        C1: a linear mixed model at the level 0.05, correction over comparisons: none.
        C2: a linear mixed model at the level 0.05, correction over comparisons: Holm.
        Differences of all systems, with intervals; correction over comparisons: Holm.
        Left out of the analysis: sessions that were not finished in time or were withdrawn; took less than 30 s; are a person's second with the same list. No other rule is applied.
        Participants come from: personal invitations. They consent before the first question.
    "#]]
    .assert_eq(&["q17.question", "q20", "q10.question"].map(|id| osf[id].as_str().unwrap().to_owned() + "\n").concat());
}
