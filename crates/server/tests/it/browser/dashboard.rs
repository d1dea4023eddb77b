//! The dashboard in a real browser: signing in by the one-time link, looking while people work, and what every page
//! looks like. Pictures of all of them are left in the folder for temporary files of the tests.

use std::path::Path;
use std::time::Duration;

use dashboard::ROUTES;
use jiff::SignedDuration;
use serde_json::json;
use store::{AuditEntry, Entrance, Link, Role};
use thirtyfour::prelude::*;

use super::chromium::Chromium;
use super::crowd::{let_people_come, paid_study};
use crate::participant::Participant;
use crate::test_server::TestServer;

const PASSWORD: &str = "correct horse battery";

/// Someone with a browser at the dashboard.
struct Desk {
    chromium: Chromium,
    url: String,
}

impl Desk {
    async fn opens(&self, path: &str) {
        self.chromium.open(&format!("{}{path}", self.url)).await;
    }

    async fn types(&self, field: &str, text: &str) {
        let field = self.chromium.driver.find(By::Id(field)).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    async fn clicks(&self, selector: &str) {
        self.chromium.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap();
    }

    async fn page_text(&self) -> String {
        self.chromium.run("return document.body.innerText").await.as_str().unwrap().to_owned()
    }

    /// Waits until the page says something, as it is or by itself.
    async fn waits_for(&self, words: &str) {
        for _ in 0..150 {
            if self.page_text().await.contains(words) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the page does not say `{words}`:\n{}", self.page_text().await);
    }

    /// A picture of the whole page at a width, in a colour scheme.
    async fn pictures(&self, name: &str, width: u32, scheme: &str) {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        let cdp = self.chromium.driver.cdp();
        cdp.send_raw("Emulation.setEmulatedMedia", media).await.unwrap();
        let size =
            |height: i64| json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        cdp.send_raw("Emulation.setDeviceMetricsOverride", size(800)).await.unwrap();
        let high = self.chromium.run("return document.documentElement.scrollHeight").await.as_i64().unwrap();
        cdp.send_raw("Emulation.setDeviceMetricsOverride", size(high.clamp(600, 8000))).await.unwrap();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dashboard");
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{name}-{width}-{scheme}.png"));
        self.chromium.driver.screenshot(&file).await.unwrap();
        cdp.send_raw("Emulation.clearDeviceMetricsOverride", json!({})).await.unwrap();
    }
}

/// Every page for people, with what a picture of it is called.
fn pages() -> impl Iterator<Item = (String, String)> {
    let people =
        ROUTES.iter().filter(|(method, path, _)| *method == "get" && !path.contains('.') && !path.contains("{token}"));
    people.filter(|(_, path, _)| *path != "/dashboard").map(|(_, path, _)| {
        let path = path.replace("{study}", "small");
        let parts: Vec<&str> = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
        let path = parts.join("/");
        let name = path.trim_start_matches("/dashboard/").trim_start_matches("s/small/").replace('/', "-");
        (
            path.clone(),
            if name.is_empty() { if path.contains("small") { "overview" } else { "studies" }.to_owned() } else { name },
        )
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_researcher_signs_in_and_watches_people_work() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&paid_study(folder.path(), 60)).await;
    let_people_come(&served, 30).await;
    let link = served.store.first_link(served.now()).await.unwrap().unwrap();
    let ada = Desk { chromium: Chromium::start().await, url: served.url.clone() };
    ada.opens(&format!("/dashboard/welcome/{link}")).await;
    ada.pictures("welcome", 1280, "light").await;
    ada.types("name", "ada").await;
    ada.types("password", PASSWORD).await;
    ada.types("again", PASSWORD).await;
    ada.clicks("main button").await;
    ada.waits_for("How fluent is it?").await;
    ada.clicks("main a").await;
    ada.waits_for("As of").await;
    let before = count_finished(&ada).await;
    // Nobody touches the page; somebody takes part.
    ada.chromium.run("window.untouched = true").await;
    let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=late", served.entrance())).await;
    for _ in 0..5 {
        someone.go_on().await;
    }
    let held = format!("Held\n{}", count_held(&served).await);
    ada.waits_for(&held).await;
    someone.finish().await;
    ada.waits_for(&format!("Finished\n{} of 60", before + 1)).await;
    assert_eq!(ada.chromium.run("return window.untouched").await, true, "the page was not reloaded");
    // An action, by hand.
    ada.opens("/dashboard/s/small/lists").await;
    ada.clicks("form[action$='lists/pause'] button").await;
    ada.waits_for("nobody new can start for now").await;
    ada.clicks("form[action$='lists/close'] button").await;
    ada.waits_for("Close the study?").await;
    ada.pictures("confirm", 1280, "light").await;
    ada.clicks("main a.secondary").await;
    ada.clicks("form[action$='lists/resume'] button").await;
    ada.waits_for("new participants can start").await;
    ada.clicks("form.person button").await;
    ada.waits_for("Lost your password?").await;
    ada.types("name", "ada").await;
    ada.types("password", "wrong horse battery").await;
    ada.clicks("main button").await;
    ada.waits_for("Name or password is wrong.").await;
    ada.chromium.stop().await;
    served.stop().await;
}

/// How many slots the page says are finished.
async fn count_finished(desk: &Desk) -> u32 {
    let page = desk.page_text().await;
    let (before, _) = page.split_once(" of 60").unwrap();
    before.rsplit(['\n', ' ']).next().unwrap().parse().unwrap()
}

/// How many slots are held.
async fn count_held(served: &TestServer) -> usize {
    let sessions = served.store.sessions(&served.name).await.unwrap();
    sessions.iter().filter(|session| session.slot.is_some() && session.outcome.is_none()).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_on_any_page_of_the_dashboard() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&paid_study(folder.path(), 60)).await;
    let link = served.store.first_link(served.now()).await.unwrap().unwrap();
    let ada = Desk { chromium: Chromium::start().await, url: served.url.clone() };
    ada.opens(&format!("/dashboard/welcome/{link}")).await;
    let mut found = find_problems(&ada, "welcome").await;
    ada.opens("/dashboard/sign-in").await;
    found.extend(find_problems(&ada, "sign-in").await);
    ada.opens("/dashboard/welcome/used").await;
    found.extend(find_problems(&ada, "gone").await);
    served.store.accept(&link, ("ada", "none"), served.now()).await.unwrap();
    let account = served.store.account_named("ada").await.unwrap().unwrap();
    let secret = served.store.sign_in(&account.id, served.now()).await.unwrap();
    ada.chromium.driver.add_cookie(Cookie::new("rejudge", secret)).await.unwrap();
    for (path, name) in pages().filter(|(path, _)| path.contains("small")) {
        ada.opens(&path).await;
        found.extend(ada.chromium.axe(&format!("{name}, empty"), "light").await);
        if name == "overview" {
            ada.pictures("overview-empty", 1280, "light").await;
        }
    }
    let_people_come(&served, 45).await;
    add_people_and_tokens(&served).await;
    let mut looked = 0;
    for (path, name) in pages() {
        ada.opens(&path).await;
        found.extend(find_problems(&ada, &name).await);
        looked += 1;
    }
    found.extend(look_at_states(&ada).await);
    found.extend(look_at_sign_in(&ada, &served).await);
    ada.chromium.stop().await;
    served.stop().await;
    assert!(looked >= 7, "only {looked} pages were looked at");
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

/// Pages as they are after something was done, or with everything on them.
async fn look_at_states(ada: &Desk) -> Vec<String> {
    let mut found = Vec::new();
    for (path, name) in [
        // Finished, excluded, marked; and one that left a comment.
        ("people/7", "person-excluded"),
        ("people/14", "person-commented"),
        ("people?flag=any", "people-flagged"),
        ("people?number=4000", "people-none"),
        ("nowhere", "wrong"),
    ] {
        ada.opens(&format!("/dashboard/s/small/{path}")).await;
        found.extend(find_problems(ada, name).await);
    }
    ada.opens("/dashboard/s/small/people/reconcile").await;
    ada.types("pasted", EXPORT).await;
    ada.clicks("form[action$='people/reconcile'] button").await;
    ada.waits_for("never seen here").await;
    found.extend(find_problems(ada, "reconcile-findings").await);
    ada.types("pasted", "a,b").await;
    ada.clicks("form[action$='people/reconcile'] button").await;
    ada.waits_for("no column").await;
    found.extend(find_problems(ada, "reconcile-wrong").await);
    ada.opens("/dashboard/s/small/access").await;
    ada.clicks("form[action$='access/invite'] button").await;
    ada.waits_for("is shown only once").await;
    found.extend(find_problems(ada, "access-invited").await);
    ada.opens("/dashboard/s/small/answers").await;
    ada.chromium.run("document.querySelectorAll('[required]').forEach((field) => field.required = false)").await;
    ada.clicks("form[action$='unblind'] button").await;
    ada.waits_for("Give a reason").await;
    found.extend(find_problems(ada, "answers-wrong").await);
    found
}

/// Submissions as Prolific tells them: approved without a code, never seen here, given back there.
const EXPORT: &str = "Submission id,Participant id,Status,Completion code\n\
                      SUB0,PID0,AWAITING REVIEW,DONE\nSUB1,PID1,AWAITING REVIEW,NOCODE\nSUB2,PID2,APPROVED,DONE\n\
                      SUB9,stranger,AWAITING REVIEW,DONE\nSUB5,PID5,RETURNED,\nSUB7,PID7,TIMED-OUT,\n";

/// The page for signing in, when the last sign-in has ended, the password is wrong, and it was tried too often.
async fn look_at_sign_in(ada: &Desk, served: &TestServer) -> Vec<String> {
    ada.chromium.driver.delete_all_cookies().await.unwrap();
    ada.opens("/dashboard/s/small/people").await;
    ada.waits_for("Sign in to continue").await;
    let mut found = find_problems(ada, "sign-in-ended").await;
    let tries = async |password: &str| {
        ada.types("name", "ada").await;
        ada.types("password", password).await;
        ada.clicks("main button").await;
    };
    tries("wrong horse battery").await;
    ada.waits_for("Name or password is wrong.").await;
    found.extend(find_problems(ada, "sign-in-wrong").await);
    for _ in 0..10 {
        served.store.count_try("account ada from 127.0.0.1", served.now()).await.unwrap();
    }
    tries("wrong horse battery").await;
    ada.waits_for("Too many attempts").await;
    found.extend(find_problems(ada, "sign-in-throttled").await);
    found
}

/// Somebody else who has the study, an open invitation, a token, and an audit log.
async fn add_people_and_tokens(served: &TestServer) {
    let (store, now) = (&served.store, served.now());
    let grant = Some((Entrance::Study(served.name.clone()), Role::Viewer));
    let link = Link { account: None, grant, made_by: "ada".to_owned(), until: now + SignedDuration::from_hours(1) };
    let link = store.make_link(&link).await.unwrap();
    store.accept(&link, ("grace", "none"), now).await.unwrap();
    let ada = store.account_named("ada").await.unwrap().unwrap();
    store.make_token(&ada, &served.name, "nightly figures", now).await.unwrap();
    store.owner_link("ada", now).await.unwrap();
    for (name, action, detail) in [
        ("ada", "made an invitation", "viewer"),
        ("grace", "accepted an invitation", "viewer, link made by ada"),
        ("ada", "made a token", "nightly figures"),
        ("ada", "added slots", "2 to every list"),
        ("ada", "paused the study", ""),
        ("ada", "resumed the study", ""),
    ] {
        let (study, name) = (Some(served.name.clone()), name.to_owned());
        store
            .note(&AuditEntry { at: now, study, name, action: action.to_owned(), detail: detail.to_owned() })
            .await
            .unwrap();
    }
}

/// What is wrong with the page that is open.
async fn find_problems(desk: &Desk, name: &str) -> Vec<String> {
    for (width, scheme) in [(1280, "light"), (375, "light"), (1280, "dark"), (375, "dark")] {
        desk.pictures(name, width, scheme).await;
    }
    let mut found = desk.chromium.axe(name, "light").await;
    found.extend(desk.chromium.axe(name, "dark").await);
    let wider = desk.chromium.overflow().await;
    if wider > 0 {
        found.push(format!("{name}: {wider} px wider than a phone of 320 px"));
    }
    found
}
