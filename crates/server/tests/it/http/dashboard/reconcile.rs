//! Sessions held against the platform's submissions: its table, and Prolific itself by a stand-in on this machine.

use live::Recruiting;
use prolific::standin::{StandIn, TOKEN};
use prolific::{Prolific, Status};
use reqwest::StatusCode;
use tokio::net::TcpListener;

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

async fn finish(served: &TestServer, person: &str) {
    let link = format!("{}?PROLIFIC_PID={person}", served.entrance());
    Participant::follow(served, &link).await.finish().await;
}

const EXPORT: &str = "Submission id,Participant id,Status,Completion code\n\
                      s1,p1,AWAITING REVIEW,DONE\ns2,p2,AWAITING REVIEW,UNKNOWN\ns3,stranger,AWAITING REVIEW,DONE\n";

#[tokio::test]
async fn the_platforms_table_is_compared_and_files_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 5)).await;
    for person in ["p1", "p2", "p3"] {
        finish(&served, person).await;
    }
    let ada = Desk::owner(&served).await;
    let (status, page) = ada.post(&ada.page("people/reconcile"), &[("export", EXPORT)]).await;
    assert_eq!(status, StatusCode::OK);
    for part in [
        "<dt>To approve</dt><dd>2</dd>",
        "the code there is missing or wrong: approve it",
        "1 arrival has an id that the platform does not know.",
        "the id was made up or mistyped",
        "sent there, but never seen here",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    let (_, ids) = ada.post(&ada.page("people/reconcile/file"), &[("export", EXPORT), ("what", "approve")]).await;
    let mut ids: Vec<&str> = ids.lines().collect();
    ids.sort_unstable();
    assert_eq!(ids, ["p1", "p2"]);
    let actions = ada.audit_log().await;
    assert_eq!(
        actions[..2],
        ["ada took out a file for the platform approve.txt", "ada reconciled with the platform 3 submissions"]
    );
    for (export, part) in [("", "nothing was given"), ("a,b\n1,2\n", "no column")] {
        let (status, page) = ada.post(&ada.page("people/reconcile"), &[("export", export)]).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains(part), "{page}");
    }
    served.stop().await;
}

#[tokio::test]
async fn a_file_is_uploaded_as_browsers_do() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 5)).await;
    finish(&served, "p1").await;
    let ada = Desk::owner(&served).await;
    let part = |name: &str, more: &str, value: &str| {
        format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"{more}\r\n\r\n{value}\r\n")
    };
    let send = async |csrf_token: &str| {
        let parts =
            [part("csrf_token", "", csrf_token), part("file", "; filename=\"x.csv\"", EXPORT), part("export", "", "")];
        let body = format!("{}--edge--\r\n", parts.concat());
        let request = served.client.post(format!("{}{}", served.url, ada.page("people/reconcile")));
        let request =
            request.header("cookie", &ada.cookie).header("content-type", "multipart/form-data; boundary=edge");
        let reply = request.body(body).send().await.unwrap();
        (reply.status(), reply.text().await.unwrap())
    };
    let (status, page) = send(&ada.csrf_token).await;
    assert!(status == StatusCode::OK && page.contains("<dt>To approve</dt><dd>1</dd>"), "{page}");
    assert_eq!(send("forged").await.0, StatusCode::FORBIDDEN);
    served.stop().await;
}

/// The study there, with these people at work.
pub(super) async fn study_there(served_at: &str, standin: &StandIn, people: &[&str]) -> (String, Vec<String>) {
    let draft = serde_json::json!({
        "name": "n", "internal_name": "n", "description": "d", "prolific_id_option": "url_parameters",
        "external_study_url":
            format!("{served_at}?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}&STUDY_ID={{{{%STUDY_ID%}}}}&SESSION_ID={{{{%SESSION_ID%}}}}"),
        "completion_codes": [
            { "code": "DONE", "code_type": "COMPLETED", "actor": "participant", "actions": [{ "action": "MANUALLY_REVIEW" }] },
        ],
        "total_available_places": 5, "estimated_completion_time": 8, "reward": 150, "device_compatibility": ["desktop"],
        "peripheral_requirements": [], "filters": [],
    });
    let reply = reqwest::Client::new()
        .post(format!("{}/api/v1/studies/", standin.address))
        .header("authorization", "Token good");
    let made: serde_json::Value = reply.json(&draft).send().await.unwrap().json().await.unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    standin.publish(&id);
    let submissions = people.iter().map(|person| standin.take_place(&id, person).unwrap()).collect();
    (id, submissions)
}

#[tokio::test]
async fn prolific_itself_is_asked_approves_and_pays_once() {
    let standin = StandIn::start().await;
    let folder = tempfile::tempdir().unwrap();
    let path = small(folder.path(), "prolific", 5);
    let file = std::fs::read_to_string(path.join("study.toml")).unwrap();
    let payment = "\n[payment]\ncurrency = \"GBP\"\namount = 1.5\nestimated_minutes = 8\n";
    std::fs::write(path.join("study.toml"), file + payment).unwrap();
    let served =
        TestServer::start_study_with(&path, |study| study.with_recruiting(recruiting(&standin.address, TOKEN))).await;
    let (id, submissions) = study_there(&served.entrance(), &standin, &["p1", "p2"]).await;
    for submission in &submissions {
        Participant::follow(&served, &standin.link(submission).unwrap()).await.finish().await;
    }
    standin.enter_code(&submissions[0], "DONE");
    standin.leave(&submissions[1], Status::TimedOut);
    let ada = Desk::owner(&served).await;
    let at = |page: &str| ada.page(&format!("people/reconcile/prolific{page}"));
    assert!(ada.get(&ada.page("people/reconcile")).await.1.contains("Prolific itself"));
    let asked = |part: &str| standin.requests().iter().filter(|line| line.contains(part)).count();
    assert_eq!(asked("submissions"), 0, "nothing is asked before a researcher does");
    let study = ("study_there", id.as_str());
    let (status, page) = ada.post(&at(""), &[study]).await;
    assert!(status == StatusCode::OK && page.contains("Approve 1") && page.contains("GBP 1.50"), "{page}");
    let both = [study, ("submission", submissions[0].as_str()), ("submission", submissions[1].as_str())];
    let (_, page) = ada.post(&at("/approve"), &both).await;
    assert!(page.contains("Approve on Prolific?") && page.contains("It costs GBP 1.50"), "{page}");
    assert_eq!(standin.status(&submissions[0]), Some(Status::AwaitingReview), "it asks first");
    let (_, page) = ada.post(&at("/approve"), &[&both[..], &[("sure", "yes")]].concat()).await;
    assert!(page.contains("Prolific approves 1 submission."), "{page}");
    let (_, page) = ada.post(&at("/bonus"), &[study, ("what", "lost")]).await;
    assert!(page.contains("GBP 1.50 in all to 1 person") && page.contains("p2,1.50"), "{page}");
    let pay = [study, ("what", "lost"), ("lines", "p2,1.50\r\n"), ("sure", "yes")];
    assert_eq!(ada.post(&at("/pay"), &pay[..3]).await.0, StatusCode::UNPROCESSABLE_ENTITY, "not sure");
    let other = [study, ("what", "lost"), ("lines", "p2,9.50\n"), ("sure", "yes")];
    assert_eq!(ada.post(&at("/pay"), &other).await.0, StatusCode::UNPROCESSABLE_ENTITY, "not what was shown");
    assert_eq!(asked("bonus"), 0);
    let (_, page) = ada.post(&at("/pay"), &pay).await;
    assert!(page.contains("Prolific pays GBP 1.50"), "{page}");
    // Sent again, as by a reload of the page, it pays nothing.
    assert_eq!(ada.post(&at("/pay"), &pay).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(standin.bonuses_of("p2"), [150]);
    let (_, page) = ada.post(&at(""), &[study]).await;
    for part in [
        "<dt>Paid to people</dt><dd>GBP 3.00</dd>",
        "<dt>Still open</dt><dd>GBP 0.00</dd>",
        "<dt>In all</dt><dd>GBP 3.00</dd>",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert!(page.contains("1 bonus is recorded as paid") && !page.contains("Owed beyond approval"), "{page}");
    for (id, part) in [("other", "knows no study"), ("../x", "knows no study"), ("", "knows no study")] {
        let (status, page) = ada.post(&at(""), &[("study_there", id)]).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains(part), "{id}: {page}");
    }
    served.stop().await;
}

fn recruiting(address: &str, token: &str) -> Recruiting {
    Recruiting { prolific: Some(Prolific::with_address(address, token)), hook_secret: None }
}

#[tokio::test]
async fn a_token_that_prolific_refuses_and_a_server_that_is_not_there_are_told() {
    let standin = StandIn::start().await;
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for (there, part) in [
        (recruiting(&standin.address, "bad"), "does not accept the token"),
        (recruiting(&format!("http://{gone}"), TOKEN), "did not answer"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = small(folder.path(), "prolific", 5);
        let served = TestServer::start_study_with(&path, |study| study.with_recruiting(there)).await;
        let ada = Desk::owner(&served).await;
        let (status, page) = ada.post(&ada.page("people/reconcile/prolific"), &[("study_there", "abc123")]).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains(part), "{page}");
        served.stop().await;
    }
}

#[tokio::test]
async fn bonuses_paid_by_hand_are_written_down_and_not_owed_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = small(folder.path(), "prolific", 5);
    let file = std::fs::read_to_string(path.join("study.toml")).unwrap();
    let payment = "\n[payment]\ncurrency = \"GBP\"\namount = 1.5\nestimated_minutes = 8\n";
    std::fs::write(path.join("study.toml"), file + payment).unwrap();
    let served = TestServer::start(&path).await;
    finish(&served, "p1").await;
    let ada = Desk::owner(&served).await;
    let export = ("export", "Submission id,Participant id,Status,Completion code\ns1,p1,TIMED-OUT,\n");
    let (_, page) = ada.post(&ada.page("people/reconcile"), &[export]).await;
    assert!(page.contains("Owed beyond approval") && page.contains("I have paid these bonuses"), "{page}");
    let (_, page) = ada.post(&ada.page("people/reconcile/paid"), &[export]).await;
    assert!(page.contains("GBP 1.50 to 1 person, paid by you"), "it asks first: {page}");
    assert!(page.contains("Status,Completion code\ns1,p1"), "the table goes on with the question: {page}");
    let paid = [export, ("sure", "yes")];
    let (status, page) = ada.post(&ada.page("people/reconcile/paid"), &paid).await;
    assert!(status == StatusCode::OK && page.contains("GBP 1.50 is recorded as paid"), "{page}");
    assert_eq!(ada.audit_log().await[0], "ada wrote bonuses down as paid GBP 1.50");
    let (_, page) = ada.post(&ada.page("people/reconcile"), &[export]).await;
    assert!(!page.contains("Owed beyond approval"), "{page}");
    assert_eq!(ada.post(&ada.page("people/reconcile/paid"), &paid).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    served.stop().await;
}

#[tokio::test]
async fn without_a_token_prolific_is_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 5)).await;
    let ada = Desk::owner(&served).await;
    assert!(!ada.get(&ada.page("people/reconcile")).await.1.contains("Prolific itself"));
    assert_eq!(
        ada.post(&ada.page("people/reconcile/prolific"), &[("study_there", "a")]).await.0,
        StatusCode::NOT_FOUND
    );
    served.stop().await;
}
