//! Simulated participants on the real server, by the command line: `rejudge demo` and `rejudge rehearse --via-server`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use store::testing::Postgres;

const STUDIES: [&str; 5] = ["best-worst", "fluency", "meaning-pairs", "simplicity-ranking", "toxicity-pairs"];

fn rejudge(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("rejudge")).args(arguments).output().unwrap()
}

fn succeed(arguments: &[&str]) -> String {
    let output = rejudge(arguments);
    let (out, message) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}:\n{out}\n{message}");
    out.into_owned()
}

fn study(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name).display().to_string()
}

#[test]
fn the_demo_takes_every_worked_study_from_its_file_to_its_report() {
    for name in STUDIES {
        let place = tempfile::tempdir().unwrap();
        let keep = place.path().display().to_string();
        let said = succeed(&["demo", "--study", name, "--once", "--json", "--seconds", "2", "--keep", &keep]);
        let steps: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let names: Vec<&str> = steps.iter().map(|step| step["step"].as_str().unwrap()).collect();
        assert_eq!(names, ["check", "plan", "simulate", "serve", "collect", "analyse", "compare", "report"], "{name}");
        assert!(steps.iter().all(|step| step["passed"] == true), "{name}: {said}");
        assert!(steps[4]["facts"]["acknowledged"].as_u64().unwrap() > 50, "{name}: {said}");
        let report = std::fs::read_to_string(steps[7]["facts"]["report"].as_str().unwrap()).unwrap();
        assert!(report.contains("every answer was made up"), "{name}");
        for file in ["results/results.json", "results/comparison.json", "answers.sqlite"] {
            assert!(place.path().join(file).is_file(), "{name}: {file}");
        }
    }
}

#[test]
fn a_demo_that_keeps_nothing_says_so() {
    let said = succeed(&["demo", "--study", "fluency", "--once", "--seconds", "1"]);
    assert!(said.contains("All files are removed.") && said.contains("--keep demo"), "{said}");
}

#[test]
fn the_demo_stays_up_until_it_is_stopped() {
    use std::io::{BufRead as _, BufReader};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
        .args(["demo", "--study", "toxicity-pairs", "--json", "--seconds", "1"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let ready: Value = lines
        .by_ref()
        .map(|line| serde_json::from_str::<Value>(&line).unwrap())
        .find(|line| line["step"] == "ready")
        .unwrap();
    // There is a place for whoever looks at it, and the report is there.
    let page = get(ready["facts"]["participant"].as_str().unwrap());
    assert!(page.starts_with("HTTP/1.1 303") && page.to_lowercase().contains("location: /s/toxicity-pairs/"), "{page}");
    assert!(Path::new(ready["facts"]["report"].as_str().unwrap()).is_file());
    child.kill().unwrap();
    child.wait().unwrap();
}

fn get(url: &str) -> String {
    use std::io::{Read as _, Write as _};
    let (address, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

#[test]
fn what_simulated_participants_answer_is_exported_and_analysed_like_anything_collected() {
    for name in STUDIES {
        let place = tempfile::tempdir().unwrap();
        let inside = |file: &str| place.path().join(file).display().to_string();
        let (study, database) = (study(name), inside("answers.sqlite"));
        let people = if name == "fluency" { "2" } else { "12" };
        let said = succeed(&[
            "rehearse",
            &study,
            "--via-server",
            people,
            "--speed",
            "1000",
            "--database",
            &database,
            "--bootstrap",
            "20",
            "--json",
        ]);
        let said: Value = serde_json::from_str(&said).unwrap();
        assert_eq!((&said["storage"]["passed"], &said["server"]["errors"]), (&true.into(), &0.into()), "{name}");
        let served_as = format!("{name}-rehearsal");
        let from = ["--database", &database, "--served-as", &served_as];
        succeed(&[&["export", &study, "--out", &inside("data"), "--format", "jsonl"], &from[..]].concat());
        let rows = std::fs::read_to_string(place.path().join("data/judgements.jsonl")).unwrap();
        assert_eq!(rows.lines().count() as u64, said["judgements"].as_u64().unwrap(), "{name}");
        succeed(&[&["analyse", &study, "--out", &inside("results"), "--replicates", "20"], &from[..]].concat());
        assert!(place.path().join("results/report.html").is_file(), "{name}");
        check_arrivals(&study, place.path(), people);
    }
}

/// Whoever came is counted once, with a database and with the files that were written from it, in a bundle, too.
fn check_arrivals(study: &str, place: &Path, people: &str) {
    let inside = |file: &str| place.join(file).display().to_string();
    let results = |file: &str| -> Value {
        let text = std::fs::read_to_string(place.join(file)).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let sum = |results: &Value, id: &str| -> f64 {
        let all = results["estimates"].as_array().unwrap().iter();
        all.filter(|it| it["name"] == id).map(|it| it["value"].as_f64().unwrap()).sum()
    };
    let first = results("results/results.json");
    let arrivals = sum(&first, "arrivals");
    assert!(arrivals >= people.parse().unwrap(), "{study}: {arrivals}");
    let same = |a: f64, b: f64| assert!((a - b).abs() < 0.5, "{study}: {a} and {b}");
    same(arrivals, sum(&first, "arrivals_without_answers") + sum(&first, "sessions"));
    same(sum(&first, "sessions"), sum(&first, "sessions_left_out") + sum(&first, "sessions_analysed"));
    let report = std::fs::read_to_string(place.join("results/report.md")).unwrap();
    assert!(report.contains(&format!("from top to bottom. arrivals: {arrivals}")), "{study}: {report}");

    let data = inside("results/judgements.csv");
    succeed(&["analyse", study, "--data", &data, "--out", &inside("again"), "--replicates", "20"]);
    same(sum(&results("again/results.json"), "arrivals"), arrivals);
    let bundle = inside("study.zip");
    succeed(&["bundle", study, "--data", &data, "--out", &bundle, "--replicates", "20"]);
    assert!(succeed(&["verify", &bundle]).contains("all the same"), "{study}");

    let counts = std::fs::read_to_string(place.join("results/sessions.csv")).unwrap();
    let wrong = counts.replace(&format!("arrived,{arrivals},"), "arrived,99999,");
    std::fs::write(place.join("results/sessions.csv"), wrong).unwrap();
    let refused = rejudge(&["analyse", study, "--data", &data]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("does not add up"), "{study}: {refused:?}");
}

#[test]
fn some_may_use_a_real_browser() {
    let study = study("meaning-pairs");
    let said =
        succeed(&["rehearse", &study, "--via-server", "2", "--browser", "1", "--speed", "120", "--bootstrap", "20"]);
    assert!(said.contains("1 used a real Chromium"), "{said}");
    assert!(said.contains("0 errors") && said.contains("none lost or duplicated"), "{said}");
}

#[test]
fn everyone_uses_plain_http_where_there_is_no_browser() {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
        .args(["rehearse", &study("toxicity-pairs"), "--via-server", "1", "--browser", "1", "--speed", "2000"])
        .args(["--bootstrap", "20"])
        .env("PATH", "")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("chromedriver was not found"), "{output:?}");
}

#[test]
fn postgresql_may_be_used_and_a_database_with_sessions_is_refused() {
    let postgres = Postgres::start();
    let (study, database) = (study("meaning-pairs"), postgres.database());
    let arguments =
        ["rehearse", &study, "--via-server", "6", "--speed", "2000", "--bootstrap", "20", "--database", &database];
    let said = succeed(&arguments);
    assert!(said.contains("0 errors") && said.contains("none lost or duplicated"), "{said}");
    let again = rejudge(&arguments);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("choose another"), "{again:?}");
}

/// A copy of a worked study that can be edited.
fn copy_worked_study(name: &str, folder: &Path) -> PathBuf {
    let copy = folder.join(name);
    std::fs::create_dir(&copy).unwrap();
    for file in std::fs::read_dir(study(name)).unwrap().map(Result::unwrap).filter(|file| file.path().is_file()) {
        std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
    }
    copy
}

#[test]
fn what_was_collected_is_not_read_with_a_study_that_was_edited_since() {
    let place = tempfile::tempdir().unwrap();
    let folder = copy_worked_study("fluency", place.path());
    let (study, database) = (folder.display().to_string(), place.path().join("a.sqlite").display().to_string());
    let out = place.path().join("out").display().to_string();
    succeed(&[
        "rehearse",
        &study,
        "--via-server",
        "6",
        "--speed",
        "2000",
        "--bootstrap",
        "20",
        "--database",
        &database,
    ]);
    let from = ["--database", &database, "--served-as", "fluency-rehearsal"];
    let analyse = [&["analyse", &study, "--replicates", "20"], &from[..]].concat();
    let export = [&["export", &study, "--out", &out], &from[..]].concat();
    assert!(succeed(&analyse).contains("SIMULATED"));
    succeed(&export);
    let rows = std::fs::read_to_string(Path::new(&out).join("judgements.csv")).unwrap();
    let column = rows.lines().next().unwrap().split(',').position(|name| name == "origin").unwrap();
    assert!(rows.lines().skip(1).all(|row| row.split(',').nth(column) == Some("simulated")), "{rows}");

    let file = folder.join("study.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let seed = text.lines().find(|line| line.starts_with("seed = ")).unwrap();
    std::fs::write(&file, text.replace(seed, "seed = 987654")).unwrap();
    for arguments in [&analyse, &export] {
        let refused = rejudge(arguments);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(said.contains("the lists") && said.contains("seed") && said.contains("987654"), "{said}");
    }

    let title = text.lines().find(|line| line.starts_with("title = ")).unwrap();
    std::fs::write(&file, text.replace(title, "title = \"Another title\"")).unwrap();
    let said = succeed(&analyse);
    assert!(said.contains("Another title") && said.contains("changed after collecting began: study.toml"), "{said}");
}
