//! Approving and writing to the people of several sessions, through Prolific.

use std::path::Path;

use live::Recruiting;
use prolific::standin::{StandIn, TOKEN};
use prolific::{Prolific, Status};
use reqwest::StatusCode;
use store::{Role, Sight};

use super::desk::Desk;
use super::reconcile::study_there;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

/// A study on Prolific that three people have finished: two sent their code, one was timed out there.
struct World {
    standin: StandIn,
    served: TestServer,
    /// The study's id there.
    id: String,
    submissions: Vec<String>,
}

async fn begin(folder: &Path) -> World {
    let standin = StandIn::start().await;
    let path = small(folder, "prolific", 5);
    // The stand-in names its studies itself, so the study there is made first.
    let (id, submissions) = study_there("http://127.0.0.1:9/s/small/", &standin, &["p1", "p2", "p3"]).await;
    let file = std::fs::read_to_string(path.join("study.toml")).unwrap();
    let file = file.replace("time_limit", &format!("prolific_study = \"{id}\"\ntime_limit"));
    let more = "\n[payment]\ncurrency = \"GBP\"\namount = 1.5\nestimated_minutes = 8\nplatform_fee = 0.333\n\
                [platform.prolific]\ndescription = \"Read.\"\nvat = 0.2\nmessages = { thanks = \"Thank you for {title}.\" }\n";
    std::fs::write(path.join("study.toml"), file + more).unwrap();
    let recruiting = Recruiting { prolific: Some(Prolific::with_address(&standin.address, TOKEN)), hook_secret: None };
    let served = TestServer::start_study_with(&path, |study| study.with_recruiting(recruiting)).await;
    for submission in &submissions {
        let link = standin.link(submission).unwrap().replace("http://127.0.0.1:9", &served.url);
        Participant::follow(&served, &link).await.finish().await;
    }
    standin.enter_code(&submissions[0], "DONE");
    standin.enter_code(&submissions[1], "DONE");
    standin.leave(&submissions[2], Status::TimedOut);
    World { standin, served, id, submissions }
}

#[tokio::test]
async fn ticked_sessions_are_approved_and_written_to_after_a_question_that_says_what_it_costs() {
    let folder = tempfile::tempdir().unwrap();
    let World { standin, served, id, submissions } = begin(folder.path()).await;
    // Someone of whom Prolific knows nothing.
    let made_up = format!("{}?PROLIFIC_PID=p9&STUDY_ID={id}&SESSION_ID=x9", served.entrance());
    Participant::follow(&served, &made_up).await.finish().await;
    let ada = Desk::owner(&served).await;
    let (approve, message) = (ada.page("people/several/approve"), ada.page("people/several/message"));
    let ticked = [("session", "1"), ("session", "2"), ("session", "3"), ("session", "4"), ("reason", "looked at")];
    let (status, page) = ada.post(&approve, &ticked).await;
    assert_eq!(status, StatusCode::OK);
    for part in [
        "Prolific pays for 2 submissions, 2 sessions: 1, 2.",
        "It costs GBP 3.00, GBP 1.00 fee and GBP 0.20 tax: GBP 4.20 in all.",
        "Left out, session 3: finished here, but returned or timed out there",
        "Left out, session 4: the platform does not know this id",
        "looked at",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert!(!page.to_lowercase().contains("reject"), "nobody is rejected anywhere");
    assert_eq!(standin.status(&submissions[0]), Some(Status::AwaitingReview), "it asks first");
    let yes = [("study_there", id.as_str()), ("submission", &submissions[0]), ("reason", "looked at"), ("sure", "yes")];
    let (_, page) = ada.post(&ada.page("people/reconcile/prolific/approve"), &yes).await;
    assert!(page.contains("Prolific approves 1 submission."), "{page}");
    assert_eq!(standin.status(&submissions[0]), Some(Status::Approved));
    assert_eq!(standin.status(&submissions[1]), Some(Status::AwaitingReview), "it was not said yes to");
    assert_eq!(ada.audit_log().await[0], "ada approves on Prolific 1 submission, session 1: looked at");
    assert_eq!(ada.post(&approve, &[("session", "1")]).await.0, StatusCode::UNPROCESSABLE_ENTITY, "it is approved");
    assert_eq!(ada.post(&approve, &[]).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    // Messages: asked about, sent once, only to whom Prolific knows, and in the audit log.
    let (status, page) = ada.post(&message, &[&ticked[..4], &[("message", "Your work is\r\npaid.")]].concat()).await;
    assert!(
        status == StatusCode::OK && page.contains("3 people get this message, once: 3 sessions: 1, 2, 3."),
        "{page}"
    );
    assert!(
        page.contains("Left out: 1 session that Prolific does not know.") && standin.messages().is_empty(),
        "{page}"
    );
    assert_eq!(ada.post(&message, &[ticked[0]]).await.0, StatusCode::UNPROCESSABLE_ENTITY, "no words");
    let sure = [ticked[0], ("template", "thanks"), ("sure", "yes")];
    assert_eq!(ada.post(&message, &sure).await.0, StatusCode::SEE_OTHER);
    assert_eq!(standin.messages(), [("p1".to_owned(), "Thank you for How fluent is it?.".to_owned())]);
    assert_eq!(
        ada.audit_log().await[0],
        "ada writes to people on Prolific 1 person, session 1: Thank you for How fluent is it?."
    );
    let (_, page) = ada.get(&ada.page("people")).await;
    assert!(page.contains("Approve on Prolific…") && page.contains("<option>thanks</option>"), "{page}");
    let bob = Desk::invite(&served, "bob", "small", Role::Manager(Sight { ids: true, money: false })).await;
    let (_, page) = bob.get(&bob.page("people")).await;
    assert!(!page.contains("Approve on Prolific…") && page.contains("Write to them…"), "{page}");
    served.stop().await;
}

#[tokio::test]
async fn two_who_approve_the_same_people_at_once_and_a_prolific_that_refuses_pay_nobody_twice() {
    let folder = tempfile::tempdir().unwrap();
    let World { standin, served, id, submissions } = begin(folder.path()).await;
    let ada = Desk::owner(&served).await;
    let bob = Desk::invite(&served, "bob", "small", Role::Manager(Sight { ids: true, money: true })).await;
    let approve = ada.page("people/reconcile/prolific/approve");
    let yes = [
        ("study_there", id.as_str()),
        ("submission", &submissions[0]),
        ("submission", &submissions[1]),
        ("sure", "yes"),
    ];
    // Told to wait, or left without an answer: nothing is approved, and both are said and noted.
    for (status, words) in [(429, "Prolific refused"), (503, "Prolific did not answer: it failed with 503")] {
        standin.refuse_next("/bulk-approve/", status);
        let (answered, page) = ada.post(&approve, &yes).await;
        assert!(answered == StatusCode::UNPROCESSABLE_ENTITY && page.contains(words), "{status}: {page}");
        let log = ada.audit_log().await;
        assert!(log[0].starts_with("ada could not approve on Prolific 2 submissions, 2 sessions: 1, 2:"), "{log:?}");
        assert_eq!(log[1], "ada approves on Prolific 2 submissions, 2 sessions: 1, 2");
        assert_eq!(standin.statement().rewards, 0);
    }
    let ((one, _), (other, _)) = tokio::join!(ada.post(&approve, &yes), bob.post(&approve, &yes));
    let mut answers = [one, other];
    answers.sort();
    assert_eq!(answers, [StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY], "one of them did it");
    let approved =
        standin.requests().iter().filter(|line| *line == "POST /api/v1/submissions/bulk-approve/ 200").count();
    assert_eq!(approved, 1);
    let reward = standin.statement().rewards;
    assert_eq!(ada.post(&approve, &yes).await.0, StatusCode::UNPROCESSABLE_ENTITY, "they are approved");
    assert_eq!(standin.statement().rewards, reward);
    // A message that Prolific does not take is not said to be sent.
    let message = [("session", "1"), ("template", "thanks"), ("sure", "yes")];
    standin.refuse_next("/messages/bulk/", 429);
    assert_eq!(ada.post(&ada.page("people/several/message"), &message).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(standin.messages(), []);
    assert!(ada.audit_log().await[0].starts_with("ada could not write to people on Prolific 1 person, session 1:"));
    served.stop().await;
}
