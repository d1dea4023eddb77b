//! What a researcher sees once people have answered, on the real server with the real analysis: axe finds nothing.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use thirtyfour::prelude::*;

use crate::journeys::chromium::Chromium;

const PASSWORD: &str = "correct horse battery";

/// `rejudge demo`, when everyone has come and gone.
struct Demo {
    server: Child,
    owner_link: String,
}

impl Demo {
    fn start() -> Demo {
        let mut server = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
            .args(["demo", "--study", "meaning-pairs", "--seconds", "5", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let said = BufReader::new(server.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut steps = said.map(|line| serde_json::from_str::<Value>(&line).unwrap());
        let ready = steps.find(|step| step["step"] == "ready").unwrap();
        Demo { server, owner_link: ready["facts"]["owner_link"].as_str().unwrap().to_owned() }
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ended = self.server.kill();
        let _reaped = self.server.wait();
    }
}

async fn types(chromium: &Chromium, field: &str, text: &str) {
    chromium.driver.find(By::Id(field)).await.unwrap().send_keys(text).await.unwrap();
}

async fn clicks(chromium: &Chromium, selector: &str) {
    chromium.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap();
}

/// The page has what it is looked at for.
async fn assert_present(chromium: &Chromium, selector: &str) {
    for _ in 0..300 {
        if chromium.driver.find(By::Css(selector)).await.is_ok() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("no `{selector}` on\n{}", chromium.run("return document.body.innerText").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_on_what_a_researcher_sees_of_a_finished_study() {
    let demo = Demo::start();
    let chromium = Chromium::start().await;
    chromium.open(&demo.owner_link).await;
    types(&chromium, "name", "ada").await;
    types(&chromium, "password", PASSWORD).await;
    types(&chromium, "again", PASSWORD).await;
    chromium.turns(clicks(&chromium, "main button")).await;
    let root = demo.owner_link.split_once("/dashboard/").unwrap().0.to_owned() + "/dashboard/s/meaning-pairs/";
    // One flag is certain: simulated people may not earn any.
    chromium.open(&format!("{root}people/1")).await;
    types(&chromium, "mark-reason", "a test").await;
    clicks(&chromium, "form[action$=mark] button").await;
    assert_present(&chromium, ".flags").await;
    let mut found = Vec::new();
    // What must be on each, so that it is not looked at empty.
    for (page, has_this) in [
        ("answers", "svg"),
        ("data", "a[download]"),
        ("people?sort=flags", ".flag"),
        ("people/1", ".story li"),
        ("people/1/page/2", "fieldset"),
        ("items", ".bar-of"),
        ("items/1", "table.rows"),
        ("lists", "table.rows"),
        ("audit-log", "table.rows"),
    ] {
        chromium.open(&format!("{root}{page}")).await;
        assert_present(&chromium, has_this).await;
        for scheme in ["light", "dark"] {
            found.extend(chromium.axe(page, scheme).await);
        }
        if chromium.overflow().await > 0 {
            found.push(format!("{page}: wider than a phone of 320 px"));
        }
    }
    chromium.open(&format!("{root}answers")).await;
    types(&chromium, "reason", "a test").await;
    clicks(&chromium, "input[name=sure]").await;
    clicks(&chromium, "form[action$=unblind] button").await;
    assert_present(&chromium, ".results svg").await;
    found.extend(chromium.axe("answers, unblinded", "light").await);
    chromium.stop().await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}
