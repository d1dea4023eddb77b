//! How many durable submissions a second: `cargo run -p store --example submissions -- PLACE PEOPLE SECONDS`.
//! Everyone saves one answer after another, without thinking.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement that cannot go on must say so")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use session::testing::Sample;
use session::{ArrivalChannel, Command};
use store::{Collector, Identity, Store};

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, place, people, seconds] = arguments.as_slice() else {
        println!("PLACE PEOPLE SECONDS");
        return;
    };
    let (people, seconds): (u32, u64) = (people.parse().unwrap(), seconds.parse().unwrap());
    let completions = format!("completions = {people}");
    let sample = Sample::only_list(&[("completions = 3", &completions)]);
    let now = "2026-11-16T09:00:00Z".parse().unwrap();
    let store = Store::open(place).await.unwrap();
    let (study, plan) = (Arc::clone(&sample.study), Arc::clone(&sample.plan));
    let at = Arc::new(Collector::open(&store, "load", study, plan, now).await.unwrap());
    let begun = Instant::now();
    let mut crowd = tokio::task::JoinSet::new();
    for number in 0..people {
        let (at, sample) = (Arc::clone(&at), sample.clone());
        crowd.spawn(async move {
            let identity = Identity { how: ArrivalChannel::Open, id: number.to_string(), submission: None };
            let id = at.arrive(&identity, now).await.unwrap().id;
            let mut session = at.handle(id, Command::Consent, now).await.unwrap().session;
            let entered = begun.elapsed();
            let mut took = Vec::new();
            while begun.elapsed() < Duration::from_secs(seconds) {
                let point = took.len() as i64 % 5 + 1;
                let before = Instant::now();
                let save = Command::Save(vec![sample.page(&session, 0, (point, point))]);
                session = at.handle(id, save, now).await.unwrap().session;
                took.push(before.elapsed());
            }
            (entered, took)
        });
    }
    let all = crowd.join_all().await;
    let entered = all.iter().map(|(entered, _)| *entered).max().unwrap();
    let mut took: Vec<Duration> = all.into_iter().flat_map(|(_, took)| took).collect();
    took.sort();
    let rate = took.len() as f64 / (begun.elapsed() - entered).as_secs_f64();
    let (half, most) = (took[took.len() / 2], took[took.len() * 99 / 100]);
    println!("{people} people entered in {entered:?}; {rate:.0} submissions/s, p50 {half:?}, p99 {most:?}");
}
