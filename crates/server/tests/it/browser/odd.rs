//! What a page tells of sessions that no person has: counts of what no hand does, and nothing of what hands do.

use pages::Timing;
use serde_json::json;
use thirtyfour::prelude::*;

use super::person::{Person, Screen};

const FIELD: &str = "main input[type=text]:not([name=more])";
const SEND: &str = "[data-go]";

impl Person {
    /// What was told with the page, once it was sent.
    async fn sent_timing(&self) -> Timing {
        self.chromium.wait_until("location.pathname === '/sent'").await;
        self.desk.saved.lock().unwrap().last().unwrap().timing
    }

    /// Presses the mouse in the middle of something, after so many moves towards it.
    async fn presses_mouse(&self, selector: &str, moves: i32) {
        let now = self.chromium.run("return performance.timeOrigin + performance.now()").await.as_f64().unwrap();
        self.presses_mouse_at(now, selector, moves).await;
    }

    /// The same, at a time in milliseconds since 1970.
    async fn presses_mouse_at(&self, time: f64, selector: &str, moves: i32) {
        let [left, top, width, height] = self.place_of(selector).await;
        let (x, y) = (left + width / 2.0, top + height / 2.0);
        let mouse = async |kind: &str, off: f64| {
            let event = json!({
                "type": kind, "x": x - off, "y": y - off, "button": "left", "clickCount": 1, "timestamp": time / 1000.0,
            });
            self.chromium.driver.cdp().send_raw("Input.dispatchMouseEvent", event).await.unwrap();
        };
        for step in (0..moves).rev() {
            mouse("mouseMoved", f64::from(step)).await;
        }
        mouse("mousePressed", 0.0).await;
        mouse("mouseReleased", 0.0).await;
    }

    async fn sends_by_key(&self) {
        self.chromium.run(&format!("document.querySelector('{SEND}').focus()")).await;
        self.presses(Key::Enter + "").await;
    }

    async fn taps(&self, selector: &str) {
        let [left, top, width, height] = self.place_of(selector).await;
        let at = (left + width / 2.0, top + height / 2.0);
        self.swipes(at, at).await;
    }
}

fn check(who: &str, timing: Timing, expected: [u64; 4]) {
    let found = [timing.untouched, timing.jumps, timing.unfocused, timing.trapped].map(Option::unwrap_or_default);
    assert_eq!(found, expected, "{who}: untouched, jumps, texts without focus, hidden field");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_counts_what_no_hand_does_and_nothing_of_what_hands_do() {
    let person = Person::sits_down().await;
    person.looks(Screen::Laptop).await;
    person.opens("text").await;

    person.opens_anew("text").await;
    person.presses_mouse(FIELD, 12).await;
    person.presses("the second").await;
    person.presses_mouse(SEND, 12).await;
    check("a hand at the mouse", person.sent_timing().await, [0, 0, 0, 0]);

    person.opens_anew("text").await;
    person.chromium.driver.find(By::Css(FIELD)).await.unwrap().send_keys("the second").await.unwrap();
    person.sends_by_key().await;
    check("keys alone", person.sent_timing().await, [0, 0, 0, 0]);

    person.opens_anew("text").await;
    person.chromium.run(&format!("document.querySelector('{FIELD}').focus()")).await;
    let dictated = json!({ "text": "the second" });
    person.chromium.driver.cdp().send_raw("Input.insertText", dictated).await.unwrap();
    person.sends_by_key().await;
    check("dictated or pasted where one is", person.sent_timing().await, [0, 0, 0, 0]);

    for (who, later, jumps) in [("a program that steers the browser", 200.0, 1), ("voice control", 600.0, 0)] {
        person.opens_anew("text").await;
        let now = person.chromium.run("return performance.timeOrigin + performance.now()").await.as_f64().unwrap();
        person.presses_mouse_at(now, FIELD, 1).await;
        person.presses("the second").await;
        person.presses_mouse_at(now + later, SEND, 1).await;
        check(who, person.sent_timing().await, [0, jumps, 0, 0]);
    }

    person.opens_anew("text").await;
    let script = format!("document.querySelector('{FIELD}').value = 'x'; document.querySelector('{SEND}').click()");
    person.chromium.run(&script).await;
    check("a script in the page", person.sent_timing().await, [1, 0, 1, 0]);

    person.opens_anew("rating").await;
    let script = format!(
        "document.querySelector('label:has(> input[type=radio])').click(); document.querySelector('{SEND}').click()"
    );
    person.chromium.run(&script).await;
    check("a script that clicks", person.sent_timing().await, [1, 0, 0, 0]);

    person.opens_anew("text").await;
    let script = "for (const field of document.querySelectorAll('input[type=text]')) field.value = 'x'";
    person.chromium.run(script).await;
    person.presses_mouse(SEND, 12).await;
    check("a script that fills in every field", person.sent_timing().await, [0, 0, 1, 1]);

    person.looks(Screen::Phone).await;
    person.opens_anew("text").await;
    person.taps(FIELD).await;
    person.presses("the second").await;
    person.taps(SEND).await;
    check("a finger", person.sent_timing().await, [0, 0, 0, 0]);
    person.chromium.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draft_that_is_put_back_is_no_text_without_focus() {
    let person = Person::sits_down().await;
    person.looks(Screen::Laptop).await;
    person.opens("text").await;
    person.opens_anew("text").await;
    person.desk.down.store(true, std::sync::atomic::Ordering::SeqCst);
    person.chromium.driver.find(By::Css(FIELD)).await.unwrap().send_keys("half").await.unwrap();
    person.opens("text").await;
    person.desk.down.store(false, std::sync::atomic::Ordering::SeqCst);
    person.chromium.wait_until(&format!("document.querySelector('{FIELD}').value === 'half'")).await;
    person.presses_mouse(SEND, 12).await;
    check("a draft", person.sent_timing().await, [0, 0, 0, 0]);
    person.chromium.stop().await;
}
