//! Before the end people look through their answers and change them, where the study lets them.

use study::response::Answer;

use crate::participant::{Participant, field};
use crate::test_server::{TestServer, small_with};

const CLOSING: &str = "[[closing]]
id = \"hard\"
question = \"How hard was it?\"
response = { kind = \"rating\", points = 3, minimum = 1 }
";

#[tokio::test]
async fn answers_are_looked_through_and_changed_before_the_closing_questions() {
    let folder = tempfile::tempdir().unwrap();
    let study = small_with(folder.path(), &[("order = \"fixed\"", "order = \"fixed\"\nreview = true")]);
    let served = TestServer::start(&study).await;
    let mut someone = Participant::at_the_list(&served).await;
    for _ in 0..4 {
        someone.go_on().await;
    }
    assert_eq!(someone.step_address().as_deref(), Some("review"));
    for words in ["Check your answers", "Uno.", "Dos &#38; &#60;b&#62;.", "<strong>1</strong>", "Change: Page 2"] {
        assert!(someone.page.contains(words), "{words} is not on {}", someone.page);
    }
    someone.open(&format!("{}step/1", someone.session())).await;
    someone.send(&[field("q1.0.value", "5")]).await;
    assert_eq!(someone.step_address().as_deref(), Some("review"), "back where they came from");
    assert!(someone.page.contains("<strong>5</strong>"), "{}", someone.page);
    someone.go_on().await;
    assert_eq!(someone.step_address().as_deref(), Some("closing"));
    someone.send(&[field("comment", "")]).await;
    assert_eq!((someone.status.as_u16(), someone.step_address().as_deref()), (422, Some("closing")));
    someone.go_on().await;
    assert!(someone.page.contains("DONE"), "{}", someone.page);
    let session = served.only_session().await;
    assert_eq!(session.answers.values().nth(1), Some(&Answer::Rating(5)));
    someone.open(&format!("{}closing", someone.session())).await;
    assert!(someone.page.contains("DONE"), "what is over stays over");
    served.stop().await;
}

/// Where nothing is asked after the list, the look through the answers is the last page.
#[tokio::test]
async fn the_look_through_the_answers_may_be_the_last_page() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [
        ("order = \"fixed\"", "order = \"fixed\"\nreview = true"),
        (CLOSING, ""),
        ("time_limit = ", "comment = false\ntime_limit = "),
    ];
    let served = TestServer::start(&small_with(folder.path(), &changes)).await;
    let mut someone = Participant::at_the_list(&served).await;
    for _ in 0..4 {
        assert!(served.only_session().await.outcome.is_none());
        someone.go_on().await;
    }
    assert!(someone.page.contains(">Finish</button>"), "{}", someone.page);
    assert!(served.only_session().await.outcome.is_none(), "nothing is final yet");
    someone.go_on().await;
    assert!(someone.page.contains("DONE"), "{}", someone.page);
    served.stop().await;
}
