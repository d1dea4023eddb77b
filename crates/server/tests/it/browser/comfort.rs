//! What the scripts add: keys, lines, dragging, marking, and saving that survives a lost connection.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use pages::Posted;
use study::response::{Answer, Span};
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use super::desk::{Desk, read};

struct Person {
    chromium: Chromium,
    desk: Arc<Desk>,
    address: std::net::SocketAddr,
}

impl Person {
    async fn opens(&self, kind: &str) {
        self.chromium.open(&format!("http://{}/{kind}", self.address)).await;
    }

    async fn presses(&self, keys: impl Into<TypingData>) {
        self.chromium.driver.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    async fn clicks(&self, selector: &str) {
        self.chromium.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap();
    }

    async fn drags(&self, row: usize, onto: usize) {
        let handles = self.chromium.driver.find_all(By::Css("[data-handle]")).await.unwrap();
        let chain = self.chromium.driver.action_chain().click_and_hold_element(&handles[row]);
        let to = handles[onto].rect().await.unwrap();
        let edge = if onto < row { 2 } else { to.height as i64 - 2 };
        chain.move_to((to.x + 8.0) as i64, to.y as i64 + edge).release().perform().await.unwrap();
    }

    /// What the page would post now, as an answer.
    async fn holds(&self, kind: &str) -> Option<Answer> {
        let body = self.chromium.run("return [...new FormData(document.querySelector('form'))]").await;
        let fields: Vec<(String, String)> = serde_json::from_value(body).unwrap();
        read(kind, &Posted::read(fields)).ok()
    }

    /// Waits until the status line says so.
    async fn is_told(&self, words: &str) {
        let mut told = String::new();
        for _ in 0..200 {
            let status = self.chromium.run("return document.querySelector('[data-status]').textContent").await;
            told = status.as_str().unwrap_or_default().to_owned();
            if told.contains(words) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the person is told {told:?}, not {words:?}");
    }

    /// Waits until the server has this answer.
    async fn has_saved(&self, kind: &str, answer: &Answer) {
        for _ in 0..200 {
            if self.desk.last(kind) == Some(Ok(answer.clone())) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{kind}: saved {:?}, not {answer:?}", self.desk.last(kind));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_can_be_answered_by_mouse_and_by_keyboard_and_is_saved_at_once() {
    let (desk, address) = Desk::open().await;
    let person = Person { chromium: Chromium::start().await, desk, address };
    rating_and_slider(&person).await;
    ranking_and_best_worst(&person).await;
    spans(&person).await;
    a_lost_connection_loses_nothing(&person).await;
    person.chromium.stop().await;
}

async fn rating_and_slider(person: &Person) {
    person.opens("rating").await;
    assert_eq!(person.holds("rating").await, None);
    person.clicks("h1 ~ form .label").await;
    person.chromium.driver.find(By::Tag("body")).await.unwrap().send_keys("6").await.unwrap();
    assert_eq!(person.holds("rating").await, Some(Answer::Rating(6)));
    person.has_saved("rating", &Answer::Rating(6)).await;
    let timing = person.desk.saved.lock().unwrap().last().unwrap().timing;
    assert_eq!(timing.changes, Some(1));
    assert!(timing.first_ms <= timing.open_ms && timing.active_ms <= timing.open_ms, "{timing:?}");

    person.opens("slider").await;
    assert_eq!(person.holds("slider").await, None, "a slider has no answer until it is touched");
    person.chromium.run("document.querySelector('[type=range]').focus()").await;
    assert_eq!(person.holds("slider").await, None, "nor by having the focus");
    person.presses(Key::Right + Key::Right).await;
    assert_eq!(person.holds("slider").await, Some(Answer::Slider(52.0)));
    person.is_told("All answers saved").await;
    person.chromium.run("sessionStorage.clear()").await;
    person.opens("slider").await;
    person.clicks("[type=range]").await;
    assert_eq!(person.holds("slider").await, Some(Answer::Slider(50.0)), "the middle is an answer too");
    person.has_saved("slider", &Answer::Slider(50.0)).await;
}

async fn ranking_and_best_worst(person: &Person) {
    person.opens("ranking").await;
    person.drags(3, 0).await;
    assert_eq!(person.holds("ranking").await, None, "one text in its place is not a ranking");
    person.is_told("All answers saved").await;
    person.opens("ranking").await;
    let placed = "return document.querySelector('.ranking li:has(:checked) :checked').name";
    assert_eq!(person.chromium.run(placed).await, "q0.0.rank_d", "half an answer outlives a reload");
    person.drags(1, 3).await;
    // Now D, B, C, A; D and A have places. Giving B the third by key leaves C only the second.
    person.clicks("input[name='q0.0.rank_b'][value='3']").await;
    let answer = Answer::Ranking(vec![4, 3, 2, 1]);
    assert_eq!(person.holds("ranking").await, Some(answer.clone()));
    person.has_saved("ranking", &answer).await;

    person.opens("best-worst").await;
    person.clicks("input[name='q0.0.best'][value='b']").await;
    person.clicks("input[name='q0.0.worst'][value='b']").await;
    assert_eq!(person.holds("best-worst").await, None, "the same text is not both");
    person.clicks("input[name='q0.0.best'][value='a']").await;
    assert_eq!(person.holds("best-worst").await, Some(Answer::BestWorst { best: 0, worst: 1 }));
}

/// By keyboard the second and third words, then with the mouse a word behind an emoji.
async fn spans(person: &Person) {
    person.opens("spans").await;
    person.chromium.run("document.querySelector('[data-text]').focus()").await;
    person.presses(Key::Right + Key::Right).await;
    person.presses(Key::Shift + Key::Right).await;
    person.presses(Key::Enter).await;
    person.presses(Key::Enter).await;
    assert_eq!(person.holds("spans").await, None, "its severity is still to be said");
    person.presses("Ma").await;
    let first = Span { start: 4, end: 17, category: "accuracy".to_owned(), severity: Some("major".to_owned()) };
    assert_eq!(person.holds("spans").await, Some(Answer::Spans(vec![first.clone()])));
    person
        .chromium
        .run(
            "
        const text = document.querySelector('[data-text]').lastChild;
        getSelection().setBaseAndExtent(text, text.data.indexOf('works'), text, text.data.length - 1);
    ",
        )
        .await;
    person.clicks(".palette button:nth-child(3)").await;
    person.presses("Mi").await;
    let second = Span { start: 65, end: 70, category: "style".to_owned(), severity: Some("minor".to_owned()) };
    let answer = Answer::Spans(vec![first, second]);
    assert_eq!(person.holds("spans").await, Some(answer.clone()));
    person.has_saved("spans", &answer).await;
    person.clicks("[data-none]").await;
    assert_eq!(person.holds("spans").await, Some(Answer::Spans(Vec::new())));
}

async fn a_lost_connection_loses_nothing(person: &Person) {
    person.opens("choice").await;
    person.desk.down.store(true, Ordering::SeqCst);
    person.clicks("input[value='no']").await;
    person.is_told("kept on this device").await;
    person.opens("choice").await;
    let answer = Answer::Choice(vec!["no".to_owned()]);
    assert_eq!(person.holds("choice").await, Some(answer.clone()), "a reload brings it back");
    person.desk.down.store(false, Ordering::SeqCst);
    person.has_saved("choice", &answer).await;
    let left = "return Object.keys(localStorage).length";
    assert_eq!(person.chromium.run(left).await, 0, "once the server has it, the device forgets it");
}
