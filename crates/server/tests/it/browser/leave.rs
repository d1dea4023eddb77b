//! Leaving the study, in a real browser: with script, and without.

use serde_json::json;
use session::SessionEvent;
use store::{Cursor, LoggedEvent};
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

struct Person<'a> {
    chromium: &'a Chromium,
    served: &'a TestServer,
    name: &'static str,
}

impl Person<'_> {
    fn link(&self) -> String {
        format!("{}?PROLIFIC_PID={name}&SESSION_ID=s{name}", self.served.entrance(), name = self.name)
    }

    /// Comes back to where they are, having answered so many pages of the list before.
    async fn has_answered(&self, pages: u32) {
        let mut before = Participant::follow(self.served, &self.link()).await;
        for _ in 0..4 + pages {
            before.go_on().await;
        }
        self.chromium.open(&self.link()).await;
    }

    async fn follows(&self, selector: &str) {
        let found = || async { self.chromium.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap() };
        self.chromium.turns(found()).await;
    }

    async fn expect_words(&self, words: &str) {
        let text = self.chromium.run("return document.querySelector('main').innerText").await;
        assert!(text.as_str().unwrap().contains(words), "{}: no {words:?} in {text}", self.name);
    }

    async fn assert_ending(&self, ending: &str) {
        let shown = self.chromium.run("return document.querySelector('.ending')?.className ?? location.pathname").await;
        assert_eq!(shown, format!("ending {ending}"), "{}", self.name);
    }

    /// Reloads, and comes by the link again: both say how it ended.
    async fn assert_ending_again(&self, ending: &str) {
        self.chromium.turns(async { self.chromium.driver.refresh().await.unwrap() }).await;
        self.assert_ending(ending).await;
        self.chromium.open(&self.link()).await;
        self.assert_ending(ending).await;
    }

    /// Goes back over the pages before the end, none of which is shown from memory.
    async fn is_told_on_the_way_back(&self, ending: &str, pages: u32) {
        for _ in 0..pages {
            self.chromium.goes_back().await;
            self.assert_ending(ending).await;
        }
    }

    async fn may_run_scripts(&self, scripts: Scripts) {
        let off = json!({ "value": scripts == Scripts::Off });
        self.chromium.driver.cdp().send_raw("Emulation.setScriptExecutionDisabled", off).await.unwrap();
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scripts {
    On,
    Off,
}

async fn count_answers(served: &TestServer) -> usize {
    let (happened, _) = served.store.events_since(&served.name, Cursor::default(), 1000).await.unwrap();
    let events = happened.into_iter().filter_map(LoggedEvent::into_session).map(|logged| logged.event);
    events.filter(|event| matches!(event, SessionEvent::Answered { .. })).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_gives_the_place_back_the_next_takes_it_finishes_and_withdraws() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 1)).await;
    let chromium = Chromium::start().await;
    let person = |name| Person { chromium: &chromium, served: &served, name };

    let leaves = person("leaves");
    leaves.may_run_scripts(Scripts::Off).await;
    leaves.has_answered(2).await;
    leaves.follows("footer a[href$='/leave']").await;
    leaves.expect_words("You can stop at any time").await;
    // Thought better of it, and then not.
    leaves.follows("main a.primary").await;
    assert_eq!(chromium.run("return document.querySelector('form').getAttribute('action').slice(-6)").await, "step/2");
    leaves.follows("footer a[href$='/leave']").await;
    leaves.follows("main a[href$='/return']").await;
    leaves.expect_words("Your answers so far are kept").await;
    leaves.follows("main form button").await;
    leaves.expect_words("Please also return the study on Prolific").await;
    leaves.assert_ending("returned").await;
    leaves.assert_ending_again("returned").await;
    assert_eq!(count_answers(&served).await, 2);

    let next = person("next");
    next.may_run_scripts(Scripts::On).await;
    next.has_answered(3).await;
    // The last page in this browser, so that it has something to forget.
    next.chromium.driver.find(By::Css("label:has(> input[value='2'])")).await.unwrap().click().await.unwrap();
    let saved = "(status => status.textContent === status.dataset.saved)(document.querySelector('[data-status]'))";
    chromium.wait_until(saved).await;
    next.follows("main form button.primary").await;
    next.chromium.driver.find(By::Css("label:has(> input[value='2'])")).await.unwrap().click().await.unwrap();
    next.follows("main form button.primary").await;
    next.assert_ending("finished").await;
    assert_eq!(count_answers(&served).await, 2 + 4);
    next.is_told_on_the_way_back("finished", 2).await;
    next.follows("footer a[href$='/withdraw']").await;
    next.expect_words("This cannot be undone").await;
    next.follows("main a.back").await;
    next.assert_ending("finished").await;
    next.follows("footer a[href$='/withdraw']").await;
    next.follows("main form button").await;
    next.expect_words("Your answers are withdrawn").await;
    let left = "return Object.keys(localStorage).length + Object.keys(sessionStorage).length";
    assert_eq!(chromium.run(left).await, 0, "the device forgets, too");
    next.is_told_on_the_way_back("withdrawn", 3).await;
    // The platform's id is erased: nobody knows any more who came, and the link begins anew.
    chromium.open(&next.link()).await;
    next.expect_words("Words of the information").await;
    assert_eq!(count_answers(&served).await, 2, "what the other one answered stays");

    chromium.stop().await;
    served.stop().await;
}
