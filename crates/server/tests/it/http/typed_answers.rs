//! Screening and closing questions that are answered by typing: a number, a day, words.

use session::Session;
use study::response::Answer;

use crate::participant::{Participant, field};
use crate::test_server::{TestServer, small_with};

const TYPED: &str = "[[screening]]
id = \"age\"
question = \"How old are you?\"
response = { kind = \"count\", minimum = 1, maximum = 120 }
accept = [\"18..99\"]

[[screening]]
id = \"since\"
question = \"Since when have you lived here?\"
response = { kind = \"date\", earliest = \"1900-01-01\", latest = \"2026-11-17\" }
accept = [\"<= 2020-12-31\"]

[[screening]]
id = \"work\"
question = \"What is your work?\"
response = { kind = \"text\", minimum = 3, maximum = 20 }

[[screening]]";

const CLOSING: &str = "[[closing]]
id = \"last\"
question = \"When did you last do something like this?\"
response = { kind = \"date\", optional = true, earliest = \"2000-01-01\" }

[[closing]]";

fn screening(age: &str, since: &str, work: &str) -> Vec<(String, String)> {
    let typed = [("age", age), ("since", since), ("work", work), ("native", "Yes")];
    typed.map(|(id, value)| field(&format!("screening.{id}"), value)).into()
}

async fn at_screening<'a>(served: &'a TestServer, who: &str) -> Participant<'a> {
    let link = format!("{}?PROLIFIC_PID={who}&SESSION_ID=s{who}", served.entrance());
    let mut someone = Participant::follow(served, &link).await;
    someone.go_on().await;
    someone.go_on().await;
    assert_eq!(someone.step_address().as_deref(), Some("screening"));
    someone
}

#[tokio::test]
async fn what_is_typed_before_and_after_the_list_is_validated_kept_and_decides_who_takes_part() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [("[[screening]]", TYPED), ("[[closing]]", CLOSING)];
    let served = TestServer::start(&small_with(folder.path(), &changes)).await;
    let mut young = at_screening(&served, "p1").await;
    for field in ["type=\"number\"", "min=\"1\" max=\"120\"", "type=\"date\"", "max=\"2026-11-17\"", "type=\"text\""] {
        assert!(young.page.contains(field), "{field}: {}", young.page);
    }
    for (age, since, work, error) in [
        ("", "2001-02-03", "Baker", "Please answer this question."),
        ("many", "2001-02-03", "Baker", "is not a number."),
        ("17.5", "2001-02-03", "Baker", "is not a whole number."),
        ("130", "2001-02-03", "Baker", "Please enter a number from 1 to 120."),
        ("17", "2001-02-30", "Baker", "Please enter a date that exists"),
        ("17", "2027-01-01", "Baker", "Please enter a date up to 2026-11-17."),
        ("17", "1850-01-01", "Baker", "Please enter a date from 1900-01-01 on."),
        ("17", "2001-02-03", "A baker and a teacher of bakers", "the limit is 20."),
        ("17", "2001-02-03", "No", "please write at least 3."),
    ] {
        young.send(&screening(age, since, work)).await;
        assert_eq!(young.status, 422, "{error}");
        assert!(young.page.contains(error), "{error}: {}", young.page);
        assert_eq!(young.page.matches("class=\"error\" id=").count(), 1, "only that is wrong: {}", young.page);
        assert!(young.page.contains(&format!("value=\"{since}\"")), "what was typed is there again: {}", young.page);
    }
    young.send(&screening("17", "2001-02-03", "Baker")).await;
    assert!(young.page.contains("screened-out"), "{}", young.page);
    let mut someone = at_screening(&served, "p2").await;
    someone.send(&screening(" 018 ", "2020-12-31", " Baker ")).await;
    for _ in 0..5 {
        someone.go_on().await;
    }
    assert_eq!(someone.step_address().as_deref(), Some("closing"));
    someone.send(&[field("q0.0.value", "1999-12-31"), field("q1.0.value", "2")]).await;
    assert_eq!(someone.status, 422);
    assert!(someone.page.contains("Please enter a date from 2000-01-01 on."), "{}", someone.page);
    someone.send(&[field("q0.0.value", "2024-02-29"), field("q1.0.value", "2")]).await;
    let logs = served.store.session_logs(&served.name).await.unwrap();
    let sessions = logs.values().map(|log| Session::from_events(log.iter().map(|(at, event)| (*at, event))));
    let done = sessions.into_iter().find(|session| session.closing.is_some()).unwrap();
    let typed: Vec<&str> = done.screening.iter().map(|given| given.option.as_str()).collect();
    assert_eq!(typed, ["18", "2020-12-31", "Baker", "Yes"]);
    assert_eq!(done.closing.unwrap()[0], ("last".to_owned(), Answer::Text("2024-02-29".to_owned())));
    served.stop().await;
}
