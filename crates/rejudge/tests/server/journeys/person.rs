//! Someone in front of a browser.

use serde_json::json;
use study::response::Answer;
use thirtyfour::prelude::*;

use crate::journeys::chromium::Chromium;
use crate::journeys::page::{Care, LOOK, Page, numbers};
use crate::journeys::test_server::TestServer;

/// How someone uses the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Mouse,
    Keyboard,
    /// On a screen of 375 px.
    Phone,
    /// With script switched off.
    NoScript,
}

/// An answer that was sent and acknowledged by the next page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AcknowledgedAnswer {
    pub(crate) position: u64,
    pub(crate) criterion: String,
    pub(crate) answer: String,
}

pub(crate) struct Person<'a> {
    pub(crate) chromium: &'a Chromium,
    pub(crate) served: &'a TestServer,
    way: Way,
    pub(crate) care: Care,
    pub(crate) given: Vec<AcknowledgedAnswer>,
}

impl<'a> Person<'a> {
    /// Follows their link.
    pub(crate) async fn arrives(chromium: &'a Chromium, served: &'a TestServer, name: &str, way: Way) -> Person<'a> {
        let cdp = chromium.driver.cdp();
        let off = json!({ "value": way == Way::NoScript });
        cdp.send_raw("Emulation.setScriptExecutionDisabled", off).await.unwrap();
        if way == Way::Phone {
            let phone = json!({ "width": 375, "height": 720, "deviceScaleFactor": 1, "mobile": true });
            cdp.send_raw("Emulation.setDeviceMetricsOverride", phone).await.unwrap();
        } else {
            cdp.send_raw("Emulation.clearDeviceMetricsOverride", json!({})).await.unwrap();
        }
        chromium.open(&served.link(name)).await;
        Person { chromium, served, way, care: Care::Right, given: Vec::new() }
    }

    /// What is on the screen; it fits, and scripts have run where they may.
    pub(crate) async fn read_page(&self) -> Page {
        let page: Page = serde_json::from_value(self.chromium.run(LOOK).await).unwrap();
        assert!(page.wider <= 0, "{:?} is {} px wider than the window", page.asked, page.wider);
        assert!(page.scripted.is_none_or(|ran| ran == (self.way != Way::NoScript)), "{:?}: {page:?}", self.way);
        page
    }

    /// Gives every answer the page asks for, as the page offers it.
    pub(crate) async fn answers(&mut self, page: &Page) {
        for screen in &page.screens {
            for key in screen.questions.keys() {
                let answer = screen.answer(&self.served.study, key, self.care);
                self.gives(key, &answer).await;
                if page.asked.as_deref().is_some_and(|asked| asked.starts_with("step/")) {
                    self.remembers(key, &answer);
                }
            }
        }
    }

    /// Remembers the last answer to a question of this session.
    pub(crate) fn remembers(&mut self, key: &str, answer: &Answer) {
        let (step, criterion) = numbers(key);
        let criterion = self.served.study.criteria[criterion].id.0.clone();
        self.given.push(AcknowledgedAnswer {
            position: step as u64 + 1,
            criterion,
            answer: answer.to_json().to_string(),
        });
    }

    pub(crate) async fn gives(&self, key: &str, answer: &Answer) {
        let form = answer.to_form();
        if let (Answer::Ranking(_), Way::Phone) = (answer, self.way) {
            return self.orders(key, answer).await;
        }
        let mut fields: Vec<(&str, &str)> = form.iter().collect();
        // In a ranking a text that is put in its place moves those behind it.
        fields.sort_by_key(|(_, value)| *value);
        for (field, value) in fields {
            let group = format!("input[name='{key}.{field}']");
            if self.way == Way::Keyboard {
                self.tabs_to(&group).await;
                let wanted = self.chromium.driver.find(By::Css(format!("{group}[value='{value}']"))).await.unwrap();
                let number = wanted.attr("data-key").await.unwrap().unwrap();
                self.presses(number).await;
                assert!(wanted.is_selected().await.unwrap(), "{key}: {value}");
            } else {
                self.clicks(&format!("label:has(> {group}[value='{value}'])")).await;
            }
        }
    }

    /// Puts texts in order by their arrows, as on a phone, where there is no room for a button for each rank.
    async fn orders(&self, key: &str, answer: &Answer) {
        let form = answer.to_form();
        let mut fields: Vec<(&str, &str)> = form.iter().collect();
        fields.sort_by_key(|(_, value)| *value);
        for (place, (field, _)) in fields.into_iter().enumerate() {
            let row = format!(".ranked:has(input[name='{key}.{field}'])");
            let at =
                format!("return [...document.querySelectorAll('.ranked')].indexOf(document.querySelector(\"{row}\"))");
            while self.chromium.run(&at).await.as_u64().unwrap() > place as u64 {
                self.clicks(&format!("{row} [data-move=up]")).await;
            }
        }
        if self.chromium.run("return !document.querySelector('[data-keep]').hidden").await == true {
            self.clicks("[data-keep] button").await;
        }
    }

    /// Goes on to the next page.
    pub(crate) async fn goes_on(&self) {
        self.leaves("main form button.primary").await;
    }

    /// Presses a button that leads to another page, and waits for that.
    pub(crate) async fn leaves(&self, button: &str) {
        let pressing = async {
            if self.way == Way::Keyboard {
                self.tabs_to(button).await;
                self.presses(Key::Enter).await;
            } else {
                self.clicks(button).await;
            }
        };
        self.chromium.turns(pressing).await;
    }

    /// Goes on until nothing more is asked, and says which ending it is, with which code.
    pub(crate) async fn finish_session(&mut self) -> (String, String) {
        for _ in 0..100 {
            let page = self.read_page().await;
            if !page.ending.is_empty() {
                return (page.ending, page.code);
            }
            self.answers(&page).await;
            self.goes_on().await;
        }
        panic!("the way has no end");
    }

    /// Goes on to the good end, and says with which code.
    pub(crate) async fn finishes(&mut self) -> String {
        let (ending, code) = self.finish_session().await;
        assert_eq!(ending, "ending finished");
        code
    }

    /// Scrolls to it, out from behind the bar with the buttons, and clicks.
    pub(crate) async fn clicks(&self, selector: &str) {
        let element = self.chromium.driver.find(By::Css(selector)).await.unwrap();
        let script = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
        self.chromium.driver.execute(script, vec![element.to_json().unwrap()]).await.unwrap();
        element.click().await.unwrap();
    }

    async fn presses(&self, keys: impl Into<TypingData>) {
        self.chromium.driver.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    async fn tabs_to(&self, selector: &str) {
        let there = format!("return document.activeElement.matches(\"{selector}\")");
        for _ in 0..60 {
            if self.chromium.run(&there).await == true {
                return;
            }
            self.presses(Key::Tab).await;
        }
        panic!("no way by keyboard to {selector}");
    }
}
