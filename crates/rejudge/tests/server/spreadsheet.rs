//! Every table that people may open in a spreadsheet: whatever strangers wrote, nothing in it is run as a formula.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a spreadsheet would run, at once or where it divides cells at semicolons, tabs and ends of lines.
const FORMULAS: [&str; 5] = [
    "=HYPERLINK(\"http://example.org\")",
    "fine; @SUM(A1:A9)",
    "two lines\r\n+1+cmd|'/C calc'!A0",
    "a tab\t-1+2",
    "＝1+1",
];

const STUDY: &str = r#"
[study]
title = "Formulas"
seed = 1
[systems]
one = "=One"
two = "@Two"
[items]
file = "items.csv"
show = ["input"]
strata = ["+kind"]
[[criteria]]
id = "fluency"
name = "=Fluency"
question = "How fluent is it?"
definition = "Reads well."
better = "higher"
response = { kind = "rating", points = 5, minimum = 1, labels = { low = "l", high = "h" } }
[[criteria]]
id = "why"
question = "Why?"
definition = "In your words."
response = { kind = "text", lines = true }
[design]
repeat_items = true
[lists]
questions = 8
completions = 2
pages = "all"
remarks = ["comment", "problem"]
[[closing]]
id = "last"
question = "Anything else?"
response = { kind = "text", lines = true }
[participants]
from = "prolific"
codes = { completed = "DONE" }
[payment]
currency = "GBP"
amount = 3.00
estimated_minutes = 10
floor_per_hour = 12.00
[[claims]]
id = "C1"
text = "One is better than Two."
holds_if = "one > two on fluency"
decided_by = "test"
"#;

const ITEMS: &str = "item,input,+kind,one,two\n=i1,=1+1,=a,+one,-two\n-i2,@x,=a,one,two\n";

/// The files that have texts as participants are shown them: an apostrophe would be shown, too. `docs/dashboard.md` says so.
const SHOWN_AS_THEY_ARE: [&str; 4] = ["items.csv", "mturk-input.csv", "qualtrics-items.csv", "google-forms-items.csv"];

/// The tables that are tried here, by name; figures have one each.
const TRIED: [&str; 12] = [
    "claims.csv",
    "closing.csv",
    "comments.csv",
    "judgements.csv",
    "links.csv",
    "metrics.csv",
    "people.csv",
    "questionnaire.csv",
    "remarks.csv",
    "screening.csv",
    "sessions.csv",
    "table.csv",
];

/// The tables of payments, which have numbers and ids of letters and digits, written for the platform's own tools.
const OF_PLATFORMS: [&str; 4] = ["approve.csv", "bonus-floor.csv", "bonus-lost.csv", "workers.csv"];

fn rejudge(arguments: &[&str]) -> String {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("rejudge")).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Someone with a browser.
struct Browser {
    address: String,
    cookie: String,
}

impl Browser {
    fn send(&self, request: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (address, length) = (&self.address, body.len());
        let head = format!(
            "{request} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n",
            self.cookie
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        String::from_utf8(reply).unwrap()
    }

    fn get(&self, path: &str) -> String {
        self.send(&format!("GET {path}"), "")
    }

    /// Posts a form, and gives where that leads.
    fn post(&self, path: &str, fields: &[(String, String)]) -> String {
        let body: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}={}", percent_encode(name), percent_encode(value))).collect();
        let reply = self.send(&format!("POST {path}"), &body.join("&"));
        header(&reply, "location").unwrap_or_else(|| panic!("{path}: {reply}"))
    }
}

fn header(reply: &str, name: &str) -> Option<String> {
    let head = reply.split("\r\n\r\n").next().unwrap();
    head.lines().find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(": ")?.to_owned()))
}

fn percent_encode(text: &str) -> String {
    let byte =
        |byte: u8| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(byte).collect()
}

/// The fields of a page, with a formula wherever words are asked for.
fn fill_fields(page: &str) -> Vec<(String, String)> {
    let mut fields: BTreeMap<String, String> = BTreeMap::new();
    for tag in page.split('<').filter(|tag| tag.starts_with("input") || tag.starts_with("textarea")) {
        let get = |name: &str| tag.split_once(&format!(" {name}=\""))?.1.split_once('"').map(|it| it.0.to_owned());
        let (Some(name), kind) = (get("name"), get("type").unwrap_or_default()) else { continue };
        let value = get("value").unwrap_or_default();
        let formula = FORMULAS[fields.len() % FORMULAS.len()].to_owned();
        match kind.as_str() {
            // Not the same everywhere, so that something can be computed.
            "radio" if !fields.contains_key(&name) || value == (fields.len() % 5).to_string() => {
                fields.insert(name, value);
            }
            "hidden" => {
                fields.insert(name, value);
            }
            "radio" | "checkbox" => {}
            // One field is for programs alone, and not shown.
            _ if name == "more" => {}
            _ => {
                fields.insert(name, formula);
            }
        }
    }
    fields.into_iter().collect()
}

/// Takes part from the link to the code.
fn take_part(address: &str, id: &str) {
    let browser = Browser { address: address.to_owned(), cookie: String::new() };
    let arrived = browser.get(&format!("/s/formulas/?PROLIFIC_PID={id}&SESSION_ID=s{id}"));
    let here = header(&arrived, "location").unwrap();
    let agreed = [("consent".to_owned(), "yes".to_owned())];
    for (page, fields) in [("information", &[][..]), ("consent", &agreed)] {
        browser.post(&format!("{here}{page}"), fields);
    }
    browser.post(&format!("{here}all"), &fill_fields(&browser.get(&here)));
    browser.post(&format!("{here}closing"), &fill_fields(&browser.get(&here)));
    assert!(browser.get(&here).contains("DONE"), "finished");
}

/// The tables of the dashboard, as its owner downloads them.
fn download(started: &Value, into: &Path) {
    let address = started["address"].as_str().unwrap().to_owned();
    let welcome = started["owner_link"].as_str().unwrap().split_once(&address).unwrap().1.to_owned();
    let password = "correct horse battery staple";
    let visitor = Browser { address: address.clone(), cookie: String::new() };
    let fields = format!("name=ada&password={0}&again={0}", percent_encode(password));
    let reply = visitor.send(&format!("POST {welcome}"), &fields);
    let cookie = header(&reply, "set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let ada = Browser { address, cookie };
    for name in ["judgements.csv", "sessions.csv", "screening.csv", "closing.csv", "comments.csv"] {
        let reply = ada.get(&format!("/dashboard/s/formulas/data/{name}"));
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("text/csv"), "{name}: {head}");
        std::fs::write(into.join(name), body).unwrap();
    }
    let page = ada.get("/dashboard/s/formulas/data");
    let token = page.split_once("name=\"csrf_token\" value=\"").unwrap().1.split('"').next().unwrap().to_owned();
    let reply = ada.send(
        "POST /dashboard/s/formulas/data/people.csv",
        &format!("csrf_token={token}&password={}", percent_encode(password)),
    );
    std::fs::write(into.join("people.csv"), reply.split_once("\r\n\r\n").unwrap().1).unwrap();
}

/// Every CSV below a folder.
fn tables(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(tables(&entry));
        } else if entry.extension().is_some_and(|ending| ending == "csv") {
            found.push(entry);
        }
    }
    found
}

/// Whether a spreadsheet that begins a cell at each of these runs one.
fn is_run(cell: &str) -> bool {
    cell.split([';', '\t', '\n', '\r']).any(|piece| {
        let words = piece.trim_matches(|letter: char| letter == '"' || letter.is_whitespace());
        words.starts_with(['=', '+', '-', '@', '＝']) && words.parse::<f64>().is_err()
    })
}

fn write_study(folder: &Path, study: &str) {
    std::fs::create_dir(folder).unwrap();
    for (name, text) in [("study.toml", study), ("items.csv", ITEMS), ("consent.md", "Agree? You may withdraw.")] {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

#[test]
fn no_table_that_people_open_has_a_formula() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    write_study(&folder.path().join("formulas"), STUDY);
    let mut server = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--json",
            "--database",
            &place("answers.sqlite"),
            &place("formulas"),
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let started: Value = serde_json::from_str(&line).unwrap();
    take_part(started["address"].as_str().unwrap(), "p1");
    take_part(started["address"].as_str().unwrap(), "-p2");
    let downloads = folder.path().join("out/downloads");
    std::fs::create_dir_all(&downloads).unwrap();
    download(&started, &downloads);
    server.kill().unwrap();
    server.wait().unwrap();

    let (study, database) = (place("formulas"), place("answers.sqlite"));
    let from = ["--database", &database];
    let few = ["--replicates", "20"];
    rejudge(&[&["export", &study, "--out", &place("out/export")], &from[..]].concat());
    rejudge(&[&["analyse", &study, "--out", &place("out/analysis")], &from[..], &few].concat());
    rejudge(&[&["archive", &study, "--out", &place("out/archive"), "--nothing-personal"], &from[..], &few].concat());
    rejudge(&["rehearse", &study, "--once", "--bootstrap", "20", "--out", &place("out/rehearsal")]);
    let runs = [place("out/analysis/results.json"), place("out/rehearsal/results.json")];
    rejudge(&["compare", &runs[0], &runs[1], "--out", &place("out/comparison"), "--to-qra3", &place("out/qra")]);
    let people = place("people.txt");
    std::fs::write(&people, FORMULAS.map(|words| words.replace(['\r', '\n'], " ")).join("\n")).unwrap();
    write_study(&folder.path().join("invited"), &STUDY.replace("\"prolific\"", "\"invited\""));
    let links = rejudge(&["invite", &place("invited"), "--people", &people, "--database", &place("invited.sqlite")]);
    std::fs::write(folder.path().join("out/links.csv"), links).unwrap();

    let mut tried: BTreeSet<String> = BTreeSet::new();
    for path in tables(&folder.path().join("out")) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if SHOWN_AS_THEY_ARE.contains(&name.as_str()) {
            continue;
        }
        let table = table::Table::read(&name, &std::fs::read(&path).unwrap()).unwrap();
        let cells = table.columns().iter().flat_map(|column| (0..table.len()).filter_map(|row| column.get(row)));
        let names = table.columns().iter().map(|column| column.name());
        let run: Vec<&str> = cells.chain(names).filter(|cell| is_run(cell)).collect();
        assert!(run.is_empty(), "{}: {run:?}", path.display());
        if path.parent().unwrap().file_name().is_none_or(|folder| folder != "figures") {
            tried.insert(name);
        }
    }
    assert_eq!(tried.iter().map(String::as_str).collect::<Vec<_>>(), TRIED);
    let written = std::fs::read_to_string(downloads.join("comments.csv")).unwrap();
    assert!(
        written.contains("'=HYPERLINK") && written.contains("fine; '@SUM"),
        "what strangers wrote is there: {written}"
    );
    let codebook = std::fs::read_to_string(folder.path().join("out/export/codebook.md")).unwrap();
    assert!(codebook.contains("has an apostrophe before it"), "{codebook}");
}

/// Names of tables in the program's sources; each is one of those above, or is only read.
#[test]
fn every_table_that_the_program_names_is_known_here() {
    const READ: [&str; 2] = ["checks.csv", "training.csv"];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let known: BTreeSet<&str> = [&TRIED[..], &SHOWN_AS_THEY_ARE, &OF_PLATFORMS, &READ].concat().into_iter().collect();
    let mut unknown = BTreeSet::new();
    let parts = ["dataset", "live", "dashboard", "reproduction", "report", "record", "rejudge", "prolific"];
    let parts = parts.map(|name| crates.join(name).join("src"));
    // The sources of an import have examples of other people's files.
    for folder in parts.into_iter().chain([crates.join("importer/src/folder")]) {
        for file in sources(&folder) {
            let text = std::fs::read_to_string(&file).unwrap();
            // What stands behind the first test of a file is no part of the program; examples are words for people.
            let text = text.split("#[cfg(test)]").next().unwrap();
            let names = text.split('"').filter(|words| words.ends_with(".csv") && !words.contains([' ', '{', '\n']));
            for literal in names.map(|words| words.rsplit('/').next().unwrap_or(words)) {
                if literal != ".csv" && !known.contains(literal) {
                    unknown.insert(format!("{literal} in {}", file.display()));
                }
            }
        }
    }
    assert!(unknown.is_empty(), "say here whether people open it: {unknown:#?}");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(sources(&entry));
        } else if entry.extension().is_some_and(|ending| ending == "rs") && !entry.ends_with("tests.rs") {
            found.push(entry);
        }
    }
    found
}
