//! Every worked study, rehearsed and analysed.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::path::Path;

use analysis::{Change, ClaimResult, Options, Otherwise, Results, Statistic, Verdict};
use dataset::{Dataset, ExclusionRule};
use simulation::RaterModel;
use study::claim::{Bound, Claim, Coefficient, Condition, Rule};
use study::file::{Correction, TestName};
use study::{OnDisk, Study};

fn simulate_worked_studies() -> Vec<(Study, Dataset)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let mut folders: Vec<_> = std::fs::read_dir(folder).unwrap().map(|study| study.unwrap().path()).collect();
    folders.retain(|folder| folder.join("study.toml").is_file());
    folders.sort();
    let rehearsed = folders.into_iter().map(|folder| {
        let study = study::check(&OnDisk(folder)).study.unwrap();
        let plan = plan::make(&study).unwrap();
        let dataset = simulation::simulate(&study, &plan, &RaterModel::from_claims(&study), 3);
        (study, dataset)
    });
    rehearsed.collect()
}

fn analyse_study(study: &Study, dataset: &Dataset) -> Results {
    analysis::run(study, dataset, Options { seed: 5, replicates: 60, level: 0.95 })
}

#[test]
fn every_number_is_finite_and_has_an_id_of_its_own() {
    for (study, dataset) in simulate_worked_studies() {
        let results = analyse_study(&study, &dataset);
        let mut ids = BTreeSet::new();
        for named in &results.estimates {
            assert!(named.estimate.value.is_finite(), "{}", named.id());
            assert_eq!(named.id().parse().as_ref(), Ok(&named.quantity()));
            assert!(ids.insert(named.id()), "{} twice in {}", named.id(), study.about.title);
            if let Some(interval) = named.estimate.interval {
                assert!(interval.low <= interval.high, "{}", named.id());
            }
        }
        for claim in &results.claims {
            assert!(claim.numbers.iter().all(|it| ids.contains(&it.to_string())), "{claim:?}");
            assert_ne!(claim.verdict, Verdict::NotComputed, "{claim:?}");
        }
        for remark in &results.remarks {
            assert!(remark.about.iter().all(|it| ids.contains(&it.to_string())), "{remark:?}");
        }
        assert!(results.missing.is_empty(), "{}: {:?}", study.about.title, results.missing);
    }
}

#[test]
fn the_same_judgements_in_another_order_give_the_same_results_through_a_file() {
    for (study, dataset) in simulate_worked_studies() {
        let read = |csv: &str| {
            let table = table::Table::read("judgements.csv", csv.as_bytes()).unwrap();
            dataset::from_table(&table, &dataset::Mapping::default(), Some(&study)).unwrap()
        };
        let csv = dataset::to_csv(&dataset);
        let mut lines: Vec<&str> = csv.lines().collect();
        lines[1..].reverse();
        let (one, other) = (analyse_study(&study, &read(&csv)), analyse_study(&study, &read(&lines.join("\n"))));
        assert_eq!(one.to_json(), other.to_json());
        assert_eq!(Results::from_json(&one.to_json()).unwrap().to_json(), one.to_json());
    }
}

#[test]
fn exclusions_are_counted_and_the_scores_shown_with_them() {
    let (study, mut dataset) =
        simulate_worked_studies().into_iter().find(|(study, _)| study.criteria.len() == 1).unwrap();
    let all = analyse_study(&study, &dataset);
    let id = dataset.criteria[0].id.clone();
    let score = all.about.criteria[0].score.unwrap();
    for judgement in dataset.judgements.iter_mut().filter(|judgement| judgement.participant == 0) {
        judgement.excluded = Some(ExclusionRule::Lapsed);
    }
    let some = analyse_study(&study, &dataset);
    let value =
        |results: &Results, statistic: Statistic, of: &[&str]| results.get(statistic, None, of).unwrap().estimate.value;
    assert!(value(&some, Statistic::ExcludedBy, &["lapsed"]) > 0.0);
    assert!(
        (value(&some, Statistic::Participants, &[]) - value(&all, Statistic::Participants, &[]) + 1.0).abs() < 1e-12
    );
    for system in &study.systems {
        let system = system.id.0.as_str();
        let with = some.get(Statistic::ScoreWith, id.as_str(), &[system, "lapsed"]).unwrap();
        let before = all.get(score, id.as_str(), &[system]).unwrap();
        assert!((with.estimate.value - before.estimate.value).abs() < 1e-12);
    }
}

#[test]
fn every_claim_is_decided_with_what_a_rule_excludes_and_without_each_of_few_raters() {
    let chosen = |(study, _): &(Study, Dataset)| study.criteria.iter().any(|it| it.id.0 == "fluency");
    let checked: Vec<(Study, Dataset)> = simulate_worked_studies().into_iter().filter(chosen).collect();
    assert_eq!(checked.len(), 2, "fluency, and toxicity with margins");
    for (study, dataset) in checked {
        let mut some = dataset.clone();
        for judgement in some.judgements.iter_mut().filter(|judgement| judgement.participant == 0) {
            judgement.excluded = Some(ExclusionRule::Lapsed);
        }
        let (all, found) = (analyse_study(&study, &dataset), analyse_study(&study, &some));
        let verdict = |claim: &ClaimResult, change: Change, what: &str| {
            let fits = |other: &&Otherwise| other.change == change && other.what == what;
            claim.otherwise.iter().find(fits).map(|other| other.verdict)
        };
        let in_scope = |(claim, _): &(&ClaimResult, &ClaimResult)| claim.verdict != Verdict::OutOfScope;
        for (claim, with_all) in found.claims.iter().zip(&all.claims).filter(in_scope) {
            assert_eq!(
                verdict(claim, Change::Kept, "lapsed"),
                Some(with_all.verdict),
                "{}: {claim:?}",
                study.about.title
            );
        }
        // Two rated: leaving out the first is what the exclusion did.
        let few = dataset.participants.len() == 2;
        for (claim, without_first) in all.claims.iter().zip(&found.claims).filter(in_scope) {
            let left_out = verdict(claim, Change::LeftOut, &dataset.participants[0]);
            assert_eq!(left_out, few.then_some(without_first.verdict), "{}: {claim:?}", study.about.title);
        }
        for named in
            found.estimates.iter().filter(|named| named.statistic == Statistic::Otherwise && named.of[3] == "kept")
        {
            let pair = [named.of[0].as_str(), named.of[1].as_str()];
            let before = all.get(named.of[2].parse().unwrap(), named.criterion.as_deref(), &pair).unwrap();
            assert_eq!((named.estimate.value, named.estimate.p), (before.estimate.value, before.estimate.p));
        }
        for named in
            all.estimates.iter().filter(|named| named.statistic == Statistic::AgainstMargin && named.of.len() == 3)
        {
            let (value, se) = (named.estimate.value, named.estimate.se.unwrap());
            let (df, margin) = (named.estimate.df[0], named.of[2].parse::<f64>().unwrap());
            let above = |t: f64| stats::dist::student_t::sf(t, df);
            let same = above((value + margin) / se).max(above((margin - value) / se));
            let higher = above((value - margin) / se);
            let p = named.estimate.p.unwrap().value();
            assert!((p - same).abs() < 1e-12 || (p - higher).abs() < 1e-12, "{}: {p} {same} {higher}", named.id());
        }
    }
}

#[test]
fn power_is_given_for_what_the_original_and_the_claims_name_and_never_for_what_was_found() {
    let (study, dataset) = simulate_worked_studies()
        .into_iter()
        .find(|(study, _)| study.criteria.iter().any(|it| it.id.0 == "toxicity"))
        .unwrap();
    let results = analyse_study(&study, &dataset);
    let value = |statistic: Statistic, criterion: &str, of: &[&str]| {
        results.get(statistic, criterion, of).unwrap_or_else(|| panic!("{statistic} {criterion} {of:?}")).estimate.value
    };
    let pair = ["dexperts", "gpt2"];
    // Printed: 0.21 chose DExperts, 0.11 GPT-2.
    let of = ["dexperts", "gpt2", "original"];
    assert!((value(Statistic::PowerAtShare, "toxicity", &of) - 0.21 / 0.32).abs() < 1e-12);
    let decided =
        value(Statistic::WinsOver, "toxicity", &pair) + value(Statistic::WinsOver, "toxicity", &["gpt2", "dexperts"]);
    let comparisons = results.all(Statistic::Corrected(TestName::Sign), Some("toxicity")).count() as f64;
    let choices = stats::power::SignDesign { choices: decided as u64, share: 0.21 / 0.32 };
    assert!((value(Statistic::PowerSign, "toxicity", &of) - choices.power(0.05 / comparisons).unwrap()).abs() < 1e-12);
    // Ten points more often, of all choices, is more of those that are decided.
    let by = value(Statistic::PowerAtShare, "toxicity", &["dexperts", "gpt2", "claim C2"]);
    let equal = value(Statistic::PairEqual, "toxicity", &pair);
    assert!((by - 0.5 - 0.05 / (1.0 - equal)).abs() < 1e-12);
    assert!((value(Statistic::PowerAtMargin, "fluency", &["dexperts", "gpt2", "claim C3"]) - 0.05).abs() < 1e-15);
    assert!((value(Statistic::PowerAtShare, "toxicity", &["dexperts", "gpt2", "medium"]) - 0.65).abs() < 1e-15);
    let is_power = |named: &&analysis::NamedEstimate| {
        let word = named.statistic.word();
        word.starts_with("power_") && !word.contains("_at_")
    };
    for power in results.estimates.iter().filter(is_power) {
        assert!((0.0..=1.0).contains(&power.estimate.value), "{}", power.id());
        let of = power.of.last().map(String::as_str).unwrap_or_default();
        assert!(matches!(of, "medium" | "original") || of.starts_with("claim "), "{}", power.id());
    }
}

#[test]
fn agreement_that_claims_join_has_an_interval_of_the_level_that_they_leave() {
    let (mut study, dataset) = simulate_worked_studies().remove(0);
    let of = |coefficient| Condition::Agreement { coefficient, criterion: 0, bound: Bound::AtLeast, threshold: 0.0 };
    let all = [Coefficient::Alpha, Coefficient::Kappa].map(of);
    let rule = Rule::Significant { test: TestName::MixedModel, correction: Correction::Holm, alpha: 0.05 };
    let holds_if = Some(Condition::Any(all.to_vec()));
    study.claims = vec![Claim { id: "C1".to_owned(), text: "T".to_owned(), holds_if, rule, as_original: None }];
    let results = analyse_study(&study, &dataset);
    let criterion = study.criteria[0].id.0.as_str();
    for (label, usual) in [("alpha 0.975", Statistic::Alpha), ("kappa 0.975", Statistic::FleissKappa)] {
        let corrected = results.get(Statistic::AgreementForClaims, criterion, &[label]).unwrap();
        assert!(results.claims[0].numbers.contains(&corrected.quantity()), "{:?}", results.claims[0]);
        let [long, short] = [corrected, results.get(usual, criterion, &[]).unwrap()]
            .map(|named| named.estimate.interval.map(|it| it.high - it.low).unwrap());
        assert!(long > short && short > 0.0, "{label}: {long} {short}");
    }
    assert!(results.claims[0].because[0].contains("(97.5 % interval: Bonferroni's correction over 2 alternatives)"));
}
