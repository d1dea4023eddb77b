//! What someone says about a page beside its answers is kept, shown again and listed for the researcher.

use session::{Remark, Session, SessionEvent};

use super::dashboard::desk::Desk;
use crate::participant::{Participant, field};
use crate::test_server::{TestServer, small_with};

async fn events(served: &TestServer) -> Vec<SessionEvent> {
    let logs = served.store.session_logs(&served.name).await.unwrap();
    logs.into_values().flatten().map(|(_, event)| event).collect()
}

#[tokio::test]
async fn a_remark_is_kept_with_its_page_and_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let remarks = "order = \"fixed\"\nremarks = [\"comment\", \"problem\"]";
    let served = TestServer::start(&small_with(folder.path(), &[("order = \"fixed\"", remarks)])).await;
    let mut someone = Participant::at_the_list(&served).await;
    assert!(someone.page.contains("name=\"remark.0.problem\"") && someone.page.contains("beside.css"));
    someone.send(&[field("remark.0.problem", "yes"), field("remark.0.text", "The end is cut off.")]).await;
    assert_eq!(someone.status, 422, "a remark is no answer");
    assert!(someone.page.contains("value=\"yes\" checked") && someone.page.contains("The end is cut off."));
    someone
        .send(&[field("q0.0.value", "2"), field("remark.0.problem", "yes"), field("remark.0.text", "Cut off.")])
        .await;
    assert_eq!(someone.step_address().as_deref(), Some("step/1"));
    someone.send(&[field("q1.0.value", "2"), field("remark.1.text", "  ")]).await;
    someone.send(&[field("q2.0.value", "2"), field("remark.2.text", "Nice one.")]).await;
    someone.open(&format!("{}step/2", someone.session())).await;
    assert!(someone.page.contains("Nice one."), "it is there on the way back");
    someone.send(&[field("q2.0.value", "2"), field("remark.2.text", "")]).await;
    let said: Vec<(u32, Remark)> = events(&served)
        .await
        .into_iter()
        .filter_map(
            |event| if let SessionEvent::Remarked { step, remark } = event { Some((step, remark)) } else { None },
        )
        .collect();
    let remark = |problem, text: &str| Remark { problem, text: text.to_owned() };
    let expected = [
        (0, remark(true, "The end is cut off.")),
        (0, remark(true, "Cut off.")),
        (2, remark(false, "Nice one.")),
        (2, remark(false, "")),
    ];
    assert_eq!(said, expected);
    let ada = Desk::owner(&served).await;
    let (_, page) = ada.get(&ada.page("comments")).await;
    assert!(page.contains("<b>Something is wrong:</b> Cut off."), "{page}");
    assert!(page.contains("page/1\">on page 1</a> (<span dir=\"auto\">2</span>)"), "with page and item: {page}");
    assert!(!page.contains("Nice one.") && !page.contains("The end is cut off."), "what was taken back is not listed");
    someone.open(&format!("{}withdraw", someone.session())).await;
    someone.send(&[]).await;
    let session = events(&served).await;
    assert!(!session.iter().any(|event| matches!(event, SessionEvent::Remarked { .. })), "a withdrawal erases remarks");
    served.stop().await;
}

#[tokio::test]
async fn a_remark_that_was_not_asked_for_is_not_kept_and_one_that_is_too_long_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let remarks = "order = \"fixed\"\nremarks = [\"problem\"]";
    let served = TestServer::start(&small_with(folder.path(), &[("order = \"fixed\"", remarks)])).await;
    let mut someone = Participant::at_the_list(&served).await;
    someone.send(&[field("q0.0.value", "2"), field("remark.0.text", &"x".repeat(5001))]).await;
    assert_eq!(someone.status, 413);
    someone.open(&format!("{}step/0", someone.session())).await;
    // Whoever writes what is wrong means that something is, ticked or not.
    someone
        .send(&[field("q0.0.value", "2"), field("remark.0.text", "It is Spanish."), field("remark.7.text", "?")])
        .await;
    let logs = served.store.session_logs(&served.name).await.unwrap();
    let session = Session::from_events(logs.values().flatten().map(|(at, event)| (*at, event)));
    let kept: Vec<(u32, Remark)> = session.remarks.into_iter().collect();
    assert_eq!(kept, [(0, Remark { problem: true, text: "It is Spanish.".to_owned() })]);
    served.stop().await;
    let plain = TestServer::start(&small_with(folder.path(), &[])).await;
    let mut someone = Participant::at_the_list(&plain).await;
    assert!(!someone.page.contains("remark") && !someone.page.contains("beside.css"), "nothing of it where it is off");
    someone.send(&[field("q0.0.value", "2"), field("remark.0.text", "Hello.")]).await;
    assert!(!events(&plain).await.iter().any(|event| matches!(event, SessionEvent::Remarked { .. })));
    plain.stop().await;
}
