//! The program as a lab runs it: a study folder, a database file, a server on a free port.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use study::{InMemory, Study};
use tempfile::TempDir;

use crate::journeys::person::AcknowledgedAnswer;

pub(crate) struct TestServer {
    folder: TempDir,
    worked: PathBuf,
    pub(crate) study: Study,
    pub(crate) address: String,
    server: Child,
}

impl TestServer {
    pub(crate) fn start(name: &str) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let worked = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name).canonicalize().unwrap();
        let mut server = rejudge()
            .args(["serve", "--listen", "127.0.0.1:0", "--json", "--database"])
            .args([&folder.path().join("answers.sqlite"), &worked])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let address = format!("http://{}", said["address"].as_str().unwrap());
        TestServer { folder, study: read(&worked), worked, address, server }
    }

    /// The link by which someone comes from where the study's people come from.
    pub(crate) fn link(&self, person: &str) -> String {
        let entrance = format!("{}/s/{}/", self.address, self.worked.file_name().unwrap().display());
        match self.study.participants.from {
            study::file::Platform::Prolific => {
                format!("{entrance}?PROLIFIC_PID={person}&STUDY_ID=5a&SESSION_ID=s{person}")
            }
            study::file::Platform::Mturk => format!(
                "{entrance}?assignmentId=A{person}&hitId=H1&workerId={person}&turkSubmitTo=https://workersandbox.mturk.com"
            ),
            study::file::Platform::Invited => self.invitation(person),
            study::file::Platform::Open => entrance,
        }
    }

    fn invitation(&self, person: &str) -> String {
        let people = self.folder.path().join("people.txt");
        std::fs::write(&people, person).unwrap();
        let people = people.to_string_lossy().into_owned();
        let links = self.succeed("invite", &["--people", &people, "--public-url", &self.address]);
        links.lines().nth(1).unwrap().split_once(',').unwrap().1.to_owned()
    }

    /// Everything that was acknowledged is exported, once and as it was given, and can be analysed.
    pub(crate) fn assert_all_kept(&self, mut given: Vec<AcknowledgedAnswer>) {
        let out = |name: &str| self.folder.path().join(name).to_string_lossy().into_owned();
        self.succeed("export", &["--out", &out("data"), "--format", "jsonl"]);
        let rows = std::fs::read_to_string(self.folder.path().join("data/judgements.jsonl")).unwrap();
        let mut kept: Vec<AcknowledgedAnswer> = rows
            .lines()
            .map(|row| serde_json::from_str::<Value>(row).unwrap())
            .map(|row| AcknowledgedAnswer {
                position: row["position"].as_u64().unwrap(),
                criterion: row["criterion"].as_str().unwrap().to_owned(),
                answer: row["answer"].as_str().unwrap().to_owned(),
            })
            .collect();
        kept.sort();
        given.sort();
        assert_eq!(kept, given);
        self.succeed("analyse", &["--out", &out("results"), "--replicates", "20"]);
        for file in ["results.json", "judgements.csv", "report.html"] {
            assert!(self.folder.path().join("results").join(file).is_file(), "{file}");
        }
    }

    fn succeed(&self, command: &str, arguments: &[&str]) -> String {
        let database = self.folder.path().join("answers.sqlite");
        let output =
            rejudge().arg(command).arg(&self.worked).arg("--database").arg(database).args(arguments).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {message}");
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ended = self.server.kill();
        let _reaped = self.server.wait();
    }
}

fn rejudge() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
}

fn read(folder: &Path) -> Study {
    let files = folder.read_dir().unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file());
    let read =
        |path: PathBuf| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap());
    study::check(&InMemory(files.map(read).collect())).study.unwrap()
}
