//! People who did the whole list and failed the checks learn so, what the study was about, and what they are paid.

use crate::participant::{Participant, field};
use crate::test_server::{TestServer, small_with};

async fn last_page(pay: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let payment = format!(
        "late = \"LATE\", failed_check = \"FAILED\" }}\n\n[payment]\ncurrency = \"GBP\"\namount = 1.25\nestimated_minutes = 6\n{pay}"
    );
    let changes = [
        ("order = \"fixed\"", "checks = { file = \"checks.csv\", per_list = 1, on_failure = \"replace\" }"),
        ("late = \"LATE\" }", payment.as_str()),
    ];
    let study = small_with(folder.path(), &changes);
    std::fs::write(study.join("checks.csv"), "check,text,answer\nc,Please choose five.,5\n").unwrap();
    let served = TestServer::start(&study).await;
    let mut someone = Participant::at_the_list(&served).await;
    for step in 0..5 {
        someone.send(&[field(&format!("q{step}.0.value"), "2")]).await;
    }
    someone.finish().await;
    let page = someone.page;
    served.stop().await;
    page
}

#[tokio::test]
async fn whoever_fails_the_checks_at_the_end_is_thanked_and_told_what_they_get() {
    let undecided = last_page("").await;
    for words in [
        "Thank you for your time",
        "You have answered everything",
        "FAILED",
        "Words of the debrief.",
        "Return to Prolific",
    ] {
        assert!(undecided.contains(words), "{words} is not on {undecided}");
    }
    assert!(
        undecided.contains("Whether you get the payment of £1.25 is for the researchers to decide."),
        "{undecided}"
    );
    assert!(!undecided.contains("process your payment"), "nobody promised it: {undecided}");
    let paid = last_page("pay_failed_checks = true\n").await;
    assert!(paid.contains("Payment for this: £1.25."), "{paid}");
    assert!(paid.contains("Prolific needs this to process your payment."), "{paid}");
    assert!(!paid.contains("for the researchers to decide"), "{paid}");
}
