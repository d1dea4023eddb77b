//! What stands beside the questions, used as a person uses it: opened, ticked, typed into, left and come back to.

use session::{Remark, Session};
use study::response::Answer;
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use crate::participant::Participant;
use crate::served::{Served, small_with};

async fn clicks(chromium: &Chromium, selector: &str) {
    chromium.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap();
}

async fn types(chromium: &Chromium, selector: &str, words: impl AsRef<str>) {
    let field = chromium.driver.find(By::Css(selector)).await.unwrap();
    for letter in words.as_ref().chars() {
        field.send_keys(letter.to_string()).await.unwrap();
    }
}

/// What the server has of the one session there is.
async fn session(served: &Served) -> Session {
    let logs = served.store.session_logs(&served.name).await.unwrap();
    Session::of(logs.values().flatten().map(|(at, event)| (*at, event)))
}

/// A browser at the first page of the list.
async fn at_the_list(served: &Served) -> Chromium {
    let link = format!("{}?PROLIFIC_PID=ada&SESSION_ID=sada", served.entrance());
    let mut before = Participant::follow(served, &link).await;
    for _ in 0..4 {
        before.go_on().await;
    }
    let chromium = Chromium::start().await;
    chromium.open(&format!("{}step/0", before.session())).await;
    chromium
}

async fn axe_finds_nothing(chromium: &Chromium, page: &str) {
    let mut found = chromium.axe(page, "light").await;
    found.extend(chromium.axe(page, "dark").await);
    assert!(found.is_empty(), "{found:#?}");
    assert!(chromium.overflow().await <= 0, "{page} is wider than a phone");
}

/// The answer and then how sure, by the same keys; without it the page stays and says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_says_how_sure_they_are_and_is_asked_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let offered = "better = \"higher\"\nconfidence = [\"not sure\", \"fairly sure\", \"sure\"]\ncannot_judge = [\"I do not know\"]";
    let served = Served::start(&small_with(folder.path(), &[("better = \"higher\"", offered)])).await;
    let chromium = at_the_list(&served).await;
    axe_finds_nothing(&chromium, "the page that asks how sure one is").await;
    clicks(&chromium, ".controls label:has(> input[value='4'])").await;
    chromium.turns(clicks(&chromium, "[data-go]")).await;
    let told = "return document.querySelector('.question.wrong .error').textContent.trim()";
    assert_eq!(chromium.run(told).await, "Please answer this question.");
    assert_eq!(
        chromium.run("return document.querySelector('.controls :checked').value").await,
        "4",
        "the answer is kept"
    );
    clicks(&chromium, ".confidence label:nth-of-type(2)").await;
    chromium.turns(clicks(&chromium, "[data-go]")).await;
    for key in ["5", "3"] {
        chromium.driver.find(By::Tag("body")).await.unwrap().send_keys(key).await.unwrap();
    }
    chromium.turns(clicks(&chromium, "[data-go]")).await;
    // Whoever cannot judge is not asked how sure they are.
    clicks(&chromium, ".unable summary").await;
    clicks(&chromium, ".unable label").await;
    chromium.turns(clicks(&chromium, "[data-go]")).await;
    let kept = session(&served).await;
    assert_eq!(kept.submitted.len(), 3);
    assert_eq!(kept.confidence.into_values().collect::<Vec<_>>(), [2, 3]);
    let given: Vec<Answer> = kept.answers.into_values().collect();
    assert_eq!(given, [Answer::Rating(4), Answer::Rating(5), Answer::Unable("I do not know".to_owned())]);
    chromium.stop().await;
    served.stop().await;
}

/// Each output with each degree, the strongest outermost: by key, by pointer, and none by a click on a text.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_says_how_much_better_by_key_and_by_pointer() {
    let folder = tempfile::tempdir().unwrap();
    let kind = "response = { kind = \"pairwise\", ties = true, degrees = [\"a little better\", \"much better\"] }";
    let changes = [
        ("one = \"One\"", "one = \"One\"\ntwo = \"Two\""),
        ("response = { kind = \"rating\", points = 5, minimum = 1 }", kind),
    ];
    let study = small_with(folder.path(), &changes);
    std::fs::write(
        study.join("items.csv"),
        "item,one,two\n1,Uno.,One.\n2,Dos.,Two.\n3,Tres.,Three.\n4,Cuatro.,Four.\n",
    )
    .unwrap();
    let served = Served::start(&study).await;
    let chromium = at_the_list(&served).await;
    axe_finds_nothing(&chromium, "the page with a graded preference").await;
    let offered =
        "return [...document.querySelectorAll('.graded .option span')].map((words) => words.textContent).join(' | ')";
    let words =
        "Text A: much better | Text A: a little better | About equal | Text B: a little better | Text B: much better";
    assert_eq!(chromium.run(offered).await, words);
    clicks(&chromium, ".output").await;
    assert_eq!(chromium.run("return document.querySelector('.question :checked')").await, serde_json::Value::Null);
    chromium.driver.find(By::Tag("body")).await.unwrap().send_keys("4").await.unwrap();
    assert_eq!(chromium.run("return document.querySelector('.question :checked').value").await, "b1");
    chromium.turns(clicks(&chromium, "[data-go]")).await;
    clicks(&chromium, "label:has(> input[value='a2'])").await;
    chromium.turns(clicks(&chromium, "[data-go]")).await;
    let given: Vec<Answer> = session(&served).await.answers.into_values().collect();
    assert_eq!(given, [Answer::Graded(-1), Answer::Graded(2)]);
    chromium.stop().await;
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_says_that_something_is_wrong_before_answering_and_finds_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let remarks = "order = \"fixed\"\nremarks = [\"comment\", \"problem\"]";
    let served = Served::start(&small_with(folder.path(), &[("order = \"fixed\"", remarks)])).await;
    let chromium = at_the_list(&served).await;
    // By keyboard: from the summary into the box, and the letters are words, not answers.
    chromium.run("document.querySelector('.remark summary').focus()").await;
    chromium.driver.active_element().await.unwrap().send_keys(Key::Enter + "").await.unwrap();
    chromium.until("document.querySelector('.remark').open").await;
    axe_finds_nothing(&chromium, "the page with room for a remark").await;
    clicks(&chromium, "label:has(> input[name='remark.0.problem'])").await;
    types(&chromium, "textarea[name='remark.0.text']", "Only 1 of 3 sentences.").await;
    chromium.until("document.querySelector('[data-status]').textContent.includes('saved')").await;
    assert_eq!(chromium.run("return document.querySelector('.question :checked')").await, serde_json::Value::Null);
    chromium.driver.refresh().await.unwrap();
    chromium.until("document.querySelector('.remark').open").await;
    clicks(&chromium, ".question label:has(> input[value='3'])").await;
    chromium.turns(clicks(&chromium, "[data-go]")).await;
    assert_eq!(chromium.run("return document.querySelector('.remark').open").await, false, "each page has its own");
    let kept = session(&served).await;
    assert_eq!(kept.remarks[&0], Remark { problem: true, text: "Only 1 of 3 sentences.".to_owned() });
    assert_eq!(kept.submitted.len(), 1);
    chromium.stop().await;
    served.stop().await;
}
