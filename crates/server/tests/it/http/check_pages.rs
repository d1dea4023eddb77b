//! The page of a check asks what the pages around it ask, and only its own criterion decides.

use session::SessionEvent;

use crate::participant::{Participant, field};
use crate::test_server::{TestServer, small_with};

const SECOND: &str = "[[criteria]]
id = \"plain\"
question = \"How plain is it?\"
definition = \"In words that everyone knows.\"
better = \"higher\"
response = { kind = \"rating\", points = 5, minimum = 1 }

[[screening]]";

#[tokio::test]
async fn a_check_asks_every_question_of_its_part_and_is_passed_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let checks = "order = \"fixed\"\nchecks = { file = \"checks.csv\", per_list = 1, on_failure = \"flag\" }";
    let changes = [("[[screening]]", SECOND), ("questions = 4", "questions = 8"), ("order = \"fixed\"", checks)];
    let study = small_with(folder.path(), &changes);
    let row = "k,fluency,Fluent not text this is.,<= 2,that texts are read\n";
    std::fs::write(study.join("checks.csv"), format!("check,criterion,text,answer,tests\n{row}")).unwrap();
    let served = TestServer::start(&study).await;
    let mut someone = Participant::at_the_list(&served).await;
    let mut seen = 0;
    for step in 0..5 {
        assert_eq!(someone.page.matches("<fieldset class=\"question").count(), 2, "{}", someone.page);
        let check = someone.page.contains("Fluent not text");
        seen += u32::from(check);
        let fluency = field(&format!("q{step}.0.value"), if check { "1" } else { "4" });
        if check {
            someone.send(std::slice::from_ref(&fluency)).await;
            assert_eq!(someone.status, 422, "all of them are to be answered");
        }
        someone.send(&[fluency, field(&format!("q{step}.1.value"), "5")]).await;
    }
    assert_eq!((seen, someone.step_address().as_deref()), (1, Some("closing")));
    let logs = served.store.session_logs(&served.name).await.unwrap();
    let passed = logs.values().flatten().filter(|(_, event)| matches!(event, SessionEvent::CheckPassed { .. })).count();
    assert_eq!(passed, 1, "the answer to the other question does not matter");
    served.stop().await;
}
