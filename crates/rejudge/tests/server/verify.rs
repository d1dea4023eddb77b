//! `rejudge verify`, and what refuses to go on with a database that somebody has written to by hand.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use store::testing::{Postgres, SmallStudy};

const NAME: &str = "toxicity-pairs-rehearsal";

fn rejudge(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("rejudge")).args(arguments).output().unwrap()
}

fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn study() -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../studies/toxicity-pairs").display().to_string()
}

fn collect(database: &str) {
    let more = ["--via-server", "3", "--speed", "2000", "--bootstrap", "20", "--database", database];
    let done = rejudge(&[&["rehearse", &study()], &more[..]].concat());
    assert!(done.status.success(), "{}", output_text(&done));
}

fn verify(database: &str, more: &[&str]) -> (Option<i32>, Value) {
    let output = rejudge(&[&["verify", NAME, "--json", "--database", database], more].concat());
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

/// The answer that is raised by hand: the eighth event of whoever came first, whatever it is.
const EDIT: &str = "UPDATE events SET at = at + 60000 WHERE seq = 7 AND session = \
                    (SELECT session FROM sessions WHERE list IS NOT NULL ORDER BY arrived_at, participant LIMIT 1)";

fn is_noticed(database: &str, edit: impl Fn(&str)) {
    collect(database);
    let (code, found) = verify(database, &[]);
    assert_eq!(code, Some(0), "{found}");
    let head = found["studies"][0]["head"].as_str().unwrap().to_owned();
    assert_eq!(found["studies"][0]["grown_since"], 0, "a clean stop leaves nothing out");
    assert!(found["studies"][0]["logs"]["sessions"]["events"].as_u64().unwrap() > 50, "{found}");
    assert_eq!(verify(database, &["--head", &head]).0, Some(0));
    assert_eq!(verify(database, &["--head", &"0".repeat(64)]).0, Some(1));
    let table = output_text(&rejudge(&["verify", "--database", database]));
    assert!(table.contains("as written") && table.contains(&head), "{table}");
    edit(EDIT);
    let (code, found) = verify(database, &[]);
    assert_eq!(code, Some(1), "{found}");
    let fault = &found["studies"][0]["faults"][0];
    assert_eq!((fault["event"].as_u64(), fault["damage"].as_str()), (Some(8), Some("changed")), "{found}");
    assert_eq!(fault["log"], "p0001");
    let out = tempfile::tempdir().unwrap();
    let out = out.path().display().to_string();
    let from = ["--database", database, "--served-as", NAME];
    let study = study();
    for arguments in [
        [&["verify", "--database", database][..], &[]].concat(),
        [&["analyse", &study, "--replicates", "20", "--out", &out], &from[..]].concat(),
        [&["export", &study, "--out", &out], &from[..]].concat(),
    ] {
        let refused = rejudge(&arguments);
        let words = output_text(&refused);
        assert_eq!(refused.status.code(), Some(1), "{arguments:?}: {words}");
        assert!(words.contains("event 8 of p0001 was changed"), "{arguments:?}: {words}");
    }
}

#[test]
fn an_answer_edited_by_hand_is_noticed_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers.sqlite");
    let edit = |sql: &str| assert_eq!(rusqlite::Connection::open(&file).unwrap().execute(sql, []).unwrap(), 1);
    is_noticed(&file.display().to_string(), edit);
    rusqlite::Connection::open(&file).unwrap().execute("DELETE FROM checkpoints", []).unwrap();
    let message = output_text(&rejudge(&["verify", "--database", &file.display().to_string()]));
    assert!(message.contains("whole sessions may be missing"), "{message}");
}

#[test]
fn an_answer_edited_by_hand_is_noticed_on_postgres() {
    let postgres = Postgres::start();
    let database = postgres.database();
    is_noticed(&database, |sql| postgres.run_by_hand(&database, sql));
}

fn serve(study: &str, database: &str) -> Command {
    let mut serve = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"));
    serve.args(["serve", "--listen", "127.0.0.1:0", "--json", "--database", database, study]);
    serve
}

/// Two people come to a real server.
fn let_people_come(study: &str, database: &str) {
    let mut server = serve(study, database).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: Value = serde_json::from_str(&line).unwrap();
    for person in ["p1", "p2"] {
        let mut stream = TcpStream::connect(said["address"].as_str().unwrap()).unwrap();
        let path = format!("/s/small/?PROLIFIC_PID={person}&SESSION_ID=s{person}");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        assert!(reply.starts_with("HTTP/1.1 303"), "{reply}");
    }
    // At once: nothing needs a clean stop.
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn a_database_that_was_edited_by_hand_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers.sqlite");
    let database = file.display().to_string();
    let small = SmallStudy { name: "small", items: 4, list: 2, completions: 2, texts: &[] };
    let study = small.write(folder.path()).display().to_string();
    let_people_come(&study, &database);
    rusqlite::Connection::open(&file).unwrap().execute_batch("UPDATE studies SET plan = plan || ' '").unwrap();
    let refused = serve(&study, &database).output().unwrap();
    let words = output_text(&refused);
    assert_eq!(refused.status.code(), Some(1), "{words}");
    assert!(words.contains("the study with its plan") && words.contains("restore the last backup"), "{words}");
    assert_eq!(words.lines().filter(|line| line.contains("error")).count(), 1, "one clear line: {words}");
}

#[test]
fn a_bundle_of_a_study_that_was_edited_while_answers_came_in_says_so_and_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    collect(&place("answers.sqlite"));
    std::fs::create_dir(folder.path().join("edited")).unwrap();
    for file in PathBuf::from(study()).read_dir().unwrap().map(Result::unwrap).filter(|file| file.path().is_file()) {
        std::fs::copy(file.path(), folder.path().join("edited").join(file.file_name())).unwrap();
    }
    let file = folder.path().join("edited/study.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let edited = text.replacen("title = \"", "title = \"Edited: ", 1);
    std::fs::write(&file, edited).unwrap();
    let more = ["--served-as", NAME, "--replicates", "20", "--out", &place("edited.zip")];
    let made = rejudge(&[&["bundle", &place("edited"), "--database", &place("answers.sqlite")], &more[..]].concat());
    assert!(made.status.success(), "{}", output_text(&made));
    let verified = rejudge(&["verify", &place("edited.zip")]);
    assert!(verified.status.success(), "{}", output_text(&verified));
    let out = ["--served-as", NAME, "--replicates", "20", "--out", &place("analysed")];
    let made = rejudge(&[&["analyse", &place("edited"), "--database", &place("answers.sqlite")], &out[..]].concat());
    assert!(made.status.success(), "{}", output_text(&made));
    let report = std::fs::read_to_string(folder.path().join("analysed/report.md")).unwrap();
    assert!(report.contains("Changed after collecting began: study.toml was changed at study.title"), "{report}");
}
