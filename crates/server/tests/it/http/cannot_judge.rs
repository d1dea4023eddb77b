//! Whoever cannot judge says why, where the study offers that, and goes on.

use study::response::Answer;

use crate::participant::{Participant, field};
use crate::test_server::{TestServer, small_with};

const REASON: &str = "I do not know the language";

#[tokio::test]
async fn a_reason_stands_for_the_answer_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let offered = format!("better = \"higher\"\ncannot_judge = [\"{REASON}\", \"The text is broken\"]");
    let served = TestServer::start(&small_with(folder.path(), &[("better = \"higher\"", offered.as_str())])).await;
    let mut someone = Participant::at_the_list(&served).await;
    assert_eq!(
        someone.page.matches("name=\"q0.0.unable\"").count(),
        3,
        "two reasons, and the way back without a script"
    );
    someone.send(&[field("q0.0.unable", "because")]).await;
    assert_eq!(someone.status, 422, "a reason that was not offered");
    someone.send(&[field("q0.0.unable", "")]).await;
    assert_eq!(someone.status, 422, "no reason and no answer");
    // Someone without a script cannot take a point back: the reason counts.
    someone.send(&[field("q0.0.value", "2"), field("q0.0.unable", REASON)]).await;
    assert_eq!(someone.step_address().as_deref(), Some("step/1"));
    someone.open(&format!("{}step/0", someone.session())).await;
    assert!(someone.page.contains(&format!("value=\"{REASON}\" checked")), "{}", someone.page);
    someone.open(&someone.session()).await;
    someone.finish().await;
    let criterion = &served.study.criteria[0];
    assert_eq!(
        criterion.read(&Answer::Unable(REASON.to_owned()).to_form(), &[]),
        Ok(Answer::Unable(REASON.to_owned()))
    );
    served.stop().await;
}
