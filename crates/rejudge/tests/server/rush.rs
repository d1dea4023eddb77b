//! One slot and sixty-four people in the same moment, at real servers: one gets it, the others are told so.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::thread;

use store::testing::{Postgres, SmallStudy};

const PEOPLE: usize = 64;
/// How often; each time in a study of its own.
const ROUNDS: usize = 100;

/// A running server, killed when dropped.
struct TestServer {
    child: Child,
    address: String,
}

impl TestServer {
    fn start(studies: &[PathBuf], database: &str) -> TestServer {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
            .args(["serve", "--listen", "127.0.0.1:0", "--per-address", "0", "--json", "--log", "off"])
            .args(["--database", database])
            .args(studies)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        TestServer { child, address: said["address"].as_str().unwrap().to_owned() }
    }

    fn ask(&self, method: &str, path: &str, form: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (kind, length) = ("application/x-www-form-urlencoded", form.len());
        let head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: {kind}\r\n");
        write!(stream, "{head}Content-Length: {length}\r\n\r\n{form}").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone after this.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came of one person's coming.
#[derive(Debug, PartialEq, Eq)]
enum ArrivalResult {
    HasTheSlot,
    Full,
}

/// Comes and agrees, as soon as everyone else is ready to do so.
fn arrive_and_consent(served: &TestServer, study: &str, person: usize, ready: &Barrier) -> ArrivalResult {
    ready.wait();
    let arrived = served.ask("GET", &format!("/s/{study}/?PROLIFIC_PID=p{person}&SESSION_ID=s{person}"), "");
    let session = arrived.lines().find_map(|line| line.strip_prefix("location: ")).map(str::to_owned);
    // Whoever comes when the slot has just been taken is told at once.
    let agreed = session.map(|session| served.ask("POST", &format!("{session}consent"), "consent=yes"));
    let reply = agreed.unwrap_or(arrived);
    match (reply.starts_with("HTTP/1.1 303"), reply.contains("ending full")) {
        (true, false) => ArrivalResult::HasTheSlot,
        (false, true) => ArrivalResult::Full,
        _unclear => panic!("{reply}"),
    }
}

fn check(database: &str, processes: usize) {
    let folder = tempfile::tempdir().unwrap();
    let one_slot = SmallStudy { name: "one-slot", items: 1, list: 1, completions: 1, texts: &[] };
    let written = one_slot.write(folder.path());
    let studies: Vec<PathBuf> = (0..ROUNDS).map(|round| folder.path().join(format!("round{round}"))).collect();
    for study in &studies {
        std::fs::create_dir(study).unwrap();
        for file in written.read_dir().unwrap().map(Result::unwrap) {
            std::fs::copy(file.path(), study.join(file.file_name())).unwrap();
        }
    }
    let servers: Vec<TestServer> = (0..processes).map(|_| TestServer::start(&studies, database)).collect();
    for round in 0..ROUNDS {
        let ready = Barrier::new(PEOPLE);
        let results: Vec<ArrivalResult> = thread::scope(|scope| {
            let person = |person: usize| {
                let (served, ready) = (&servers[person % processes], &ready);
                scope.spawn(move || arrive_and_consent(served, &format!("round{round}"), person, ready))
            };
            let people: Vec<_> = (0..PEOPLE).map(person).collect();
            people.into_iter().map(|person| person.join().unwrap()).collect()
        });
        let have = results.iter().filter(|results| **results == ArrivalResult::HasTheSlot).count();
        assert_eq!(have, 1, "round {round}: {results:?}");
    }
}

#[test]
fn of_sixty_four_at_once_one_gets_the_slot_a_hundred_times_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    check(&folder.path().join("answers.sqlite").display().to_string(), 1);
}

#[test]
fn of_sixty_four_at_once_one_gets_the_slot_a_hundred_times_at_three_servers_on_postgresql() {
    check(&Postgres::shared_server().database(), 3);
}
