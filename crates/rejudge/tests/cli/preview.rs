//! `rejudge preview`, through the real program.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn new_study(home: &Path) {
    let mut program = assert_cmd::Command::cargo_bin("rejudge").expect("the program is built before its tests");
    program.args(["new", "words", "--kind", "rating"]).current_dir(home).assert().success();
}

/// A preview that ends with the test.
struct Preview {
    process: Child,
    address: String,
}

impl Preview {
    fn start(home: &Path) -> Preview {
        let mut process = Command::new(env!("CARGO_BIN_EXE_rejudge"))
            .args(["preview", "words", "--listen", "127.0.0.1:0"])
            .current_dir(home)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Preview { process, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    }

    fn version(&self) -> String {
        self.get("/version").lines().last().unwrap_or_default().to_owned()
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}

#[test]
fn a_saved_file_is_seen_and_a_broken_one_explained() {
    let home = tempfile::tempdir().unwrap();
    new_study(home.path());
    let preview = Preview::start(home.path());
    assert!(preview.get("/").contains("question-1.html"));
    let page = preview.get("/question-1.html");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("type=\"radio\""), "{page}");
    assert!(page.contains("default-src 'none'"), "a preview is as strict as the study itself");
    assert!(preview.get("/assets/page.css").contains("--accent"));
    for missing in ["/nowhere.html", "/assets/../study.toml", "/files/study.toml", "/files/nothing.png"] {
        assert!(preview.get(missing).starts_with("HTTP/1.1 404"), "{missing}");
    }
    let before = preview.version();
    assert_eq!(preview.version(), before);
    let file = home.path().join("words/study.toml");
    let study = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, study.replace("title = ", "title = 1 #")).unwrap();
    assert_ne!(preview.version(), before);
    let trouble = preview.get("/question-1.html");
    assert!(trouble.starts_with("HTTP/1.1 422") && trouble.contains("study.toml:"), "{trouble}");
    std::fs::write(&file, study).unwrap();
    assert!(preview.get("/question-1.html").starts_with("HTTP/1.1 200"));
}

#[test]
fn pages_are_written_as_files_that_need_no_server() {
    let home = tempfile::tempdir().unwrap();
    new_study(home.path());
    let mut program = assert_cmd::Command::cargo_bin("rejudge").unwrap();
    program.args(["preview", "words", "--out", "pages"]).current_dir(home.path()).assert().success();
    let pages = home.path().join("pages");
    let index = std::fs::read_to_string(pages.join("index.html")).unwrap();
    let linked: Vec<&str> = index.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(linked.len() > 30, "{linked:?}");
    for link in linked {
        assert!(pages.join(link).is_file(), "{link}");
    }
    assert!(!index.contains("reload"), "nothing watches the study: {index}");
    let page = std::fs::read_to_string(pages.join("question-1.html")).unwrap();
    assert!(!page.contains("\"module\""), "browsers load no modules from files: {page}");
}
