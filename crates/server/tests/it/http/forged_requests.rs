//! Malformed, oversized, replayed, forged and out-of-order requests, against every route.

use reqwest::{Client, Method, StatusCode};
use store::Cursor;

use crate::participant::Participant;
use crate::test_server::{TestServer, small};

/// What a session of someone else, of nobody, or of no shape gets at every address: nothing.
#[tokio::test]
async fn nobody_reaches_a_session_by_guessing_its_address() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    for _ in 0..4 {
        someone.go_on().await;
    }
    let real = someone.session();
    let id = real.trim_end_matches('/').rsplit('/').next().unwrap().to_owned();
    let mut near = id.clone().into_bytes();
    near[31] = if near[31] == b'0' { b'1' } else { b'0' };
    let near = String::from_utf8(near).unwrap();
    let zeros = "0".repeat(32);
    let long = "a".repeat(5000);
    let before = count(&served).await;
    for guess in [near.as_str(), &zeros, &id[..31], "x", "%00", "..%2f..", &long] {
        for (method, page) in pages() {
            let address = format!("{}{guess}/{page}", served.entrance());
            let reply = served.client.request(method, &address).form(&[("consent", "yes")]).send().await.unwrap();
            let redirected_home = page == "information" || page == "on";
            let status = reply.status();
            let fine = status == StatusCode::NOT_FOUND || (redirected_home && status == StatusCode::SEE_OTHER);
            assert!(fine, "{guess} {page}: {status}");
            assert!(!reply.text().await.unwrap().contains("DONE"));
        }
    }
    // The right session at another study is nobody's either.
    let elsewhere = real.replace("/s/small/", "/s/other/");
    assert_eq!(served.client.get(&elsewhere).send().await.unwrap().status(), StatusCode::NOT_FOUND);
    assert_eq!(count(&served).await, before, "guessing changed something");
    served.stop().await;
}

/// Every page of a session, with a method that it takes.
fn pages() -> Vec<(Method, &'static str)> {
    let get = ["", "consent", "training/1/0", "step/0", "comment", "leave", "return", "withdraw"];
    let post = [
        "information",
        "consent",
        "screening",
        "instructions",
        "training/1/0",
        "on",
        "step/0",
        "all",
        "save",
        "closing",
        "comment",
        "another",
        "more-time",
        "return",
        "withdraw",
    ];
    get.into_iter().map(|page| (Method::GET, page)).chain(post.into_iter().map(|page| (Method::POST, page))).collect()
}

async fn count(served: &TestServer) -> usize {
    served.store.events_since(&served.name, Cursor::default(), 10_000).await.unwrap().0.len()
}

#[tokio::test]
async fn what_comes_out_of_order_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    let session = someone.session();
    let before = count(&served).await;
    for (page, form) in [
        ("screening", "screening.native=Yes"),
        ("instructions", ""),
        ("training/1/0", "q0.0.value=3"),
        ("training/7/9", "q0.0.value=3"),
        ("step/0", "q0.0.value=3"),
        ("step/3", "q3.0.value=3"),
        ("step/4000000000", "q4000000000.0.value=3"),
        ("all", "q0.0.value=3"),
        ("save", "q0.0.value=3"),
        ("closing", "q0.0.value=3"),
        ("comment", "comment=x"),
    ] {
        let reply = post(&served.client, &format!("{session}{page}"), form).await;
        let led_back = matches!(reply.as_u16(), 303 | 404 | 409);
        assert!(led_back, "{page}: {reply}");
    }
    assert_eq!(count(&served).await, before);
    served.stop().await;
}

#[tokio::test]
async fn what_is_sent_twice_is_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    for _ in 0..4 {
        someone.go_on().await;
    }
    let session = someone.session();
    for (page, form) in [("step/0", "q0.0.value=3"), ("step/1", "q1.0.value=3"), ("step/2", "q2.0.value=3")] {
        let address = format!("{session}{page}");
        let first = post(&served.client, &address, form).await;
        let after = count(&served).await;
        for _ in 0..5 {
            assert_eq!(post(&served.client, &address, form).await, first);
        }
        let together: Vec<_> = (0..8)
            .map(|_| {
                let (client, address, form) = (served.client.clone(), address.clone(), form.to_owned());
                tokio::spawn(async move { post(&client, &address, &form).await })
            })
            .collect();
        for one in together {
            assert_eq!(one.await.unwrap(), first);
        }
        assert_eq!(count(&served).await, after, "{page}");
    }
    served.stop().await;
}

async fn post(client: &Client, address: &str, form: &str) -> StatusCode {
    let form = form.to_owned();
    let kind = "application/x-www-form-urlencoded";
    client.post(address).header("content-type", kind).body(form).send().await.unwrap().status()
}

#[tokio::test]
async fn malformed_and_oversized_bodies_are_refused_and_keep_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    for _ in 0..4 {
        someone.go_on().await;
    }
    let session = someone.session();
    let before = count(&served).await;
    let huge = format!("q0.0.value={}", "3".repeat(600_000));
    let bodies: [(&str, Vec<u8>, &[u16]); 9] = [
        ("application/x-www-form-urlencoded", huge.into_bytes(), &[413]),
        ("application/x-www-form-urlencoded", b"q0.0.value=99".to_vec(), &[422, 204]),
        ("application/x-www-form-urlencoded", b"q0.0.value=3&q0.0.value=4".to_vec(), &[422, 204]),
        ("application/x-www-form-urlencoded", b"q0.7.value=3".to_vec(), &[422, 204]),
        ("application/x-www-form-urlencoded", b"q9.0.value=3".to_vec(), &[422, 404]),
        ("application/x-www-form-urlencoded", b"%ff%fe=%00".to_vec(), &[422, 204]),
        ("application/x-www-form-urlencoded", b"\xff\xfe\x00".to_vec(), &[422, 204, 400]),
        ("application/json", b"{\"q0.0.value\":3}".to_vec(), &[400]),
        ("text/plain", b"q0.0.value=3".to_vec(), &[400]),
    ];
    for (kind, body, expected) in bodies {
        for page in ["step/0", "save"] {
            let request = served.client.post(format!("{session}{page}")).header("content-type", kind);
            let reply = request.body(body.clone()).send().await.unwrap();
            let status = reply.status().as_u16();
            assert!(expected.contains(&status), "{page}: {kind} {status}: {:?}", &body[..body.len().min(40)]);
        }
    }
    assert_eq!(count(&served).await, before);
    someone.finish().await;
    served.stop().await;
}

#[tokio::test]
async fn other_methods_and_addresses_get_a_page_with_the_name_of_the_request() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    for (method, path, status) in [
        (Method::DELETE, "/s/small/", 405),
        (Method::PUT, "/s/small/00112233445566778899aabbccddeeff/", 405),
        (Method::GET, "/s/small/00112233445566778899aabbccddeeff/save", 405),
        (Method::GET, "/s/small/nothing/here", 404),
        (Method::GET, "/s/small/i/forged", 404),
        (Method::GET, "/s/unknown/", 404),
        (Method::GET, "/", 404),
        (Method::GET, "/events", 404),
        (Method::GET, "/s/small/files/study.toml", 404),
        (Method::GET, "/s/small/files/items.csv", 404),
        (Method::GET, "/s/small/files/..%2f..%2fsmall%2fdot.png", 404),
        (Method::GET, "/assets/0000/../../study.toml", 404),
    ] {
        let reply = served.client.request(method, format!("{}{path}", served.url)).send().await.unwrap();
        assert_eq!(reply.status(), status, "{path}");
        let id = reply.headers()["x-request-id"].to_str().unwrap().to_owned();
        assert!(reply.text().await.unwrap().contains(&id), "{path}");
    }
    served.stop().await;
}
