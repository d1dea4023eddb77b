//! A page that stays for a while, a break and a narrow window, as a person meets them.

use serde_json::json;

use super::at_the_list::ENTER;
use super::chromium::Chromium;
use crate::test_server::{TestServer, small_with};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_waits_for_the_button_takes_a_break_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [("order = \"fixed\"", "order = \"fixed\"\nleast_time = \"20 s\"\nbreak_after = 1")];
    let served = TestServer::start(&small_with(folder.path(), &changes)).await;
    let chromium = Chromium::at_the_list(&served).await;
    chromium.wait_until("document.querySelector('#go').getAttribute('aria-disabled') === 'true'").await;
    chromium.is_sound("a page that waits").await;
    chromium.types("4").await;
    chromium.types(ENTER).await;
    chromium.wait_until("/You can continue in [0-9]+ s/.test(document.querySelector('#wait').textContent)").await;
    assert_eq!(chromium.run("return location.pathname.endsWith('step/0')").await, true, "Enter waits, too");
    // The server's clock stands still here: shortly before its end the page is told how long it still takes.
    served.wait_seconds(19);
    chromium.turns(async { chromium.driver.refresh().await.unwrap() }).await;
    chromium.wait_until("document.querySelector('#wait').textContent === 'You can continue now.'").await;
    assert_eq!(chromium.run("return document.querySelector('#go').textContent").await, "Continue");
    served.wait_seconds(1);
    chromium.turns(chromium.types(ENTER)).await;
    let heading = "return document.querySelector('h1').textContent";
    assert_eq!(chromium.run(heading).await, "Time for a break?");
    chromium.is_sound("the break").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    assert_eq!(chromium.run("return location.pathname.endsWith('step/1')").await, true);
    chromium.stop().await;
    served.stop().await;
}

/// A page that is opened when little is left says how much that is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_warns_with_the_minutes_that_are_left() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small_with(folder.path(), &[])).await;
    let chromium = Chromium::at_the_list(&served).await;
    let warning = "return document.querySelector('[data-warning]').textContent";
    assert_eq!(chromium.run(warning).await, "");
    for (minutes, left) in [(27, 3), (2, 1)] {
        served.wait_minutes(minutes);
        chromium.turns(async { chromium.driver.refresh().await.unwrap() }).await;
        chromium.wait_until("document.querySelector('[data-warning]').textContent !== ''").await;
        let said = format!("{left} min left. Your answers are saved as you give them.");
        assert_eq!(chromium.run(warning).await, said.as_str());
    }
    chromium.stop().await;
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_narrow_window_is_told_so_and_may_grow() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [("from = \"prolific\"", "from = \"prolific\"\nleast_width = 900")];
    let served = TestServer::start(&small_with(folder.path(), &changes)).await;
    let chromium = Chromium::start().await;
    let resized = async |width: u32| {
        let size = json!({ "width": width, "height": 700, "deviceScaleFactor": 1, "mobile": width < 600 });
        chromium.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await.unwrap();
    };
    resized(375).await;
    chromium.open(&format!("{}?PROLIFIC_PID=ada&SESSION_ID=sada", served.entrance())).await;
    chromium
        .wait_until("document.querySelector('[data-least-width]').textContent.includes('only 375 pixels wide')")
        .await;
    chromium.clicks("[data-go]").await;
    assert_eq!(chromium.run("return document.querySelector('h1').textContent").await, "The information");
    let mut found = chromium.axe("a page that needs a wide window", "light").await;
    found.extend(chromium.axe("a page that needs a wide window", "dark").await);
    assert!(found.is_empty(), "{found:#?}");
    resized(1000).await;
    chromium.wait_until("document.querySelector('[data-least-width]').textContent === ''").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    assert_eq!(chromium.run("return document.querySelector('h1').textContent").await, "The consent");
    // Whoever does not want to is not held.
    resized(375).await;
    chromium.turns(chromium.clicks("button[value='no']")).await;
    assert_eq!(chromium.run("return document.querySelector('.ending') !== null").await, true);
    chromium.stop().await;
    served.stop().await;
}
