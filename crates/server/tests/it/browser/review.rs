//! The look through the answers before the end, with a finger on a phone.

use serde_json::json;

use super::chromium::Chromium;
use crate::test_server::{TestServer, small_with};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_found_and_changed_from_the_look_through_them() {
    let folder = tempfile::tempdir().unwrap();
    let study = small_with(folder.path(), &[("order = \"fixed\"", "order = \"fixed\"\nreview = true")]);
    let served = TestServer::start(&study).await;
    let chromium = Chromium::at_the_list(&served).await;
    let phone = json!({ "width": 375, "height": 667, "deviceScaleFactor": 1, "mobile": true });
    chromium.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", phone).await.unwrap();
    for _ in 0..4 {
        chromium.clicks("label:has(> input[value='2'])").await;
        chromium.turns(chromium.clicks("[data-go]")).await;
    }
    let given = "return [...document.querySelectorAll('.review strong')].map((it) => it.textContent).join(' ')";
    assert_eq!(chromium.run(given).await, "2 2 2 2");
    let asked = "return document.querySelectorAll('.review .asked').length";
    assert_eq!(chromium.run(asked).await, 1, "the question is the same on every page");
    chromium.is_sound("the look through the answers").await;
    chromium.turns(chromium.clicks(".review li:nth-child(3) a")).await;
    assert!(chromium.driver.current_url().await.unwrap().path().ends_with("/step/2"));
    chromium.clicks("label:has(> input[value='4'])").await;
    chromium.turns(chromium.clicks("[data-go]")).await;
    assert_eq!(chromium.run(given).await, "2 2 4 2", "straight back, without the pages behind it");
    chromium.turns(chromium.clicks("[data-go]")).await;
    assert!(chromium.driver.current_url().await.unwrap().path().ends_with("/closing"));
    chromium.turns(chromium.clicks(".back")).await;
    assert_eq!(chromium.run(given).await, "2 2 4 2");
    chromium.stop().await;
    served.stop().await;
}
