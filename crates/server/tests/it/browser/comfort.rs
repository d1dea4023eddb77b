//! What the scripts add: keys, lines, dragging, marking, and saving that survives a lost connection.

use std::sync::atomic::Ordering;

use study::response::{Answer, Preference, Span, SpanText};
use thirtyfour::prelude::*;

use super::person::{Person, Screen};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_can_be_answered_by_mouse_and_by_keyboard_and_is_saved_at_once() {
    let person = Person::sits_down().await;
    rating_and_slider(&person).await;
    pairwise(&person).await;
    ranking(&person).await;
    best_worst(&person).await;
    spans(&person).await;
    a_lost_connection_loses_nothing(&person).await;
    person.chromium.stop().await;
}

async fn rating_and_slider(person: &Person) {
    person.opens("rating").await;
    assert_eq!(person.holds("rating").await, None);
    person.clicks("h1 ~ form .label").await;
    person.presses("6").await;
    assert_eq!(person.holds("rating").await, Some(Answer::Rating(6)));
    person.presses("4").await;
    assert_eq!(person.holds("rating").await, Some(Answer::Rating(4)), "one may think again");
    person.has_saved("rating", &Answer::Rating(4)).await;
    let timing = person.desk.saved.lock().unwrap().last().unwrap().timing;
    assert_eq!(timing.changes, Some(2));
    assert!(timing.first_ms <= timing.open_ms && timing.active_ms <= timing.open_ms, "{timing:?}");

    person.opens("slider").await;
    assert_eq!(person.holds("slider").await, None, "a slider has no answer until it is touched");
    person.chromium.run("document.querySelector('[type=range]').focus()").await;
    assert_eq!(person.holds("slider").await, None, "nor by having the focus");
    person.presses(Key::Right + Key::Right).await;
    assert_eq!(person.holds("slider").await, Some(Answer::Slider(52.0)));
    person.wait_for_status("All answers saved").await;
    person.opens_anew("slider").await;
    let [left, top, width, height] = person.place_of(".track").await;
    let middle = (left + width / 2.0, top + height / 2.0);
    person.drags(middle, middle).await;
    assert_eq!(person.holds("slider").await, Some(Answer::Slider(50.0)), "the middle is an answer too");
    person.has_saved("slider", &Answer::Slider(50.0)).await;
    person.drags(middle, (left + width - 2.0, middle.1)).await;
    person.has_saved("slider", &Answer::Slider(100.0)).await;
}

async fn pairwise(person: &Person) {
    person.opens("pairwise").await;
    person.presses(Key::Enter).await;
    let at = person.chromium.driver.current_url().await.unwrap();
    assert!(at.path().ends_with("/pairwise/0"), "nothing is sent before there is an answer: {at}");
    person.clicks(".output:nth-child(2)").await;
    assert_eq!(person.holds("pairwise").await, Some(Answer::Pairwise(Preference::Second)), "a text is its own button");
    person.clicks("h1 ~ form legend").await;
    person.presses("1").await;
    assert_eq!(person.holds("pairwise").await, Some(Answer::Pairwise(Preference::First)));
    person.chromium.turns(person.presses(Key::Enter)).await;
    assert_eq!(person.chromium.driver.current_url().await.unwrap().path(), "/sent", "Enter goes on");
}

/// By mouse in many moves, by button, by place; nothing is an answer before.
async fn ranking(person: &Person) {
    person.opens("ranking").await;
    assert_eq!(person.holds("ranking").await, None);
    let row = |number: usize| format!(".ranked:nth-child({number})");
    let [left, last, _, height] = person.place_of(&row(4)).await;
    let [_, first, ..] = person.place_of(&row(1)).await;
    person.drags((left + 300.0, last + height / 2.0), (left + 310.0, first + 3.0)).await;
    // D, A, B, C.
    assert_eq!(person.holds("ranking").await, Some(Answer::Ranking(vec![2, 3, 4, 1])));
    person.clicks(&format!("{} [data-move=down]", row(1))).await;
    person.presses(Key::Enter).await;
    // A, B, D, C: the button keeps the focus, so that it can be pressed again.
    let answer = Answer::Ranking(vec![1, 2, 4, 3]);
    assert_eq!(person.holds("ranking").await, Some(answer.clone()));
    person.has_saved("ranking", &answer).await;
    person.clicks("label:has(> input[name='q0.0.rank_c'][value='1'])").await;
    assert_eq!(person.holds("ranking").await, Some(Answer::Ranking(vec![2, 3, 1, 4])));
    person.wait_for_status("All answers saved").await;
    person.opens("ranking").await;
    let order = "return [...document.querySelectorAll('.ranked :checked')].map((input) => input.name.at(-1)).join('')";
    assert_eq!(person.chromium.run(order).await, "cabd", "a reload shows the order");
    person.opens_anew("ranking").await;
    person.clicks("[data-keep] button").await;
    assert_eq!(
        person.holds("ranking").await,
        Some(Answer::Ranking(vec![1, 2, 3, 4])),
        "the order may be right at once"
    );
}

async fn best_worst(person: &Person) {
    person.opens("best-worst").await;
    person.clicks("input[name='q0.0.best'][value='b']").await;
    person.clicks("input[name='q0.0.worst'][value='b']").await;
    assert_eq!(person.holds("best-worst").await, None, "the same text is not both");
    person.clicks("input[name='q0.0.best'][value='a']").await;
    assert_eq!(person.holds("best-worst").await, Some(Answer::BestWorst { best: 0, worst: 1 }));
    person.opens_anew("best-worst").await;
    person.presses("3").await;
    person.presses("1").await;
    assert_eq!(
        person.holds("best-worst").await,
        Some(Answer::BestWorst { best: 2, worst: 0 }),
        "first best, then worst"
    );
}

/// By keyboard the second and third words, then with the mouse parts of two words behind them.
async fn spans(person: &Person) {
    person.opens("spans").await;
    person.chromium.run("document.querySelector('[data-text]').focus()").await;
    person.presses(Key::Right + Key::Right).await;
    person.presses(Key::Shift + Key::Right).await;
    person.presses("1").await;
    assert_eq!(person.holds("spans").await, None, "its severity is still to be said");
    person.presses("2").await;
    let first = Span {
        text: SpanText::Output,
        start: 4,
        end: 17,
        category: "accuracy".to_owned(),
        severity: Some("major".to_owned()),
    };
    assert_eq!(person.holds("spans").await, Some(Answer::Spans(vec![first.clone()])));
    let [from, _, height] = person.words_at("wo year").await;
    let [_, to, _] = person.words_at("wo ye").await;
    let before = person.chromium.run("return scrollY").await;
    person.drags((from + 2.0, height), (to - 1.0, height)).await;
    person.clicks(".palette [data-digit='2']").await;
    person.clicks(".palette [data-digit='1']").await;
    assert_eq!(person.chromium.run("return scrollY").await, before, "the eye stays where it is");
    let second = Span {
        text: SpanText::Output,
        start: 40,
        end: 48,
        category: "fluency".to_owned(),
        severity: Some("minor".to_owned()),
    };
    let answer = Answer::Spans(vec![first, second]);
    assert_eq!(person.holds("spans").await, Some(answer.clone()), "whole words are marked");
    person.has_saved("spans", &answer).await;
    person.clicks("[data-none]").await;
    assert_eq!(person.holds("spans").await, Some(Answer::Spans(Vec::new())));
    person.clicks(".undo").await;
    assert_eq!(person.holds("spans").await, Some(answer), "what was taken away comes back");
}

/// The source by keyboard and by mouse, and what is missing; undone, and shown again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn marks_are_made_in_the_source_too_and_something_may_be_missing() {
    let person = Person::sits_down().await;
    person.opens_example("spans", 2).await;
    let span = |text: SpanText, start: usize, end: usize, category: &str, severity: &str| Span {
        text,
        start,
        end,
        category: category.to_owned(),
        severity: Some(severity.to_owned()),
    };
    person.chromium.run("document.querySelector('[data-text=source]').focus()").await;
    person.presses(Key::Right + Key::Right).await;
    person.presses("1").await;
    person.presses("2").await;
    let museum = span(SpanText::Source, 4, 10, "accuracy", "major");
    assert_eq!(person.holds("spans").await, Some(Answer::Spans(vec![museum.clone()])));
    person.clicks(".tools .missing").await;
    person.presses("1").await;
    person.presses("1").await;
    let missing = span(SpanText::Missing, 0, 0, "accuracy", "minor");
    assert_eq!(person.holds("spans").await, Some(Answer::Spans(vec![museum.clone(), missing.clone()])));
    // The same characters as in the source: nothing overlaps there.
    let [from, to, height] = person.words_at("museum").await;
    person.drags((from + 2.0, height), (to - 2.0, height)).await;
    person.clicks(".palette [data-digit='2']").await;
    person.clicks(".palette [data-digit='1']").await;
    let output = span(SpanText::Output, 4, 10, "fluency", "minor");
    let all = Answer::Spans(vec![output, museum.clone(), missing.clone()]);
    assert_eq!(person.holds("spans").await, Some(all.clone()));
    person.has_saved("spans", &all).await;
    for _ in 0..2 {
        person.clicks(".undo").await;
    }
    let before = Answer::Spans(vec![museum, missing]);
    assert_eq!(person.holds("spans").await, Some(before.clone()));
    person.has_saved("spans", &before).await;
    person.opens_example("spans", 2).await;
    assert_eq!(person.holds("spans").await, Some(before), "a reload shows them again");
    person.chromium.stop().await;
}

/// A picture grows by a click and by a key, without a script of ours, and shrinks again; it chooses nothing. A recording is heard
/// before the page is sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_grow_and_clips_are_played_to_the_end() {
    let person = Person::sits_down().await;
    person.opens("pictures").await;
    let grown = "return document.querySelectorAll('.large:popover-open').length";
    person.clicks(".output .zoom").await;
    assert_eq!(person.chromium.run(grown).await, 1, "a click makes it large");
    person.presses(Key::Escape).await;
    assert_eq!(person.chromium.run(grown).await, 0, "Escape makes it small");
    person.chromium.run("document.querySelector('.output .zoom').focus()").await;
    person.presses(Key::Enter).await;
    assert_eq!(person.chromium.run(grown).await, 1, "so does a key");
    person.clicks(".large:popover-open button").await;
    assert_eq!(person.chromium.run(grown).await, 0);
    let chosen = "return document.querySelectorAll('.question :checked').length";
    assert_eq!(person.chromium.run(chosen).await, 0, "looking closely is no choice");

    person.opens("sounds").await;
    person.clicks(".question label").await;
    person.clicks("[data-go]").await;
    let alert = person.chromium.run("return document.querySelector('form > [role=alert]').textContent").await;
    assert!(alert.as_str().unwrap().contains("to the end"), "{alert}");
    let play = "for (const clip of document.querySelectorAll('audio')) { clip.muted = true; clip.play(); }";
    person.chromium.run(play).await;
    let ended = "return [...document.querySelectorAll('audio')].every((clip) => clip.ended)";
    for _ in 0..200 {
        if person.chromium.run(ended).await == true {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    person.chromium.turns(person.clicks("[data-go]")).await;
    assert_eq!(person.chromium.driver.current_url().await.unwrap().path(), "/sent");
    person.chromium.stop().await;
}

/// What is typed goes to the question that is answered by typing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_is_typed_and_sent_and_one_click_marks_a_word() {
    let person = Person::sits_down().await;
    person.opens("count").await;
    person.presses("3").await;
    assert_eq!(person.holds("count").await, Some(Answer::Count(3)));
    person.chromium.turns(person.presses(Key::Enter)).await;
    assert_eq!(person.chromium.driver.current_url().await.unwrap().path(), "/sent");
    person.opens("spans").await;
    let [from, to, height] = person.words_at("museum").await;
    let middle = (f64::midpoint(from, to), height);
    person.drags(middle, middle).await;
    person.presses("1").await;
    person.presses("1").await;
    let marked = Span {
        text: SpanText::Output,
        start: 4,
        end: 10,
        category: "accuracy".to_owned(),
        severity: Some("minor".to_owned()),
    };
    assert_eq!(person.holds("spans").await, Some(Answer::Spans(vec![marked])));
    person.chromium.turns(person.presses(Key::Enter)).await;
    assert_eq!(person.chromium.driver.current_url().await.unwrap().path(), "/sent", "Enter goes on from the text, too");
    person.chromium.stop().await;
}

async fn a_lost_connection_loses_nothing(person: &Person) {
    person.opens("choice").await;
    person.desk.down.store(true, Ordering::SeqCst);
    person.clicks("input[value='no']").await;
    person.wait_for_status("kept on this device").await;
    person.opens("choice").await;
    let answer = Answer::Choice(vec!["no".to_owned()]);
    assert_eq!(person.holds("choice").await, Some(answer.clone()), "a reload brings it back");
    person.clicks("[data-go]").await;
    person.wait_for_status("Press the button again").await;
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    person.wait_for_status("Press the button again").await;
    person.desk.down.store(false, Ordering::SeqCst);
    person.has_saved("choice", &answer).await;
    // Once the page knows that the server has the answer, the device forgets it. Where to continue by an open link is also remembered, and stays.
    person.wait_for_status("All answers saved").await;
    let left = "return Object.keys(localStorage).filter((key) => key.startsWith('rejudge:')).length";
    assert_eq!(person.chromium.run(left).await, 0, "the device forgets what the server has");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_drags_marks_and_slides_and_scrolling_answers_nothing() {
    let person = Person::sits_down().await;
    person.looks(Screen::Phone).await;
    person.opens("slider").await;
    person.chromium.run("document.querySelector('main').style.paddingBottom = '900px'").await;
    let [left, top, width, height] = person.place_of(".track").await;
    let on = (left + width * 0.3, top + height / 2.0);
    person.swipes(on, (on.0 + 3.0, on.1 - 200.0)).await;
    assert_eq!(person.holds("slider").await, None, "a finger that scrolls has not answered");
    assert_ne!(person.chromium.run("return scrollY").await, 0);
    person.chromium.run("scrollTo(0, 0)").await;
    person.swipes(on, (left + width - 4.0, on.1 + 6.0)).await;
    assert_eq!(person.holds("slider").await, Some(Answer::Slider(100.0)));

    person.opens("ranking").await;
    let [left, top, width, height] = person.place_of(".ranked:nth-child(3) .handle").await;
    let [_, first, ..] = person.place_of(".ranked:nth-child(1)").await;
    person.swipes((left + width / 2.0, top + height / 2.0), (left + width / 2.0, first + 4.0)).await;
    assert_eq!(person.holds("ranking").await, Some(Answer::Ranking(vec![2, 3, 1, 4])));
    let [left, top, ..] = person.place_of(".ranked:nth-child(2) .text").await;
    person.swipes((left + 40.0, top + 10.0), (left + 40.0, top - 150.0)).await;
    assert_eq!(person.holds("ranking").await, Some(Answer::Ranking(vec![2, 3, 1, 4])), "elsewhere a finger scrolls");

    person.opens("spans").await;
    for word in ["museum", "closed"] {
        let [from, to, height] = person.words_at(word).await;
        let at = ((from + to) / 2.0, height);
        person.swipes(at, at).await;
    }
    for digit in ["1", "2"] {
        let [left, top, width, height] = person.place_of(&format!(".palette [data-digit='{digit}']")).await;
        let at = (left + width / 2.0, top + height / 2.0);
        person.swipes(at, at).await;
    }
    let marked = Span {
        text: SpanText::Output,
        start: 4,
        end: 17,
        category: "accuracy".to_owned(),
        severity: Some("major".to_owned()),
    };
    assert_eq!(person.holds("spans").await, Some(Answer::Spans(vec![marked])), "two taps and two choices");
    person.chromium.stop().await;
}
