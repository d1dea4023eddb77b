//! The overview says what happened.

use reqwest::StatusCode;

use super::desk::Desk;
use crate::participant::Participant;
use crate::test_server::{TestServer, small};

#[tokio::test]
async fn the_overview_counts_who_came_finished_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let served = TestServer::start(&small(folder.path(), "prolific", 4)).await;
    let ada = Desk::owner(&served).await;
    let (status, page) = ada.get(&ada.page("")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("Nobody has come yet") && page.contains("Not enough yet"));
    let mut first = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    first.finish().await;
    for (person, steps) in [("p2", 6), ("p3", 1)] {
        let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID={person}", served.entrance())).await;
        for _ in 0..steps {
            someone.go_on().await;
        }
        if person == "p2" {
            let back = format!("{}return", someone.session());
            served.client.post(back).send().await.unwrap();
        }
    }
    let (_, page) = ada.get(&ada.page("")).await;
    for words in [
        "1 of 4 slots finished, 0 held, 3 open",
        "<dt>Returned</dt><dd><a href=\"/dashboard/s/small/people?state=returned\">1</a></dd>",
        "SESSION_ID={{%SESSION_ID%}}",
        "<th scope=\"row\">Came</th><td class=\"num\">3</td>",
        "<th scope=\"row\">Finished</th><td class=\"num\">1</td>",
        "1 finished so far; the rate is meaningful from 5 on",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let (_, numbers) = ada.get(&ada.page("overview.json")).await;
    let numbers: serde_json::Value = serde_json::from_str(&numbers).unwrap();
    assert_eq!(numbers["sessions"]["arrived"], 3);
    assert_eq!(numbers["sessions"]["ended"]["returned"], 1);
    assert_eq!(numbers["slots"]["finished"], 1);
    served.stop().await;
}
