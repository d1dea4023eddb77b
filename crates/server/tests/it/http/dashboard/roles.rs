//! What each role may do, asked for route by route: a route that is added is tested at once.

use std::path::Path;

use dashboard::{ROUTES, Right};
use reqwest::{Method, StatusCode};
use store::{AuditEntry, Role, Sight};

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

/// What the platform calls the one who took part.
const PLATFORM_ID: &str = "60d5ec49f1b2c83a4c9e7b21";

/// What a list pays; no other number of the study is written so.
const PAYS: &str = "7.77";

/// Every route of the study, filled in, with what it takes.
fn routes() -> impl Iterator<Item = (Method, String, Right)> {
    let of_the_study = ROUTES.iter().filter(|(_, path, _)| path.contains("{study}"));
    of_the_study.map(|(method, path, right)| {
        let path = path.replace("{study}", "small").replace("{file}", "sessions.csv");
        let parts: Vec<&str> = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
        (method.to_uppercase().parse().unwrap(), parts.join("/"), *right)
    })
}

/// A study that pays, with someone who finished it and an amount in the audit log.
async fn start_server(folder: &Path) -> TestServer {
    let study = small(folder, "prolific", 3);
    let file = study.join("study.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let payment =
        format!("\n[payment]\ncurrency = \"GBP\"\namount = {PAYS}\nestimated_minutes = 10\nfloor_per_hour = 12\n");
    std::fs::write(&file, format!("{text}{payment}")).unwrap();
    let served = TestServer::start(&study).await;
    let link = format!("{}?PROLIFIC_PID={PLATFORM_ID}&STUDY_ID=s&SESSION_ID=x", served.entrance());
    Participant::follow(&served, &link).await.finish().await;
    let (study, name) = (Some("small".to_owned()), "ada".to_owned());
    let (action, detail) = ("paid bonuses on Prolific".to_owned(), format!("GBP {PAYS}"));
    served.store.note(&AuditEntry { at: served.now(), study, name, action, detail }).await.unwrap();
    served
}

/// Someone with this role.
async fn desk(served: &TestServer, role: Role) -> Desk<'_> {
    if role == Role::Owner {
        // Of every study: otherwise some addresses would refuse for another reason.
        return Desk::owner(served).await;
    }
    Desk::invite(served, &role.word().replace(' ', "-"), "small", role).await
}

/// Addresses within the study that a page leads or sends to.
fn offered_addresses(page: &str) -> Vec<(Method, String)> {
    let mut found = Vec::new();
    for (attribute, method) in
        [(" href=\"", Method::GET), (" action=\"", Method::POST), (" formaction=\"", Method::POST)]
    {
        for piece in page.split(attribute).skip(1) {
            let address = piece.split(['"', '?', '#']).next().unwrap_or_default();
            if address.starts_with("/dashboard/s/small/") {
                found.push((method.clone(), address.to_owned()));
            }
        }
    }
    found
}

/// What an address takes.
fn right_needed(method: &Method, address: &str) -> Right {
    let fits = |path: &str| {
        let (known, given): (Vec<&str>, Vec<&str>) = (path.split('/').collect(), address.split('/').collect());
        known.len() == given.len()
            && known.iter().zip(given).all(|(known, given)| known.starts_with('{') || *known == given)
    };
    let written = method.as_str().to_lowercase();
    let mut found = ROUTES.iter().filter(|(known, path, _)| *known == written && fits(path)).collect::<Vec<_>>();
    found.sort_by_key(|(_, path, _)| path.matches('{').count());
    found.first().unwrap_or_else(|| panic!("a page offers {method} {address}, which is no route")).2
}

#[tokio::test]
async fn every_route_does_for_each_role_what_its_line_says() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(folder.path()).await;
    for role in Role::ALL {
        let desk = desk(&served, role).await;
        for (method, path, right) in routes() {
            let all = [("sure", "yes"), ("role", "owner"), ("label", "x"), ("count", "1"), ("reason", "y")];
            let token = ("csrf_token", desk.csrf_token.as_str());
            // Whoever may not, tries in earnest; whoever may, only so far that nothing is lost for those after them.
            let fields: Vec<_> = if right.is_of(role) { vec![token] } else { [vec![token], all.to_vec()].concat() };
            let status = desk.request(method.clone(), &path, &fields).await.status();
            let refused = status == StatusCode::FORBIDDEN;
            assert_eq!(refused, !right.is_of(role), "{} at {method} {path}: {status}", role.word());
        }
    }
    served.stop().await;
}

#[tokio::test]
async fn no_page_shows_or_offers_what_a_role_may_not() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(folder.path()).await;
    for role in Role::ALL {
        let desk = desk(&served, role).await;
        let (mut amounts, mut offers) = (0, 0);
        let pages = routes().filter(|(method, _, right)| *method == Method::GET && right.is_of(role));
        for path in pages.map(|(_, path, _)| path).chain(["/dashboard/".to_owned()]) {
            let (_, page) = desk.get(&path).await;
            assert!(!page.contains(PLATFORM_ID), "{path} shows what the platform calls someone");
            amounts += page.matches(PAYS).count();
            for (method, address) in offered_addresses(&page) {
                let right = right_needed(&method, &address);
                assert!(right.is_of(role), "{path} offers {method} {address} to a {}", role.word());
                offers += usize::from(method == Method::POST);
            }
        }
        assert_eq!(amounts > 0, Right::Spend.is_of(role), "{}: {amounts} amounts", role.word());
        assert_eq!(offers > 0, Right::Manage.is_of(role), "{}: {offers} forms", role.word());
    }
    served.stop().await;
}

#[tokio::test]
async fn a_manager_runs_the_study_and_is_not_told_who_people_are_or_what_they_get() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(folder.path()).await;
    let plain = desk(&served, Role::Manager(Sight { ids: false, money: false })).await;
    assert_eq!(plain.post(&plain.page("lists/pause"), &[]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(plain.post(&plain.page("people/1/mark"), &[("reason", "ask")]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(plain.post(&plain.page("people/find"), &[("platform_id", PLATFORM_ID)]).await.0, StatusCode::FORBIDDEN);
    let (_, log) = plain.get(&plain.page("audit-log")).await;
    assert!(log.contains("paid bonuses on Prolific") && !log.contains(PAYS), "{log}");
    let (_, numbers) = plain.get(&plain.page("overview.json")).await;
    assert!(numbers.contains("\"money\":null"), "{numbers}");
    let knows = desk(&served, Role::Manager(Sight { ids: true, money: false })).await;
    assert_eq!(knows.post(&knows.page("people/find"), &[("platform_id", PLATFORM_ID)]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(knows.get(&knows.page("people/reconcile")).await.0, StatusCode::FORBIDDEN, "amounts stand there");
    // A token reads no more than whoever made it.
    let pays = served.store.account_named("manager").await.unwrap().unwrap();
    let token = served.store.make_token(&pays, "small", "nightly", served.now()).await.unwrap();
    let asked = served.client.get(format!("{}{}", served.url, plain.page("overview.json"))).bearer_auth(token);
    assert!(asked.send().await.unwrap().text().await.unwrap().contains("\"money\":null"));
    served.stop().await;
}

#[tokio::test]
async fn an_owner_invites_a_manager_who_is_told_what_they_may_do() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(folder.path()).await;
    let ada = Desk::owner(&served).await;
    let (status, page) = ada.post(&ada.page("access/invite"), &[("role", "manager with money")]).await;
    assert_eq!(status, StatusCode::OK);
    let link = super::desk::text_between(&page, "class=\"secret\">", "<").unwrap();
    let welcome = served.client.get(link).send().await.unwrap().text().await.unwrap();
    assert!(welcome.contains("as a manager with money: you can look and run the study"), "{welcome}");
    assert_eq!(ada.post(&ada.page("access/invite"), &[("role", "king")]).await.0, StatusCode::BAD_REQUEST);
    served.stop().await;
}
