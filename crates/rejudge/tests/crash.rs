//! `kill -9` while people answer: what was acknowledged is there, and there once.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use store::{Cursor, Store};

/// How often the server is killed.
const KILLS: u64 = 200;
/// How many people answer all the while.
const PEOPLE: usize = 8;
/// Questions in a list.
const QUESTIONS: usize = 10;

fn study(folder: &Path) -> PathBuf {
    let study = folder.join("crash");
    std::fs::create_dir_all(&study).unwrap();
    let file = format!(
        r#"[study]
title = "How fluent is it?"
language = "en"
seed = 5

[systems]
one = "One"

[items]
file = "items.csv"
id = "item"

[[criteria]]
id = "fluency"
question = "How fluent is it?"
definition = "Would a native speaker write it?"
better = "higher"
response = {{ kind = "rating", points = 5, minimum = 1 }}

[lists]
questions = {QUESTIONS}
completions = 5000

[participants]
from = "prolific"
codes = {{ completed = "DONE", declined = "NO" }}
"#
    );
    std::fs::write(study.join("study.toml"), file).unwrap();
    let items = (0..QUESTIONS).fold("item,one\n".to_owned(), |mut text, item| {
        writeln!(text, "{item},Sentence {item}.").unwrap();
        text
    });
    std::fs::write(study.join("items.csv"), items).unwrap();
    std::fs::write(study.join("consent.md"), "Do you agree?\n").unwrap();
    study
}

/// Starts the real program and says where it listens.
fn serve(study: &Path, database: &Path) -> (Child, String) {
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
    let said: serde_json::Value = serde_json::from_str(&line).unwrap();
    (child, said["address"].as_str().unwrap().to_owned())
}

/// What everyone shares: where the server is just now, and what it has acknowledged.
#[derive(Default)]
struct World {
    address: Mutex<String>,
    over: AtomicBool,
    next_person: AtomicUsize,
    /// By session and step, the value that was acknowledged.
    acknowledged: Mutex<BTreeMap<(String, usize), i64>>,
}

impl World {
    /// Sends a request until it is answered; gives status, `Location` and body. Nothing when it is over.
    fn ask(&self, method: &str, path: &str, form: &str) -> Option<(u16, String)> {
        while !self.over.load(Ordering::Relaxed) {
            let address = self.address.lock().unwrap().clone();
            match exchange(&address, method, path, form) {
                Ok(answered) => return Some(answered),
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        }
        None
    }

    /// Someone new does a list, sending again whatever was not acknowledged.
    fn take_part(&self) -> Option<()> {
        let person = self.next_person.fetch_add(1, Ordering::Relaxed);
        let (status, session) = self.ask("GET", &format!("/s/crash/?PROLIFIC_PID=p{person}"), "")?;
        assert_eq!(status, 303, "arriving");
        let (status, _) = self.ask("POST", &format!("{session}consent"), "consent=yes")?;
        assert_eq!(status, 303, "agreeing");
        for step in 0..QUESTIONS {
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

#[test]
fn no_acknowledged_answer_is_lost_or_doubled_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (study, database) = (study(folder.path()), folder.path().join("answers.sqlite"));
    let world = Arc::new(World::default());
    let (mut child, address) = serve(&study, &database);
    *world.address.lock().unwrap() = address;
    let people: Vec<_> = (0..PEOPLE)
        .map(|_| {
            let world = world.clone();
            thread::spawn(move || while world.take_part().is_some() {})
        })
        .collect();
    for kill in 0..KILLS {
        // Some moment between nothing and a few dozen answers, the same in every run.
        let moment = (kill.wrapping_mul(6_364_136_223_846_793_005) >> 33) % 60;
        thread::sleep(Duration::from_millis(moment));
        child.kill().unwrap();
        child.wait().unwrap();
        let (again, address) = serve(&study, &database);
        child = again;
        *world.address.lock().unwrap() = address;
    }
    thread::sleep(Duration::from_millis(200));
    world.over.store(true, Ordering::Relaxed);
    for person in people {
        person.join().unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();

    let acknowledged = world.acknowledged.lock().unwrap();
    assert!(acknowledged.len() > KILLS as usize, "only {} answers in {KILLS} kills", acknowledged.len());
    let kept = kept(&database);
    let lost: Vec<_> = acknowledged.iter().filter(|(key, _)| !kept.contains_key(*key)).collect();
    assert_eq!(lost, Vec::new(), "of {} acknowledged", acknowledged.len());
    for (key, values) in &kept {
        assert_eq!(values.len(), 1, "{key:?} is there {} times", values.len());
        assert!(acknowledged.get(key).is_none_or(|value| values[0] == *value), "{key:?} is {}", values[0]);
    }
}

/// Every answer in the database, by session and step.
fn kept(database: &Path) -> BTreeMap<(String, usize), Vec<i64>> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let events = runtime.block_on(async {
        let store = Store::open_file(database).await.unwrap();
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
    for happened in events {
        if let session::Event::Answered { step, answer: study::response::Answer::Rating(value), .. } = happened.event {
            kept.entry((format!("/s/crash/{}/", happened.session), step as usize)).or_default().push(value);
        }
    }
    kept
}
