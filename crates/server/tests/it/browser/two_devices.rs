//! One person on two devices, one of which loses its connection for a while.

use serde_json::json;
use session::Session;
use study::response::Answer;
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

/// The laptop's connection, which the page knows of only when something cannot be sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Connection {
    Lost,
    Restored,
}

async fn set_connection(laptop: &Chromium, connection: Connection) {
    let offline = connection == Connection::Lost;
    let latency = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    laptop.driver.cdp().send_raw("Network.enable", json!({})).await.unwrap();
    laptop.driver.cdp().send_raw("Network.emulateNetworkConditions", latency).await.unwrap();
}

async fn choose(laptop: &Chromium, value: u32) {
    let option = By::Css(format!("label:has(> input[value='{value}'])"));
    laptop.driver.find(option).await.unwrap().click().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_device_kept_does_not_undo_what_was_sent_from_another_since() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 1)).await;
    let link = format!("{}?PROLIFIC_PID=ada&SESSION_ID=sada", served.entrance());
    let mut phone = Participant::follow(&served, &link).await;
    for _ in 0..4 {
        phone.go_on().await;
    }
    assert_eq!(phone.step_address().as_deref(), Some("step/0"));

    let laptop = Chromium::start().await;
    laptop.open(&link).await;
    let page = laptop.driver.current_url().await.unwrap().to_string();
    set_connection(&laptop, Connection::Lost).await;
    choose(&laptop, 2).await;
    laptop.wait_until("Object.keys(localStorage).length === 1").await;

    let field = phone.page.split("name=\"q0.").nth(1).unwrap().split('"').next().unwrap();
    phone.send(&[(format!("q0.{field}"), "5".to_owned())]).await;
    assert_eq!(phone.step_address().as_deref(), Some("step/1"), "{}", phone.page);

    // The page is closed before the connection is back, so that only what the device kept is left of it.
    laptop.open("about:blank").await;
    set_connection(&laptop, Connection::Restored).await;
    laptop.open(&format!("{page}step/0")).await;
    // It first shows what it had kept, learns that this is older than what was sent, and shows that instead.
    laptop.wait_until("document.querySelector('form')?.querySelector(':checked')?.value === '5'").await;
    laptop.wait_until("Object.keys(localStorage).length === 0").await;
    let logs = served.store.session_logs(&served.name).await.unwrap();
    let session = Session::from_events(logs.values().flatten().map(|(at, event)| (*at, event)));
    assert_eq!(session.answers.into_values().collect::<Vec<_>>(), [Answer::Rating(5)]);

    laptop.stop().await;
    served.stop().await;
}
