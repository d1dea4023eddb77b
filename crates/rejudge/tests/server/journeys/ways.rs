//! Every worked study from arrival to code; with the mouse, by keyboard, on a phone, without script.

use crate::journeys::chromium::Chromium;
use crate::journeys::person::{Person, Way};
use crate::journeys::test_server::TestServer;

async fn check(study: &str, ways: &[Way], code: &str) {
    let served = TestServer::start(study);
    let chromium = Chromium::start().await;
    let mut given = Vec::new();
    for (number, way) in ways.iter().enumerate() {
        let mut person = Person::arrives(&chromium, &served, &format!("p{number}"), *way).await;
        assert_eq!(person.finishes().await, code, "{study} {way:?}");
        given.append(&mut person.given);
    }
    chromium.stop().await;
    served.assert_all_kept(given);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn meaning_pairs_from_prolific_with_its_training_by_keyboard_alone() {
    check("meaning-pairs", &[Way::Keyboard], "MP-DONE-58").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn simplicity_ranking_with_the_mouse_and_on_a_phone() {
    check("simplicity-ranking", &[Way::Mouse, Way::Phone], "SR-DONE-41").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn toxicity_pairs_with_the_mouse() {
    check("toxicity-pairs", &[Way::Mouse], "TP-DONE-33").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn best_worst_from_mechanical_turk_with_the_mouse_and_without_script() {
    check("best-worst", &[Way::Mouse, Way::NoScript], "BW-DONE-52").await;
}
