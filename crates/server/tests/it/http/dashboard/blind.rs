//! No name of a system on any page and in any file, until an owner unblinds the study.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dashboard::ROUTES;
use live::{ClaimPower, Conclusions, Format, Later, MorePeople, Naming, PowerForecast, PowerStanding, SoFar, Standing};
use reqwest::{Method, StatusCode};
use session::StudyEvent;
use store::{Cursor, LoggedEvent, Role};
use study::Study;

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::TestServer;

/// Writes down what it is asked to call systems.
pub(crate) struct StudyConclusions(pub(crate) Arc<Study>);

impl Conclusions for StudyConclusions {
    fn so_far(&self, naming: Naming) -> Later<'_, Standing> {
        let sections = format!("<p>{}</p>", naming.names(&self.0).join(" and "));
        let found = SoFar { until: None, judgements: 1, excluded: 0, people: 1, sections };
        Box::pin(async { Ok(Standing::Fresh(Arc::new(found))) })
    }

    fn power(&self) -> Later<'_, PowerStanding> {
        let claim = |id: &str, expected: f64| ClaimPower {
            id: id.to_owned(),
            rehearsed: 0.84,
            expected,
            short: expected < 0.7,
        };
        let found = PowerForecast {
            share: 0.5,
            people: 24,
            claims: vec![claim("C1", 0.52), claim("C2", 0.81)],
            reasons: vec!["Better: the chance in single answers 1.7 times as large as assumed".to_owned()],
            noticed: 0.31,
            unseen: vec!["Why".to_owned()],
            more: Some(MorePeople::About(6)),
        };
        Box::pin(async { Ok(PowerStanding::Known(Arc::new(found))) })
    }

    fn write_judgements(&self, naming: Naming, format: Format) -> Later<'_, Vec<u8>> {
        Box::pin(async move { Ok(format!("{} {}", format.file(), naming.ids(&self.0).join(",")).into_bytes()) })
    }
}

/// A study of two systems with names that stand nowhere else.
fn pairs(folder: &Path) -> PathBuf {
    let study = folder.join("small");
    std::fs::create_dir_all(&study).unwrap();
    let file = r#"[study]
title = "Which is better?"
language = "en"
seed = 5

[systems]
zeb_sys = "Zebrafish"
quo_sys = "Quokka"

[items]
file = "items.csv"
id = "item"

[[criteria]]
id = "better"
question = "Which is better?"
definition = "The one you like more."
response = { kind = "pairwise" }

[lists]
questions = 3
completions = 3

[participants]
from = "prolific"
codes = { completed = "DONE" }
"#;
    std::fs::write(study.join("study.toml"), file).unwrap();
    std::fs::write(study.join("items.csv"), "item,zeb_sys,quo_sys\n1,Uno.,Un.\n2,Dos.,Deux.\n3,Tres.,Trois.\n")
        .unwrap();
    std::fs::write(study.join("consent.md"), "Do you agree?\n").unwrap();
    study
}

const NAMES: [&str; 4] = ["Zebrafish", "Quokka", "zeb_sys", "quo_sys"];

/// The bytes of every page and file that can be asked for.
async fn fetch_everything(desk: &Desk<'_>) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let fixed = ROUTES.iter().filter(|(method, path, _)| *method == "get" && path.contains("{study}"));
    let paths = fixed.map(|(_, path, _)| {
        let path = path.replace("{study}", "small");
        path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect::<Vec<_>>().join("/")
    });
    let files = Format::ALL.map(|format| desk.page(&format!("data/{}", format.file())));
    for path in paths.chain(files) {
        let reply = desk.request(Method::GET, &path, &[]).await;
        let known = [StatusCode::OK, StatusCode::NOT_FOUND, StatusCode::FORBIDDEN];
        assert!(known.contains(&reply.status()), "{path}: {}", reply.status());
        all.push((path, reply.text().await.unwrap()));
    }
    all
}

/// A moment on a page that its script does not put into the zone of whoever looks, though it says that it has.
fn time_that_stays_in_utc(page: &str) -> Option<&str> {
    let shape = |part: &str| {
        let fits = |(wanted, byte): (u8, u8)| if wanted == b'0' { byte.is_ascii_digit() } else { byte == wanted };
        part.len() == 16 && b"0000-00-00 00:00".iter().copied().zip(part.bytes()).all(fits)
    };
    let outside = page.split("<time ").map(|part| part.split_once("</time>").map_or(part, |(_, rest)| rest));
    outside
        .flat_map(|part| part.char_indices().filter_map(move |(at, _)| part.get(at..at + 16)))
        .find(|part| shape(part))
}

#[test]
fn a_moment_outside_of_time_is_found() {
    let good =
        "<p>until <time datetime=\"2026-11-18T02:13:00Z\">2026-11-18 02:13</time> <span data-zone>UTC</span></p>";
    assert_eq!(time_that_stays_in_utc(good), None);
    assert_eq!(time_that_stays_in_utc(&format!("{good} 2026-11-19 02:13")), Some("2026-11-19 02:13"));
}

#[tokio::test]
async fn no_page_or_file_names_a_system_until_the_study_is_unblinded() {
    let folder = tempfile::tempdir().unwrap();
    let path = pairs(folder.path());
    let study = Arc::new(study::check(&study::OnDisk(path.clone())).study.unwrap());
    let conclusions = Arc::new(StudyConclusions(study));
    let served = TestServer::start_study_with(&path, |running| running.with_conclusions(conclusions)).await;
    for person in ["p1", "p2"] {
        let link = format!("{}?PROLIFIC_PID={person}", served.entrance());
        Participant::follow(&served, &link).await.finish().await;
    }
    let ada = Desk::owner(&served).await;
    let bob = Desk::invite(&served, "bob", "small", Role::Viewer).await;
    for (path, field) in [("access/invite", ("role", "viewer")), ("access/token", ("label", "nightly"))] {
        assert_eq!(ada.post(&ada.page(path), &[field]).await.0, StatusCode::OK, "{path}");
    }
    for desk in [&ada, &bob] {
        let all = fetch_everything(desk).await;
        assert!(all.len() > 20);
        for (path, page) in all.iter().filter(|(_, page)| page.starts_with("<!doctype html>")) {
            assert_eq!(time_that_stays_in_utc(page), None, "{path}");
        }
        for (path, page) in &all {
            for name in NAMES {
                assert!(!page.contains(name), "{path} names {name} while the study is blind");
            }
        }
        let answers = &all.iter().find(|(path, _)| path.ends_with("/answers")).unwrap().1;
        assert!(answers.contains("system A") && answers.contains("system B"), "{answers}");
        let quality = &all.iter().find(|(path, _)| path.ends_with("/quality")).unwrap().1;
        for said in [
            "C1 52\u{a0}% instead of 84\u{a0}%.",
            "After 50\u{a0}% of the planned answers, the 24 people",
            "No power estimate is given for Why",
            "About 6 more people for every list",
            "1.7 times as large as assumed",
        ] {
            assert!(quality.contains(said), "{said}: {quality}");
        }
        assert!(!quality.contains("C2"), "only what falls short is a warning");
    }
    for bad in [&[("reason", "")][..], &[("reason", "x")], &[("sure", "yes")]] {
        assert_eq!(ada.post(&ada.page("answers/unblind"), bad).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert!(!ada.get(&ada.page("answers")).await.1.contains("Zebrafish"));
    let fields = [("reason", "collection is complete"), ("sure", "yes")];
    assert_eq!(ada.post(&ada.page("answers/unblind"), &fields).await.0, StatusCode::SEE_OTHER);
    let (events, _) = served.store.events_since("small", Cursor::default(), 10_000).await.unwrap();
    let mut events = events.into_iter().filter_map(LoggedEvent::into_study).map(|logged| logged.event);
    assert!(
        events
            .any(|event| matches!(&event, StudyEvent::Unblinded { reason, .. } if reason == "collection is complete"))
    );
    assert_eq!(ada.audit_log().await[0], "ada unblinded the study collection is complete");
    for (page, named) in
        [("answers", "Zebrafish and Quokka"), ("items/1", "Quokka"), ("data/judgements.csv", "zeb_sys,quo_sys")]
    {
        let (_, page) = bob.get(&bob.page(page)).await;
        assert!(page.contains(named), "{page}");
    }
    assert!(bob.get(&bob.page("answers")).await.1.contains("Unblinded by ada"));
    served.stop().await;
}

/// Systems whose outputs are pictures, in folders called by their names.
fn pictures(folder: &Path) -> PathBuf {
    let study = pairs(folder);
    let file = std::fs::read_to_string(study.join("study.toml")).unwrap();
    let file = file.replace("id = \"item\"\n", "id = \"item\"\ncontent = \"image\"\n");
    std::fs::write(study.join("study.toml"), file).unwrap();
    let mut items = "item,zeb_sys,quo_sys\n".to_owned();
    for item in 1..=3 {
        items.push_str(&format!("{item},zeb_sys/{item}.png,quo_sys/{item}.png\n"));
        for system in ["zeb_sys", "quo_sys"] {
            std::fs::create_dir_all(study.join(system)).unwrap();
            std::fs::write(study.join(format!("{system}/{item}.png")), format!("{system} {item}")).unwrap();
        }
    }
    std::fs::write(study.join("items.csv"), items).unwrap();
    study
}

#[tokio::test]
async fn files_called_by_their_system_are_shown_under_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&pictures(folder.path())).await;
    let link = format!("{}?PROLIFIC_PID=p1", served.entrance());
    let mut someone = Participant::follow(&served, &link).await;
    let mut files = Vec::new();
    while someone.step_address().is_some() {
        assert!(NAMES.iter().all(|name| !someone.page.contains(name)), "{}", someone.page);
        let sources =
            someone.page.split("<img class=\"media\" src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        files.extend(sources.map(str::to_owned));
        someone.go_on().await;
    }
    assert_eq!(files.len(), 6, "three items, two systems");
    for file in &files {
        assert_eq!(served.client.get(format!("{}{file}", served.url)).send().await.unwrap().status(), StatusCode::OK);
        let (session, number) = file.rsplit_once("/file/").unwrap();
        let stranger = format!("{}{}{}/file/{number}", served.url, &session[..session.len() - 32], "0".repeat(32));
        for address in [stranger, format!("{}files/{number}", served.entrance())] {
            assert_eq!(served.client.get(&address).send().await.unwrap().status(), StatusCode::NOT_FOUND, "{address}");
        }
    }
    let ada = Desk::owner(&served).await;
    for (path, page) in fetch_everything(&ada).await {
        let shown = !path.contains("/file/");
        assert!(!shown || NAMES.iter().all(|name| !page.contains(name)), "{path} names a system");
    }
    for page in ["items/2", "people/1/page/2"] {
        let (_, shown) = ada.get(&ada.page(page)).await;
        let mut contents = Vec::new();
        for address in shown.split("<img class=\"media\" src=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let reply = ada.request(Method::GET, address, &[]).await;
            assert_eq!(reply.headers().get("content-type").unwrap(), "image/png");
            contents.push(reply.text().await.unwrap());
        }
        contents.sort();
        assert!(contents[0].starts_with("quo_sys ") && contents[1].starts_with("zeb_sys "), "{contents:?}");
        for missing in ["0", "7", "x"] {
            let (status, _) = ada.get(&ada.page(&format!("file/{missing}"))).await;
            assert_eq!(status, StatusCode::NOT_FOUND);
        }
    }
    served.stop().await;
}
