//! Leaving before the end, and having answers erased.

use reqwest::StatusCode;
use session::SessionEvent;
use store::{Cursor, LoggedEvent};

use crate::participant::Participant;
use crate::test_server::{TestServer, small};

fn prolific(served: &TestServer, person: &str) -> String {
    format!("{}?PROLIFIC_PID={person}&SESSION_ID=s{person}", served.entrance())
}

/// Someone who has answered so many pages of the list.
async fn answering<'a>(served: &'a TestServer, person: &str, pages: u32) -> Participant<'a> {
    let mut someone = Participant::follow(served, &prolific(served, person)).await;
    for _ in 0..4 + pages {
        someone.go_on().await;
    }
    someone
}

async fn session_events(served: &TestServer) -> Vec<SessionEvent> {
    let (happened, _) = served.store.events_since(&served.name, Cursor::default(), 1000).await.unwrap();
    happened.into_iter().filter_map(LoggedEvent::into_session).map(|logged| logged.event).collect()
}

fn leads_to(page: &str, place: &str) -> bool {
    page.contains(&format!("/{place}\">"))
}

#[tokio::test]
async fn every_page_of_a_session_offers_to_leave_and_looking_at_it_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &prolific(&served, "p1")).await;
    while someone.step_address().is_some() {
        assert!(leads_to(&someone.page, "leave"), "{}", someone.page);
        let (at, asked, before) = (someone.at.clone(), someone.step_address(), session_events(&served).await);
        for (page, says) in [
            ("leave", "You can stop at any time"),
            ("return", "Give up your place?"),
            (
                "withdraw",
                if matches!(asked.as_deref(), Some("information" | "consent")) {
                    "Words of"
                } else {
                    "delete my answers"
                },
            ),
        ] {
            let address = format!("{}{page}", someone.session());
            someone.open(&address).await;
            assert_eq!(someone.status, StatusCode::OK);
            assert!(someone.page.contains(says), "at {asked:?} no {says} in {}", someone.page);
        }
        assert_eq!(session_events(&served).await, before, "at {asked:?}");
        someone.open(&at).await;
        assert_eq!(someone.step_address(), asked, "and the way goes on where it was");
        someone.go_on().await;
    }
    assert!(someone.page.contains("ending finished"), "{}", someone.page);
    assert!(leads_to(&someone.page, "withdraw") && !leads_to(&someone.page, "leave"), "{}", someone.page);
    served.stop().await;
}

#[tokio::test]
async fn whoever_has_agreed_to_nothing_has_nothing_to_withdraw() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &prolific(&served, "p1")).await;
    let session = someone.session();
    someone.open(&format!("{session}leave")).await;
    assert!(leads_to(&someone.page, "return") && !leads_to(&someone.page, "withdraw"), "{}", someone.page);
    someone.open(&format!("{session}withdraw")).await;
    assert_eq!(someone.step_address().as_deref(), Some("information"));
    served.stop().await;
}

#[tokio::test]
async fn whoever_takes_their_consent_back_on_an_old_page_is_asked_what_becomes_of_their_answers() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &prolific(&served, "p1")).await;
    someone.go_on().await;
    let old = format!("{}consent", someone.session());
    for _ in 0..4 {
        someone.go_on().await;
    }
    let before = session_events(&served).await;
    let reply = served.client.post(&old).form(&[("consent", "no")]).send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::SEE_OTHER);
    assert!(reply.headers()["location"].to_str().unwrap().ends_with("/leave"));
    assert_eq!(session_events(&served).await, before);
    served.stop().await;
}

#[tokio::test]
async fn a_place_given_back_goes_to_the_next_and_the_link_says_so_ever_after() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 1)).await;
    let mut leaves = answering(&served, "leaves", 2).await;
    let mut waits = Participant::follow(&served, &prolific(&served, "waits")).await;
    assert!(waits.page.contains("ending full"), "{}", waits.page);

    leaves.open(&format!("{}return", leaves.session())).await;
    assert_eq!(leaves.step_address().as_deref(), Some("return"));
    leaves.send(&[]).await;
    let back = "href=\"https://app.prolific.com/\"";
    for words in ["ending returned", "Please also return the study on Prolific", back] {
        assert!(leaves.page.contains(words), "{words}: {}", leaves.page);
    }
    // A reload, the pages before and the link they came by all say the same.
    let session = leaves.session();
    for address in ["", "step/0", "step/2", "leave", "return"].map(|page| format!("{session}{page}")) {
        leaves.open(&address).await;
        assert!(leaves.page.contains("ending returned"), "{address}: {}", leaves.page);
    }
    leaves.open(&prolific(&served, "leaves")).await;
    assert!(leaves.page.contains("ending returned"), "{}", leaves.page);

    waits.open(&prolific(&served, "waits")).await;
    waits.finish().await;
    assert!(waits.page.contains("DONE"), "{}", waits.page);
    let kept =
        session_events(&served).await.iter().filter(|event| matches!(event, SessionEvent::Answered { .. })).count();
    assert_eq!(kept, 2 + 4, "what was answered before leaving is kept");
    served.stop().await;
}

#[tokio::test]
async fn withdrawing_after_the_end_erases_every_answer_and_shows_no_code_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 1)).await;
    let mut someone = answering(&served, "p1", 0).await;
    someone.finish().await;
    let session = someone.session();
    someone.open(&format!("{session}withdraw")).await;
    assert!(someone.page.contains("Your completion code will not be shown again"), "{}", someone.page);
    someone.send(&[]).await;
    assert!(someone.page.contains("ending withdrawn") && !someone.page.contains("DONE"), "{}", someone.page);
    assert!(!leads_to(&someone.page, "withdraw"), "{}", someone.page);
    for address in ["", "step/3", "comment", "withdraw"].map(|page| format!("{session}{page}")) {
        someone.open(&address).await;
        assert!(someone.page.contains("ending withdrawn"), "{address}: {}", someone.page);
    }
    let said = |event: &SessionEvent| event.content().is_some();
    assert!(!session_events(&served).await.iter().any(said), "{:?}", session_events(&served).await);
    let next = Participant::follow(&served, &prolific(&served, "p2")).await;
    assert_eq!(next.step_address().as_deref(), Some("information"), "the place is free again");
    served.stop().await;
}

#[tokio::test]
async fn leaving_twice_late_or_after_the_end_happens_once_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 9)).await;
    let post = async |session: &str, page: &str| {
        served.client.post(format!("{session}{page}")).send().await.unwrap().status().as_u16()
    };
    // What is posted one after another, and how many events that makes.
    for (person, minutes, posts, events) in [
        ("p1", 0, &[("return", 303_u16), ("return", 303), ("instructions", 303)] as &[(&str, u16)], 1),
        ("p2", 0, &[("return", 303), ("withdraw", 303), ("return", 410)], 2),
        ("p3", 0, &[("withdraw", 303), ("withdraw", 303), ("return", 410), ("instructions", 303)], 1),
        ("p4", 31, &[("return", 410), ("withdraw", 303)], 2),
    ] {
        let someone = answering(&served, person, 1).await;
        served.wait_minutes(minutes);
        let before = session_events(&served).await.len();
        for (page, status) in posts {
            assert_eq!(post(&someone.session(), page).await, *status, "{person}: {page}");
        }
        assert_eq!(session_events(&served).await.len(), before + events, "{person}");
    }
    let mut finished = answering(&served, "p5", 0).await;
    finished.finish().await;
    let before = session_events(&served).await;
    assert_eq!(post(&finished.session(), "return").await, 410, "what is finished cannot be given back");
    assert_eq!(session_events(&served).await, before);
    served.stop().await;
}

#[tokio::test]
async fn mechanical_turk_is_told_in_its_own_frame() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "mturk", 3)).await;
    let query = "?assignmentId=A1&hitId=H1&workerId=W1&turkSubmitTo=https://www.mturk.com";
    let mut worker = Participant::follow(&served, &(served.entrance() + query)).await;
    for _ in 0..5 {
        worker.go_on().await;
    }
    let leave = worker.page.split("href=\"").find(|part| part.contains("/leave")).unwrap();
    let leave = leave.split('"').next().unwrap().replace("&#38;", "&");
    assert!(leave.contains("assignmentId=A1"), "{leave}");
    worker.open(&leave).await;
    worker.open(&leave.replace("/leave", "/return")).await;
    worker.send(&[]).await;
    assert!(worker.page.contains("Please also return the study on Mechanical Turk"), "{}", worker.page);
    assert!(!worker.page.contains("externalSubmit"), "there is no work to hand in: {}", worker.page);
    served.stop().await;
}
