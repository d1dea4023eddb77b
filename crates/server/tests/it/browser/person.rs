//! Someone at a page of one question, with hands: the mouse moves in many small steps, a finger touches the glass.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use pages::PostedPage;
use serde_json::{Value, json};
use study::response::Answer;
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use super::desk::{Desk, read};

/// How many moves a hand makes on its way.
const STEPS: i32 = 40;

/// What a page is looked at on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screen {
    /// The window of a browser on a small laptop.
    Laptop,
    /// A phone, touched by a finger.
    Phone,
}

pub(crate) struct Person {
    pub(crate) chromium: Chromium,
    pub(crate) desk: Arc<Desk>,
    pub(crate) address: SocketAddr,
}

impl Person {
    pub(crate) async fn sits_down() -> Person {
        let (desk, address) = Desk::open().await;
        Person { chromium: Chromium::start().await, desk, address }
    }

    /// Shows pages on another screen from now on.
    pub(crate) async fn looks(&self, screen: Screen) {
        let (width, height, mobile) = match screen {
            Screen::Laptop => (1366, 657, false),
            Screen::Phone => (375, 667, true),
        };
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.chromium.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", metrics).await.unwrap();
        let touch = json!({ "enabled": mobile, "maxTouchPoints": 1 });
        self.chromium.driver.cdp().send_raw("Emulation.setTouchEmulationEnabled", touch).await.unwrap();
    }

    /// Opens the first example of a kind as nobody has seen it yet.
    pub(crate) async fn opens(&self, kind: &str) {
        self.opens_example(kind, 0).await;
    }

    pub(crate) async fn opens_example(&self, kind: &str, number: usize) {
        self.chromium.open(&format!("http://{}/{kind}/{number}", self.address)).await;
    }

    /// The same page again, remembering nothing of the time before.
    pub(crate) async fn opens_anew(&self, kind: &str) {
        // From another page of the same place: what this one is still sending would be remembered after it was forgotten.
        self.chromium.open(&format!("http://{}/assets/page.css", self.address)).await;
        self.chromium.run("localStorage.clear(); sessionStorage.clear()").await;
        self.opens(kind).await;
    }

    pub(crate) async fn presses(&self, keys: impl Into<TypingData>) {
        self.chromium.driver.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    pub(crate) async fn clicks(&self, selector: &str) {
        self.chromium.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap();
    }

    /// Where an element is in the window: left, top, width, height.
    pub(crate) async fn place_of(&self, selector: &str) -> [f64; 4] {
        let script = format!(
            "const b = document.querySelector({}).getBoundingClientRect(); return [b.x, b.y, b.width, b.height]",
            Value::from(selector)
        );
        serde_json::from_value(self.chromium.run(&script).await).unwrap()
    }

    /// Where some characters of the text to be marked stand: left, right, middle height.
    pub(crate) async fn words_at(&self, words: &str) -> [f64; 3] {
        let script = format!(
            "const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
             for (let node = walker.nextNode(); node; node = walker.nextNode()) {{
               const at = node.parentElement.closest('[data-text]') ? node.data.indexOf({words}) : -1;
               if (at < 0) continue;
               const range = document.createRange();
               range.setStart(node, at);
               range.setEnd(node, at + {words}.length);
               const b = range.getBoundingClientRect();
               return [b.left, b.right, b.top + b.height / 2];
             }}",
            words = Value::from(words)
        );
        serde_json::from_value(self.chromium.run(&script).await).unwrap()
    }

    /// Holds the mouse down and moves it, as a hand does.
    pub(crate) async fn drags(&self, from: (f64, f64), to: (f64, f64)) {
        let mut chain = self.chromium.driver.action_chain().move_to(from.0 as i64, from.1 as i64).click_and_hold();
        for (x, y) in path(from, to) {
            chain = chain.move_to(x as i64, y as i64);
        }
        chain.release().perform().await.unwrap();
    }

    /// The same with a finger. Nothing else on the page hears of it before the browser has decided what it is.
    pub(crate) async fn swipes(&self, from: (f64, f64), to: (f64, f64)) {
        self.touches("touchStart", Some(from)).await;
        for point in path(from, to) {
            self.touches("touchMove", Some(point)).await;
        }
        self.touches("touchEnd", None).await;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }

    async fn touches(&self, how: &str, at: Option<(f64, f64)>) {
        let points: Vec<Value> = at.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        let touch = json!({ "type": how, "touchPoints": points });
        self.chromium.driver.cdp().send_raw("Input.dispatchTouchEvent", touch).await.unwrap();
    }

    /// What the page would post now, as an answer.
    pub(crate) async fn holds(&self, kind: &str) -> Option<Answer> {
        let body = self.chromium.run("return [...new FormData(document.querySelector('form'))]").await;
        let fields: Vec<(String, String)> = serde_json::from_value(body).unwrap();
        read(kind, &PostedPage::read(fields)).ok()
    }

    /// Waits until the status line says so.
    pub(crate) async fn wait_for_status(&self, words: &str) {
        let mut status_text = String::new();
        for _ in 0..200 {
            let status = self.chromium.run("return document.querySelector('[data-status]').textContent").await;
            status_text = status.as_str().unwrap_or_default().to_owned();
            if status_text.contains(words) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the person is told {status_text:?}, not {words:?}");
    }

    /// Waits until the server has this answer.
    pub(crate) async fn has_saved(&self, kind: &str, answer: &Answer) {
        for _ in 0..200 {
            if self.desk.last(kind) == Some(Ok(answer.clone())) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{kind}: saved {:?}, not {answer:?}", self.desk.last(kind));
    }
}

fn path(from: (f64, f64), to: (f64, f64)) -> impl Iterator<Item = (f64, f64)> {
    let between = move |start: f64, end: f64, step: i32| start + (end - start) * f64::from(step) / f64::from(STEPS);
    (1..=STEPS).map(move |step| (between(from.0, to.0, step), between(from.1, to.1, step)))
}
