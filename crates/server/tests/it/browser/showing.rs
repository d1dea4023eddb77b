//! How a study wants its pages to look, as a person sees them: differences, a logo, colours, what is read first.

use std::path::Path;

use pages::assets::ASSETS;
use pages::preview::{Site, classic};
use serde_json::json;
use study::OnDisk;

use super::chromium::Chromium;
use crate::test_server::{TestServer, small_pairs};

/// Writes the pages of a study into a folder, to be opened as files, and says what they are called.
pub(crate) fn write_pages(folder: &Path, study: &Path) -> Vec<String> {
    let checked = study::check(&OnDisk(study.to_owned()));
    let study = checked.study.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let plan = plan::make(&study).unwrap();
    let site = Site::new(study.into(), plan).as_files("files");
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    ASSETS.iter().for_each(|asset| put(&format!("assets/{}", asset.name), &classic(asset)));
    let pages = site.all_pages();
    for page in &pages {
        put(&format!("{}.html", page.name()), site.render(page).unwrap().as_bytes());
    }
    pages.iter().map(|page| page.name()).collect()
}

/// Pages that were written into a folder: scripts run there, too, and Continue leads on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_opened_as_files_work_as_served_ones_do() {
    let folder = tempfile::tempdir().unwrap();
    let slider = ("kind = \"pairwise\", ties = true", "kind = \"slider\", minimum = 0, maximum = 100");
    write_pages(folder.path(), &small_pairs(folder.path(), &[slider]));
    let chromium = Chromium::start().await;
    let file = |name: &str| format!("file://{}", folder.path().join(name).display());
    chromium.open(&file("question-1.html")).await;
    chromium.wait_until("document.querySelector('.track') !== null").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    assert_eq!(chromium.driver.current_url().await.unwrap().as_str(), file("question-2.html"));
    chromium.open(&file("kind-spans.html")).await;
    chromium.wait_until("document.querySelector('.tools') !== null").await;
    chromium.stop().await;
}

const LOOK: &str = "[participants]";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_that_differ_are_marked_on_a_page_that_everyone_can_use() {
    let folder = tempfile::tempdir().unwrap();
    let marked = ("id = \"item\"", "id = \"item\"\ndifferences = \"outputs\"");
    let served = TestServer::start(&small_pairs(folder.path(), &[marked])).await;
    let chromium = Chromium::at_the_list(&served).await;
    let marks =
        "return [...document.querySelectorAll('.output .differs')].map((it) => it.textContent).sort().join(' | ')";
    assert_eq!(chromium.run(marks).await, "2 years | very");
    chromium.is_sound("two texts with their differences").await;
    chromium.stop().await;
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_study_has_its_own_logo_colour_and_stylesheet_in_the_light_and_in_the_dark() {
    let folder = tempfile::tempdir().unwrap();
    let look = "[look]\nlogo = \"logo.svg\"\naccent = \"#7a1f2b\"\nstylesheet = \"own.css\"\n\n[participants]";
    let study = small_pairs(folder.path(), &[(LOOK, look)]);
    let logo = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>";
    std::fs::write(study.join("logo.svg"), logo).unwrap();
    std::fs::write(study.join("own.css"), ".output { border-width: 3px; }\n").unwrap();
    let served = TestServer::start(&study).await;
    let chromium = Chromium::at_the_list(&served).await;
    chromium.wait_until("document.querySelector('.logo').naturalWidth === 40").await;
    let button = "return getComputedStyle(document.querySelector('#go')).backgroundColor";
    assert_eq!(chromium.run(button).await, "rgb(122, 31, 43)");
    assert_eq!(chromium.run("return getComputedStyle(document.querySelector('.output')).borderTopWidth").await, "3px");
    chromium.is_sound("a page with a look of its own").await;
    assert_ne!(chromium.run(button).await, "rgb(122, 31, 43)", "in the dark it is a lighter shade");
    let address = "return document.querySelector('.logo').getAttribute('src')";
    let address = chromium.run(address).await.as_str().unwrap().to_owned();
    assert!(address.ends_with("/files/1"), "files have numbers: {address}");
    chromium.stop().await;
    served.stop().await;
}

/// Words without an end and lines of code stay in their card, beside each other and on a phone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_fit_a_line_stays_in_its_card() {
    let wide = "x".repeat(400);
    let code = format!("\"```python\ndef f(): return '{wide}'\n```\"");
    for (content, text) in [("text", &wide), ("markdown", &wide), ("markdown", &code)] {
        let folder = tempfile::tempdir().unwrap();
        let put = format!("id = \"item\"\ncontent = \"{content}\"");
        let study = small_pairs(folder.path(), &[("id = \"item\"", put.as_str())]);
        let rows: String = (1..=4).map(|number| format!("{number},A note,{text},Short.\n")).collect();
        std::fs::write(study.join("items.csv"), format!("item,note,one,two\n{rows}")).unwrap();
        let served = TestServer::start(&study).await;
        let chromium = Chromium::at_the_list(&served).await;
        for (width, mobile) in [(1366, false), (375, true)] {
            let metrics = json!({ "width": width, "height": 657, "deviceScaleFactor": 1, "mobile": mobile });
            chromium.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", metrics).await.unwrap();
            let outside = "return [...document.querySelectorAll('.output > .text, .output pre')].filter((text) =>
                text.getBoundingClientRect().right > text.closest('.output').getBoundingClientRect().right).length";
            assert_eq!(chromium.run(outside).await, 0, "{content} on {width} px");
        }
        chromium.stop().await;
        served.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_read_first_stays_folds_or_scrolls() {
    for layout in ["stays", "folds", "scrolls", "whole"] {
        let folder = tempfile::tempdir().unwrap();
        let put = format!("id = \"item\"\ncontext = \"{layout}\"");
        let served = TestServer::start(&small_pairs(folder.path(), &[("id = \"item\"", put.as_str())])).await;
        let chromium = Chromium::at_the_list(&served).await;
        let laptop = json!({ "width": 1366, "height": 657, "deviceScaleFactor": 1, "mobile": false });
        chromium.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", laptop).await.unwrap();
        let height = "return Math.round(document.querySelector('.context').getBoundingClientRect().height)";
        let tall = chromium.run(height).await.as_i64().unwrap();
        match layout {
            "stays" => {
                assert!(tall < 300, "{tall}");
                chromium.run("document.querySelector('main').style.paddingBottom = '900px'; scrollTo(0, 120)").await;
                chromium.wait_until("document.querySelector('.context').getBoundingClientRect().top === 0").await;
            }
            "folds" => {
                assert!(tall > 300, "{tall}");
                chromium.clicks(".context summary").await;
                chromium.wait_until("document.querySelector('.context').getBoundingClientRect().height < 60").await;
            }
            "scrolls" => assert!(tall < 300, "{tall}"),
            _whole => assert!(tall > 300, "{tall}"),
        }
        chromium.is_sound(&format!("a context that is {layout}")).await;
        chromium.stop().await;
        served.stop().await;
    }
}
