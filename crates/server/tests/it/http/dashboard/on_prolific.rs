//! Approving and writing to the people of several sessions, through Prolific.

use live::Recruiting;
use prolific::standin::{StandIn, TOKEN};
use prolific::{Prolific, Status};
use reqwest::StatusCode;
use store::{Role, Sight};

use super::desk::Desk;
use super::reconcile::study_there;
use crate::participant::Participant;
use crate::served::{TestServer, small};

#[tokio::test]
async fn ticked_sessions_are_approved_and_written_to_after_a_question_that_says_what_it_costs() {
    let standin = StandIn::start().await;
    let folder = tempfile::tempdir().unwrap();
    let path = small(folder.path(), "prolific", 5);
    // The stand-in names its studies itself, so the study there is made first.
    let (id, submissions) = study_there("http://127.0.0.1:9/s/small/", &standin, &["p1", "p2", "p3"]).await;
    let file = std::fs::read_to_string(path.join("study.toml")).unwrap();
    let file = file.replace("time_limit", &format!("prolific_study = \"{id}\"\ntime_limit"));
    let more = "\n[payment]\ncurrency = \"GBP\"\namount = 1.5\nestimated_minutes = 8\nplatform_fee = 0.333\n\
                [platform.prolific]\ndescription = \"Read.\"\nvat = 0.2\nmessages = { thanks = \"Thank you for {title}.\" }\n";
    std::fs::write(path.join("study.toml"), file + more).unwrap();
    let recruiting = Recruiting { prolific: Some(Prolific::at(&standin.address, TOKEN)), hook_secret: None };
    let served = TestServer::with(&path, |study| study.with_recruiting(recruiting)).await;
    for submission in &submissions {
        let link = standin.link(submission).unwrap().replace("http://127.0.0.1:9", &served.url);
        Participant::follow(&served, &link).await.finish().await;
    }
    standin.enter_code(&submissions[0], "DONE");
    standin.enter_code(&submissions[1], "DONE");
    standin.leave(&submissions[2], Status::TimedOut);
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
    let bob = Desk::invited(&served, "bob", "small", Role::Manager(Sight { ids: true, money: false })).await;
    let (_, page) = bob.get(&bob.page("people")).await;
    assert!(!page.contains("Approve on Prolific…") && page.contains("Write to them…"), "{page}");
    served.stop().await;
}
