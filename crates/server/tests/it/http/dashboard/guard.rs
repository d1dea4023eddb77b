//! Who may do what, over everything the dashboard does: a route that is added is tested at once.

use dashboard::ROUTES;
use reqwest::{Method, StatusCode};
use store::{Cursor, Role};

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

/// For whoever is not signed in.
const OUTSIDE: [&str; 2] = ["/dashboard/sign-in", "/dashboard/welcome/{token}"];

/// What is done to whoever is signed in, and not to a study.
const THEMSELVES: &str = "/dashboard/s/";

fn routes() -> impl Iterator<Item = (Method, String)> {
    let filled = |path: &str| {
        let path = path.replace("{study}", "small");
        let parts: Vec<&str> = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
        parts.join("/")
    };
    let inside = ROUTES.iter().filter(|(_, path, _)| !OUTSIDE.contains(path));
    inside.map(move |(method, path, _)| (method.to_uppercase().parse().unwrap(), filled(path)))
}

fn of_the_study() -> impl Iterator<Item = (Method, String)> {
    routes().filter(|(_, path)| path.starts_with(THEMSELVES))
}

async fn read_accounts(served: &TestServer) -> (usize, Vec<store::Grant>, Vec<store::Invitation>, Vec<store::Token>) {
    let (store, name) = (&served.store, &served.name);
    let events = store.events_since(name, Cursor::default(), 10_000).await.unwrap().0.len();
    let invitations = store.invitations(name, served.now()).await.unwrap();
    (events, store.grants(name).await.unwrap(), invitations, store.tokens(name).await.unwrap())
}

async fn start_server(folder: &tempfile::TempDir) -> TestServer {
    TestServer::start(&small(folder.path(), "prolific", 3)).await
}

#[tokio::test]
async fn nobody_gets_anywhere_without_signing_in() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    someone.go_on().await;
    let session = someone.session();
    let session = session.trim_end_matches('/').rsplit('/').next().unwrap();
    let before = read_accounts(&served).await;
    assert!(routes().count() > 15);
    for (method, path) in routes() {
        for (name, value) in [
            ("x-nothing", String::new()),
            ("cookie", "rejudge=".to_owned()),
            ("cookie", "rejudge=0000".to_owned()),
            // What a participant has opens nothing here.
            ("cookie", format!("rejudge={session}")),
            ("authorization", format!("Bearer {session}")),
            ("authorization", "Bearer ".to_owned()),
        ] {
            let request = served.client.request(method.clone(), format!("{}{path}", served.url));
            let reply = request.header(name, &value).form(&[("sure", "yes")]).send().await.unwrap();
            let (status, led) = (reply.status(), reply.headers().get("location").cloned());
            let to_sign_in = led.is_some_and(|led| led.to_str().unwrap().starts_with("/dashboard/sign-in"));
            let refused = status == StatusCode::UNAUTHORIZED || (status == StatusCode::SEE_OTHER && to_sign_in);
            assert!(refused, "{method} {path} with {name}: {status}");
            assert!(!reply.text().await.unwrap().contains(&served.study.about.title), "{method} {path}");
        }
    }
    assert_eq!(read_accounts(&served).await, before);
    served.stop().await;
}

#[tokio::test]
async fn an_owner_of_another_study_finds_nothing_here() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let eve = Desk::invite(&served, "eve", "other", Role::Owner).await;
    let before = read_accounts(&served).await;
    for (method, path) in of_the_study() {
        let fields = [
            ("csrf_token", eve.csrf_token.as_str()),
            ("sure", "yes"),
            ("role", "owner"),
            ("label", "x"),
            ("count", "1"),
        ];
        let reply = eve.request(method.clone(), &path, &fields).await;
        assert_eq!(reply.status(), StatusCode::NOT_FOUND, "{method} {path}");
        assert!(!reply.text().await.unwrap().contains(&served.study.about.title), "{method} {path}");
    }
    assert!(eve.get("/dashboard/").await.1.contains("has no access to any study"));
    assert_eq!(read_accounts(&served).await, before);
    served.stop().await;
}

#[tokio::test]
async fn a_form_that_is_not_ours_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let ada = Desk::owner(&served).await;
    let other = Desk::invite(&served, "bob", "small", Role::Owner).await;
    let before = read_accounts(&served).await;
    let posts: Vec<String> = routes().filter(|(method, _)| *method == Method::POST).map(|(_, path)| path).collect();
    let (start, last) = ada.csrf_token.split_at(31);
    let near = format!("{start}{}", if last == "0" { "1" } else { "0" });
    for path in &posts {
        for csrf_token in ["", "x", near.as_str(), other.csrf_token.as_str(), &ada.cookie] {
            let fields =
                [("csrf_token", csrf_token), ("sure", "yes"), ("role", "owner"), ("label", "x"), ("count", "1")];
            let status = ada.request(Method::POST, path, &fields).await.status();
            assert_eq!(status, StatusCode::FORBIDDEN, "{path} with {csrf_token}");
        }
        let elsewhere = served.client.post(format!("{}{path}", served.url)).header("cookie", &ada.cookie);
        let elsewhere = elsewhere.header("sec-fetch-site", "cross-site").form(&[("csrf_token", &ada.csrf_token)]);
        assert_eq!(elsewhere.send().await.unwrap().status(), StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(read_accounts(&served).await, before);
    assert_eq!(ada.get(&ada.page("")).await.0, StatusCode::OK, "she is still signed in");
    served.stop().await;
}

#[tokio::test]
async fn without_accounts_there_is_no_dashboard() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("answers.sqlite").display().to_string();
    let served =
        TestServer::start_on(&small(folder.path(), "open", 3), &database, |settings| settings.accounts = None).await;
    let outside = [(Method::GET, "/dashboard/sign-in".to_owned()), (Method::GET, "/dashboard/welcome/x".to_owned())];
    for (method, path) in routes().chain(outside) {
        let reply = served.client.request(method.clone(), format!("{}{path}", served.url)).send().await.unwrap();
        assert_eq!(reply.status(), StatusCode::NOT_FOUND, "{method} {path}");
    }
    served.stop().await;
}

#[tokio::test]
async fn no_page_shows_what_opens_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let mut ids = Vec::new();
    for number in 0..3 {
        let link = format!("{}?PROLIFIC_PID=p{number}", served.entrance());
        let mut someone = Participant::follow(&served, &link).await;
        for _ in 0..4 + number {
            someone.go_on().await;
        }
        ids.push(someone.session().trim_end_matches('/').rsplit('/').next().unwrap().to_owned());
    }
    let ada = Desk::owner(&served).await;
    for (_, path) in routes().filter(|(method, _)| *method == Method::GET) {
        let (status, page) = ada.get(&path).await;
        assert!(status.is_success() || status == StatusCode::NOT_FOUND, "{path}: {status}");
        for id in &ids {
            assert!(!page.contains(id) && !page.contains(&id[..16]), "{path} shows a session's id");
        }
    }
    served.stop().await;
}

#[tokio::test]
async fn every_page_says_how_far_it_is_to_be_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let ada = Desk::owner(&served).await;
    for (_, path) in routes().filter(|(method, _)| *method == Method::GET) {
        let reply = ada.request(Method::GET, &path, &[]).await;
        let header = |name: &str| reply.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let policy = header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self';"), "{path}: {policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("https:"), "{path}: {policy}");
        assert_eq!(header("cache-control").as_deref(), Some("no-store"), "{path}");
        assert_eq!(header("x-frame-options").as_deref(), Some("DENY"), "{path}");
        let page = reply.text().await.unwrap();
        assert!(!page.contains(" style=") && !page.contains("<style"), "{path}");
        assert!(
            !page.contains(" onclick=")
                && page.matches("<script").count() == page.matches("<script type=\"module\" src=\"/assets/").count(),
            "{path}"
        );
    }
    served.stop().await;
}
