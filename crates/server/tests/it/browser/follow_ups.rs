//! Questions that follow an answer, as a person meets them: they come and go with the answer, by pointer and by key.

use study::response::Answer;
use thirtyfour::prelude::*;

use super::at_the_list::ENTER;
use super::chromium::Chromium;
use crate::test_server::{TestServer, small_with_follow_ups};

const SHOWN: &str = "return [...document.querySelectorAll('.question')].map((it) => it.checkVisibility() && !it.disabled ? 'asked' : 'not').join(' ')";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_follow_up_comes_and_goes_with_the_answer_by_pointer_and_by_key() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small_with_follow_ups(folder.path())).await;
    let chromium = Chromium::at_the_list(&served).await;
    assert_eq!(chromium.run(SHOWN).await, "asked not not");
    chromium.clicks("label:has(> input[value='2'])").await;
    assert_eq!(chromium.run(SHOWN).await, "asked asked not");
    let announcement = "return document.querySelector('[data-followed]').textContent";
    assert_eq!(chromium.run(announcement).await, "One more question: What is wrong with it?");
    chromium.clicks("label:has(> input[value='other'])").await;
    assert_eq!(chromium.run(SHOWN).await, "asked asked asked");
    chromium.is_sound("a page with follow-ups").await;
    chromium.driver.find(By::Css("[name='q0.2.value']")).await.unwrap().send_keys("A list.").await.unwrap();
    // Both go with the first answer, and what was said comes back with it.
    chromium.clicks("label:has(> input[value='5'])").await;
    assert_eq!(chromium.run(SHOWN).await, "asked not not");
    chromium.clicks("label:has(> input[value='1'])").await;
    assert_eq!(chromium.run(SHOWN).await, "asked asked asked");
    chromium.turns(chromium.clicks("[data-go]")).await;
    // By keys alone: the follow-up is the next open question, and its field takes what is typed.
    chromium.run("document.activeElement.blur()").await;
    chromium.types("1").await;
    assert_eq!(chromium.run(SHOWN).await, "asked asked not");
    chromium.types("2").await;
    chromium.types("Odd.").await;
    chromium.wait_until("document.querySelector('[data-status]').textContent.includes('saved')").await;
    chromium.turns(chromium.types(ENTER)).await;
    // A page where nothing follows, and one that is sent without what follows.
    chromium.types("4").await;
    chromium.turns(chromium.types(ENTER)).await;
    chromium.clicks("label:has(> input[value='2'])").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    let wrong = "return document.querySelector('.question.wrong .error').textContent.trim()";
    assert_eq!(chromium.run(wrong).await, "Your answer above leads to this question. Please answer it, too.");
    let other = || Answer::Choice(vec!["other".to_owned()]);
    let text = |words: &str| Answer::Text(words.to_owned());
    let expected = [
        Answer::Rating(1),
        other(),
        text("A list."),
        Answer::Rating(1),
        other(),
        text("Odd."),
        Answer::Rating(4),
        Answer::Rating(2),
    ];
    assert_eq!(served.only_session().await.answers.into_values().collect::<Vec<_>>(), expected);
    chromium.stop().await;
    served.stop().await;
}
