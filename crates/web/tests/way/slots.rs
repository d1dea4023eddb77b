//! One slot, many arrivals.

use store::testing::Postgres;

use crate::participant::Participant;
use crate::served::{Served, small};

/// How many come at once, and how often.
const PEOPLE: usize = 64;

/// Everyone arrives, agrees and answers the screening question in the same moment; says who got the slot.
async fn rush(servers: &[Served], round: usize) -> usize {
    let field = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
    let one = async |person: usize| {
        let served = &servers[person % servers.len()];
        let link = format!("{}?PROLIFIC_PID=r{round}p{person}", served.entrance());
        let mut someone = Participant::follow(served, &link).await;
        for fields in [vec![], field("consent", "yes"), field("screening.native", "Yes")] {
            if someone.asked().is_none() {
                break;
            }
            someone.send(&fields).await;
        }
        match someone.asked().as_deref() {
            Some("instructions") => 1,
            None if someone.page.contains("ending full") => 0,
            other => panic!("{other:?}: {}", someone.page),
        }
    };
    join_all((0..PEOPLE).map(one).collect()).await.into_iter().sum()
}

/// All at once, on this task.
async fn join_all<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    let mut pending: Vec<_> = futures.into_iter().map(|future| Some(Box::pin(future))).collect();
    let mut done: Vec<Option<F::Output>> = pending.iter().map(|_| None).collect();
    std::future::poll_fn(move |context| {
        for (slot, result) in pending.iter_mut().zip(done.iter_mut()) {
            if let Some(future) = slot
                && let std::task::Poll::Ready(output) = future.as_mut().poll(context)
            {
                *result = Some(output);
                *slot = None;
            }
        }
        if pending.iter().all(Option::is_none) {
            std::task::Poll::Ready(done.iter_mut().filter_map(Option::take).collect())
        } else {
            std::task::Poll::Pending
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn one_slot_goes_to_exactly_one_of_sixty_four() {
    for round in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let servers = [Served::start(&small(folder.path(), "prolific", 1)).await];
        assert_eq!(rush(&servers, round).await, 1, "round {round}");
        let [served] = servers;
        served.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_slot_goes_to_exactly_one_of_sixty_four_at_three_servers_on_one_postgresql() {
    for round in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        let study = small(folder.path(), "prolific", 1);
        let database = Postgres::shared().database();
        let mut servers = Vec::new();
        for _ in 0..3 {
            servers.push(Served::on(&study, &database, |_| {}).await);
        }
        assert_eq!(rush(&servers, round).await, 1, "round {round}");
        for served in servers {
            served.stop().await;
        }
    }
}

#[tokio::test]
async fn a_lapsed_slot_goes_to_the_next_who_comes() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&small(folder.path(), "prolific", 1)).await;
    let link = |person: &str| format!("{}?PROLIFIC_PID={person}", served.entrance());
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
