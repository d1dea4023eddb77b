//! How long the dashboard takes to show the people of a large study.
//!
//! `cargo run --release -p server --example people -- 10000` fills a new SQLite file with so many finished sessions of 20
//! questions, through the same commands as anyone, starts the server and asks for the pages, each several times: first
//! while nothing happens, then while people come and answer.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a program that measures")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use live::LiveStudy;
use server::{Server, Settings};
use session::{ArrivalChannel, Command, CriterionAnswer, PageAnswers, SessionState, Timing};
use store::{Collector, Identity, LinkOutcome, Store};
use study::response::Answer;
use study::{InMemory, Study};

const QUESTIONS: usize = 20;
/// How often each page is asked for.
const REPEATS: usize = 9;
/// Someone comes so often while pages are asked for, and does a whole list at once: 25 events.
const EVERY: Duration = Duration::from_millis(20);
/// Slots for those who come then.
const MORE: usize = 20_000;

const PAGES: [&str; 12] = [
    "",
    "people",
    "people?flag=any",
    "people?sort=flags&page=50",
    "people?sort=slowest",
    "people?number=9999",
    "people/1000",
    "lists",
    "lists/by-item",
    "items",
    "items/7",
    "comments",
];

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

async fn play_person(at: Arc<Collector>, number: usize, begin: Timestamp) {
    let mut now = begin + SignedDuration::from_secs(number as i64 * 30);
    let id = format!("PID{number}");
    let mut handled = at.arrive(&Identity { how: ArrivalChannel::Prolific, id, submission: None }, now).await.unwrap();
    while let Some(command) = next(&at, &handled.session, number) {
        now += SignedDuration::from_secs(200);
        handled = at.handle(handled.id, command, now).await.unwrap();
    }
}

fn next(at: &Collector, session: &session::Session, number: usize) -> Option<Command> {
    match session.state(at.study()) {
        SessionState::Information | SessionState::Consent => Some(Command::Consent),
        SessionState::Instructions => Some(Command::ReadInstructions),
        SessionState::AllSteps => {
            let criterion = at.study().criteria[0].id.clone();
            let page = |step: usize| {
                let timing = Timing { active_ms: Some(5_000 + (number * 37 % 9_000) as u64), ..Timing::default() };
                let answer = Answer::Rating(((number * 7 + step * step) % 5) as i64 + 1);
                PageAnswers {
                    step: step as u32,
                    loaded_at: None,
                    answers: vec![CriterionAnswer { criterion: criterion.clone(), answer, confidence: None }],
                    remark: None,
                    timing,
                }
            };
            Some(Command::Submit((0..QUESTIONS).map(page).collect()))
        }
        SessionState::Screening
        | SessionState::Waiting
        | SessionState::Training { .. }
        | SessionState::Step(_)
        | SessionState::Closing
        | SessionState::Done(_) => None,
    }
}

/// A researcher who is signed in.
struct Desk {
    client: reqwest::Client,
    url: String,
    cookie: String,
}

impl Desk {
    /// Whether a page is shown; while a long log is read for the first time, it may be refused.
    async fn is_shown(&self, page: &str) -> bool {
        let reply = self.client.get(format!("{}{page}", self.url)).header("cookie", &self.cookie).send().await;
        reply.unwrap().status().is_success()
    }

    /// How long a page takes, and its bytes.
    async fn asks(&self, page: &str) -> (Duration, usize) {
        let start = Instant::now();
        let reply = self.client.get(format!("{}{page}", self.url)).header("cookie", &self.cookie).send().await;
        let reply = reply.unwrap();
        assert!(reply.status().is_success(), "{page}: {}", reply.status());
        let bytes = reply.bytes().await.unwrap().len();
        (start.elapsed(), bytes)
    }

    async fn measure(&self) {
        println!("page, median ms, slowest ms, kB");
        for page in PAGES {
            let mut times: Vec<Duration> = Vec::new();
            let mut bytes = 0;
            for _ in 0..REPEATS {
                tokio::time::sleep(EVERY).await;
                let (took, size) = self.asks(page).await;
                times.push(took);
                bytes = size;
            }
            times.sort_unstable();
            let (middle, slowest) = (ms(times[REPEATS / 2]), ms(times[REPEATS - 1]));
            println!("{page}, {middle:.0}, {slowest:.0}, {:.0}", bytes as f64 / 1000.0);
        }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[tokio::main]
async fn main() {
    let people: usize = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let (study, files) = study(people + MORE);
    let study = Arc::new(study);
    let plan = Arc::new(plan::make(&study).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("large.sqlite").display().to_string()).await.unwrap();
    let begin = Timestamp::from_second(1_800_000_000).unwrap();
    let open = || Collector::open(&store, "large", study.clone(), plan.clone(), begin);
    let at = Arc::new(open().await.unwrap());
    let filling = Instant::now();
    for first in (0..people).step_by(200) {
        let group = (first..people.min(first + 200)).map(|number| tokio::spawn(play_person(at.clone(), number, begin)));
        for someone in group.collect::<Vec<_>>() {
            someone.await.unwrap();
        }
    }
    println!("{people} sessions of {QUESTIONS} questions, filled in {:.1} s", filling.elapsed().as_secs_f64());
    let now = begin + SignedDuration::from_hours(200);
    let link = store.first_link(now).await.unwrap().unwrap();
    let LinkOutcome::Done(account) = store.accept(&link, ("ada", "none"), now).await.unwrap() else { return };
    let cookie = format!("rejudge={}", store.sign_in(&account, now).await.unwrap());
    let starting = Instant::now();
    let running = LiveStudy::new(open().await.unwrap(), Arc::new(files));
    let settings = Settings { accounts: Some(store.clone()), ..Settings::local(Arc::new(move || now)) };
    let server = Server::bind(settings, vec![running]).unwrap();
    let desk =
        Desk { client: reqwest::Client::new(), url: format!("http://{}/dashboard/s/large/", server.address()), cookie };
    tokio::spawn(server.run(std::future::pending()));
    while !desk.is_shown("people").await {}
    println!("from the start of the server to the first page: {:.0} ms", ms(starting.elapsed()));
    println!("\nwhile nothing happens");
    desk.measure().await;
    let came = Arc::new(AtomicUsize::new(0));
    let stream = tokio::spawn({
        let came = Arc::clone(&came);
        async move {
            for number in people..people + MORE {
                play_person(at.clone(), number, begin).await;
                came.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(EVERY).await;
            }
        }
    });
    println!("\nwhile people come");
    desk.measure().await;
    stream.abort();
    println!("{} came and finished meanwhile", came.load(Ordering::Relaxed));
}
