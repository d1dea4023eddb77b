//! Questions that follow an answer, as a person meets them: they come and go with the answer, by pointer and by key.

use session::Session;
use study::response::Answer;
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use crate::participant::Participant;
use crate::served::{Served, small_with};

/// As WebDriver writes the key.
const ENTER: &str = "\u{e007}";

const FOLLOW_UPS: &str = "[[criteria]]
id = \"sort\"
question = \"What is wrong with it?\"
definition = \"The most obvious.\"
better = \"neither\"
only_if = { criterion = \"fluency\", is = [1, 2] }
response = { kind = \"choice\", options = [\"grammar\", \"other\"] }

[[criteria]]
id = \"words\"
question = \"What else?\"
definition = \"In your own words.\"
better = \"neither\"
only_if = { criterion = \"sort\", is = [\"other\"] }
response = { kind = \"text\" }

[[screening]]";

const SHOWN: &str = "return [...document.querySelectorAll('.question')].map((it) => it.checkVisibility() && !it.disabled ? 'asked' : 'not').join(' ')";

async fn press(chromium: &Chromium, keys: &str) {
    chromium.driver.active_element().await.unwrap().send_keys(keys).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_follow_up_comes_and_goes_with_the_answer_by_pointer_and_by_key() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [("[[screening]]", FOLLOW_UPS), ("questions = 4", "questions = 12")];
    let served = Served::start(&small_with(folder.path(), &changes)).await;
    let link = format!("{}?PROLIFIC_PID=ada&SESSION_ID=sada", served.entrance());
    let mut before = Participant::follow(&served, &link).await;
    for _ in 0..4 {
        before.go_on().await;
    }
    let chromium = Chromium::start().await;
    chromium.open(&format!("{}step/0", before.session())).await;
    assert_eq!(chromium.run(SHOWN).await, "asked not not");
    let click = async |selector: &str| chromium.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap();
    click("label:has(> input[value='2'])").await;
    assert_eq!(chromium.run(SHOWN).await, "asked asked not");
    let told = "return document.querySelector('[data-followed]').textContent";
    assert_eq!(chromium.run(told).await, "One more question: What is wrong with it?");
    click("label:has(> input[value='other'])").await;
    assert_eq!(chromium.run(SHOWN).await, "asked asked asked");
    let mut found = chromium.axe("a page with follow-ups", "light").await;
    found.extend(chromium.axe("a page with follow-ups", "dark").await);
    assert!(found.is_empty() && chromium.overflow().await <= 0, "{found:#?}");
    chromium.driver.find(By::Css("[name='q0.2.value']")).await.unwrap().send_keys("A list.").await.unwrap();
    // Both go with the first answer, and what was said comes back with it.
    click("label:has(> input[value='5'])").await;
    assert_eq!(chromium.run(SHOWN).await, "asked not not");
    click("label:has(> input[value='1'])").await;
    assert_eq!(chromium.run(SHOWN).await, "asked asked asked");
    chromium.turns(click("[data-go]")).await;
    // By keys alone: the follow-up is the next open question, and its field takes what is typed.
    chromium.run("document.activeElement.blur()").await;
    press(&chromium, "1").await;
    assert_eq!(chromium.run(SHOWN).await, "asked asked not");
    press(&chromium, "2").await;
    for letter in "Odd.".chars() {
        press(&chromium, &letter.to_string()).await;
    }
    chromium.until("document.querySelector('[data-status]').textContent.includes('saved')").await;
    chromium.turns(async { press(&chromium, ENTER).await }).await;
    // A page where nothing follows, and one that is sent without what follows.
    press(&chromium, "4").await;
    chromium.turns(async { press(&chromium, ENTER).await }).await;
    click("label:has(> input[value='2'])").await;
    chromium.turns(click("[data-go]")).await;
    let wrong = "return document.querySelector('.question.wrong .error').textContent.trim()";
    assert_eq!(chromium.run(wrong).await, "Your answer above leads to this question. Please answer it, too.");
    let logs = served.store.session_logs(&served.name).await.unwrap();
    let session = Session::of(logs.values().flatten().map(|(at, event)| (*at, event)));
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
    assert_eq!(session.answers.into_values().collect::<Vec<_>>(), expected);
    chromium.stop().await;
    served.stop().await;
}
