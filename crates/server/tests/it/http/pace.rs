//! Breaks and the least time of a page, for someone without a script and by the server's clock.

use crate::participant::{Participant, field};
use crate::test_server::{TestServer, small_with};

#[tokio::test]
async fn a_break_is_offered_once_and_its_time_is_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [("order = \"fixed\"", "order = \"fixed\"\nbreak_after = 2")];
    let served = TestServer::start(&small_with(folder.path(), &changes)).await;
    let mut someone = Participant::at_the_list(&served).await;
    someone.go_on().await;
    assert_eq!(someone.step_address().as_deref(), Some("step/1"), "not after every page");
    someone.go_on().await;
    assert_eq!(someone.step_address().as_deref(), Some("break/2"));
    assert!(someone.page.contains("You have done 2 of 4 pages; 2 are left."), "{}", someone.page);
    assert!(someone.page.contains("The time limit keeps running"));
    someone.open(&format!("{}step/2", someone.session())).await;
    assert_eq!(someone.step_address().as_deref(), Some("break/2"), "the page behind it comes after it");
    served.wait_minutes(10);
    someone.send(&[]).await;
    assert_eq!(someone.step_address().as_deref(), Some("step/2"));
    someone.open(&someone.session()).await;
    assert_eq!(someone.step_address().as_deref(), Some("step/2"), "once");
    served.wait_seconds(7);
    someone.send(&[field("q2.0.value", "2")]).await;
    someone.finish().await;
    let kept = served.only_session().await;
    assert_eq!((kept.breaks.clone().into_iter().collect::<Vec<_>>(), kept.rested_ms()), (vec![(2, 600_000)], 600_000));
    assert_eq!(kept.submitted.len(), 4, "no break after the last page");
    served.stop().await;
}

#[tokio::test]
async fn a_page_sent_too_soon_is_kept_and_comes_back_with_how_long_it_takes() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [("order = \"fixed\"", "order = \"fixed\"\nleast_time = \"5 s\"")];
    let served = TestServer::start(&small_with(folder.path(), &changes)).await;
    let mut someone = Participant::at_the_list(&served).await;
    assert!(someone.page.contains("You can continue in 5 s."), "{}", someone.page);
    for _ in 0..3 {
        someone.send(&[field("q0.0.value", "3")]).await;
        assert_eq!(someone.status, 422, "sending again does not help");
    }
    assert!(someone.page.contains("href=\"#go\"") && someone.page.contains(" checked"));
    assert_eq!((served.only_session().await.answers.len(), served.only_session().await.submitted.len()), (1, 0));
    served.wait_seconds(4);
    someone.send(&[field("q0.0.value", "3")]).await;
    assert!(someone.page.contains("You can continue in 1 s."));
    served.wait_seconds(1);
    someone.send(&[field("q0.0.value", "3")]).await;
    assert_eq!(someone.step_address().as_deref(), Some("step/1"));
    // Back on a page that was sent there is nothing to wait for.
    someone.open(&format!("{}step/0", someone.session())).await;
    assert!(!someone.page.contains("data-wait"));
    someone.send(&[field("q0.0.value", "4")]).await;
    assert_eq!(someone.status, 200);
    served.stop().await;
}

#[tokio::test]
async fn the_width_that_is_needed_is_said_before_consent_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [("from = \"prolific\"", "from = \"prolific\"\nleast_width = 900")];
    let served = TestServer::start(&small_with(folder.path(), &changes)).await;
    let link = format!("{}?PROLIFIC_PID=p1&SESSION_ID=s1", served.entrance());
    let mut someone = Participant::follow(&served, &link).await;
    let sentence = "This study needs a window at least 900 pixels wide";
    assert!(someone.page.contains(sentence) && someone.page.contains("We keep a record that you tried to take part"));
    someone.go_on().await;
    assert!(someone.step_address().as_deref() == Some("consent") && someone.page.contains(sentence));
    someone.go_on().await;
    assert!(!someone.page.contains(sentence));
    served.stop().await;
}
