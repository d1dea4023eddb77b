//! Sessions that no person had, as far as pages and texts tell.

use std::path::Path;

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

/// A study with something to read on each of its six pages.
async fn start_server(folder: &Path) -> TestServer {
    let study = small(folder, "prolific", 6);
    let file = std::fs::read_to_string(study.join("study.toml")).unwrap();
    std::fs::write(study.join("study.toml"), file.replace("questions = 4", "questions = 6")).unwrap();
    let text = ["a sentence of six short words"; 8].join(" ");
    let items: String = (0..6).map(|item| format!("{item},{text} {item}\n")).collect();
    std::fs::write(study.join("items.csv"), format!("item,one\n{items}")).unwrap();
    TestServer::start(&study).await
}

/// Someone takes part, waits so many seconds on each page, and leaves a comment.
async fn takes_part(served: &TestServer, who: &str, seconds: i64, comment: &str) {
    let link = format!("{}?PROLIFIC_PID={who}&STUDY_ID=s&SESSION_ID=x{who}", served.entrance());
    let mut person = Participant::follow(served, &link).await;
    loop {
        match person.step_address().as_deref() {
            Some("closing") => {
                let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
                person.send(&[field("q0.0.value", "2"), field("comment", comment)]).await;
            }
            Some(step) if step.starts_with("step/") => {
                served.wait_seconds(seconds);
                person.go_on().await;
            }
            Some("another") | None => return,
            Some(_) => person.go_on().await,
        }
    }
}

#[tokio::test]
async fn answers_faster_than_reading_and_texts_that_others_wrote_are_flagged_and_decide_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(folder.path()).await;
    // 49 words at 1,000 a minute are 2.94 s.
    takes_part(&served, "p1", 0, "I found this task very interesting.").await;
    takes_part(&served, "p2", 2, "Thank you.").await;
    takes_part(&served, "p3", 3, "i found  this task very INTERESTING.").await;
    takes_part(&served, "p4", 12, "Thank you.").await;
    let ada = Desk::owner(&served).await;
    let flagged = async |word: &str| {
        let (_, page) = ada.get(&ada.page(&format!("people?flag={word}&sort=arrival"))).await;
        (1..=4).filter(|number| page.contains(&format!("aria-label=\"Session {number}\""))).collect::<Vec<_>>()
    };
    assert_eq!(flagged("faster-than-reading").await, [1, 2]);
    assert_eq!(flagged("same-text").await, [1, 3], "short texts are the same by chance");
    let (_, page) = ada.get(&ada.page("people/1")).await;
    assert!(page.contains("6 of 6 pages") && page.contains("2 people wrote the same"), "{page}");
    let (_, page) = ada.get(&ada.page("")).await;
    assert!(page.contains("<dd><a href=\"/dashboard/s/small/people?state=excluded\">0</a></dd>"), "{page}");
    served.stop().await;
}
