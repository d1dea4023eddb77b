//! Questions that follow an answer, for someone without a script: shown when they are asked, required then, and not kept otherwise.

use session::SessionEvent;
use study::CriterionId;
use study::response::Answer;

use crate::participant::{Participant, field};
use crate::test_server::{TestServer, small_with_follow_ups};

#[tokio::test]
async fn a_follow_up_is_shown_and_required_when_its_answer_is_given_and_dropped_when_it_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small_with_follow_ups(folder.path())).await;
    let mut someone = Participant::at_the_list(&served).await;
    let hidden = |page: &str| page.matches(" hidden disabled").count();
    assert_eq!(hidden(&someone.page), 2, "nothing is answered yet: {}", someone.page);
    // Not asked: a good answer is enough, and what comes for a follow-up nonetheless is not kept.
    someone.send(&[field("q0.0.value", "5"), field("q0.1.option", "grammar")]).await;
    assert_eq!(someone.step_address().as_deref(), Some("step/1"));
    assert_eq!(served.only_session().await.answers.len(), 1);
    // Asked: shown with the page, twice in a chain, and the answers so far are there.
    someone.send(&[field("q1.0.value", "2")]).await;
    assert_eq!((someone.status.as_u16(), hidden(&someone.page)), (422, 1));
    assert!(someone.page.contains("Your answer above leads to this question."), "{}", someone.page);
    someone.send(&[field("q1.0.value", "2"), field("q1.1.option", "other")]).await;
    assert_eq!((someone.status.as_u16(), hidden(&someone.page)), (422, 0));
    someone
        .send(&[field("q1.0.value", "2"), field("q1.1.option", "other"), field("q1.2.value", "It is a list.")])
        .await;
    assert_eq!(someone.step_address().as_deref(), Some("step/2"));
    // Changed: neither of the two counts any longer, and the first is asked again when the answer is changed back.
    someone.open(&format!("{}step/1", someone.session())).await;
    assert!(someone.page.contains("It is a list."));
    someone
        .send(&[field("q1.0.value", "4"), field("q1.1.option", "other"), field("q1.2.value", "It is a list.")])
        .await;
    let kept = served.only_session().await;
    assert_eq!(kept.answers.into_values().collect::<Vec<_>>(), [Answer::Rating(5), Answer::Rating(4)]);
    let logs = served.store.session_logs(&served.name).await.unwrap();
    let dropped = |id: &str| SessionEvent::Dropped { step: 1, criterion: CriterionId(id.to_owned()) };
    let events: Vec<SessionEvent> = logs.into_values().flatten().map(|(_, event)| event).collect();
    assert_eq!(events.iter().filter(|event| matches!(event, SessionEvent::Dropped { .. })).count(), 2);
    assert!(events.contains(&dropped("sort")) && events.contains(&dropped("words")));
    someone.open(&format!("{}step/1", someone.session())).await;
    assert!(!someone.page.contains("It is a list."), "what was dropped is not shown again");
    served.stop().await;
}
