//! Sessions held against the platform's submissions: its table, and Prolific itself by a double of it on this machine.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse as _, Response};
use dashboard::Prolific;
use reqwest::StatusCode;
use serde_json::json;
use tokio::net::TcpListener;

use super::desk::Desk;
use crate::participant::Participant;
use crate::served::{Served, small};

async fn finish(served: &Served, person: &str) {
    let link = format!("{}?PROLIFIC_PID={person}", served.entrance());
    Participant::follow(served, &link).await.finish().await;
}

const EXPORT: &str = "Submission id,Participant id,Status,Completion code\n\
                      s1,p1,AWAITING REVIEW,DONE\ns2,p2,AWAITING REVIEW,UNKNOWN\ns3,stranger,AWAITING REVIEW,DONE\n";

#[tokio::test]
async fn the_platforms_table_is_compared_and_files_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&small(folder.path(), "prolific", 5)).await;
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
    let deeds = ada.trail().await;
    assert_eq!(
        deeds[..2],
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
    let served = Served::start(&small(folder.path(), "prolific", 5)).await;
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

type Said = Arc<Mutex<Vec<String>>>;

/// Answers as Prolific does, and writes down what it was asked.
async fn double(State(said): State<Said>, method: Method, uri: Uri, headers: HeaderMap, body: String) -> Response {
    if headers.get("authorization").is_none_or(|token| token != "Token good") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    said.lock().unwrap().push(format!("{method} {} {body}", uri.path()));
    let submission = |id: &str, person: &str, status: &str, code: &str| json!({ "id": id, "participant_id": person, "status": status, "study_code": code });
    match uri.path() {
        "/api/v1/studies/abc123/submissions/" => axum::Json(json!({ "results": [
            submission("s1", "p1", "AWAITING REVIEW", "DONE"),
            submission("s2", "p2", "TIMED-OUT", ""),
        ] }))
        .into_response(),
        "/api/v1/submissions/bulk-approve/" => axum::Json(json!({ "message": "ok" })).into_response(),
        "/api/v1/submissions/bonus-payments/" => axum::Json(json!({ "id": "pay1" })).into_response(),
        "/api/v1/bulk-bonus-payments/pay1/pay/" => StatusCode::ACCEPTED.into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn prolific() -> (Said, String) {
    let said = Said::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(double).with_state(said.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (said, address)
}

#[tokio::test]
async fn prolific_itself_is_asked_approves_and_pays_in_two_steps() {
    let (said, address) = prolific().await;
    let folder = tempfile::tempdir().unwrap();
    let path = small(folder.path(), "prolific", 5);
    let file = std::fs::read_to_string(path.join("study.toml")).unwrap();
    let payment = "\n[payment]\ncurrency = \"GBP\"\namount = 1.5\nestimated_minutes = 8\n";
    std::fs::write(path.join("study.toml"), file + payment).unwrap();
    let there = Prolific::at(&address, "good");
    let served = Served::set(&path, |settings| settings.prolific = Some(there)).await;
    for person in ["p1", "p2"] {
        finish(&served, person).await;
    }
    let ada = Desk::owner(&served).await;
    let at = |page: &str| ada.page(&format!("people/reconcile/prolific{page}"));
    assert!(ada.get(&ada.page("people/reconcile")).await.1.contains("Prolific itself"));
    assert!(said.lock().unwrap().is_empty(), "nothing is asked before a researcher does");
    let study = ("study_there", "abc123");
    let (status, page) = ada.post(&at(""), &[study]).await;
    assert!(status == StatusCode::OK && page.contains("Approve 1") && page.contains("GBP 1.50"), "{page}");
    let (_, page) = ada.post(&at("/approve"), &[study, ("submission", "s1"), ("submission", "s2")]).await;
    assert!(page.contains("Prolific approves 1 submission."), "{page}");
    let (_, page) = ada.post(&at("/bonus"), &[study, ("what", "lost")]).await;
    assert!(page.contains("GBP 1.50 in all to 1 person") && page.contains("p2,1.50"), "{page}");
    let pay = [study, ("payment", "pay1")];
    assert_eq!(ada.post(&at("/pay"), &pay).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (_, page) = ada.post(&at("/pay"), &[study, ("payment", "pay1"), ("sure", "yes")]).await;
    assert!(page.contains("Prolific pays the bonuses"), "{page}");
    let asked = said.lock().unwrap().join("\n");
    for part in [
        r#"POST /api/v1/submissions/bulk-approve/ {"submission_ids":["s1"]}"#,
        r#"POST /api/v1/submissions/bonus-payments/ {"study_id":"abc123","csv_bonuses":"p2,1.50"}"#,
    ] {
        assert!(asked.contains(part), "{part} is not in\n{asked}");
    }
    assert_eq!(asked.matches("/pay/").count(), 1, "asked twice, it would pay twice");
    for (id, part) in [("other", "knows no study"), ("../x", "knows no study"), ("", "knows no study")] {
        let (status, page) = ada.post(&at(""), &[("study_there", id)]).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains(part), "{id}: {page}");
    }
    served.stop().await;
}

#[tokio::test]
async fn a_token_that_prolific_refuses_and_a_server_that_is_not_there_are_told() {
    let (_, address) = prolific().await;
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for (there, part) in [
        (Prolific::at(&address, "bad"), "does not accept the token"),
        (Prolific::at(&format!("http://{gone}"), "good"), "did not answer"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let served =
            Served::set(&small(folder.path(), "prolific", 5), |settings| settings.prolific = Some(there)).await;
        let ada = Desk::owner(&served).await;
        let (status, page) = ada.post(&ada.page("people/reconcile/prolific"), &[("study_there", "abc123")]).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains(part), "{page}");
        served.stop().await;
    }
}

#[tokio::test]
async fn without_a_token_prolific_is_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&small(folder.path(), "prolific", 5)).await;
    let ada = Desk::owner(&served).await;
    assert!(!ada.get(&ada.page("people/reconcile")).await.1.contains("Prolific itself"));
    assert_eq!(
        ada.post(&ada.page("people/reconcile/prolific"), &[("study_there", "a")]).await.0,
        StatusCode::NOT_FOUND
    );
    served.stop().await;
}
