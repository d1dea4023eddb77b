//! The way of a participant, whole.

use reqwest::StatusCode;
use store::{Cursor, LoggedEvent};

use crate::participant::Participant;
use crate::test_server::{TestServer, small, worked_study};

/// Someone does a worked study from the link to the code, without script.
async fn check(study: &str, link: impl FnOnce(&TestServer) -> String, ending: &[&str]) {
    let served = TestServer::start(&worked_study(study)).await;
    let mut someone = Participant::follow(&served, &link(&served)).await;
    someone.finish().await;
    for words in ending {
        assert!(someone.page.contains(words), "{study}: no {words} in\n{}", someone.page);
    }
    served.stop().await;
}

fn prolific(person: &str) -> impl FnOnce(&TestServer) -> String {
    let query = format!("?PROLIFIC_PID={person}&STUDY_ID=5a&SESSION_ID=s{person}");
    move |served: &TestServer| format!("{}{query}", served.entrance())
}

#[tokio::test]
async fn meaning_pairs_from_prolific_with_training_and_checks() {
    check(
        "meaning-pairs",
        prolific("p1"),
        &["MP-DONE-58", "https://app.prolific.com/submissions/complete?cc=MP-DONE-58"],
    )
    .await;
}

#[tokio::test]
async fn simplicity_ranking_from_prolific_with_checks() {
    check("simplicity-ranking", prolific("p1"), &["SR-DONE-41"]).await;
}

#[tokio::test]
async fn toxicity_pairs_from_prolific_with_three_criteria() {
    check("toxicity-pairs", prolific("p1"), &["TP-DONE-33"]).await;
}

#[tokio::test]
async fn best_worst_from_mechanical_turk_in_its_frame() {
    let link = |served: &TestServer| {
        served.entrance() + "?assignmentId=A1&hitId=H1&workerId=W1&turkSubmitTo=https://workersandbox.mturk.com"
    };
    let form = "action=\"https://workersandbox.mturk.com/mturk/externalSubmit\"";
    check("best-worst", link, &["BW-DONE-52", form, "name=\"assignmentId\" value=\"A1\""]).await;
}

#[tokio::test]
async fn fluency_by_invitation_one_list_after_another() {
    let served = TestServer::start(&worked_study("fluency")).await;
    let mut someone = Participant::follow(&served, &served.invitation("Ada")).await;
    let mut sessions = Vec::new();
    for _ in 0..2 {
        someone.finish().await;
        assert!(someone.page.contains("ending finished"), "{}", someone.page);
        sessions.push(someone.session());
        assert_eq!(someone.step_address().as_deref(), Some("another"));
        someone.send(&[]).await;
        assert_eq!(someone.step_address().as_deref(), Some("step/0"), "what was read and agreed to is not asked again");
        let list = format!("List {} of 10", sessions.len() + 1);
        assert!(someone.page.contains(&list), "no {list:?} in {}", someone.page);
    }
    sessions.push(someone.session());
    sessions.dedup();
    assert_eq!(sessions.len(), 3, "each list is a session of its own");
    // The personal link leads to the list that is under way.
    let again = Participant::follow(&served, &served.invitation("Ada")).await;
    assert_eq!(again.session(), sessions[2]);
    served.stop().await;
}

#[tokio::test]
async fn whoever_fails_the_training_is_told_so_and_begins_it_again() {
    let served = TestServer::start(&worked_study("meaning-pairs")).await;
    let mut someone = Participant::follow(&served, &prolific("p1")(&served)).await;
    while someone.step_address().as_deref() != Some("training/1/0") {
        someone.go_on().await;
    }
    someone.open(&someone.at.clone()).await;
    assert_eq!(someone.step_address().as_deref(), Some("training/1/0"), "every question has its own address");
    for (question, wrong) in [(0, "b"), (1, "a")] {
        someone.send(&[(format!("q{question}.0.choice"), wrong.to_owned())]).await;
        assert!(someone.page.contains("feedback not-right"), "{}", someone.page);
        someone.go_on().await;
    }
    for words in ["Practice again", "You answered 0 of 2 practice questions as expected; you need 2."] {
        assert!(someone.page.contains(words), "{}", someone.page);
    }
    assert_eq!(someone.step_address().as_deref(), Some("instructions"));
    someone.go_on().await;
    assert_eq!(someone.step_address().as_deref(), Some("training/2/0"));
    someone.finish().await;
    assert!(someone.page.contains("ending finished"), "{}", someone.page);
    served.stop().await;
}

#[tokio::test]
async fn knowing_someones_id_on_prolific_opens_neither_their_session_nor_their_code() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &prolific("p1")(&served)).await;
    let stranger = async |query: &str, expected: &str| {
        let page = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1{query}", served.entrance())).await.page;
        assert!(page.contains(expected) && !page.contains("DONE"), "{page}");
    };
    stranger("", "already-begun").await;
    someone.finish().await;
    stranger("", "already-begun").await;
    stranger("&SESSION_ID=guessed", "already-took-part").await;
    served.stop().await;
}

#[tokio::test]
async fn every_page_of_the_way_comes_in_its_order_and_every_answer_is_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "open", 1)).await;
    let mut someone = Participant::follow(&served, &served.entrance()).await;
    someone.finish().await;
    let expected = ["", "consent", "screening", "instructions", "step/0", "step/1", "step/2", "step/3", "closing"];
    assert_eq!(someone.places, expected);
    assert!(someone.page.contains("DONE") && someone.page.contains("Words of the debrief"), "{}", someone.page);

    let (happened, _) = served.store.events_since(&served.name, Cursor::default(), 1000).await.unwrap();
    let events: Vec<_> =
        happened.into_iter().filter_map(LoggedEvent::into_session).map(|logged| logged.event).collect();
    let count = |word: &str| events.iter().filter(|event| format!("{event:?}").starts_with(word)).count();
    assert_eq!((count("Answered"), count("Submitted"), count("Finished"), count("Commented")), (4, 4, 1, 1));

    // The end can be looked at again, and the list cannot be done again.
    let session = someone.session();
    someone.open(&session).await;
    assert!(someone.page.contains("DONE"));
    someone.open(&format!("{session}step/0")).await;
    assert!(someone.page.contains("DONE"));
    served.stop().await;
}

#[tokio::test]
async fn whoever_comes_again_by_the_same_link_goes_on_where_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let link = prolific("p1")(&served);
    let mut laptop = Participant::follow(&served, &link).await;
    for _ in 0..6 {
        laptop.go_on().await;
    }
    assert_eq!(laptop.step_address().unwrap(), "step/2");
    let mut phone = Participant::follow(&served, &link).await;
    assert_eq!(phone.step_address().unwrap(), "step/2");
    assert_eq!(phone.session(), laptop.session());
    phone.finish().await;
    // The laptop sends what the phone has sent already: nothing happens twice.
    laptop.go_on().await;
    laptop.open(&laptop.session()).await;
    assert!(laptop.page.contains("DONE"));
    served.stop().await;
}

#[tokio::test]
async fn going_back_shows_the_answer_and_can_change_it() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &prolific("p1")(&served)).await;
    for _ in 0..6 {
        someone.go_on().await;
    }
    let session = someone.session();
    someone.open(&format!("{session}step/0")).await;
    assert_eq!(someone.step_address().unwrap(), "step/0");
    assert!(someone.page.contains("checked"), "{}", someone.page);
    someone.send(&[("q0.0.value".to_owned(), "5".to_owned())]).await;
    assert_eq!(someone.step_address().unwrap(), "step/2");
    someone.open(&format!("{session}step/3")).await;
    assert_eq!(someone.step_address().unwrap(), "step/2", "a page that was not reached yet is not shown");
    served.stop().await;
}

#[tokio::test]
async fn what_is_missing_is_said_and_what_was_answered_stays() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &prolific("p1")(&served)).await;
    someone.go_on().await;
    someone.go_on().await;
    someone.send(&[]).await;
    assert_eq!(
        (someone.status, someone.step_address().unwrap().as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, "screening")
    );
    someone.go_on().await;
    someone.go_on().await;
    for wrong in ["", "9", "x", "2.5"] {
        someone.send(&[("q0.0.value".to_owned(), wrong.to_owned())]).await;
        assert_eq!(
            (someone.status, someone.step_address().unwrap().as_str()),
            (StatusCode::UNPROCESSABLE_ENTITY, "step/0")
        );
    }
    someone.go_on().await;
    someone.finish().await;
    served.stop().await;
}

#[tokio::test]
async fn every_early_end_has_its_own_page_and_code() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 9)).await;
    let field = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];

    let mut declines = Participant::follow(&served, &prolific("declines")(&served)).await;
    declines.go_on().await;
    declines.send(&field("consent", "no")).await;
    assert!(declines.page.contains("ending declined") && declines.page.contains("cc=NO\""), "{}", declines.page);

    let mut unfit = Participant::follow(&served, &prolific("unfit")(&served)).await;
    unfit.go_on().await;
    unfit.go_on().await;
    unfit.send(&field("screening.native", "No")).await;
    assert!(unfit.page.contains("ending screened-out") && unfit.page.contains("cc=OUT\""), "{}", unfit.page);

    let mut late = Participant::follow(&served, &prolific("late")(&served)).await;
    for _ in 0..5 {
        late.go_on().await;
    }
    served.wait_minutes(31);
    late.go_on().await;
    assert!(late.page.contains("ending too-late") && late.page.contains("cc=LATE\""), "{}", late.page);
    assert_eq!(late.status, StatusCode::GONE);
    late.open(&late.session()).await;
    assert!(late.page.contains("ending too-late"));

    for (act, words) in [("return", "ending returned"), ("withdraw", "ending withdrawn")] {
        let mut leaves = Participant::follow(&served, &prolific(act)(&served)).await;
        for _ in 0..5 {
            leaves.go_on().await;
        }
        let reply = served.client.post(format!("{}{act}", leaves.session())).send().await.unwrap();
        assert_eq!(reply.status(), StatusCode::SEE_OTHER);
        leaves.open(&leaves.session()).await;
        assert!(leaves.page.contains(words), "{}", leaves.page);
    }
    served.stop().await;
}

#[tokio::test]
async fn answers_are_saved_as_they_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &prolific("p1")(&served)).await;
    for _ in 0..4 {
        someone.go_on().await;
    }
    let save = format!("{}save", someone.session());
    for (value, status) in [("4", 204), ("4", 204), ("", 204), ("99", 204)] {
        let reply = served.client.post(&save).form(&[("q0.0.value", value)]).send().await.unwrap();
        assert_eq!(reply.status(), status, "{value}");
    }
    someone.open(&someone.session()).await;
    assert_eq!(someone.step_address().unwrap(), "step/0", "saving does not go on");
    let checked = someone.page.split("<input").find(|input| input.contains("checked")).unwrap();
    assert!(checked.contains("value=\"4\""), "{checked}");
    served.stop().await;
}

#[tokio::test]
async fn before_accepting_on_mechanical_turk_there_is_nothing_to_send() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "mturk", 3)).await;
    let link = served.entrance() + "?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1";
    let looks = Participant::follow(&served, &link).await;
    assert!(looks.page.contains("Words of the information"));
    assert_eq!(looks.action(), None);
    served.stop().await;
}

#[tokio::test]
async fn a_typed_id_is_let_in_once_and_opens_nobody_elses_session() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut types = Participant::follow(&served, &served.entrance()).await;
    types.send(&[("id".to_owned(), "not an id!".to_owned())]).await;
    assert_eq!(types.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(types.page.contains("Please type the ID as it was given to you"), "{}", types.page);
    types.send(&[("id".to_owned(), "p1".to_owned())]).await;
    assert_eq!(types.step_address().unwrap(), "information");

    let mut stranger = Participant::follow(&served, &served.entrance()).await;
    stranger.send(&[("id".to_owned(), "p1".to_owned())]).await;
    assert!(stranger.page.contains("already-begun"), "{}", stranger.page);
    types.finish().await;
    served.stop().await;
}

#[tokio::test]
async fn a_workers_id_opens_their_session_only_with_their_assignment() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "mturk", 3)).await;
    let link = |assignment: &str| {
        let query = format!("?assignmentId={assignment}&hitId=H1&workerId=W1&turkSubmitTo=https://www.mturk.com");
        format!("{}{query}", served.entrance())
    };
    let mut worker = Participant::follow(&served, &link("A1")).await;
    worker.go_on().await;
    let again = Participant::follow(&served, &link("A1")).await;
    assert_eq!((again.session(), again.step_address()), (worker.session(), Some("information".to_owned())));
    let mut elsewhere = Participant::follow(&served, &link("A2")).await;
    assert_ne!(elsewhere.session(), worker.session());
    elsewhere.finish().await;
    worker.open(&worker.session()).await;
    assert!(worker.page.contains("ending returned"), "{}", worker.page);
    served.stop().await;
}
