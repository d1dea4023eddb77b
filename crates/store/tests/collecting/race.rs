//! Sixty-four people and one slot.

use std::sync::Arc;

use session::testing::Sample;
use session::{Command, Refusal, Reply, SessionState, TurnAwayReason};
use store::Collector;

use crate::place::{Place, person, start};

const PEOPLE: u32 = 64;

/// One slot in all: one item with one list, done once.
fn one_slot() -> Sample {
    Sample::only_list(&[
        ("completions = 3", "completions = 1"),
        ("questions = 4", "questions = 6"),
        ("two = \"Two\"\n", ""),
    ])
}

/// All come and consent at once, through these servers.
async fn rush(servers: &[Arc<Collector>]) {
    let mut people = tokio::task::JoinSet::new();
    for number in 0..PEOPLE {
        let at = Arc::clone(&servers[number as usize % servers.len()]);
        people.spawn(async move {
            let id = at.arrive(&person(number), start()).await.unwrap().id;
            at.handle(id, Command::Consent, start()).await.unwrap().reply
        });
    }
    let replies = people.join_all().await;
    let got = replies.iter().filter(|reply| **reply == Reply::Show(SessionState::Step(0))).count();
    let full =
        replies.iter().filter(|reply| **reply == Reply::Refused(Refusal::TurnedAway(TurnAwayReason::Full))).count();
    assert_eq!((got, full), (1, PEOPLE as usize - 1), "{replies:?}");
    let board = servers[0].slot_board().await.unwrap();
    assert_eq!(board.held_count(0), 1);
}

/// Each race is a study of its own in one database, which every server has opened.
async fn repeatedly(times: usize, servers: usize, place: Place) {
    let sample = one_slot();
    assert_eq!(sample.plan.slots(), 1);
    let mut stores = Vec::new();
    for _ in 0..servers {
        stores.push(place.store().await);
    }
    for race in 0..times {
        let mut servers = Vec::new();
        for store in &stores {
            let (study, plan) = (Arc::clone(&sample.study), Arc::clone(&sample.plan));
            let opened = Collector::open(store, &format!("race{race}"), study, plan, start()).await;
            servers.push(Arc::new(opened.unwrap()));
        }
        rush(&servers).await;
    }
    for store in stores {
        store.close().await;
    }
}

/// How many races: so many, or as `REJUDGE_RACES` says; 10,000 are the whole proof.
#[expect(clippy::disallowed_methods, reason = "a test is told how long it may take")]
fn race_count(usually: usize) -> usize {
    std::env::var("REJUDGE_RACES").ok().and_then(|races| races.parse().ok()).unwrap_or(usually)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixty_four_who_come_at_once_one_gets_the_slot_on_sqlite() {
    repeatedly(race_count(100), 1, Place::sqlite_in_memory()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixty_four_who_come_at_once_one_gets_the_slot_on_postgres() {
    repeatedly(race_count(100), 3, Place::postgres()).await;
}
