//! A study on Mechanical Turk: what its tools are given leads workers to the server, and those who came are known by name.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

struct Bench {
    folder: TempDir,
    study: PathBuf,
}

impl Bench {
    /// The worked study, for this platform and in this currency.
    fn new(platform: &str, currency: &str) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let study = folder.path().join("fluency");
        std::fs::create_dir(&study).unwrap();
        let worked = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/fluency");
        for file in worked.read_dir().unwrap().map(Result::unwrap).filter(|file| file.path().is_file()) {
            std::fs::copy(file.path(), study.join(file.file_name())).unwrap();
        }
        let text = std::fs::read_to_string(study.join("study.toml")).unwrap();
        let changed: Vec<String> = text
            .lines()
            .filter(|line| !line.starts_with("prolific_study") && !line.starts_with("verify"))
            .map(|line| match line.split_once(" = ") {
                Some(("from", _)) => format!("from = \"{platform}\""),
                Some(("currency", _)) => format!("currency = \"{currency}\""),
                _ => line.to_owned(),
            })
            .collect();
        let mut changed = changed.join("\n");
        if !changed.contains("[payment]") {
            changed += &format!("\n[payment]\ncurrency = \"{currency}\"\namount = 2.5\nestimated_minutes = 12\n");
        }
        std::fs::write(study.join("study.toml"), changed).unwrap();
        Bench { folder, study }
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("answers.sqlite")
    }

    fn mturk(&self, arguments: &[&str]) -> Output {
        let program = assert_cmd::cargo::cargo_bin!("rejudge");
        Command::new(program).args(["mturk", arguments[0]]).arg(&self.study).args(&arguments[1..]).output().unwrap()
    }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

#[test]
fn the_hit_leads_workers_to_the_study_and_those_who_came_are_listed_once() {
    let bench = Bench::new("mturk", "USD");
    let arguments = ["hit", "--public-url", "https://study.example.org/", "--sandbox", "--qualification", "3QUAL"];
    let made = bench.mturk(&arguments);
    let complaints = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(made.status.success(), "{complaints}");
    assert!(complaints.contains("https://mturk-requester-sandbox.us-east-1.amazonaws.com"), "{complaints}");
    assert_eq!(bench.mturk(&arguments).stdout, made.stdout, "the same file, so that no HIT is made twice");
    let hit: Value = serde_json::from_slice(&made.stdout).unwrap();
    let reward: f64 = hit["Reward"].as_str().unwrap().parse().unwrap();
    assert!(reward > 0.0 && hit["MaxAssignments"].as_u64().unwrap() > 0, "{hit}");
    assert_eq!(hit["UniqueRequestToken"].as_str().unwrap().len(), 64);
    assert_eq!(hit["QualificationRequirements"][0]["Comparator"], "DoesNotExist");
    let question = hit["Question"].as_str().unwrap();
    let address = question.split_once("<ExternalURL>").unwrap().1.split_once("</ExternalURL>").unwrap().0;
    let path = address.strip_prefix("https://study.example.org").unwrap();

    // The platform frames that page for whoever looks, and again for whoever accepts.
    let mut server = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
        .args(["serve", "--listen", "127.0.0.1:0", "--json", "--database"])
        .arg(bench.database())
        .arg(&bench.study)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: Value = serde_json::from_str(&line).unwrap();
    let server_address = said["address"].as_str().unwrap();
    let preview = get(server_address, &format!("{path}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1"));
    assert!(preview.starts_with("HTTP/1.1 200"), "{preview}");
    for (worker, assignment) in [("W2", "A1"), ("W1", "A2"), ("W2", "A1")] {
        let query = format!(
            "?assignmentId={assignment}&hitId=H1&workerId={worker}&turkSubmitTo=https://workersandbox.mturk.com"
        );
        let reply = get(server_address, &format!("{path}{query}"));
        assert!(reply.starts_with("HTTP/1.1 303"), "{reply}");
    }
    let database = bench.database().display().to_string();
    let workers = bench.mturk(&["workers", "--qualification", "took part", "--database", &database]);
    let results = bench.folder.path().join("results.csv").display().to_string();
    std::fs::write(&results, "HITId,AssignmentId,WorkerId,AssignmentStatus\nH1,A1,W2,Submitted\n").unwrap();
    let reply = bench.folder.path().join("results.json").display().to_string();
    std::fs::write(&reply, "{\"Assignments\": [{\"AssignmentId\": \"A1\", \"WorkerId\": \"W2\", \"HITId\": \"H1\", \"AssignmentStatus\": \"Submitted\"}]}").unwrap();
    let by_program = bench.mturk(&["approve", "--results", &reply, "--database", &database]);
    let decided = bench.mturk(&["approve", "--results", &results, "--database", &database]);
    let bonuses = bench.mturk(&["bonus", "--results", &results, "--database", &database]);
    server.kill().unwrap();
    server.wait().unwrap();
    let said = String::from_utf8_lossy(&decided.stderr).into_owned();
    assert!(said.starts_with("0 assignments to approve"), "what is not finished is not approved: {said}");
    assert!(by_program.status.success() && by_program.stdout.is_empty(), "no assignment is to be approved");
    assert!(String::from_utf8_lossy(&by_program.stderr).contains("aws mturk approve-assignment"));
    let table = "HITId,AssignmentId,WorkerId,AssignmentStatus,Approve,Reject\nH1,A1,W2,Submitted,,\n";
    assert_eq!(String::from_utf8_lossy(&decided.stdout), table);
    assert_eq!(
        String::from_utf8_lossy(&bonuses.stdout),
        "WorkerId,AssignmentId,BonusAmount,Reason,UniqueRequestToken\n"
    );
    let listed = String::from_utf8(workers.stdout).unwrap();
    assert_eq!(listed, "Worker ID,UPDATE-took part\nW1,1\nW2,1\n", "{}", String::from_utf8_lossy(&workers.stderr));
}

#[test]
fn the_hit_is_what_the_study_file_says_and_the_command_line_may_say_otherwise() {
    let bench = Bench::new("mturk", "USD");
    let section = "\n[platform.mturk]\ntitle = \"Rate sentences\"\ndescription = \"Twelve minutes of reading.\"\nkeywords = [\"text\", \"rating\"]\n\
        assignments = 9\ndays = 3\napprove_after_days = 2\nsandbox = true\nqualification = \"3QUAL\"\n";
    let file = bench.study.join("study.toml");
    std::fs::write(&file, std::fs::read_to_string(&file).unwrap() + section).unwrap();
    let url = ["hit", "--public-url", "https://study.example.org"];
    let made = bench.mturk(&url);
    let said = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(made.status.success() && said.contains("mturk-requester-sandbox"), "{said}");
    let hit: Value = serde_json::from_slice(&made.stdout).unwrap();
    for (key, value) in
        [("Title", "Rate sentences"), ("Description", "Twelve minutes of reading."), ("Keywords", "text, rating")]
    {
        assert_eq!(hit[key], value);
    }
    let number = |key: &str| hit[key].as_u64().unwrap();
    assert_eq!((number("MaxAssignments"), number("LifetimeInSeconds")), (9, 3 * 86_400));
    assert_eq!(number("AutoApprovalDelayInSeconds"), 2 * 86_400);
    assert_eq!(hit["QualificationRequirements"][0]["QualificationTypeId"], "3QUAL");
    let otherwise = bench.mturk(&[&url[..], &["--assignments", "4", "--days", "1"]].concat());
    let hit: Value = serde_json::from_slice(&otherwise.stdout).unwrap();
    assert_eq!((hit["MaxAssignments"].as_u64(), hit["LifetimeInSeconds"].as_u64()), (Some(4), Some(86_400)));
}

#[test]
fn what_mechanical_turk_would_refuse_is_refused_here() {
    let check = |platform: &str, currency: &str, url: &str, expected: &str| {
        let output = Bench::new(platform, currency).mturk(&["hit", "--public-url", url]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains(expected), "{said}");
    };
    check("open", "USD", "https://study.example.org", "`fluency` is not for Mechanical Turk");
    check("mturk", "GBP", "https://study.example.org", "is in USD");
    check("mturk", "USD", "http://study.example.org", "is not an `https://` address");
    let output = Bench::new("mturk", "USD").mturk(&["workers", "--qualification", "q", "--database", "nowhere.sqlite"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no database `nowhere.sqlite`"));
}
