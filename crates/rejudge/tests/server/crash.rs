//! `kill -9` while people answer: what was acknowledged is there, and there once.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use store::testing::{Postgres, SmallStudy};
use store::{Cursor, LoggedEvent, Store};

/// How often a server is killed; every third time PostgreSQL is, too. Enough to notice what is broken; the whole
/// proof is `REJUDGE_KILLS=1000` on SQLite and 300 on PostgreSQL.
const KILLS: usize = 50;
/// How many people answer all the while.
const PEOPLE: usize = 8;
/// How many answers they give at most from one kill to the next: a log that grew all the while would be read ever longer by
/// each server that starts, and there would be few kills and many answers.
const BETWEEN_KILLS: usize = 200;
/// Questions in a list, and how often it may be done: enough that the study is not full before the last of 1,000 kills.
const QUESTIONS: usize = 100;
const COMPLETIONS: u32 = 20_000;

const STUDY: SmallStudy =
    SmallStudy { name: "crash", items: QUESTIONS as u32, list: QUESTIONS as u32, completions: COMPLETIONS, texts: &[] };

/// Starts the real program and says where it listens. As the service and the containers of `deploy/` do, it is started again
/// where it stops: on a busy machine PostgreSQL may need longer to come up than a server waits for it.
fn serve(study: &Path, database: &str) -> (Child, String) {
    let begun = Instant::now();
    loop {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
            .arg("serve")
            .arg(study)
            .args(["--listen", "127.0.0.1:0", "--per-address", "0", "--json", "--log", "off", "--database"])
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if !line.is_empty() {
            let said: serde_json::Value = serde_json::from_str(&line).unwrap();
            return (child, said["address"].as_str().unwrap().to_owned());
        }
        let status = child.wait().unwrap();
        assert!(!status.success(), "a server ended without an error before it served");
        assert!(begun.elapsed() < Duration::from_secs(120), "no server has started for two minutes");
    }
}

/// What everyone shares: where the servers are just now, and what they have acknowledged.
#[derive(Default)]
struct World {
    addresses: Mutex<Vec<String>>,
    over: AtomicBool,
    next_person: AtomicUsize,
    /// How many answers may be acknowledged by the next kill.
    allowed: AtomicUsize,
    /// By session and step, the value that was acknowledged.
    acknowledged: Mutex<BTreeMap<(String, usize), i64>>,
}

impl World {
    /// Sends a request, to one server or another, until it is answered; gives status and `Location`. Nothing
    /// when it is over.
    fn ask(&self, method: &str, path: &str, form: &str) -> Option<(u16, String)> {
        for attempt in 0.. {
            if self.over.load(Ordering::Relaxed) {
                break;
            }
            let address = {
                let addresses = self.addresses.lock().unwrap();
                addresses[(path.len() + attempt) % addresses.len()].clone()
            };
            match exchange(&address, method, path, form) {
                Ok((status, location)) if status < 500 => return Some((status, location)),
                Ok(_) | Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        }
        None
    }

    fn count_acknowledged(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    /// Waits until there may be another answer. Nothing when it is over.
    fn wait_for_turn(&self) -> Option<()> {
        while self.count_acknowledged() >= self.allowed.load(Ordering::Relaxed) {
            if self.over.load(Ordering::Relaxed) {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
        Some(())
    }

    fn people(self: &Arc<Self>) -> Vec<thread::JoinHandle<()>> {
        let take_part = |world: Arc<World>| thread::spawn(move || while world.take_part().is_some() {});
        (0..PEOPLE).map(|_| take_part(Arc::clone(self))).collect()
    }

    /// Someone new does a list, sending again whatever was not acknowledged.
    fn take_part(&self) -> Option<()> {
        let person = self.next_person.fetch_add(1, Ordering::Relaxed);
        let (status, session) =
            self.ask("GET", &format!("/s/crash/?PROLIFIC_PID=p{person}&SESSION_ID=s{person}"), "")?;
        assert_eq!(status, 303, "arriving");
        let (status, _) = self.ask("POST", &format!("{session}consent"), "consent=yes")?;
        assert_eq!(status, 303, "agreeing");
        for step in 0..QUESTIONS {
            self.wait_for_turn()?;
            let value = ((person + step) % 5 + 1) as i64;
            let form = format!("q{step}.0.value={value}");
            let (status, _) = self.ask("POST", &format!("{session}step/{step}"), &form)?;
            assert_eq!(status, 303, "step {step}");
            self.acknowledged.lock().unwrap().insert((session.clone(), step), value);
        }
        Some(())
    }
}

fn exchange(address: &str, method: &str, path: &str, form: &str) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    let kind = "application/x-www-form-urlencoded";
    let length = form.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{form}"
    )?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    // Cut off before the end of the headers is not answered.
    let (head, _) = reply.split_once("\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or(std::io::ErrorKind::InvalidData)?;
    let location = head.lines().find_map(|line| line.strip_prefix("location: ")).unwrap_or_default();
    Ok((status, location.to_owned()))
}

/// Waits for some moment between no answer and a few, the same in every run. Answers are waited for, not time alone: on a
/// busy machine servers would die before anybody has answered.
fn wait_for_moment(world: &World, kill: usize) {
    let chance = (kill as u64).wrapping_mul(6_364_136_223_846_793_005) >> 33;
    let enough = world.count_acknowledged() + (chance % 6) as usize;
    let begun = Instant::now();
    while world.count_acknowledged() < enough {
        assert!(begun.elapsed() < Duration::from_secs(120), "nobody can answer any more after {kill} kills");
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(Duration::from_millis(chance / 6 % 20));
}

#[expect(clippy::disallowed_methods, reason = "a test is told how long it may take")]
fn kills() -> usize {
    std::env::var("REJUDGE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(KILLS)
}

/// People answer while servers are killed and started again, and `also` happens at each kill.
fn check(database: &str, servers: usize, kills: usize, also: impl Fn(usize)) {
    let folder = tempfile::tempdir().unwrap();
    let study = STUDY.write(folder.path());
    let world = Arc::new(World::default());
    let mut running = Vec::new();
    for _ in 0..servers {
        let (child, address) = serve(&study, database);
        running.push(child);
        world.addresses.lock().unwrap().push(address);
    }
    let people = world.people();
    for kill in 0..kills {
        world.allowed.store(world.count_acknowledged() + BETWEEN_KILLS, Ordering::Relaxed);
        wait_for_moment(&world, kill);
        also(kill);
        let victim = kill % servers;
        running[victim].kill().unwrap();
        running[victim].wait().unwrap();
        let (child, address) = serve(&study, database);
        running[victim] = child;
        world.addresses.lock().unwrap()[victim] = address;
    }
    thread::sleep(Duration::from_millis(200));
    world.over.store(true, Ordering::Relaxed);
    people.into_iter().for_each(|person| person.join().unwrap());
    for mut child in running {
        child.kill().unwrap();
        child.wait().unwrap();
    }

    let acknowledged = world.acknowledged.lock().unwrap();
    assert!(acknowledged.len() > kills, "only {} answers in {kills} kills", acknowledged.len());
    let kept = stored_answers(database);
    let lost: Vec<_> = acknowledged.iter().filter(|(key, _)| !kept.contains_key(*key)).collect();
    assert_eq!(lost, Vec::new(), "of {} acknowledged", acknowledged.len());
    for (key, values) in &kept {
        assert_eq!(values.len(), 1, "{key:?} is there {} times", values.len());
        assert!(acknowledged.get(key).is_none_or(|value| values[0] == *value), "{key:?} is {}", values[0]);
    }
}

#[test]
fn no_acknowledged_answer_is_lost_or_doubled_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    check(&folder.path().join("answers.sqlite").display().to_string(), 1, kills(), |_| {});
}

#[test]
fn nor_when_three_servers_share_a_postgresql_that_is_killed_too() {
    let postgres = Postgres::start();
    check(&postgres.database(), 3, kills(), |kill| {
        if kill % 3 == 2 {
            postgres.crash_and_restart();
        }
    });
}

/// Every answer in the database, by session and step.
fn stored_answers(database: &str) -> BTreeMap<(String, usize), Vec<i64>> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let events = runtime.block_on(async {
        let store = Store::open(database).await.unwrap();
        let mut all = Vec::new();
        let mut cursor = Cursor::default();
        loop {
            let (more, next) = store.events_since("crash", cursor, 10_000).await.unwrap();
            if more.is_empty() {
                return all;
            }
            all.extend(more);
            cursor = next;
        }
    });
    let mut kept: BTreeMap<(String, usize), Vec<i64>> = BTreeMap::new();
    for happened in events.into_iter().filter_map(LoggedEvent::into_session) {
        if let session::SessionEvent::Answered { step, answer: study::response::Answer::Rating(value), .. } =
            happened.event
        {
            kept.entry((format!("/s/crash/{}/", happened.session), step as usize)).or_default().push(value);
        }
    }
    kept
}
