//! Bodies that no page of ours would send, nor any browser.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use super::route_harness::RouteHarness;

/// Bodies that a page would send.
const SENT: [&str; 10] = [
    "q0.0.value=4&q0.1.value=0.5&q0.2.option=x&q0.2.option=y&q0.3.none=yes&q0.4.value=3&q0.5.value=w%C3%B6rter",
    "q0.3.start=0&q0.3.end=5&q0.3.category=x&q0.3.severity=s&q0.3.start=&q0.3.end=",
    "q1.3.none=yes&timing.open_ms=1200&timing.active_ms=900&timing.changes=2",
    "q0.0.choice=a&timing.first_ms=80",
    "q0.0.rank_a=1&q0.0.rank_b=2&q0.0.rank_c=3&q0.1.best=a&q0.1.worst=b",
    "q1.0.rank_a=1&q1.0.rank_b=1&q1.0.rank_c=3&q1.1.best=c&q1.1.worst=b&comment=fine",
    "consent=yes",
    "consent=no",
    "screening.s=Yes",
    "comment=%F0%9F%A6%8A&q0.0.value=x",
];

/// Fields with nearly the right names.
fn fields() -> impl Strategy<Value = Vec<u8>> {
    let name = prop_oneof![
        "q[0-9]{1,3}\\.[0-9]{1,2}\\.(value|choice|option|start|end|category|rank_a|best|none)",
        "(consent|comment|id|screening\\.s|timing\\.[a-z_]{1,9})",
        "[a-z.0-9%]{0,12}",
    ];
    let value = prop_oneof!["[0-9eE.+-]{0,24}", "(%[0-9A-Fa-f]{2}){0,8}", "(yes|no|Yes|a|x|NaN|inf|-0|null|%00)"];
    vec((name, value), 0..8).prop_map(|fields| {
        let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        fields.join("&").into_bytes()
    })
}

/// A body that a page would send, with bytes changed, cut out or doubled.
fn mutated_body() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<Index>(), 0..4u8, any::<u8>());
    (select(&SENT), vec(change, 0..6)).prop_map(|(sent, changes)| {
        let mut body = sent.as_bytes().to_vec();
        for (at, how, byte) in changes.into_iter() {
            if body.is_empty() {
                break;
            }
            let at = at.index(body.len());
            match how {
                0 => body[at] = byte,
                1 => body.insert(at, byte),
                2 => drop(body.remove(at)),
                _ => body.extend_from_within(at..),
            }
        }
        body
    })
}

#[tokio::test]
async fn whatever_is_posted_is_answered_without_a_fault_and_only_answers_are_kept() {
    let mut harness = RouteHarness::open().await;
    let mut runner = TestRunner::deterministic();
    let bodies = prop_oneof![3 => mutated_body(), 2 => fields(), 1 => vec(any::<u8>(), 0..200)];
    let bodies_posted = (any::<u8>(), bodies).prop_map(|(which, mut body)| {
        body.insert(0, which);
        body
    });
    for _ in 0..1500 {
        harness.post_bytes(&bodies_posted.new_tree(&mut runner).unwrap().current()).await;
    }
    assert!(harness.kept > 40, "only {} answers came through: nothing was tried", harness.kept);
}
