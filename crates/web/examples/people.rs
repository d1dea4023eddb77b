//! How long the dashboard takes to show the people of a large study.
//!
//! `cargo run --release -p web --example people -- 10000` fills a new SQLite file with so many finished sessions of 20
//! questions, by the same door as everyone's, starts the server and asks for the pages, each several times.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a program that measures")]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use session::{Command, Given, How, PageAnswers, Stage, Timing};
use store::{Accepted, Collector, Identity, Store};
use study::response::Answer;
use study::{InMemory, Study};
use web::server::{Peers, Running, Server, Settings};

const QUESTIONS: usize = 20;
/// How often each page is asked for.
const REPEATS: usize = 7;

fn study(completions: usize) -> (Study, InMemory) {
    let file = format!(
        "[study]\ntitle = \"Large\"\nlanguage = \"en\"\nseed = 1\n[systems]\none = \"One\"\n[items]\nfile = \"items.csv\"\n\
         id = \"item\"\n[[criteria]]\nid = \"fluency\"\nquestion = \"How fluent?\"\ndefinition = \"d\"\nbetter = \"higher\"\n\
         response = {{ kind = \"rating\", points = 5, minimum = 1 }}\n[lists]\nquestions = {QUESTIONS}\n\
         completions = {completions}\npages = \"all\"\n[participants]\nfrom = \"prolific\"\ncodes = {{ completed = \"C\" }}\n\
         [payment]\ncurrency = \"GBP\"\namount = 2.0\nestimated_minutes = 8\n"
    );
    let items: String = (0..QUESTIONS).map(|item| format!("{item:02},Text {item}.\n")).collect();
    let files =
        [("study.toml", file), ("items.csv", format!("item,one\n{items}")), ("consent.md", "Agree?".to_owned())];
    let files = InMemory(BTreeMap::from(files.map(|(name, text)| (name.to_owned(), text.into_bytes()))));
    (study::check(&files).study.unwrap(), files)
}

async fn one(at: Arc<Collector>, number: usize, begin: Timestamp) {
    let mut now = begin + SignedDuration::from_secs(number as i64 * 30);
    let id = format!("PID{number}");
    let mut handled = at.arrive(&Identity { how: How::Prolific, id, submission: None }, now).await.unwrap();
    while let Some(command) = next(&at, &handled.session, number) {
        now += SignedDuration::from_secs(200);
        handled = at.handle(handled.id, command, now).await.unwrap();
    }
}

fn next(at: &Collector, session: &session::Session, number: usize) -> Option<Command> {
    match session.stage(at.study()) {
        Stage::Information | Stage::Consent => Some(Command::Consent),
        Stage::Instructions => Some(Command::ReadInstructions),
        Stage::AllSteps => {
            let criterion = at.study().criteria[0].id.clone();
            let page = |step: usize| {
                let timing = Timing { active_ms: Some(5_000 + (number * 37 % 9_000) as u64), ..Timing::default() };
                let answer = Answer::Rating(((number * 7 + step * step) % 5) as i64 + 1);
                PageAnswers { step: step as u32, answers: vec![Given { criterion: criterion.clone(), answer }], timing }
            };
            Some(Command::Submit((0..QUESTIONS).map(page).collect()))
        }
        Stage::Screening
        | Stage::Waiting
        | Stage::Training { .. }
        | Stage::Step(_)
        | Stage::Closing
        | Stage::Done(_) => None,
    }
}

#[tokio::main]
async fn main() {
    let people: usize = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let (study, files) = study(people);
    let study = Arc::new(study);
    let plan = Arc::new(plan::make(&study).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("large.sqlite").display().to_string()).await.unwrap();
    let begin = Timestamp::from_second(1_800_000_000).unwrap();
    let open = || Collector::open(&store, "large", study.clone(), plan.clone(), begin);
    let at = Arc::new(open().await.unwrap());
    let filling = Instant::now();
    for first in (0..people).step_by(200) {
        let group = (first..people.min(first + 200)).map(|number| tokio::spawn(one(at.clone(), number, begin)));
        for someone in group.collect::<Vec<_>>() {
            someone.await.unwrap();
        }
    }
    println!("{people} sessions of {QUESTIONS} questions, filled in {:.1} s", filling.elapsed().as_secs_f64());
    let now = begin + SignedDuration::from_hours(200);
    let link = store.first_link(now).await.unwrap().unwrap();
    let Accepted::Done(account) = store.accept(&link, ("ada", "none"), now).await.unwrap() else { return };
    let secret = store.sign_in(&account, now).await.unwrap();
    let settings = Settings {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        public_url: None,
        peers: Peers::Direct,
        tls: None,
        address_rate: None,
        session_rate: None,
        metrics_token: None,
        accounts: Some(store.clone()),
        clock: Arc::new(move || now),
    };
    let server = Server::bind(settings, vec![Running::new(open().await.unwrap(), Arc::new(files))]).unwrap();
    let url = format!("http://{}/dashboard/s/large/", server.address());
    tokio::spawn(server.run(std::future::pending()));
    let client = reqwest::Client::new();
    println!("page, first ms, median ms, slowest ms, kB");
    for page in [
        "people",
        "people?flag=any",
        "people?sort=flags&page=50",
        "people?number=9999",
        "people/1000",
        "items",
        "items/7",
        "comments",
    ] {
        let mut times: Vec<Duration> = Vec::new();
        let mut bytes = 0;
        for _ in 0..REPEATS {
            let start = Instant::now();
            let reply = client.get(format!("{url}{page}")).header("cookie", format!("rejudge={secret}")).send().await;
            let reply = reply.unwrap();
            assert!(reply.status().is_success(), "{page}: {}", reply.status());
            bytes = reply.bytes().await.unwrap().len();
            times.push(start.elapsed());
        }
        let first = times[0];
        times.sort_unstable();
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let (middle, slowest) = (times[REPEATS / 2], times[REPEATS - 1]);
        println!("{page}, {:.0}, {:.0}, {:.0}, {:.0}", ms(first), ms(middle), ms(slowest), bytes as f64 / 1000.0);
    }
}
