//! A disk that is full under the real server: people are asked to try again, nothing
//! acknowledged is lost, the operator reads one line, and it goes on by itself. And a disk that cannot be written.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use store::testing::SmallStudy;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_rejudge");

/// A small disk in memory, where this user may have one.
struct Disk(TempDir);

impl Disk {
    fn mount() -> Option<Disk> {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk(folder);
        mount(&["-t", "tmpfs", "-o", "size=2m", "none"], disk.0.path()).then_some(disk)
    }

    fn remount(&self, options: &str) {
        assert!(mount(&["-o", &format!("remount,{options}")], self.0.path()));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        drop(Command::new("umount").args(["-l"]).arg(self.0.path()).stderr(Stdio::null()).status());
    }
}

fn mount(arguments: &[&str], at: &Path) -> bool {
    let status = Command::new("mount").args(arguments).arg(at).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

struct TestServer {
    server: Child,
    address: String,
    acknowledged: u32,
}

impl TestServer {
    /// Starts the server by a line of the shell that ends in `exec "$0" "$@"`.
    fn start(shell: &str, study: &Path, database: &Path) -> TestServer {
        let mut server = Command::new("sh")
            .args(["-c", shell, PROGRAM, "serve", "--listen", "127.0.0.1:0", "--json", "--per-address", "0"])
            .arg("--database")
            .args([database, study])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        TestServer { server, address: said["address"].as_str().unwrap().to_owned(), acknowledged: 0 }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    }

    /// One more person comes.
    fn arrive(&mut self) -> String {
        let number = self.acknowledged;
        let reply = self.get(&format!("/s/small/?PROLIFIC_PID=p{number}&SESSION_ID=s{number}"));
        self.acknowledged += u32::from(reply.starts_with("HTTP/1.1 303"));
        reply
    }

    /// People come until one is not let in; that one is told what to do.
    fn until_it_fails(&mut self) {
        let refused = (0..3000).map(|_| self.arrive()).find(|reply| !reply.starts_with("HTTP/1.1 303")).unwrap();
        assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("retry-after"), "{refused}");
        assert!(refused.contains("reload this page in a moment"), "{refused}");
    }

    /// It goes on by itself, and everybody who was let in is there.
    fn goes_on(mut self, database: &Path, remedy: &str) {
        let works = || self.get("/healthz").starts_with("HTTP/1.1 200");
        for _ in 0..100 {
            if works() {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        assert!(self.arrive().starts_with("HTTP/1.1 303"));
        Command::new("kill").arg(self.server.id().to_string()).status().unwrap();
        let mut log = String::new();
        self.server.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        assert!(self.server.wait().unwrap().success(), "{log}");
        let lines: Vec<&str> = log.lines().filter(|line| line.contains("takes no writes")).collect();
        assert!(!log.contains('\u{1b}'), "colours in a file: {log}");
        // A little that still finds room in between is told, too.
        assert!(!lines.is_empty() && lines.iter().all(|line| line.contains(remedy)), "{log}");
        assert_eq!(log.matches("takes writes again").count(), lines.len(), "{log}");
        let verified = Command::new(PROGRAM).args(["verify", "--json", "--database"]).arg(database).output().unwrap();
        let found: Value = serde_json::from_slice(&verified.stdout).unwrap();
        assert_eq!(verified.status.code(), Some(0), "{found}");
        assert_eq!(found["studies"][0]["logs"]["sessions"]["logs"], self.acknowledged, "{found}");
    }
}

fn small(folder: &Path) -> std::path::PathBuf {
    SmallStudy { name: "small", items: 4, list: 2, completions: 5000, texts: &[] }.write(folder)
}

#[test]
fn a_full_disk_loses_nothing_and_the_server_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path());
    match Disk::mount() {
        Some(disk) => {
            let database = disk.0.path().join("answers.sqlite");
            let mut served = TestServer::start("exec \"$0\" \"$@\"", &study, &database);
            served.until_it_fails();
            disk.remount("size=64m");
            served.goes_on(&database, "make room on the disk");
        }
        // Who may not mount one lets files grow no further.
        None => check_limited(),
    }
}

/// Files grow no further, and then again.
fn check_limited() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("answers.sqlite");
    let mut served = TestServer::start("ulimit -S -f 3000; exec \"$0\" \"$@\"", &small(folder.path()), &database);
    served.until_it_fails();
    let pid = served.server.id().to_string();
    let raised = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited"]).status().unwrap();
    assert!(raised.success());
    served.goes_on(&database, "the disk");
}

#[test]
fn a_limit_on_the_size_of_files_is_like_a_full_disk() {
    check_limited();
}

#[test]
fn a_database_that_cannot_be_written_is_named_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path());
    let disk = Disk::mount();
    let place = disk.as_ref().map_or_else(|| folder.path().join("disk"), |disk| disk.0.path().to_owned());
    std::fs::create_dir_all(&place).unwrap();
    let database = place.join("answers.sqlite");
    let mut served = TestServer::start("exec \"$0\" \"$@\"", &study, &database);
    assert!(served.arrive().starts_with("HTTP/1.1 303"));
    Command::new("kill").arg(served.server.id().to_string()).status().unwrap();
    assert!(served.server.wait().unwrap().success());
    match &disk {
        Some(disk) => disk.remount("ro"),
        None => assert!(Command::new("chmod").args(["-R", "a-w"]).arg(&place).status().unwrap().success()),
    }
    let asked: [&[&str]; 3] = [&["serve", "--listen", "127.0.0.1:0"], &["analyse"], &["verify"]];
    for words in asked {
        let study = (words[0] != "verify").then_some(&study);
        let refused = Command::new(PROGRAM).args(words).arg("--database").arg(&database).args(study).output().unwrap();
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(1), "{words:?}: {said}");
        assert!(said.contains("answers.sqlite` cannot be written; see that"), "{words:?}: {said}");
    }
    if disk.is_none() {
        // So that it can be deleted.
        assert!(Command::new("chmod").args(["-R", "u+w"]).arg(&place).status().unwrap().success());
    }
}
