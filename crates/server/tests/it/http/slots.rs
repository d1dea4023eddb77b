//! A slot that is taken back.

use crate::participant::Participant;
use crate::test_server::{TestServer, small};

#[tokio::test]
async fn a_lapsed_slot_goes_to_the_next_who_comes() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 1)).await;
    let link = |person: &str| format!("{}?PROLIFIC_PID={person}&SESSION_ID=s{person}", served.entrance());
    let mut first = Participant::follow(&served, &link("first")).await;
    for _ in 0..4 {
        first.go_on().await;
    }
    let mut second = Participant::follow(&served, &link("second")).await;
    assert!(second.page.contains("ending full"), "{}", second.page);
    served.wait_minutes(31);
    second.open(&link("second")).await;
    second.finish().await;
    assert!(second.page.contains("DONE"));
    first.go_on().await;
    assert!(first.page.contains("ending too-late"), "{}", first.page);
    served.stop().await;
}
