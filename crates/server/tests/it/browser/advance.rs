//! Pages that go on by themselves after the last answer, and never when someone has not finished.

use serde_json::json;
use study::response::Answer;
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use crate::test_server::{TestServer, small_with};

/// Whether the page is about to go on, as it is said and as it is seen.
const ADVANCING: &str = "return [document.querySelector('[data-advance]')?.textContent ?? null, document.querySelector('#go').classList.contains('advancing')]";

const ON: (&str, &str) = ("order = \"fixed\"", "order = \"fixed\"\nauto_advance = true");

/// Presses a number, looks, does something else, and looks again, before the moment can be over.
const PRESSED_AND_STOPPED: &str = "const press = (key) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const seen = () => document.querySelector('#go').classList.contains('advancing');
    const found = [];
    press('4'); found.push(seen());
    press('Escape'); found.push(seen());
    press('2'); found.push(seen());
    window.dispatchEvent(new WheelEvent('wheel')); found.push(seen());
    press('5'); found.push(seen());
    document.querySelector('.output').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })); found.push(seen());
    return found";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_goes_on_by_itself_after_a_press_and_stays_for_whoever_does_anything_else() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small_with(folder.path(), &[ON])).await;
    let chromium = Chromium::at_the_list(&served).await;
    let at = "return location.pathname.split('/').at(-1)";
    chromium.is_sound("a page that goes on by itself").await;
    assert_eq!(chromium.run(ADVANCING).await, json!(["", false]), "nothing is answered yet");
    chromium.turns(chromium.clicks("label:has(> input[value='4'])")).await;
    assert_eq!(chromium.run(at).await, "1", "a press is enough");

    // Whoever goes along the scale with the arrow keys, as a screen reader does, is on the way to an answer.
    chromium.run("document.querySelector('.question input').focus()").await;
    chromium.driver.active_element().await.unwrap().send_keys(Key::Right + Key::Right).await.unwrap();
    assert_eq!(chromium.run("return document.querySelector('.question :checked').value").await, "3");
    assert_eq!(chromium.run(ADVANCING).await, json!(["", false]));
    assert_eq!(chromium.run(PRESSED_AND_STOPPED).await, json!([true, false, true, false, true, false]));
    assert_eq!(chromium.run(at).await, "1");
    chromium.turns(chromium.clicks("label:has(> input[value='1'])")).await;
    assert_eq!(chromium.run(at).await, "2");

    // Back is the way back, and the page stays there.
    chromium.turns(chromium.clicks("a.back")).await;
    assert_eq!(chromium.run(at).await, "1");
    chromium.clicks("label:has(> input[value='2'])").await;
    assert_eq!(chromium.run(ADVANCING).await, json!([null, false]));
    chromium.turns(chromium.clicks("[data-go]")).await;
    let given: Vec<Answer> = served.only_session().await.answers.into_values().collect();
    assert_eq!(given, [Answer::Rating(4), Answer::Rating(2)]);
    chromium.stop().await;
    served.stop().await;
}

/// What follows an answer, what may be written and what is not said yet keep the page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_is_not_finished_does_not_go_on_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let more = "[[criteria]]\nid = \"why\"\nquestion = \"Why?\"\ndefinition = \"In a few words.\"\nbetter = \"neither\"\nonly_if = { criterion = \"fluency\", below = 3 }\nresponse = { kind = \"text\" }\n\n[[screening]]";
    let changes = [
        ("order = \"fixed\"", "order = \"fixed\"\nauto_advance = true\nremarks = [\"comment\"]"),
        ("questions = 4", "questions = 8"),
        ("better = \"higher\"", "better = \"higher\"\nconfidence = [\"not sure\", \"sure\"]"),
        ("[[screening]]", more),
    ];
    let served = TestServer::start(&small_with(folder.path(), &changes)).await;
    let chromium = Chromium::at_the_list(&served).await;
    let stays = json!(["", false]);
    chromium.clicks("label:has(> input[value='5'])").await;
    assert_eq!(chromium.run(ADVANCING).await, stays, "how sure is still asked");
    chromium.clicks("label:has(> input[value='2'])").await;
    chromium.clicks(".confidence label").await;
    assert_eq!(chromium.run(ADVANCING).await, stays, "a question follows");
    chromium.clicks(".remark summary").await;
    chromium.clicks("label:has(> input[value='4'])").await;
    assert_eq!(chromium.run(ADVANCING).await, stays, "something is being written");
    chromium.clicks(".remark summary").await;
    chromium.turns(chromium.clicks(".confidence label:nth-of-type(2)")).await;
    assert_eq!(chromium.run("return location.pathname.split('/').at(-1)").await, "1");
    chromium.stop().await;
    served.stop().await;
}
