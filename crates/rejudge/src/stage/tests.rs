//! Small companies on the real server.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use rehearsal::Crowd;

use super::*;
use crate::folder::Folder;

/// Some answer without looking, some leave, some come back: all there is, more often than in life.
fn crowd(study: &study::Study, quality: &[f64]) -> Crowd {
    let mut crowd = Crowd::plausible(study);
    for taste in &mut crowd.tastes {
        taste.quality = quality.to_vec();
    }
    crowd.habits.leaving = 0.2;
    crowd.habits.inattentive = 0.1;
    crowd
}

async fn rehearse(name: &str, quality: &[f64], people: u64, check: impl AsyncFnOnce(&Rehearsal<'_>, Rehearsed)) {
    paced(name, quality, (people, 7, Pace::InTurn), check).await;
}

async fn paced(
    name: &str,
    quality: &[f64],
    (people, seed, pace): (u64, u64, Pace),
    check: impl AsyncFnOnce(&Rehearsal<'_>, Rehearsed),
) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name);
    let folder = Folder::named(&path).unwrap();
    let study = Arc::new(folder.sound_study().unwrap());
    let place = tempfile::tempdir().unwrap();
    let rehearsal = Rehearsal {
        name,
        folder,
        database: &place.path().join("answers.sqlite").display().to_string(),
        crowd: &crowd(&study, quality),
        seed,
        people,
        browsers: 0,
        pace,
        room: Room::ForEveryone,
        dashboard: Dashboard::None,
        study,
    };
    let clock = Clock::starting(Timestamp::UNIX_EPOCH, rehearsal.pace);
    let house = rehearsal.open(clock, SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
    let rehearsed = rehearsal.play(&house, &Watch::hidden()).await.unwrap();
    house.close().await.unwrap();
    check(&rehearsal, rehearsed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_thirty_people_were_given_comes_out_and_what_they_were_not_given_does_not() {
    rehearse("meaning-pairs", &[1.0, 0.3, -0.3, -1.0], 30, async |rehearsal, rehearsed| {
        let Rehearsed { played, kept, dataset } = rehearsed;
        assert_eq!(played.seen.faults, BTreeMap::new());
        assert!(kept.all_well() && kept.acknowledged > 300, "{kept:?}");
        let ends = played.ends();
        let finished = ends.get(&End::Ended(session::Outcome::Finished)).copied().unwrap_or(0);
        assert!((15..30).contains(&finished), "{ends:?}");
        assert!(dataset.judgements.len() > kept.acknowledged / 2);

        let results = rehearsal.analysed(&dataset, 50);
        let recovery = rehearsal.recovery(&dataset, &results);
        assert!(recovery.recovered(), "{recovery:?}");
        let found: Vec<&str> = recovery.rows.iter().map(|row| row.name.as_str()).collect();
        let of_systems = |name: &str| found.iter().filter(|it| **it == name).count();
        assert_eq!((of_systems("win_percent"), of_systems("bt_strength")), (4, 4), "{found:?}");
        assert!(["alpha", "bt_position", "page_seconds_median"].iter().all(|name| of_systems(name) == 1), "{found:?}");

        // Held against people who would have chosen the other one each time.
        let swapped = Rehearsal { crowd: &crowd(&rehearsal.study, &[-1.0, -0.3, 0.3, 1.0]), ..rehearsal.clone() };
        let recovery = swapped.recovery(&dataset, &results);
        assert!(!recovery.recovered(), "{recovery:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_turn_the_same_seed_gives_the_same_judgements_and_results_to_the_byte() {
    let mut found = Vec::new();
    for seed in [7, 7, 8] {
        paced("meaning-pairs", &[0.5, 0.2, -0.2, -0.5], (12, seed, Pace::InTurn), async |rehearsal, rehearsed| {
            let Rehearsed { played, kept, dataset } = rehearsed;
            assert_eq!(played.seen.faults, BTreeMap::new());
            assert!(kept.all_well() && kept.acknowledged > 100, "{kept:?}");
            let results = rehearsal.analysed(&dataset, 20).to_json().to_string();
            found.push((dataset::to_csv(&dataset), results, played.ends()));
        })
        .await;
    }
    assert_eq!(found[0], found[1]);
    assert_ne!(found[0].0, found[2].0);
    assert_ne!(found[0].1, found[2].1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_missing_or_another_is_noticed() {
    rehearse("toxicity-pairs", &[0.0; 5], 3, async |rehearsal, rehearsed| {
        let study = &rehearsal.study;
        let mut walked = rehearsed.played.walked;
        let nothing = BTreeMap::new();
        let lost = Kept::of(study, &walked, &nothing);
        assert_eq!((lost.lost, lost.acknowledged), (rehearsed.kept.acknowledged, rehearsed.kept.acknowledged));
        assert_eq!(lost.untrue, 0);
        walked.iter_mut().flat_map(|one| &mut one.told).for_each(|told| told.code.push('x'));
        let wrong = Kept::of(study, &walked, &nothing);
        assert!(wrong.untrue > 0 && wrong.untrue == wrong.endings, "{wrong:?}");
    })
    .await;
}
