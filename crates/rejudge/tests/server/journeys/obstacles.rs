//! Back, reload, no connection; and what axe says on the way and at its ends.

use serde_json::json;

use crate::journeys::chromium::Chromium;
use crate::journeys::page::Care;
use crate::journeys::person::{Person, Way};
use crate::journeys::test_server::TestServer;

const SAVED: &str = "(status => status.textContent === status.dataset.saved)(document.querySelector('[data-status]'))";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Connection {
    Good,
    Lost,
}

impl Person<'_> {
    async fn comes_to(&mut self, place: &str) {
        for _ in 0..20 {
            let page = self.read_page().await;
            if page.asked.as_deref() == Some(place) {
                return;
            }
            self.answers(&page).await;
            self.goes_on().await;
        }
        panic!("never at {place}");
    }

    async fn checked_value(&self) -> serde_json::Value {
        self.chromium.run("return document.querySelector('main form input:checked')?.value ?? null").await
    }

    async fn set_connection(&self, connection: Connection) {
        let offline = connection == Connection::Lost;
        let network = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.chromium.driver.cdp().send_raw("Network.enable", json!({})).await.unwrap();
        self.chromium.driver.cdp().send_raw("Network.emulateNetworkConditions", network).await.unwrap();
    }

    /// Goes on to the end, whichever it is, looking at every page with axe.
    async fn is_hindered_nowhere(&mut self) -> (String, Vec<String>) {
        let mut found = Vec::new();
        for _ in 0..100 {
            let page = self.read_page().await;
            let place = page.asked.clone().unwrap_or(page.ending.clone());
            found.extend(self.chromium.axe(&place, "light").await);
            if !page.ending.is_empty() {
                return (page.ending, found);
            }
            self.answers(&page).await;
            self.goes_on().await;
        }
        panic!("the way has no end");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fluency_by_invitation_with_back_reload_and_a_lost_connection() {
    let served = TestServer::start("fluency");
    let chromium = Chromium::start().await;
    let mut ada = Person::arrives(&chromium, &served, "Ada", Way::Mouse).await;

    ada.comes_to("step/0").await;
    ada.clicks("label:has(> input[value='2'])").await;
    chromium.wait_until(SAVED).await;
    chromium.driver.refresh().await.unwrap();
    assert_eq!(ada.checked_value().await, "2", "a reload keeps the answer");
    ada.goes_on().await;
    assert_eq!(ada.read_page().await.asked.as_deref(), Some("step/1"));
    // The browser's own way back and the page's lead to the page before, which says that it was answered.
    chromium.driver.back().await.unwrap();
    assert_eq!(ada.read_page().await.asked.as_deref(), Some("step/0"));
    assert_eq!(ada.checked_value().await, "2", "the browser's way back shows the answer");
    chromium.wait_until("document.querySelector('main .note').textContent.includes('already')").await;
    chromium.driver.forward().await.unwrap();
    assert_eq!(ada.read_page().await.asked.as_deref(), Some("step/1"));
    chromium.wait_until("document.querySelector('main .note') === null").await;
    ada.leaves("a.back").await;
    assert_eq!(ada.read_page().await.asked.as_deref(), Some("step/0"));
    assert_eq!(ada.checked_value().await, "2", "the way back shows it");
    // Thought better of it.
    let page = ada.read_page().await;
    ada.answers(&page).await;
    ada.goes_on().await;

    ada.comes_to("step/2").await;
    ada.set_connection(Connection::Lost).await;
    let page = ada.read_page().await;
    ada.answers(&page).await;
    chromium.wait_until("document.querySelector('[data-status]').classList.contains('offline')").await;
    ada.clicks("main form button.primary").await;
    chromium
        .wait_until(
            "(status => status.textContent === status.dataset.offlineSubmit)(document.querySelector('[data-status]'))",
        )
        .await;
    ada.set_connection(Connection::Good).await;
    chromium.wait_until(SAVED).await;
    ada.goes_on().await;
    assert_eq!(ada.read_page().await.asked.as_deref(), Some("step/3"));

    ada.finishes().await;
    // There is still room for a comment, but what is over cannot be changed: the way back leads to the end again.
    chromium.goes_back().await;
    assert_eq!(ada.read_page().await.asked.as_deref(), Some("comment"));
    chromium.goes_back().await;
    assert_eq!(ada.read_page().await.ending, "ending finished");
    ada.leaves("main form button.primary").await;
    assert_eq!(
        ada.read_page().await.asked.as_deref(),
        Some("step/0"),
        "the next list follows, and nothing is read twice"
    );
    ada.finishes().await;
    let given = std::mem::take(&mut ada.given);
    chromium.stop().await;
    served.assert_all_kept(given);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_on_the_way_through_meaning_pairs_nor_at_its_ends() {
    let served = TestServer::start("meaning-pairs");
    let chromium = Chromium::start().await;
    let mut found = Vec::new();

    let mut careful = Person::arrives(&chromium, &served, "p1", Way::Mouse).await;
    let (ending, on_the_way) = careful.is_hindered_nowhere().await;
    assert_eq!(ending, "ending finished");
    found.extend(on_the_way);

    let mut careless = Person::arrives(&chromium, &served, "p2", Way::Mouse).await;
    careless.care = Care::Wrong;
    careless.comes_to("step/0").await;
    careless.goes_on().await;
    let missing = chromium.run("return document.querySelector('[data-errors] a')?.getAttribute('href') ?? ''").await;
    assert!(missing.as_str().unwrap().starts_with("#q0"), "what is missing is said: {missing}");
    found.extend(chromium.axe("what is missing", "light").await);
    let (ending, _) = careless.finish_session().await;
    assert_eq!(ending, "ending failed-check");
    found.extend(chromium.axe(&ending, "light").await);

    let declines = Person::arrives(&chromium, &served, "p3", Way::Mouse).await;
    declines.goes_on().await;
    declines.leaves("button[value=no]").await;
    assert_eq!(declines.read_page().await.ending, "ending declined");
    chromium.goes_back().await;
    assert_eq!(declines.read_page().await.ending, "ending declined", "going back does not lead to the question again");
    found.extend(chromium.axe("declined", "light").await);

    let again = format!("{}/s/meaning-pairs/?PROLIFIC_PID=p1&STUDY_ID=5a&SESSION_ID=another", served.address);
    chromium.open(&again).await;
    found.extend(chromium.axe("already took part", "light").await);

    assert_eq!(chromium.overflow().await, 0);
    let given = [careful.given, careless.given].concat();
    chromium.stop().await;
    assert!(found.is_empty(), "{}", found.join("\n"));
    served.assert_all_kept(given);
}
