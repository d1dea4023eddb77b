//! What running studies every week needs: the list of studies, the link, finding people, doing the same to several, tables.

use reqwest::StatusCode;
use store::Role;

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

async fn with_people(folder: &tempfile::TempDir) -> TestServer {
    let served = TestServer::start(&small(folder.path(), "prolific", 5)).await;
    for person in ["p1", "p2", "p3"] {
        let link = format!("{}?PROLIFIC_PID={person}&SESSION_ID=s{person}", served.entrance());
        let mut someone = Participant::follow(&served, &link).await;
        if person == "p3" {
            someone.go_on().await;
        } else {
            someone.finish().await;
        }
    }
    served
}

#[tokio::test]
async fn the_list_of_studies_says_how_each_stands() {
    let folder = tempfile::tempdir().unwrap();
    let served = with_people(&folder).await;
    let ada = Desk::owner(&served).await;
    let (_, page) = ada.get("/dashboard/").await;
    for part in ["<dt>Finished</dt><dd>2 of 5</dd>", "<dt>State</dt><dd>open</dd>", "you are owner"] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert!(!page.contains("Nobody came"), "{page}");
    served.wait_minutes(25 * 60);
    // Signed in for less than a day.
    let ada = Desk::sign_in_again(&served, "ada").await;
    assert!(ada.get("/dashboard/").await.1.contains("Nobody came for 25 h, though 3 slots are open."));
    served.stop().await;
}

#[tokio::test]
async fn an_open_link_is_shown_as_a_picture_too() {
    for (platform, pictured) in [("open", true), ("prolific", false)] {
        let folder = tempfile::tempdir().unwrap();
        let served = TestServer::start(&small(folder.path(), platform, 5)).await;
        let ada = Desk::owner(&served).await;
        let (_, page) = ada.get(&ada.page("")).await;
        let host = served.url.trim_start_matches("http://");
        assert!(page.contains(&format!("http://{host}/s/small/")), "{page}");
        assert_eq!(page.contains("class=\"qr\""), pictured, "{platform}");
        served.stop().await;
    }
}

#[tokio::test]
async fn an_owner_finds_a_person_by_platform_id_and_nobody_else_does() {
    let folder = tempfile::tempdir().unwrap();
    let served = with_people(&folder).await;
    let ada = Desk::owner(&served).await;
    let found = ada
        .request(
            reqwest::Method::POST,
            &ada.page("people/find"),
            &[("csrf_token", ada.csrf_token.as_str()), ("platform_id", " p2 ")],
        )
        .await;
    assert_eq!(found.headers()["location"], "/dashboard/s/small/people/2");
    assert_eq!(ada.audit_log().await[0], "ada looked for a platform id session 2");
    let (status, page) = ada.post(&ada.page("people/find"), &[("platform_id", "p9")]).await;
    assert!(status == StatusCode::NOT_FOUND && page.contains("Nobody with this id took part"), "{page}");
    let bob = Desk::invite(&served, "bob", "small", Role::Viewer).await;
    assert_eq!(bob.post(&bob.page("people/find"), &[("platform_id", "p2")]).await.0, StatusCode::FORBIDDEN);
    assert!(!bob.get(&bob.page("people")).await.1.contains("platform_id"));
    served.stop().await;
}

#[tokio::test]
async fn several_sessions_are_excluded_with_one_reason_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let served = with_people(&folder).await;
    let ada = Desk::owner(&served).await;
    let several = ada.page("people/several");
    let excluded = async || {
        let (_, page) = ada.get(&ada.page("people?state=excluded")).await;
        page.matches("aria-label=\"Session ").count()
    };
    let chosen = [("action", "exclude"), ("session", "1"), ("session", "2"), ("reason", "same address")];
    let (status, page) = ada.post(&several, &chosen).await;
    assert!(
        status == StatusCode::OK && page.contains("To 2 sessions: 1, 2.") && page.contains("same address"),
        "{page}"
    );
    assert_eq!(excluded().await, 0, "it asks first");
    for (missing, why) in
        [(&chosen[..3], "The reason is missing"), (&[chosen[0], chosen[3]], "No session was selected")]
    {
        for sure in ["no", "yes"] {
            let (status, page) = ada.post(&several, &[missing, &[("sure", sure)]].concat()).await;
            assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains(why), "{status}: {page}");
            assert_eq!(excluded().await, 0);
        }
    }
    let sure = [&chosen[..], &[("sure", "yes")]].concat();
    assert_eq!(ada.post(&several, &sure).await.0, StatusCode::SEE_OTHER);
    assert_eq!(excluded().await, 2);
    assert_eq!(ada.audit_log().await[0], "ada excluded sessions 2 of 2 sessions: same address");
    assert!(ada.get(&ada.page("people/2")).await.1.contains("same address"));
    let again = [("action", "include"), ("session", "2"), ("reason", "it was not"), ("sure", "yes")];
    assert_eq!(ada.post(&several, &again).await.0, StatusCode::SEE_OTHER);
    assert_eq!(excluded().await, 1);
    // All that match, on whatever page, and nobody else: two finished, one only came.
    let all = [("action", "mark"), ("all", "yes"), ("state", "finished"), ("session", "3"), ("reason", "to read")];
    let (_, page) = ada.post(&several, &all).await;
    assert!(page.contains("To 2 sessions: 1, 2.") && !page.contains("value=\"3\""), "{page}");
    let (_, page) = ada.get(&ada.page("people?state=finished")).await;
    assert!(page.contains("All 2 sessions that match, ticked or not"), "{page}");
    let (_, page) = ada.get(&ada.page("people?did=exclude&done=2")).await;
    assert!(page.contains("Excluded from the analysis: 2 sessions."), "{page}");
    served.stop().await;
}

#[tokio::test]
async fn sessions_screening_closing_answers_and_comments_are_tables_to_download() {
    let folder = tempfile::tempdir().unwrap();
    let served = with_people(&folder).await;
    let ada = Desk::owner(&served).await;
    let table = async |name: &str| {
        let (status, text) = ada.get(&ada.page(&format!("data/{name}"))).await;
        assert_eq!(status, StatusCode::OK, "{name}");
        text
    };
    let sessions = table("sessions.csv").await;
    assert_eq!(sessions.lines().count(), 4, "{sessions}");
    // Who came at the same moment is numbered by chance; who had no slot has no name in files.
    assert!(sessions.contains("\n1,p000") && sessions.contains(",finished,0,"), "{sessions}");
    assert!(sessions.contains("\n3,,arrived,,"), "{sessions}");
    let unnamed = |text: &str| text.replace("p0001", "p").replace("p0002", "p");
    let screening = table("screening.csv").await;
    assert_eq!(unnamed(&screening), "session,participant,question,answer\n1,p,native,Yes\n2,p,native,Yes\n");
    let closing = table("closing.csv").await;
    assert_eq!(unnamed(&closing), "session,participant,question,answer\n1,p,hard,2\n2,p,hard,2\n");
    let comments = table("comments.csv").await;
    assert!(comments.lines().count() == 3 && comments.contains("Well asked."), "{comments}");
    for text in [sessions, screening, closing, comments] {
        assert!(!text.contains("sp1"), "no id of the platform is in a table: {text}");
    }
    served.stop().await;
}
