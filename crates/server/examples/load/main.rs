//! How many people the server serves at once, measured.
//!
//! `cargo run --release -p server --example load -- target/release/rejudge` starts the real server on a new
//! database and a study made for the purpose, lets people without any pause for thought answer it, and
//! prints a table: page loads and durable submissions per second, their times, and the processor time
//! of the server per submission.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

mod cpu;
mod person;
mod server;
mod wire;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cpu::CpuTime;
use person::{Measurements, Person};
use server::TestServer;
use store::testing::{Postgres, SmallStudy};

/// One line of the table.
struct Case {
    people: usize,
    registered: usize,
    study: SmallStudy,
}

/// Questions in a list.
const LIST: u32 = 30;

const SMALL: SmallStudy = SmallStudy {
    name: "load",
    items: 300,
    list: LIST,
    completions: 20_000,
    texts: &["information", "instructions", "debrief"],
};
const LARGE: SmallStudy = SmallStudy { items: 300_000, completions: 20, ..SMALL };

const CASES: [Case; 7] = [
    Case { people: 1, registered: 300, study: SMALL },
    Case { people: 32, registered: 300, study: SMALL },
    Case { people: 256, registered: 300, study: SMALL },
    Case { people: 2_000, registered: 300, study: SMALL },
    Case { people: 256, registered: 30_000, study: SMALL },
    Case { people: 256, registered: 300, study: LARGE },
    Case { people: 256, registered: 30_000, study: LARGE },
];

/// How it is run: `load [PROGRAM] [SECONDS] [DATABASE] [SERVERS] [CASE]`.
struct Run {
    program: PathBuf,
    seconds: u64,
    /// `postgres` starts one of its own; nothing is a new SQLite file.
    database: Option<String>,
    /// How many servers share the database. People go to them in turn.
    servers: usize,
    /// One line of the table, from 0; all without.
    case: Option<usize>,
}

impl Run {
    fn read(arguments: impl Iterator<Item = String>) -> Run {
        let given: Vec<String> = arguments.collect();
        let word = |at: usize| given.get(at).filter(|word| !word.is_empty()).cloned();
        Run {
            program: PathBuf::from(word(0).unwrap_or_else(|| "target/release/rejudge".to_owned())),
            seconds: word(1).and_then(|word| word.parse().ok()).unwrap_or(10),
            database: word(2).filter(|place| place != "sqlite"),
            servers: word(3).and_then(|word| word.parse().ok()).unwrap_or(1),
            case: word(4).and_then(|word| word.parse().ok()),
        }
    }

    async fn case(&self, case: &Case) -> io::Result<String> {
        let folder = std::env::temp_dir().join(format!("rejudge-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let file = folder.join("load.sqlite").display().to_string();
        let postgres = self.database.as_deref().filter(|place| *place == "postgres").map(|_| Postgres::start_durable());
        let started = postgres.as_ref().map(Postgres::database);
        let place = started.as_deref().or(self.database.as_deref()).unwrap_or(&file);
        let study = case.study.write(&folder);
        let start = |_| TestServer::start(&self.program, &study, place);
        let servers = (0..self.servers).map(start).collect::<io::Result<Vec<TestServer>>>()?;
        let measured = measure(&servers, case, Duration::from_secs(self.seconds)).await;
        drop(servers);
        drop(postgres);
        std::fs::remove_dir_all(&folder)?;
        measured
    }
}

/// One thread: the server has more use for the others.
#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let run = Run::read(std::env::args().skip(1));
    println!(
        "| people at once | registered | questions | pages/s | p50, p99 ms | submissions/s | p50, p99 ms | arrivals p50, p99 ms | CPU ms per submission: servers, PostgreSQL, generator | errors |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for case in CASES.iter().skip(run.case.unwrap_or(0)).take(run.case.map_or(CASES.len(), |_| 1)) {
        println!("{}", run.case(case).await?);
    }
    Ok(())
}

async fn measure(servers: &[TestServer], case: &Case, time: Duration) -> io::Result<String> {
    register(&servers[0].address, case.registered).await?;
    let mut people = tokio::task::JoinSet::new();
    for number in 0..case.people {
        let address = servers[number % servers.len()].address.clone();
        people.spawn(async move {
            let mut person = Person::connect(&address, "load").await?;
            let first = person.arrive().await?;
            io::Result::Ok((person, first))
        });
    }
    let mut arrived = Vec::with_capacity(case.people);
    while let Some(person) = people.join_next().await {
        arrived.push(person.map_err(io::Error::other)??);
    }
    let (began, before) = (Instant::now(), CpuTime::so_far(servers)?);
    let mut people = tokio::task::JoinSet::new();
    for (mut person, first) in arrived {
        people.spawn(async move { person.work(first, LIST, began + time).await });
    }
    let mut all = Measurements::default();
    while let Some(person) = people.join_next().await {
        match person.map_err(io::Error::other)? {
            Ok(seen) => all.add(seen),
            Err(error) => {
                println!("{error}");
                all.errors += 1;
            }
        }
    }
    let (took, used) = (began.elapsed(), CpuTime::so_far(servers)?.minus(before));
    Ok(row(case, all, took, used))
}

/// People who have come and agreed, and are somewhere in their list.
async fn register(address: &str, count: usize) -> io::Result<()> {
    let mut clerks = Vec::new();
    for _ in 0..32 {
        let address = address.to_owned();
        clerks.push(tokio::spawn(async move {
            let mut person = Person::connect(&address, "load").await?;
            for _ in 0..count / 32 {
                person.arrive().await?;
            }
            io::Result::Ok(())
        }));
    }
    for clerk in clerks {
        clerk.await.map_err(io::Error::other)??;
    }
    Ok(())
}

fn row(case: &Case, mut seen: Measurements, took: Duration, used: CpuTime) -> String {
    let (pages, submissions) = (seen.pages.len() as f64, seen.submissions.len() as f64);
    let seconds = took.as_secs_f64();
    format!(
        "| {} | {} | {} | {:.0} | {} | {:.0} | {} | {} | {} | {} |",
        case.people,
        case.registered,
        case.study.items,
        pages / seconds,
        middle_and_tail(&mut seen.pages),
        submissions / seconds,
        middle_and_tail(&mut seen.submissions),
        middle_and_tail(&mut seen.arrivals),
        used.per(submissions.max(1.0)),
        seen.errors,
    )
}

/// The median and the 99th percentile, in milliseconds.
fn middle_and_tail(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!("{:.1}, {:.1}", at(0.5), at(0.99))
}
