//! With `verify = true` nobody is let in whose link Prolific did not sign, and everyone whose link it did.

use std::path::{Path, PathBuf};

use axum::http::StatusCode;
use ring::hmac;
use serde_json::{Value, json};
use server::Settings;

use crate::issuer::{Issuer, Signer, encoded};
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

const PUBLIC: &str = "https://study.example.org";

pub(super) fn verified_study(folder: &Path, completions: u32) -> PathBuf {
    let study = small(folder, "prolific", completions);
    let file = std::fs::read_to_string(study.join("study.toml")).unwrap();
    let file = file.replace("from = \"prolific\"", "from = \"prolific\"\nverify = true\nprolific_study = \"t1\"");
    std::fs::write(study.join("study.toml"), file).unwrap();
    study
}

pub(super) fn signed_by(issuer: &Issuer) -> impl FnOnce(&mut Settings) {
    let address = issuer.address.clone();
    move |settings| {
        settings.prolific_keys = address;
        settings.public_url = Some(PUBLIC.to_owned());
    }
}

/// What Prolific says about someone in its study `t1`, for the next ten minutes.
fn claims(served: &TestServer, person: &str) -> Value {
    let submission = format!("s{person}");
    json!({
        "iss": "https://www.prolific.com",
        "aud": format!("{PUBLIC}/s/{}/?PROLIFIC_PID={person}&STUDY_ID=t1&SESSION_ID={submission}", served.name),
        "exp": served.now().as_second() + 600,
        "iat": served.now().as_second(),
        "sub": submission,
        "prolific": { "PROLIFIC_PID": person, "STUDY_ID": "t1", "SESSION_ID": submission, "workspace_id": "w1" },
    })
}

fn link(served: &TestServer, person: &str, token: &str) -> String {
    format!("{}?PROLIFIC_PID={person}&STUDY_ID=t1&SESSION_ID=s{person}&prolific_token={token}", served.entrance())
}

/// The link by which Prolific sends someone with this submission.
pub(super) fn signed_link(served: &TestServer, key: &Signer, person: &str, submission: &str) -> String {
    let mut claims = claims(served, person);
    claims["aud"] = json!(PUBLIC);
    claims["sub"] = json!(submission);
    claims["prolific"]["SESSION_ID"] = json!(submission);
    let (entrance, token) = (served.entrance(), key.token(&claims));
    format!("{entrance}?PROLIFIC_PID={person}&STUDY_ID=t1&SESSION_ID={submission}&prolific_token={token}")
}

async fn sessions(served: &TestServer) -> usize {
    served.store.people(&served.name).await.unwrap().len()
}

/// Someone comes by this link and is told in the study's language that it cannot be confirmed; nothing is kept of them.
async fn check_refused(served: &TestServer, what: &str, link: &str) {
    let before = sessions(served).await;
    let someone = Participant::follow(served, link).await;
    assert_eq!(someone.status, StatusCode::FORBIDDEN, "{what}: {}", someone.page);
    assert!(someone.page.contains("ending unverified-link"), "{what}: {}", someone.page);
    assert_eq!(sessions(served).await, before, "{what}");
}

#[tokio::test]
async fn a_signed_link_lets_in_and_leads_back() {
    let (folder, key) = (tempfile::tempdir().unwrap(), Signer::new("k1"));
    let issuer = Issuer::start(&[&key]).await;
    let served = TestServer::set(&verified_study(folder.path(), 1), signed_by(&issuer)).await;
    let mut first = Participant::follow(&served, &link(&served, "p1", &key.token(&claims(&served, "p1")))).await;
    first.go_on().await;
    // Prolific makes another token each time; some of its tokens name the domain alone.
    let mut domain = claims(&served, "p1");
    domain["aud"] = json!([PUBLIC]);
    let again = Participant::follow(&served, &link(&served, "p1", &key.token(&domain))).await;
    assert_eq!(again.session(), first.session());
    first.finish().await;
    assert!(first.page.contains("DONE"), "{}", first.page);
    assert_eq!(issuer.request_count(), 1, "the keys are remembered");
    served.stop().await;
}

#[tokio::test]
async fn a_link_signed_for_something_else_takes_no_slot() {
    let (folder, key, other) = (tempfile::tempdir().unwrap(), Signer::new("k1"), Signer::new("k1"));
    let issuer = Issuer::start(&[&key]).await;
    let served = TestServer::set(&verified_study(folder.path(), 1), signed_by(&issuer)).await;
    let good = claims(&served, "p1");
    let with = |name: &str, value: Value| {
        let mut claims = good.clone();
        claims[name] = value;
        key.token(&claims)
    };
    let with_id = |name: &str, value: &str| {
        let mut claims = good.clone();
        claims["prolific"][name] = json!(value);
        key.token(&claims)
    };
    let now = served.now().as_second();
    let tokens = [
        ("another key of the same name", other.token(&good)),
        ("expired", with("exp", json!(now - 61))),
        ("never expires", with("exp", Value::Null)),
        ("expires in words", with("exp", json!("tomorrow"))),
        ("not valid yet", with("nbf", json!(now + 3600))),
        ("another issuer", with("iss", json!("https://www.prolific.com.evil.example"))),
        ("another server", with("aud", json!("https://evil.example"))),
        ("another study of this server", with("aud", json!(format!("{PUBLIC}/s/other/")))),
        ("no audience", with("aud", Value::Null)),
        ("another submission", with("sub", json!("s2"))),
        ("another person", with_id("PROLIFIC_PID", "p2")),
        ("another study there", with_id("STUDY_ID", "t2")),
        ("another session", with_id("SESSION_ID", "s2")),
        ("no ids", with("prolific", Value::Null)),
    ];
    for (what, token) in &tokens {
        check_refused(&served, what, &link(&served, "p1", token)).await;
    }
    let honest = Participant::follow(&served, &link(&served, "p1", &key.token(&good))).await;
    assert!(honest.step_address().is_some(), "the one slot is still there: {}", honest.page);
    served.stop().await;
}

#[tokio::test]
async fn a_forged_signature_takes_no_slot() {
    let (folder, key, other) = (tempfile::tempdir().unwrap(), Signer::new("k1"), Signer::new("k1"));
    let issuer = Issuer::start(&[&key]).await;
    let served = TestServer::set(&verified_study(folder.path(), 1), signed_by(&issuer)).await;
    let good = claims(&served, "p1");
    let header = |algorithm: &str| json!({ "alg": algorithm, "kid": "k1" });
    let message = |algorithm: &str| format!("{}.{}", encoded(&header(algorithm)), encoded(&good));
    let secret = hmac::Key::new(hmac::HMAC_SHA256, key.public());
    let by_public_key = hmac::sign(&secret, message("HS256").as_bytes());
    let by_public_key = base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, by_public_key);
    let token = key.token(&good);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let borrowed = format!("{}.{signature}", key.token(&claims(&served, "p2")).rsplit_once('.').unwrap().0);
    let own_key = json!({ "alg": "RS256", "kid": "k1", "jwk": other.public_key() });
    let own_address = json!({ "alg": "RS256", "kid": "k1", "jku": "http://127.0.0.1:1/keys" });
    let forged = [
        ("no signature", format!("{}.", message("none"))),
        ("no signature, another spelling", format!("{}.", message("NONE"))),
        ("signed with the public key", format!("{}.{by_public_key}", message("HS256"))),
        ("the signature of another token", borrowed),
        ("the signature left out", format!("{signed}.")),
        ("the signature cut", token[..token.len() - 4].to_owned()),
        ("no token at all", String::new()),
        ("a word", "token".to_owned()),
        ("an oversized token", format!("{token}{}", "A".repeat(20_000))),
        ("a header of another algorithm, signed well", key.token_with(&header("RS512"), &good)),
        ("a key in the header", other.token_with(&own_key, &good)),
        ("an address of keys in the header", other.token_with(&own_address, &good)),
        ("a critical extension", key.token_with(&json!({ "alg": "RS256", "kid": "k1", "crit": ["exp"] }), &good)),
    ];
    for (what, token) in &forged {
        check_refused(&served, what, &link(&served, "p1", token)).await;
    }
    served.stop().await;
}

#[tokio::test]
async fn a_link_that_says_something_else_than_its_token_takes_no_slot() {
    let (folder, key) = (tempfile::tempdir().unwrap(), Signer::new("k1"));
    let issuer = Issuer::start(&[&key]).await;
    let served = TestServer::set(&verified_study(folder.path(), 1), signed_by(&issuer)).await;
    let (entrance, token) = (served.entrance(), key.token(&claims(&served, "p1")));
    let with = |query: &str| format!("{entrance}?{query}&prolific_token={token}");
    for (what, link) in [
        ("unsigned", format!("{entrance}?PROLIFIC_PID=p1&STUDY_ID=t1&SESSION_ID=sp1")),
        ("no ids", entrance.clone()),
        ("ids of another person", with("PROLIFIC_PID=p9&SESSION_ID=sp1")),
        ("another submission in the link", with("PROLIFIC_PID=p1&SESSION_ID=s9")),
        ("no submission in the link", with("PROLIFIC_PID=p1")),
        ("another study in the link", with("PROLIFIC_PID=p1&SESSION_ID=sp1&STUDY_ID=t9")),
        ("two people in one link", with("PROLIFIC_PID=p9&PROLIFIC_PID=p1&SESSION_ID=sp1")),
        ("two tokens in one link", format!("{}&prolific_token={token}", link(&served, "p1", "x"))),
        ("a placeholder", link(&served, "p1", "%7B%7B%25PROLIFIC_TOKEN%25%7D%7D")),
    ] {
        check_refused(&served, what, &link).await;
    }
    let typed = served.client.post(&entrance).form(&[("id", "p1")]).send().await.unwrap();
    assert_eq!(typed.status(), StatusCode::FORBIDDEN, "nobody types an id");
    served.stop().await;
}

#[tokio::test]
async fn keys_are_fetched_again_when_a_new_one_signs_but_not_for_every_invention() {
    let (folder, key, next) = (tempfile::tempdir().unwrap(), Signer::new("k1"), Signer::new("k2"));
    let issuer = Issuer::start(&[&key]).await;
    let served = TestServer::set(&verified_study(folder.path(), 5), signed_by(&issuer)).await;
    let come = async |person: &str, key: &Signer| {
        Participant::follow(&served, &link(&served, person, &key.token(&claims(&served, person)))).await
    };
    assert!(come("p1", &key).await.step_address().is_some());
    for person in 0..20 {
        let invented = json!({ "alg": "RS256", "kid": format!("invented{person}") });
        let token = key.token_with(&invented, &claims(&served, "p2"));
        check_refused(&served, "an invented key", &link(&served, "p2", &token)).await;
    }
    assert!(issuer.request_count() <= 2, "asked {} times", issuer.request_count());
    served.wait_minutes(2);
    issuer.publish(&[&next]);
    assert!(come("p2", &next).await.step_address().is_some(), "a key that was not there before");
    check_refused(&served, "a key that was withdrawn", &link(&served, "p3", &key.token(&claims(&served, "p3")))).await;
    served.stop().await;
}

#[tokio::test]
async fn without_keys_people_are_asked_to_try_again_and_then_let_in() {
    let (folder, key) = (tempfile::tempdir().unwrap(), Signer::new("k1"));
    let issuer = Issuer::start(&[&key]).await;
    issuer.fail();
    let served = TestServer::set(&verified_study(folder.path(), 5), signed_by(&issuer)).await;
    for _ in 0..10 {
        let address = link(&served, "p1", &key.token(&claims(&served, "p1")));
        let reply = served.client.get(&address).send().await.unwrap();
        assert_eq!(reply.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(reply.headers()["retry-after"], "60");
        let page = reply.text().await.unwrap();
        assert!(page.contains("ending cannot-verify") && page.contains("in a few minutes"), "{page}");
    }
    assert_eq!((issuer.request_count(), sessions(&served).await), (1, 0));
    issuer.publish(&[&key]);
    served.wait_minutes(2);
    let let_in = Participant::follow(&served, &link(&served, "p1", &key.token(&claims(&served, "p1")))).await;
    assert!(let_in.step_address().is_some(), "{}", let_in.page);
    // A day later the keys cannot be renewed: those that are known still count.
    issuer.fail();
    served.wait_minutes(25 * 60);
    let next_day = Participant::follow(&served, &link(&served, "p2", &key.token(&claims(&served, "p2")))).await;
    assert!(next_day.step_address().is_some(), "{}", next_day.page);
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_signed_links_at_once_one_takes_the_one_slot() {
    let (folder, key) = (tempfile::tempdir().unwrap(), Signer::new("k1"));
    let issuer = Issuer::start(&[&key]).await;
    let served = TestServer::set(&verified_study(folder.path(), 1), signed_by(&issuer)).await;
    let links: Vec<String> = (0..24)
        .map(|number| {
            // Three people, each eight times: on several devices, impatiently.
            let person = format!("p{}", number % 3);
            link(&served, &person, &key.token(&claims(&served, &person)))
        })
        .collect();
    let arrivals = links.iter().map(|link| {
        let request = served.client.get(link);
        tokio::spawn(async move { request.send().await.unwrap() })
    });
    let mut addresses = std::collections::BTreeSet::new();
    for arrival in arrivals.collect::<Vec<_>>() {
        let reply = arrival.await.unwrap();
        if let Some(address) = reply.headers().get("location") {
            addresses.insert(address.to_str().unwrap().to_owned());
        }
    }
    assert_eq!(addresses.len(), 3, "one session for each person: {addresses:?}");
    assert_eq!(issuer.request_count(), 1, "the keys are fetched once for all of them");
    let mut people: Vec<Participant<'_>> = Vec::new();
    for address in &addresses {
        people.push(Participant::follow(&served, &format!("{}{address}", served.url)).await);
    }
    let mut done = 0;
    for someone in &mut people {
        while someone.step_address().is_some() {
            someone.go_on().await;
        }
        done += usize::from(someone.page.contains("DONE"));
    }
    assert_eq!(done, 1);
    served.stop().await;
}
