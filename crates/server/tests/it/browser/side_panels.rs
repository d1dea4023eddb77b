//! What stands beside the questions, used as a person uses it: opened, ticked, typed into, left and come back to.

use session::Remark;
use study::response::Answer;
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use crate::test_server::{TestServer, small_pairs, small_with};

async fn types(chromium: &Chromium, selector: &str, words: impl AsRef<str>) {
    let field = chromium.driver.find(By::Css(selector)).await.unwrap();
    for letter in words.as_ref().chars() {
        field.send_keys(letter.to_string()).await.unwrap();
    }
}

/// The answer and then how sure, by the same keys; without it the page stays and says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_says_how_sure_they_are_and_is_asked_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let offered = "better = \"higher\"\nconfidence = [\"not sure\", \"fairly sure\", \"sure\"]\ncannot_judge = [\"I do not know\"]";
    let served = TestServer::start(&small_with(folder.path(), &[("better = \"higher\"", offered)])).await;
    let chromium = Chromium::at_the_list(&served).await;
    chromium.is_sound("the page that asks how sure one is").await;
    chromium.clicks(".controls label:has(> input[value='4'])").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    let error_text = "return document.querySelector('.question.wrong .error').textContent.trim()";
    assert_eq!(chromium.run(error_text).await, "Please answer this question.");
    assert_eq!(
        chromium.run("return document.querySelector('.controls :checked').value").await,
        "4",
        "the answer is kept"
    );
    chromium.clicks(".confidence label:nth-of-type(2)").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    for key in ["5", "3"] {
        chromium.driver.find(By::Tag("body")).await.unwrap().send_keys(key).await.unwrap();
    }
    chromium.turns(chromium.clicks("[data-go]")).await;
    // Whoever cannot judge is not asked how sure they are.
    chromium.clicks(".unable summary").await;
    chromium.clicks(".unable label").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    let kept = served.only_session().await;
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
    let degrees = "kind = \"pairwise\", degrees = [\"a little better\", \"much better\"],";
    let served = TestServer::start(&small_pairs(folder.path(), &[("kind = \"pairwise\",", degrees)])).await;
    let chromium = Chromium::at_the_list(&served).await;
    chromium.is_sound("the page with a graded preference").await;
    let offered =
        "return [...document.querySelectorAll('.graded .option span')].map((words) => words.textContent).join(' | ')";
    let words =
        "Text A: much better | Text A: a little better | About equal | Text B: a little better | Text B: much better";
    assert_eq!(chromium.run(offered).await, words);
    chromium.clicks(".output").await;
    assert_eq!(chromium.run("return document.querySelector('.question :checked')").await, serde_json::Value::Null);
    chromium.driver.find(By::Tag("body")).await.unwrap().send_keys("4").await.unwrap();
    assert_eq!(chromium.run("return document.querySelector('.question :checked').value").await, "b1");
    chromium.turns(chromium.clicks("[data-go]")).await;
    chromium.clicks("label:has(> input[value='a2'])").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    let given: Vec<Answer> = served.only_session().await.answers.into_values().collect();
    assert_eq!(given, [Answer::Graded(-1), Answer::Graded(2)]);
    chromium.stop().await;
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_says_that_something_is_wrong_before_answering_and_finds_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let remarks = "order = \"fixed\"\nremarks = [\"comment\", \"problem\"]";
    let served = TestServer::start(&small_with(folder.path(), &[("order = \"fixed\"", remarks)])).await;
    let chromium = Chromium::at_the_list(&served).await;
    // By keyboard: from the summary into the box, and the letters are words, not answers.
    chromium.run("document.querySelector('.remark summary').focus()").await;
    chromium.driver.active_element().await.unwrap().send_keys(Key::Enter + "").await.unwrap();
    chromium.wait_until("document.querySelector('.remark').open").await;
    chromium.is_sound("the page with room for a remark").await;
    chromium.clicks("label:has(> input[name='remark.0.problem'])").await;
    types(&chromium, "textarea[name='remark.0.text']", "Only 1 of 3 sentences.").await;
    chromium.wait_until("document.querySelector('[data-status]').textContent.includes('saved')").await;
    assert_eq!(chromium.run("return document.querySelector('.question :checked')").await, serde_json::Value::Null);
    chromium.driver.refresh().await.unwrap();
    chromium.wait_until("document.querySelector('.remark').open").await;
    chromium.clicks(".question label:has(> input[value='3'])").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    assert_eq!(chromium.run("return document.querySelector('.remark').open").await, false, "each page has its own");
    let kept = served.only_session().await;
    assert_eq!(kept.remarks[&0], Remark { problem: true, text: "Only 1 of 3 sentences.".to_owned() });
    assert_eq!(kept.submitted.len(), 1);
    chromium.stop().await;
    served.stop().await;
}
