//! A few simulated participants on the real server.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use simulation::RaterModel;

use study::OnDisk;

use super::*;

/// Some answer without looking, some leave, some come back: all there is, more often than in life.
fn raters(study: &study::Study, quality: &[f64]) -> RaterModel {
    let mut raters = RaterModel::with_defaults(study);
    for model in &mut raters.criteria {
        model.quality = quality.to_vec();
    }
    raters.behaviour.leaving = 0.2;
    raters.behaviour.inattentive = 0.1;
    raters
}

async fn run(name: &str, quality: &[f64], people: u64, check: impl AsyncFnOnce(&LoadTest<'_>, LoadTestOutcome)) {
    run_at(name, quality, (people, 7, Pace::Deterministic), check).await;
}

async fn run_at(
    name: &str,
    quality: &[f64],
    (people, seed, pace): (u64, u64, Pace),
    check: impl AsyncFnOnce(&LoadTest<'_>, LoadTestOutcome),
) {
    let files = OnDisk(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name));
    let study = Arc::new(study::check(&files).study.unwrap());
    let place = tempfile::tempdir().unwrap();
    let test = LoadTest {
        name,
        files: Arc::new(files),
        database: &place.path().join("answers.sqlite").display().to_string(),
        raters: &raters(&study, quality),
        seed,
        people,
        browsers: 0,
        capacity: Capacity::ForEveryone,
        dashboard: None,
        study,
    };
    let clock = Clock::starting(Timestamp::UNIX_EPOCH, pace);
    let server = test.start(clock, SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
    let outcome = test.run(&server, &Progress::silent()).await.unwrap();
    server.stop().await.unwrap();
    check(&test, outcome).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_simulated_is_recovered_and_what_is_not_simulated_is_not() {
    run("meaning-pairs", &[1.0, 0.3, -0.3, -1.0], 30, async |test, outcome| {
        let LoadTestOutcome { visits, storage, dataset } = outcome;
        assert_eq!(visits.measurements.faults, BTreeMap::new());
        assert!(storage.has_passed() && storage.acknowledged > 300, "{storage:?}");
        let ends = visits.count_endings();
        let finished = ends.get(&End::Ended(session::Outcome::Finished)).copied().unwrap_or(0);
        assert!((15..30).contains(&finished), "{ends:?}");
        assert!(dataset.judgements.len() > storage.acknowledged / 2);

        let results = test.analyse(&dataset, 50);
        let recovery = test.check_recovery(&dataset, &results);
        assert!(recovery.is_recovered(), "{recovery:?}");
        let found: Vec<&str> = recovery.rows.iter().map(|row| row.quantity.statistic().word()).collect();
        let of_systems = |name: &str| found.iter().filter(|it| **it == name).count();
        assert_eq!((of_systems("win_percent"), of_systems("bt_strength")), (4, 4), "{found:?}");
        assert!(["alpha", "bt_position", "page_seconds_median"].iter().all(|name| of_systems(name) == 1), "{found:?}");

        // Held against people who would have chosen the other one each time.
        let swapped = LoadTest { raters: &raters(&test.study, &[-1.0, -0.3, 0.3, 1.0]), ..test.clone() };
        let recovery = swapped.check_recovery(&dataset, &results);
        assert!(!recovery.is_recovered(), "{recovery:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_deterministic_mode_the_same_seed_gives_the_same_judgements_and_results_to_the_byte() {
    let mut found = Vec::new();
    for seed in [7, 7, 8] {
        run_at("meaning-pairs", &[0.5, 0.2, -0.2, -0.5], (12, seed, Pace::Deterministic), async |test, outcome| {
            let LoadTestOutcome { visits, storage, dataset } = outcome;
            assert_eq!(visits.measurements.faults, BTreeMap::new());
            assert!(storage.has_passed() && storage.acknowledged > 100, "{storage:?}");
            let results = test.analyse(&dataset, 20).to_json().to_string();
            found.push((dataset::to_csv(&dataset), results, visits.count_endings()));
        })
        .await;
    }
    assert_eq!(found[0], found[1]);
    assert_ne!(found[0].0, found[2].0);
    assert_ne!(found[0].1, found[2].1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_answer_and_a_wrong_code_are_noticed() {
    run("toxicity-pairs", &[0.0; 5], 3, async |test, outcome| {
        let study = &test.study;
        let mut visits = outcome.visits.visits;
        let nothing = BTreeMap::new();
        let lost = StorageCheck::compare(study, &visits, &nothing);
        assert_eq!((lost.lost, lost.acknowledged), (outcome.storage.acknowledged, outcome.storage.acknowledged));
        assert_eq!(lost.wrong_endings, 0);
        visits.iter_mut().flat_map(|one| &mut one.endings).for_each(|ending| ending.code.push('x'));
        let wrong = StorageCheck::compare(study, &visits, &nothing);
        assert!(wrong.wrong_endings > 0 && wrong.wrong_endings == wrong.endings, "{wrong:?}");
    })
    .await;
}
