//! Acting on the lists, and what it does in the store.

use reqwest::StatusCode;
use session::{Intake, SlotBoard};
use store::Collector;

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

async fn standing(served: &TestServer) -> SlotBoard {
    let plan = std::sync::Arc::new(plan::make(&served.study).unwrap());
    let opened = Collector::open(&served.store, &served.name, served.study.clone(), plan, served.now()).await;
    opened.unwrap().slot_board().await.unwrap()
}

#[tokio::test]
async fn a_study_is_paused_resumed_and_closed() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let ada = Desk::owner(&served).await;
    let entrance = |person: &str| format!("{}?PROLIFIC_PID={person}&SESSION_ID=s{person}", served.entrance());
    assert_eq!(ada.post(&ada.page("lists/pause"), &[]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(standing(&served).await.log().intake, Intake::Paused);
    assert!(ada.get(&ada.page("")).await.1.contains("The study is paused"));
    let turned_away = Participant::follow(&served, &entrance("p1")).await;
    assert!(turned_away.action().is_none(), "nobody is let in");
    ada.post(&ada.page("lists/resume"), &[]).await;
    assert_eq!(standing(&served).await.log().intake, Intake::Open);
    assert!(Participant::follow(&served, &entrance("p2")).await.action().is_some());
    let (status, page) = ada.post(&ada.page("lists/close"), &[]).await;
    assert!(status == StatusCode::OK && page.contains("Close the study?"));
    assert_eq!(standing(&served).await.log().intake, Intake::Open, "it was only asked");
    ada.post(&ada.page("lists/close"), &[("sure", "yes")]).await;
    assert_eq!(standing(&served).await.log().intake, Intake::Closed);
    let actions = ada.audit_log().await;
    assert_eq!(actions[..3], ["ada closed the study", "ada resumed the study", "ada paused the study"]);
    served.stop().await;
}

#[tokio::test]
async fn slots_are_added_after_asking() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "open", 3)).await;
    let ada = Desk::owner(&served).await;
    let add = |count: &'static str, list: &'static str, sure: &'static str| {
        [("count", count), ("list", list), ("sure", sure)]
    };
    let (status, page) = ada.post(&ada.page("lists/add"), &add("2", "", "")).await;
    assert!(status == StatusCode::OK && page.contains("2 more completions of every list"));
    assert_eq!(standing(&served).await.wanted_count(0), 3);
    assert_eq!(ada.post(&ada.page("lists/add"), &add("2", "", "yes")).await.0, StatusCode::SEE_OTHER);
    assert_eq!(standing(&served).await.wanted_count(0), 5);
    ada.post(&ada.page("lists/add"), &add("1", "0", "yes")).await;
    assert_eq!(standing(&served).await.wanted_count(0), 6);
    for bad in
        [add("0", "", "yes"), add("1001", "", "yes"), add("-1", "", "yes"), add("1", "7", "yes"), add("x", "", "yes")]
    {
        assert_eq!(ada.post(&ada.page("lists/add"), &bad).await.0, StatusCode::BAD_REQUEST, "{bad:?}");
    }
    assert_eq!(standing(&served).await.wanted_count(0), 6);
    assert_eq!(ada.audit_log().await[..2], ["ada added slots 1 to list 0", "ada added slots 2 to every list"]);
    let (_, page) = ada.get(&ada.page("lists?show=missing&sort=missing")).await;
    assert!(page.contains("3 added") && page.contains("0 of 6 slots finished"), "{page}");
    served.stop().await;
}

#[tokio::test]
async fn items_say_how_often_they_were_judged() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let ada = Desk::owner(&served).await;
    let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    someone.finish().await;
    let (_, page) = ada.get(&ada.page("lists/by-item")).await;
    assert_eq!(page.matches("<td class=\"num\">3</td><td class=\"num\">1</td><td class=\"num\">2</td>").count(), 4);
    let (_, page) = ada.get(&ada.page("lists/by-item?find=2")).await;
    assert_eq!(page.matches("<th scope=\"row\">").count(), 1);
    let (_, page) = ada.get(&ada.page("lists/by-item?find=%3Cb%3E")).await;
    assert!(page.contains("No item id contains this") && page.contains("value=\"&#60;b&#62;\""), "{page}");
    served.stop().await;
}
