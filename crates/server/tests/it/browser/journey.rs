//! Someone at the real server, who loses the connection, goes back and forth, leaves and comes again.

use serde_json::json;
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

async fn clicks(chromium: &Chromium, selector: &str) {
    chromium.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap();
}

async fn follows(chromium: &Chromium, selector: &str) {
    chromium.turns(clicks(chromium, selector)).await;
}

/// Nothing comes through, though the browser believes that it is connected.
async fn nothing_comes_through(chromium: &Chromium, addresses: &[&str]) {
    chromium.driver.cdp().send_raw("Network.enable", json!({})).await.unwrap();
    chromium.driver.cdp().send_raw("Network.setBlockedURLs", json!({ "urls": addresses })).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_connection_one_stays_on_the_page_and_goes_on_when_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 1)).await;
    let link = format!("{}?PROLIFIC_PID=ada&SESSION_ID=sada", served.entrance());
    let mut before = Participant::follow(&served, &link).await;
    for _ in 0..5 {
        before.go_on().await;
    }
    let chromium = Chromium::start().await;
    chromium.open(&format!("{}step/1", before.session())).await;
    nothing_comes_through(&chromium, &["*"]).await;
    assert_eq!(chromium.run("return navigator.onLine").await, true);
    clicks(&chromium, "label:has(> input[value='3'])").await;
    clicks(&chromium, "[data-go]").await;
    chromium.wait_until("document.querySelector('[data-status]').textContent.includes('Press the button again')").await;
    assert!(chromium.driver.current_url().await.unwrap().path().ends_with("/step/1"));
    for link in [".back", "footer a[href$='/leave']"] {
        chromium.run("document.querySelector('[data-status]').textContent = ''").await;
        clicks(&chromium, link).await;
        chromium.wait_until("document.querySelector('[data-status]')?.textContent.includes('No connection')").await;
        assert!(chromium.driver.current_url().await.unwrap().path().ends_with("/step/1"), "{link}");
    }
    nothing_comes_through(&chromium, &[]).await;
    follows(&chromium, "[data-go]").await;
    assert!(chromium.driver.current_url().await.unwrap().path().ends_with("/step/2"));
    chromium.goes_back().await;
    let chosen = "return document.querySelector('form :checked').value";
    assert_eq!(chromium.run(chosen).await, "3", "what was answered is there on the way back");
    chromium.turns(async { chromium.driver.forward().await.unwrap() }).await;
    assert!(chromium.driver.current_url().await.unwrap().path().ends_with("/step/2"));
    chromium.stop().await;
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_link_leads_back_to_where_one_stopped_on_the_same_device() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "open", 1)).await;
    let chromium = Chromium::start().await;
    chromium.open(&served.entrance()).await;
    let offered = "return !document.querySelector('[data-resumable]').hidden";
    assert_eq!(chromium.run(offered).await, false, "nobody has begun here");
    follows(&chromium, "[data-go]").await;
    follows(&chromium, "button[value=yes]").await;
    clicks(&chromium, "input[value=Yes]").await;
    follows(&chromium, "[data-go]").await;
    follows(&chromium, "[data-go]").await;
    clicks(&chromium, "label:has(> input[value='3'])").await;
    follows(&chromium, "[data-go]").await;
    let stopped = chromium.driver.current_url().await.unwrap();
    chromium.open(&served.entrance()).await;
    assert_eq!(chromium.run(offered).await, true);
    follows(&chromium, "[data-resumable] a").await;
    let action = chromium.run("return document.querySelector('main form').getAttribute('action')").await;
    assert_eq!(action, stopped.path(), "on with the page where one stopped");
    for _ in 1..4 {
        clicks(&chromium, "label:has(> input[value='3'])").await;
        follows(&chromium, "[data-go]").await;
    }
    // From the closing questions back to the last page, and on again.
    follows(&chromium, ".back").await;
    assert!(chromium.driver.current_url().await.unwrap().path().ends_with("/step/3"));
    follows(&chromium, "[data-go]").await;
    chromium.driver.find(By::Tag("body")).await.unwrap().send_keys("2").await.unwrap();
    let focused = "return document.activeElement.matches('[data-go]')";
    assert_eq!(chromium.run(focused).await, true, "a comment is not waited for");
    follows(&chromium, "[data-go]").await;
    assert_eq!(chromium.run("return document.querySelector('.ending').className").await, "ending finished");
    chromium.open(&served.entrance()).await;
    assert_eq!(chromium.run(offered).await, false, "what is finished is not gone on with");

    for page in ["", "s/nobody/", "s/small/nobody/", "no/such/page"] {
        chromium.open(&format!("{}/{page}", served.url)).await;
        chromium.is_sound(page).await;
    }
    chromium.stop().await;
    served.stop().await;
}
