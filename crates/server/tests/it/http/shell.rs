//! What surrounds every page: headers, limits, health, files, stopping.

use std::num::NonZeroU32;

use reqwest::StatusCode;
use web::{Peers, Rate, Secret};

use crate::participant::Participant;
use crate::test_server::{TestServer, small};

#[tokio::test]
async fn pages_may_load_nothing_from_elsewhere_and_are_framed_by_nobody_but_mechanical_turk() {
    let folder = tempfile::tempdir().unwrap();
    for (platform, framed) in [("open", "frame-ancestors 'none'"), ("mturk", "frame-ancestors https://*.mturk.com")] {
        let served = TestServer::start(&small(folder.path(), platform, 3)).await;
        let reply = served.client.get(served.entrance()).send().await.unwrap();
        let header = |name: &str| reply.headers().get(name).map(|value| value.to_str().unwrap()).unwrap_or_default();
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
        assert!(policy.contains(framed) && !policy.contains("unsafe"), "{policy}");
        assert_eq!(header("x-frame-options"), if platform == "open" { "DENY" } else { "" });
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("strict-transport-security"), "", "there is no TLS here");
        served.stop().await;
    }
}

#[tokio::test]
async fn style_and_scripts_are_kept_for_ever_and_asked_for_only_once() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "open", 3)).await;
    let page = Participant::follow(&served, &served.entrance()).await.page;
    let links: Vec<&str> = page.split('"').filter(|part| part.starts_with("/assets/")).collect();
    assert!(links.len() >= 3, "{page}");
    for link in links {
        let reply = served.client.get(format!("{}{link}", served.url)).send().await.unwrap();
        assert_eq!(reply.status(), StatusCode::OK, "{link}");
        assert_eq!(reply.headers()["cache-control"], "public, max-age=31536000, immutable");
        let tag = reply.headers()["etag"].clone();
        let again = served.client.get(format!("{}{link}", served.url)).header("if-none-match", tag);
        assert_eq!(again.send().await.unwrap().status(), StatusCode::NOT_MODIFIED);
    }
    let old = served.client.get(format!("{}/assets/0000/page.css", served.url)).send().await.unwrap();
    assert_eq!((old.status(), &old.headers()["cache-control"]), (StatusCode::OK, &"no-cache".parse().unwrap()));
    served.stop().await;
}

#[tokio::test]
async fn pictures_of_the_study_are_served_whole_and_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path(), "open", 3);
    std::fs::write(study.join("information.md"), "# The information\n\n![a dot](dot.png)\n").unwrap();
    let served = TestServer::start(&study).await;
    let address = format!("{}files/1", served.entrance());
    let page = served.client.get(served.entrance()).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("src=\"/s/small/files/1\"") && !page.contains("dot.png"), "{page}");
    for name in ["dot.png", "2", "x%00.png", "study.toml"] {
        let reply = served.client.get(format!("{}files/{name}", served.entrance())).send().await.unwrap();
        assert_eq!(reply.status(), StatusCode::NOT_FOUND, "{name}");
    }
    let whole = served.client.get(&address).send().await.unwrap();
    assert_eq!(whole.headers()["content-type"], "image/png");
    assert_eq!(whole.text().await.unwrap(), "not really a picture");
    let part = served.client.get(&address).header("range", "bytes=4-9").send().await.unwrap();
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(part.text().await.unwrap(), "really");
    served.stop().await;
}

#[tokio::test]
async fn too_many_requests_are_told_to_wait() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path(), "prolific", 3);
    let few = Rate { per_second: NonZeroU32::MIN, burst: NonZeroU32::new(3).unwrap() };
    let database = folder.path().join("a.sqlite").display().to_string();
    let served = TestServer::start_on(&study, &database, |settings| settings.address_rate = Some(few)).await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        let reply = served.client.get(served.entrance()).send().await.unwrap();
        statuses.push(reply.status().as_u16());
        if reply.status() == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(reply.headers()["retry-after"], "1");
            assert!(reply.text().await.unwrap().contains("too-many-requests"));
        }
    }
    assert_eq!(statuses, [200, 200, 200, 429]);
    served.stop().await;

    let database = folder.path().join("b.sqlite").display().to_string();
    let served = TestServer::start_on(&study, &database, |settings| settings.session_rate = Some(few)).await;
    let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    for _ in 0..3 {
        let session = someone.session();
        someone.open(&session).await;
    }
    assert_eq!(someone.status, StatusCode::TOO_MANY_REQUESTS);
    let another = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p2", served.entrance())).await;
    assert_eq!(another.status, StatusCode::OK, "one session does not use up the share of another");
    served.stop().await;
}

#[tokio::test]
async fn health_is_for_everyone_and_numbers_for_the_operator() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path(), "open", 3);
    let database = folder.path().join("a.sqlite").display().to_string();
    let served = TestServer::start_on(&study, &database, |settings| {
        settings.peers = Peers::Proxy;
        settings.metrics_token = Secret::new("open sesame");
    })
    .await;
    let get = async |path: &str, token: &str| {
        let request = served.client.get(format!("{}{path}", served.url)).header("authorization", token);
        let reply = request.send().await.unwrap();
        (reply.status().as_u16(), reply.text().await.unwrap())
    };
    assert_eq!(get("/healthz", "").await, (200, "ok\n".to_owned()));
    for wrong in ["", "Bearer open", "Bearer open sesame!", "open sesame"] {
        assert_eq!(get("/metrics", wrong).await.0, 404, "{wrong}");
    }
    let (status, numbers) = get("/metrics", "Bearer open sesame").await;
    assert_eq!(status, 200);
    assert!(numbers.contains("rejudge_requests_total{route=\"/healthz\",status=\"200\"}"), "{numbers}");
    assert!(!numbers.contains("PROLIFIC_PID"));
    served.stop().await;
}

#[tokio::test]
async fn a_server_that_is_started_again_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path(), "prolific", 1);
    let database = folder.path().join("a.sqlite").display().to_string();
    let served = TestServer::start_on(&study, &database, |_| {}).await;
    let link = |served: &TestServer| format!("{}?PROLIFIC_PID=p1&SESSION_ID=s1", served.entrance());
    let mut someone = Participant::follow(&served, &link(&served)).await;
    for _ in 0..6 {
        someone.go_on().await;
    }
    served.stop().await;
    let served = TestServer::start_on(&study, &database, |_| {}).await;
    let mut someone = Participant::follow(&served, &link(&served)).await;
    assert_eq!(someone.step_address().unwrap(), "step/2");
    someone.finish().await;
    assert!(someone.page.contains("DONE"));
    served.stop().await;
}
