//! Everything that a judgement needs is seen at once on a laptop, and little has to come over the line.

use std::path::{Path, PathBuf};

use pages::assets::Asset;
use pages::examples::{examples, media};
use serde_json::{Value, json};

use super::chromium::Chromium;
use super::person::{Person, Screen};
use super::showing::write_pages;
use crate::test_server::small;

/// What one page may need in all before it is compressed: the page, its style, its scripts.
const MOST_BYTES: usize = 60_000;

/// By how many pixels what is to be read and answered goes below the bar, and the bar below the window.
const BELOW: &str = "const parts = [...document.querySelectorAll('.context, .output, .question *')].filter((part) => part.checkVisibility());
    const lowest = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
    const bar = document.querySelector('.actions').getBoundingClientRect();
    return [Math.round(lowest - bar.top), Math.round(bar.bottom - innerHeight)]";

/// Says by how much a page is too long, if it is.
async fn too_low(chromium: &Chromium) -> Option<String> {
    let below: Vec<i64> = serde_json::from_value(chromium.run(BELOW).await).unwrap();
    below.iter().any(|by| *by > 0).then(|| format!("{below:?} px too low"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_judgement_of_short_texts_needs_no_scrolling_on_a_laptop_and_no_page_is_heavy() {
    let person = Person::sits_down().await;
    person.looks(Screen::Laptop).await;
    let mut wrong = Vec::new();
    let kinds = examples().iter().map(|(kind, examples)| (*kind, examples.len()));
    for (kind, number) in kinds
        .chain(media().map(|kind| (kind, 1)))
        .flat_map(|(kind, count)| (0..count).map(move |number| (kind, number)))
    {
        person.opens_example(kind, number).await;
        person.chromium.wait_until("[...document.images].every((image) => image.complete)").await;
        wrong.extend(too_low(&person.chromium).await.map(|by| format!("{kind} {number}: {by}")));
        let bytes = weight(&person).await;
        if bytes > MOST_BYTES {
            wrong.push(format!("{kind} {number}: {bytes} bytes"));
        }
    }
    person.chromium.stop().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A study that asks everything about one sentence and its four translations.
fn every_kind(folder: &Path) -> PathBuf {
    let study = small(folder, "open", 1);
    std::fs::write(study.join("study.toml"), include_str!("every_kind.toml")).unwrap();
    let items = "item,source,one,two,three,four\n1,Das Museum öffnete im Frühling nach zwei Jahren Umbau wieder.,\
        The museum opened again in spring after two years of rebuilding.,The museum closed again in spring after two year of \
        rebuilding works.,In spring the museum was opened.,\"Museum open again, two years rebuilt.\"\n";
    std::fs::write(study.join("items.csv"), items).unwrap();
    study
}

/// Marks a word in each of two places by keyboard.
const TWO_MARKS: &str = "const text = document.querySelector('[data-text=output]');
    const press = (at, key) => at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    for (const right of [2, 3]) {
      for (let step = 0; step < right; step += 1) press(text, 'ArrowRight');
      press(text, '1');
      press(text, '2');
    }
    return document.querySelectorAll('.marks li').length";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_page_of_every_part_of_a_study_needs_no_scrolling_either() {
    let folder = tempfile::tempdir().unwrap();
    let pages = write_pages(folder.path(), &every_kind(folder.path()));
    let chromium = Chromium::start().await;
    let metrics = json!({ "width": 1366, "height": 657, "deviceScaleFactor": 1, "mobile": false });
    chromium.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", metrics).await.unwrap();
    let mut wrong = Vec::new();
    let mut begun = 0;
    for page in
        pages.iter().filter(|page| page.strip_prefix("question-").is_some_and(|number| number.parse::<u32>().is_ok()))
    {
        chromium.open(&format!("file://{}/{page}.html", folder.path().display())).await;
        let heading = chromium.run("return document.querySelector('.study-part.note')?.textContent.trim() ?? ''").await;
        let heading = heading.as_str().unwrap();
        if heading.is_empty() {
            continue;
        }
        begun += 1;
        wrong.extend(too_low(&chromium).await.map(|by| format!("{heading}: {by}")));
        if heading.contains("score") {
            assert_eq!(chromium.run(TWO_MARKS).await, 2);
            wrong.extend(too_low(&chromium).await.map(|by| format!("{heading}, with two marks: {by}")));
        }
    }
    chromium.stop().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(begun, include_str!("every_kind.toml").matches("[[parts]]").count());
}

/// A thumb on its way to the button finds it where it was.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_button_of_a_phone_stays_where_it_is_when_an_answer_is_saved() {
    let person = Person::sits_down().await;
    person.looks(Screen::Phone).await;
    person.opens("rating").await;
    let before = person.place_of("[data-go]").await;
    person.presses("4").await;
    person.wait_for_status("All answers saved").await;
    let after = person.place_of("[data-go]").await;
    assert!(before.iter().zip(after).all(|(before, after)| (before - after).abs() < 0.5), "{before:?} {after:?}");
    person.chromium.stop().await;
}

/// Five points with short words stand beside each other on a phone, and nothing has to be scrolled for them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_points_in_words_fit_the_screen_of_a_phone() {
    let person = Person::sits_down().await;
    person.looks(Screen::Phone).await;
    person.opens_example("rating", 1).await;
    assert_eq!(too_low(&person.chromium).await, None);
    let tops =
        "return new Set([...document.querySelectorAll('.worded .option')].map((option) => option.offsetTop)).size";
    assert_eq!(person.chromium.run(tops).await, 1, "in one row");
    let cut = "return [...document.querySelectorAll('.worded span')].some((words) => words.scrollWidth > words.clientWidth + 1)";
    assert_eq!(person.chromium.run(cut).await, false, "no word is cut");
    person.chromium.stop().await;
}

async fn weight(person: &Person) -> usize {
    let page = person.chromium.driver.source().await.unwrap().len();
    let links = "return [...document.querySelectorAll('script[src], link[href]')].map((link) => new URL(link.src ?? link.href).pathname)";
    let links = person.chromium.run(links).await;
    let asset =
        |link: &Value| Asset::find(link.as_str().unwrap().strip_prefix("/assets/").unwrap()).unwrap().bytes.len();
    page + links.as_array().unwrap().iter().map(asset).sum::<usize>()
}
