//! PostgreSQL goes away, and comes back; and others write while somebody reads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use session::testing::Sample;
use store::testing::Postgres;
use store::{Collector, Cursor};
use tokio_postgres::NoTls;

use crate::place::{Place, person, start};

/// Someone comes, and the server may need a moment to be found again.
async fn comes_in_the_end(at: &Collector, number: u32) {
    for _ in 0..50 {
        if at.arrive(&person(number), start()).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the server is there and is not found again");
}

/// Something done to a server.
type Act = fn(&Postgres);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_down_or_frozen_is_noticed_within_three_seconds_and_found_again() {
    let server = Postgres::start();
    let place = Place::postgres_on(&server);
    let at = place.collector(&Sample::only_list(&[])).await;
    let outages: [(Act, Act); 2] = [(Postgres::stop, Postgres::start_again), (Postgres::freeze, Postgres::thaw)];
    for (number, (fail, recover)) in (0..).zip(outages) {
        comes_in_the_end(&at, 10 * number).await;
        fail(&server);
        let begun = Instant::now();
        let newcomer = person(10 * number + 1);
        let (arrived, health) = tokio::join!(at.arrive(&newcomer, start()), at.store().health());
        let waited = begun.elapsed();
        recover(&server);
        assert!(arrived.is_err() && health.is_err());
        assert!(waited < Duration::from_secs(3), "{waited:?}");
        assert!(arrived.unwrap_err().to_string().contains("PostgreSQL"));
        comes_in_the_end(&at, 10 * number + 2).await;
        at.store().health().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_must_see_everything_waits_for_those_who_write() {
    // Of its own, so that the transaction that is left open holds up no other test.
    let server = Postgres::start();
    let place = Place::postgres_on(&server);
    let at = place.collector(&Sample::only_list(&[])).await;
    let (other, connection) = tokio_postgres::connect(place.address(), NoTls).await.unwrap();
    tokio::spawn(connection);
    other.batch_execute("BEGIN; SELECT pg_current_xact_id()").await.unwrap();
    at.arrive(&person(1), start()).await.unwrap();
    let (seen, _) = at.store().events_since(at.slug(), Cursor::default(), 10).await.unwrap();
    assert_eq!(seen.len(), 0, "what is behind an open transaction is not read yet");
    let ending = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        other.batch_execute("COMMIT").await.unwrap();
    });
    let logs = at.store().session_logs(at.slug()).await.unwrap();
    assert_eq!(logs.len(), 1, "an arrival that was acknowledged is missing");
    ending.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adding_events_does_not_read_all_that_is_there() {
    let place = Place::postgres();
    let at = Arc::new(place.collector(&Sample::only_list(&[])).await);
    for round in 0..8 {
        let mut arrivals = tokio::task::JoinSet::new();
        for newcomer in (32 * round..32 * (round + 1)).map(person) {
            let at = Arc::clone(&at);
            arrivals.spawn(async move { at.arrive(&newcomer, start()).await.unwrap() });
        }
        arrivals.join_all().await;
    }
    at.store().close().await;
    // A connection counts what it read when it has ended.
    let (client, connection) = tokio_postgres::connect(place.address(), NoTls).await.unwrap();
    tokio::spawn(connection);
    let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    while client.query_one(others, &[]).await.unwrap().get::<_, i64>(0) > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let read = "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'events'";
    let read: i64 = client.query_one(read, &[]).await.unwrap().get(0);
    assert!(read < 256, "{read} rows of 256 and more");
}
