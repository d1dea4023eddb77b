//! Someone who answers by typing, and goes on by Enter.

use super::at_the_list::ENTER;
use super::chromium::Chromium;
use crate::test_server::{TestServer, small_with};

/// In the place of the rating: a number and some words about each text.
const TYPED: &str = "response = { kind = \"count\", maximum = 9 }

[[criteria]]
id = \"word\"
question = \"Which word would you change?\"
definition = \"One word.\"
better = \"neither\"
response = { kind = \"text\", maximum = 60 }
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn enter_leads_from_one_field_to_the_next_and_sends_from_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let typed = ("response = { kind = \"rating\", points = 5, minimum = 1 }", TYPED);
    let served = TestServer::start(&small_with(folder.path(), &[typed, ("questions = 4", "questions = 8")])).await;
    let chromium = Chromium::at_the_list(&served).await;
    chromium.types("3").await;
    chromium.types(ENTER).await;
    assert_eq!(chromium.run("return document.activeElement.name").await, "q0.1.value", "on to the words");
    assert_eq!(chromium.run("return document.querySelector('.errors')").await, serde_json::Value::Null);
    let field = chromium.driver.active_element().await.unwrap();
    field.send_keys("x".repeat(70)).await.unwrap();
    let counter = "return document.querySelector('[data-counter]').textContent";
    assert_eq!(chromium.run(counter).await, "At most 60 characters (70)", "nothing is left below zero");
    field.clear().await.unwrap();
    chromium.types("2 of them").await;
    let fields = "return [...document.querySelectorAll('.question input')].map((field) => field.value).join('; ')";
    assert_eq!(chromium.run(fields).await, "3; 2 of them", "digits in a field are text");
    chromium.turns(chromium.types(ENTER)).await;
    assert!(chromium.driver.current_url().await.unwrap().path().ends_with("/step/1"));
    chromium.stop().await;
    served.stop().await;
}
