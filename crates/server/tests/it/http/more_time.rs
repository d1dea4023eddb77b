//! Whoever needs more time asks for it, once, where the study gives it.

use crate::participant::Participant;
use crate::test_server::{TestServer, small};

#[tokio::test]
async fn more_time_is_given_once_to_whoever_asks() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path(), "prolific", 2);
    let file = study.join("study.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("time_limit = \"30 min\"", "time_limit = \"30 min\"\nmore_time = \"15 min\""))
        .unwrap();
    let served = TestServer::start(&study).await;
    let link = |name: &str| format!("{}?PROLIFIC_PID={name}&SESSION_ID=s{name}", served.entrance());
    let (asks, waits) = (link("asks"), link("waits"));
    let mut asking = Participant::follow(&served, &asks).await;
    let mut waiting = Participant::follow(&served, &waits).await;
    for someone in [&mut asking, &mut waiting] {
        for _ in 0..4 {
            someone.go_on().await;
        }
        assert!(someone.page.contains("/more-time\""), "it can be asked for:\n{}", someone.page);
    }
    served.wait_minutes(28);
    let more = format!("{}more-time", asking.session());
    for _ in 0..2 {
        served.client.post(&more).send().await.unwrap();
    }
    asking.open(&asks).await;
    assert!(asking.page.contains("data-seconds=\"1020\""), "2 and 15 minutes are left:\n{}", asking.page);
    assert!(!asking.page.contains("/more-time\""), "but only once");
    served.wait_minutes(14);
    asking.open(&asks).await;
    assert_eq!(asking.step_address().as_deref(), Some("step/0"));
    waiting.open(&waits).await;
    assert!(waiting.page.contains("ending too-late"), "{}", waiting.page);
    // Too late is too late, for asking too.
    served.client.post(format!("{}more-time", waiting.session())).send().await.unwrap();
    waiting.open(&waits).await;
    assert!(waiting.page.contains("ending too-late"), "{}", waiting.page);
    served.stop().await;
}
