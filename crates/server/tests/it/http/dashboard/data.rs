//! Taking data out, and erasing what someone said.

use reqwest::{Method, StatusCode};
use session::{Outcome, Session};

use super::blind::StudyConclusions;
use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

const PASSWORD: &str = "correct horse battery staple";

async fn start_server(folder: &tempfile::TempDir) -> TestServer {
    let path = small(folder.path(), "prolific", 3);
    let study = std::sync::Arc::new(study::check(&study::OnDisk(path.clone())).study.unwrap());
    TestServer::start_study_with(&path, |running| {
        running.with_conclusions(std::sync::Arc::new(StudyConclusions(study)))
    })
    .await
}

#[tokio::test]
async fn who_people_are_is_told_to_an_owner_with_the_password_alone() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    for person in ["p1", "-2x"] {
        let link = format!("{}?PROLIFIC_PID={person}", served.entrance());
        Participant::follow(&served, &link).await.finish().await;
        served.wait_minutes(1);
    }
    let link = served.store.first_link(served.now()).await.unwrap().unwrap();
    let fields = [("name", "ada"), ("password", PASSWORD), ("again", PASSWORD)];
    let welcome = format!("{}/dashboard/welcome/{link}", served.url);
    assert_eq!(served.client.post(welcome).form(&fields).send().await.unwrap().status(), StatusCode::SEE_OTHER);
    let ada = Desk::sign_in_again(&served, "ada").await;
    let address = ada.page("data/people.csv");
    for password in ["", "wrong horse battery staple"] {
        let (status, page) = ada.post(&address, &[("password", password)]).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("The password is wrong"), "{page}");
    }
    assert!(!ada.audit_log().await.iter().any(|action| action.contains("who people are")));
    let (status, table) = ada.post(&address, &[("password", PASSWORD)]).await;
    assert_eq!(status, StatusCode::OK);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "participant,sessions,platform,platform_id,submission");
    assert!(lines[1..].contains(&"p0001,1,prolific,p1,"), "{table}");
    assert!(table.contains(",'-2x,"), "no spreadsheet takes it for a formula");
    assert_eq!(ada.audit_log().await[0], "ada downloaded participant IDs 2 people");
    served.stop().await;
}

#[tokio::test]
async fn judgements_are_taken_out_and_it_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let ada = Desk::owner(&served).await;
    let reply = ada.request(Method::GET, &ada.page("data/judgements.csv"), &[]).await;
    assert_eq!(reply.headers()["content-disposition"], "attachment; filename=\"small-judgements.csv\"");
    assert_eq!(reply.headers()["content-type"], "text/csv; charset=utf-8");
    assert_eq!(reply.text().await.unwrap(), "judgements.csv A");
    assert_eq!(ada.audit_log().await[0], "ada exported judgements blind, judgements.csv");
    assert_eq!(ada.get(&ada.page("data/people.csv")).await.0, StatusCode::METHOD_NOT_ALLOWED);
    served.stop().await;
}

#[tokio::test]
async fn a_person_who_writes_is_withdrawn_by_what_the_platform_calls_them() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    someone.finish().await;
    let ada = Desk::owner(&served).await;
    let address = ada.page("data/withdraw");
    for (fields, part) in [
        (&[("platform_id", "p1")][..], "Tick the box"),
        (&[("platform_id", "p2"), ("sure", "yes")], "Nobody with that id took part"),
    ] {
        let (status, page) = ada.post(&address, fields).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains(part), "{page}");
    }
    let participant = served.store.participant("small", "p1").await.unwrap().unwrap();
    let fields = [("platform_id", "p1"), ("sure", "yes"), ("forget", "yes")];
    assert_eq!(ada.post(&address, &fields).await.0, StatusCode::SEE_OTHER);
    assert_eq!(served.store.participant("small", "p1").await.unwrap(), None);
    assert_eq!(served.store.person("small", participant).await.unwrap(), None);
    let row = served.store.sessions_of("small", participant).await.unwrap()[0].clone();
    let events = served.store.events_of("small", row.session, 0).await.unwrap();
    let session = Session::from_events(events.iter().map(|happened| (happened.at, &happened.event)));
    assert_eq!((session.outcome, session.answers.len()), (Some(Outcome::Withdrawn), 0));
    assert_eq!(
        ada.audit_log().await[0],
        "ada withdrew a person and deleted the platform's id",
        "and does not say whom"
    );
    served.stop().await;
}
