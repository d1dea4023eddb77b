//! How many people the server serves at once, measured.
//!
//! `cargo run --release -p web --example load -- target/release/rejudge` starts the real server on a new
//! database and a study made for the purpose, lets people without any pause for thought answer it, and
//! prints a table: page loads and durable submissions per second, their times, and the processor time
//! of the server per submission.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

mod person;
mod server;
mod wire;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use person::{Person, Seen};
use server::{LIST, Served, Size};

/// One line of the table.
struct Case {
    people: usize,
    registered: usize,
    size: Size,
}

const SMALL: Size = Size { questions: 300, completions: 20_000 };
const LARGE: Size = Size { questions: 300_000, completions: 20 };

const CASES: [Case; 7] = [
    Case { people: 1, registered: 300, size: SMALL },
    Case { people: 32, registered: 300, size: SMALL },
    Case { people: 256, registered: 300, size: SMALL },
    Case { people: 2_000, registered: 300, size: SMALL },
    Case { people: 256, registered: 30_000, size: SMALL },
    Case { people: 256, registered: 300, size: LARGE },
    Case { people: 256, registered: 30_000, size: LARGE },
];

#[tokio::main]
async fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let program = PathBuf::from(arguments.next().unwrap_or_else(|| "target/release/rejudge".to_owned()));
    let seconds = arguments.next().and_then(|word| word.parse().ok()).unwrap_or(10);
    let database = arguments.next();
    println!(
        "| people at once | registered | questions | pages/s | p50, p99 ms | submissions/s | p50, p99 ms | arrivals p50, p99 ms | CPU ms per submission | errors |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for case in CASES {
        let folder = std::env::temp_dir().join(format!("rejudge-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let file = folder.join("load.sqlite").display().to_string();
        let served = Served::start(&program, &folder, case.size, database.as_deref().unwrap_or(&file))?;
        let measured = measure(&served, &case, Duration::from_secs(seconds)).await;
        drop(served);
        std::fs::remove_dir_all(&folder)?;
        println!("{}", measured?);
    }
    Ok(())
}

async fn measure(served: &Served, case: &Case, time: Duration) -> io::Result<String> {
    register(&served.address, case.registered).await?;
    let mut people = tokio::task::JoinSet::new();
    for _ in 0..case.people {
        let address = served.address.clone();
        people.spawn(async move {
            let mut person = Person::connect(&address, "load").await?;
            let session = person.arrive().await?;
            io::Result::Ok((person, session))
        });
    }
    let mut arrived = Vec::with_capacity(case.people);
    while let Some(person) = people.join_next().await {
        arrived.push(person.map_err(io::Error::other)??);
    }
    let (began, before) = (Instant::now(), served.cpu()?);
    let mut people = tokio::task::JoinSet::new();
    for (mut person, session) in arrived {
        people.spawn(async move { person.work(session, LIST, began + time).await });
    }
    let mut all = Seen::default();
    while let Some(person) = people.join_next().await {
        match person.map_err(io::Error::other)? {
            Ok(seen) => all.add(seen),
            Err(error) => {
                println!("{error}");
                all.errors += 1;
            }
        }
    }
    let (took, used) = (began.elapsed(), served.cpu()? - before);
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

fn row(case: &Case, mut seen: Seen, took: Duration, used: Duration) -> String {
    let (pages, submissions) = (seen.pages.len() as f64, seen.submissions.len() as f64);
    let seconds = took.as_secs_f64();
    format!(
        "| {} | {} | {} | {:.0} | {} | {:.0} | {} | {} | {:.2} | {} |",
        case.people,
        case.registered,
        case.size.questions,
        pages / seconds,
        middle_and_tail(&mut seen.pages),
        submissions / seconds,
        middle_and_tail(&mut seen.submissions),
        middle_and_tail(&mut seen.arrivals),
        used.as_secs_f64() * 1e3 / submissions.max(1.0),
        seen.errors,
    )
}

/// The median and the 99th percentile, in milliseconds.
fn middle_and_tail(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!("{:.1}, {:.1}", at(0.5), at(0.99))
}
