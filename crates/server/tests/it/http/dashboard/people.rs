//! Looking at people and acting on them, and what it does in the store.

use reqwest::StatusCode;
use session::{Outcome, Session, SessionId};

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

fn id(someone: &Participant<'_>) -> SessionId {
    someone.session().trim_end_matches('/').rsplit('/').next().unwrap().parse().unwrap()
}

async fn session(served: &TestServer, id: SessionId) -> Session {
    let events = served.store.events_of(&served.name, id, 0).await.unwrap();
    Session::from_events(events.iter().map(|happened| (happened.at, &happened.event)))
}

async fn arrive<'a>(served: &'a TestServer, person: &str) -> Participant<'a> {
    Participant::follow(served, &format!("{}?PROLIFIC_PID={person}&SESSION_ID=s{person}", served.entrance())).await
}

/// Up to the first page of the list.
async fn begin<'a>(served: &'a TestServer, person: &str) -> Participant<'a> {
    let mut someone = arrive(served, person).await;
    while someone.step_address().as_deref() != Some("step/0") {
        someone.go_on().await;
    }
    someone
}

async fn small_study() -> (tempfile::TempDir, TestServer) {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 5)).await;
    (folder, served)
}

#[tokio::test]
async fn the_table_is_filtered_searched_and_sorted() {
    let (_folder, served) = small_study().await;
    arrive(&served, "p1").await.finish().await;
    begin(&served, "p2").await;
    arrive(&served, "p3").await;
    let ada = Desk::owner(&served).await;
    let rows = async |query: &str| {
        let (status, page) = ada.get(&ada.page(&format!("people?{query}"))).await;
        assert_eq!(status, StatusCode::OK);
        let links = page.split("<th scope=\"row\"><a href=\"").skip(1);
        links.map(|link| link.split('>').nth(1).unwrap().split('<').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (query, expected) in [
        ("", vec!["3", "2", "1"]),
        ("sort=arrival", vec!["1", "2", "3"]),
        ("state=finished", vec!["1"]),
        ("state=at-work", vec!["2"]),
        ("state=arrived&sort=arrival", vec!["3"]),
        ("number=2", vec!["2"]),
        ("number=9", vec![]),
        ("list=0&sort=arrival", vec!["1", "2"]),
        ("flag=any", vec![]),
        ("flag=nonsense&state=&sort=nonsense&page=99", vec!["3", "2", "1"]),
        ("page=-1", vec!["3", "2", "1"]),
    ] {
        assert_eq!(rows(query).await, expected, "{query}");
    }
    served.stop().await;
}

#[tokio::test]
async fn a_session_is_shown_with_its_story_answers_and_pages_as_they_were_seen() {
    let (_folder, served) = small_study().await;
    arrive(&served, "p1").await.finish().await;
    let ada = Desk::owner(&served).await;
    let (status, page) = ada.get(&ada.page("people/1")).await;
    assert_eq!(status, StatusCode::OK);
    for part in [
        "came from Prolific",
        "agreed to take part",
        "was given list 0, as session 0 of it",
        "sent 4 pages",
        "finished",
        "Well asked.",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert!(page.contains("How hard was it?") && !page.contains("p1"), "the platform's id is not shown");
    let (status, page) = ada.get(&ada.page("people/1/page/2")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("How fluent is it?") && page.contains("checked") && page.contains(" disabled"), "{page}");
    for missing in ["people/2", "people/0", "people/x", "people/1/page/0", "people/1/page/5", "people/1/page/x"] {
        assert_eq!(ada.get(&ada.page(missing)).await.0, StatusCode::NOT_FOUND, "{missing}");
    }
    served.stop().await;
}

#[tokio::test]
async fn time_is_given_and_a_late_session_goes_on_or_is_accepted() {
    let (_folder, served) = small_study().await;
    let ada = Desk::owner(&served).await;
    let one = begin(&served, "p1").await;
    let until = session(&served, id(&one)).await.assignment.unwrap().until.unwrap();
    assert_eq!(ada.post(&ada.page("people/1/extend"), &[("minutes", "90")]).await.0, StatusCode::SEE_OTHER);
    let moved = session(&served, id(&one)).await.assignment.unwrap().until.unwrap();
    assert_eq!(moved.duration_since(until).as_mins(), 60);
    for bad in ["", "0", "-5", "x", "99999999"] {
        let (status, page) = ada.post(&ada.page("people/1/extend"), &[("minutes", bad)]).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("Give the minutes"), "{bad}");
    }
    served.wait_minutes(91);
    let step = |number: u32| format!("{}step/{number}", one.session());
    for number in 0..3 {
        let field = (format!("q{number}.0.value"), "4".to_owned());
        served.client.post(step(number)).form(&[field]).send().await.unwrap();
    }
    assert_eq!(session(&served, id(&one)).await.outcome, Some(Outcome::TooLate));
    let (status, page) = ada.post(&ada.page("people/1/accept"), &[]).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("Not every page was submitted"), "{page}");
    served.client.post(step(3)).form(&[("q3.0.value", "4")]).send().await.unwrap();
    assert_eq!(ada.post(&ada.page("people/1/accept"), &[]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(session(&served, id(&one)).await.outcome, Some(Outcome::Finished));

    let two = begin(&served, "p2").await;
    served.wait_minutes(31);
    served.client.post(format!("{}step/0", two.session())).form(&[("q0.0.value", "1")]).send().await.unwrap();
    assert_eq!(session(&served, id(&two)).await.outcome, Some(Outcome::TooLate));
    assert_eq!(ada.post(&ada.page("people/2/reopen"), &[("minutes", "10")]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(session(&served, id(&two)).await.outcome, None);
    let actions = ada.audit_log().await;
    assert_eq!(
        actions[..3],
        ["ada let a session continue session 2", "ada accepted late work session 1", "ada gave time session 1"]
    );
    served.stop().await;
}

#[tokio::test]
async fn a_session_is_excluded_with_a_reason_replaced_marked_and_included_again() {
    let (_folder, served) = small_study().await;
    let ada = Desk::owner(&served).await;
    let mut one = arrive(&served, "p1").await;
    one.finish().await;
    let (status, _) = ada.post(&ada.page("people/1/exclude"), &[("rule", "copied")]).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "a reason is needed");
    let wanted = async || ada.get(&ada.page("overview.json")).await.1;
    let before = wanted().await;
    let fields = [("rule", "copied"), ("reason", "the same as session 7"), ("reissue", "yes")];
    assert_eq!(ada.post(&ada.page("people/1/exclude"), &fields).await.0, StatusCode::SEE_OTHER);
    let excluded = session(&served, id(&one)).await.excluded;
    assert_eq!(excluded, Some(("copied".to_owned(), "the same as session 7".to_owned())));
    let after = wanted().await;
    assert_ne!(after, before, "one more completion is wanted");
    let (status, page) = ada.post(&ada.page("people/1/reissue"), &[]).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("already given it away"), "{page}");
    assert_eq!(wanted().await, after, "once");
    let (_, page) = ada.get(&ada.page("people/1")).await;
    assert!(page.contains("the slot added to list 0 remains"), "{page}");
    assert!(ada.get(&ada.page("people?state=excluded")).await.1.contains("finished, excluded"));
    ada.post(&ada.page("people/1/mark"), &[("reason", "ask them")]).await;
    assert_eq!(session(&served, id(&one)).await.flags, ["ask them"]);
    assert!(ada.get(&ada.page("people?flag=marked")).await.1.contains("people/1\">1</a>"));
    ada.post(&ada.page("people/1/include"), &[("reason", "a mistake")]).await;
    assert_eq!(session(&served, id(&one)).await.excluded, None);
    assert_eq!(ada.post(&ada.page("people/1/nonsense"), &[]).await.0, StatusCode::NOT_FOUND);

    let two = begin(&served, "p2").await;
    assert_eq!(ada.post(&ada.page("people/2/reissue"), &[]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(session(&served, id(&two)).await.outcome, Some(Outcome::TooLate), "their time is over");
    let (status, page) = ada.post(&ada.page("people/2/reissue"), &[]).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("This session has no slot to give away"));
    for (number, ended) in [(1, "finished"), (2, "the time was over")] {
        let (_, page) = ada.get(&ada.page(&format!("people/{number}"))).await;
        assert!(page.contains("ada gave the slot to someone else") && page.contains(ended), "{page}");
        assert!(!page.contains("gave time"), "what was done is told, and not how");
        assert!(ada.audit_log().await.contains(&format!("ada gave a slot to someone else session {number}")));
    }
    let (_, page) = ada.get(&ada.page("people")).await;
    assert!(page.contains("<td>lapsed") && page.contains(">turned away</option>") && !page.contains(">turned-away<"));
    served.stop().await;
}

#[tokio::test]
async fn a_person_is_withdrawn_after_asking() {
    let (_folder, served) = small_study().await;
    let ada = Desk::owner(&served).await;
    let mut one = arrive(&served, "p1").await;
    one.finish().await;
    assert_eq!(ada.post(&ada.page("people/1/withdraw"), &[]).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(session(&served, id(&one)).await.outcome, Some(Outcome::Finished));
    assert_eq!(ada.post(&ada.page("people/1/withdraw"), &[("sure", "yes")]).await.0, StatusCode::SEE_OTHER);
    let after = session(&served, id(&one)).await;
    assert_eq!((after.outcome, after.answers.len()), (Some(Outcome::Withdrawn), 0));
    assert!(!ada.get(&ada.page("comments")).await.1.contains("Well asked."));
    served.stop().await;
}

#[tokio::test]
async fn comments_stand_with_who_wrote_them_and_where() {
    let (_folder, served) = small_study().await;
    let ada = Desk::owner(&served).await;
    assert!(ada.get(&ada.page("comments")).await.1.contains("Nobody has left a comment yet."));
    arrive(&served, "p1").await.finish().await;
    let (_, page) = ada.get(&ada.page("comments")).await;
    assert!(page.contains("Well asked.") && page.contains("people/1\">Session 1</a>"), "{page}");
    served.stop().await;
}

#[tokio::test]
async fn items_are_shown_with_all_answers() {
    let (_folder, served) = small_study().await;
    let ada = Desk::owner(&served).await;
    for (person, value) in [("p1", "1"), ("p2", "5")] {
        let mut someone = begin(&served, person).await;
        for number in 0..4 {
            let given = if number == 2 { value } else { "3" };
            someone.send(&[(format!("q{number}.0.value"), given.to_owned())]).await;
        }
        someone.finish().await;
    }
    let (_, page) = ada.get(&ada.page("items")).await;
    let first = page.split("<tbody>").nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(
        first.contains("<td class=\"number\">100</td>") && first.contains("<td class=\"number\">2</td>"),
        "{first}"
    );
    let link = first.split("href=\"").nth(1).unwrap().split('"').next().unwrap();
    let (_, page) = ada.get(link).await;
    for part in ["people/1/page/3", "people/2/page/3", "<b>1</b>", "<b>5</b>"] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert_eq!(ada.get(&ada.page("items/5")).await.0, StatusCode::NOT_FOUND);
    served.stop().await;
}
