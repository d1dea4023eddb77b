//! Everything that a judgement needs is seen at once on a laptop, and little has to come over the line.

use pages::assets::Asset;
use pages::examples::examples;
use serde_json::Value;

use super::person::{Person, Screen};

/// What one page may need in all before it is compressed: the page, its style, its scripts.
const MOST_BYTES: usize = 60_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_judgement_of_short_texts_needs_no_scrolling_on_a_laptop_and_no_page_is_heavy() {
    let person = Person::sits_down().await;
    person.looks(Screen::Laptop).await;
    let mut wrong = Vec::new();
    for (kind, examples) in examples() {
        for number in 0..examples.len() {
            person.opens_example(kind, number).await;
            let below = person.chromium.run(
                "const parts = [...document.querySelectorAll('.context, .output, .question *')].filter((part) => part.checkVisibility());
                 const lowest = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
                 const bar = document.querySelector('.actions').getBoundingClientRect();
                 return [Math.round(lowest - bar.top), Math.round(bar.bottom - innerHeight)]",
            );
            let below: Vec<i64> = serde_json::from_value(below.await).unwrap();
            if below.iter().any(|by| *by > 0) {
                wrong.push(format!("{kind} {number}: {below:?} px too low"));
            }
            let bytes = weight(&person).await;
            if bytes > MOST_BYTES {
                wrong.push(format!("{kind} {number}: {bytes} bytes"));
            }
        }
    }
    person.chromium.stop().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

async fn weight(person: &Person) -> usize {
    let page = person.chromium.driver.source().await.unwrap().len();
    let links = "return [...document.querySelectorAll('script[src], link[href]')].map((link) => new URL(link.src ?? link.href).pathname)";
    let links = person.chromium.run(links).await;
    let asset =
        |link: &Value| Asset::named(link.as_str().unwrap().strip_prefix("/assets/").unwrap()).unwrap().bytes.len();
    page + links.as_array().unwrap().iter().map(asset).sum::<usize>()
}
