//! Bodies that no page of ours would send.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::participant::Participant;
use crate::served::{Served, small};

/// Anything, or fields with nearly the right names.
fn bodies() -> impl Strategy<Value = Vec<u8>> {
    let name = prop_oneof![
        "q[0-9]{1,3}\\.[0-9]{1,2}\\.(value|choice|option|start|rank_a)",
        "(consent|comment|id|screening\\.native|timing\\.[a-z_]{1,9})",
        "[a-z.0-9%]{0,12}",
    ];
    let value = prop_oneof!["[0-9eE.+-]{0,24}", "(%[0-9A-Fa-f]{2}){0,8}", "(yes|no|Yes|NaN|inf|-0|null|%00)"];
    let fields = vec((name, value), 0..8).prop_map(|fields| {
        let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        fields.join("&").into_bytes()
    });
    prop_oneof![3 => fields, 1 => vec(any::<u8>(), 0..200)]
}

#[tokio::test]
async fn whatever_is_posted_is_answered_without_a_fault_and_the_way_stays_open() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&small(folder.path(), "prolific", 3)).await;
    let mut someone = Participant::follow(&served, &format!("{}?PROLIFIC_PID=p1", served.entrance())).await;
    for _ in 0..4 {
        someone.go_on().await;
    }
    let session = someone.session();
    let mut runner = TestRunner::deterministic();
    for case in 0..200 {
        let body = bodies().new_tree(&mut runner).unwrap().current();
        for page in ["save", "step/1", "consent", "screening", "closing", "training/1/0", "all"] {
            let request = served.client.post(format!("{session}{page}"));
            let request = request.header("content-type", "application/x-www-form-urlencoded").body(body.clone());
            let status = request.send().await.unwrap().status();
            assert!(status.as_u16() < 500, "case {case}, {page}: {status} for {:?}", String::from_utf8_lossy(&body));
        }
    }
    someone.open(&session).await;
    assert!(someone.status.is_success() || someone.page.contains("ending"), "{}", someone.page);
    served.stop().await;
}
