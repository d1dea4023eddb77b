//! How well people work, while the study runs.

use reqwest::StatusCode;
use store::Role;

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

#[tokio::test]
async fn quality_is_shown_by_list_and_person_beside_the_others_and_says_what_to_add() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 3)).await;
    for (number, answers) in [(1, ["1", "2", "3", "4"]), (2, ["1", "2", "3", "4"]), (3, ["5", "5", "5", "5"])] {
        let link = format!("{}?PROLIFIC_PID=p{number}&STUDY_ID=s&SESSION_ID=x{number}", served.entrance());
        let mut person = Participant::follow(&served, &link).await;
        while !person.step_address().is_some_and(|asked| asked.starts_with("step/")) {
            person.go_on().await;
        }
        for (step, answer) in answers.iter().enumerate() {
            served.wait_minutes(1);
            person.send(&[(format!("q{step}.0.value"), (*answer).to_owned())]).await;
        }
        person.finish().await;
    }
    let ada = Desk::owner(&served).await;
    let (status, page) = ada.get(&ada.page("quality")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(!page.contains("id=\"short\""), "nothing is missing yet: {page}");
    // The third is from the mean of the others (1, 2, 3, 4) by 4, 3, 2, 1 of 4 steps: 1 - 10/16 of the way; from the first
    // two the mean of the others is (x + 5)/2, by 2, 1.5, 1, 0.5 of 4: 1 - 5/16.
    assert!(page.contains("38\u{a0}% <small>on 4</small>") && page.contains("69\u{a0}% <small>on 4</small>"), "{page}");
    let third = page.find("38\u{a0}%").unwrap();
    assert!(third < page.find("69\u{a0}% <small>on 4").unwrap(), "who agrees least comes first");
    assert!(page.contains("58\u{a0}%"), "the mean of the list: (11/16 + 11/16 + 6/16)/3: {page}");
    let (_, session) = ada.get(&ada.page("people/3")).await;
    assert!(session.contains("mean 1.0 of 2") && session.contains("mean 4.0 of 2"), "{session}");
    let excluded = ada.post(&ada.page("people/3/exclude"), &[("reason", "no reading")]).await;
    assert_eq!(excluded.0, StatusCode::SEE_OTHER);
    let (_, page) = ada.get(&ada.page("quality")).await;
    assert!(page.contains("id=\"short\"") && page.contains("1 to list 0."), "{page}");
    assert!(page.contains("2 <small>of 3</small>"), "{page}");
    ada.post(&ada.page("lists/add"), &[("count", "1"), ("list", "0"), ("sure", "yes")]).await;
    let eve = Desk::invite(&served, "eve", "small", Role::Viewer).await;
    let (_, page) = eve.get(&eve.page("quality?sort=pace")).await;
    assert!(!page.contains("id=\"short\"") && page.contains("3 <small>of 3</small>"), "{page}");
    served.stop().await;
}
