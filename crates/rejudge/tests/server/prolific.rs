//! `rejudge prolific`: a study from its file to a stand-in for Prolific, until everyone is paid, once.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use prolific::Status;
use prolific::standin::{StandIn, TOKEN};
use session::testing::Sample;
use session::{ArrivalChannel, ParticipantKind};
use store::{Collector, Identity, Opening, Store};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// A study folder, a token, a database, and Prolific.
struct Bench {
    folder: TempDir,
    sample: Sample,
    standin: StandIn,
    runtime: Runtime,
}

const SECTION: &str = "floor_per_hour = 12.00\n\n[platform.prolific]\ndescription = \"Read four texts and say how fluent they are.\"\n\
                       screen_out = { amount = 0.20, places = 5 }\nvat = 0.2\n\n[platform.prolific.messages]\nthanks = \"Thank you for taking part in {title}.\"\n";

impl Bench {
    fn new() -> Bench {
        let runtime = Runtime::new().unwrap();
        let standin = runtime.block_on(StandIn::start());
        let bench = Bench {
            folder: tempfile::tempdir().unwrap(),
            sample: Sample::with_changes(&[("floor_per_hour = 12.00\n", SECTION)]),
            standin,
            runtime,
        };
        std::fs::create_dir(bench.study()).unwrap();
        for (name, bytes) in &bench.sample.files.0 {
            std::fs::write(bench.study().join(name), bytes).unwrap();
        }
        std::fs::write(bench.token(), TOKEN).unwrap();
        std::fs::set_permissions(bench.token(), PermissionsExt::from_mode(0o600)).unwrap();
        bench
    }

    fn study(&self) -> PathBuf {
        self.folder.path().join("fluency")
    }

    fn token(&self) -> PathBuf {
        self.folder.path().join("prolific.token")
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("answers.sqlite")
    }

    fn run(&self, command: &str, more: &[&str]) -> Output {
        let mut rejudge = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"));
        rejudge.args(["prolific", command]).arg(self.study()).args(more).arg("--token").arg(self.token());
        rejudge.args(["--api", &self.standin.address]);
        if command != "draft" {
            rejudge.arg("--database").arg(self.database());
        }
        rejudge.output().unwrap()
    }

    /// What a command that must do its work says.
    fn run_command(&self, command: &str, more: &[&str]) -> String {
        let output = self.run(command, more);
        assert!(output.status.success(), "{command}: {}", output_text(&output));
        output_text(&output)
    }

    fn count_requests(&self, part: &str) -> usize {
        self.standin.requests().iter().filter(|line| line.contains(part)).count()
    }

    /// The study as a server opens it.
    fn collector(&self) -> Collector {
        self.runtime.block_on(async {
            let store = Store::open(&self.database().display().to_string()).await.unwrap();
            let (study, plan) = (Arc::clone(&self.sample.study), Arc::clone(&self.sample.plan));
            let snapshot = self.sample.snapshot.clone();
            let opening = Opening { study, plan, snapshot, participants: ParticipantKind::People };
            opening.open(&store, "fluency", Timestamp::now()).await.unwrap()
        })
    }

    /// Someone comes from Prolific and finishes, within so many minutes.
    fn finishes(&self, collector: &Collector, (person, submission): (&str, &str), minutes: i64) {
        let how = ArrivalChannel::Prolific;
        let who = Identity { how, id: person.to_owned(), submission: Some(submission.to_owned()) };
        self.runtime.block_on(async {
            let start = Timestamp::now() - SignedDuration::from_hours(1);
            let mut handled = collector.arrive(&who, start).await.unwrap();
            while let Some(command) = self.sample.right(&handled.session) {
                // The clock starts with the slot.
                let passed = if handled.session.assignment.is_none() { 0 } else { minutes };
                let at = start + SignedDuration::from_mins(passed);
                handled = collector.handle(handled.id, command, at).await.unwrap();
            }
        });
    }
}

fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

fn name_the_study_there(study: &Path, id: &str) {
    let file = std::fs::read_to_string(study.join("study.toml")).unwrap();
    let file = file.replace("from = \"prolific\"", &format!("from = \"prolific\"\nprolific_study = \"{id}\""));
    std::fs::write(study.join("study.toml"), file).unwrap();
}

#[test]
fn a_study_goes_from_its_file_to_prolific_and_everyone_is_paid_once() {
    let bench = Bench::new();
    let url = ["--public-url", "https://study.example.org/"];
    let shown = bench.run_command("draft", &url);
    contains(
        &shown,
        &[
            "GBP 18.00 for 9 places of GBP 2.00",
            "screened out GBP 1.00 at most",
            "fee          GBP 6.27",
            "tax on fee   GBP 1.26",
        ],
    );
    contains(&shown, &["in all       GBP 26.53", "paid GBP 0.20, 5 people at most", "Nothing was changed."]);
    assert_eq!(bench.standin.requests(), [""; 0], "showing asks nobody");
    let made = bench.run_command("draft", &[&url[..], &["--yes"]].concat());
    let id = made.split("prolific_study = \"").nth(1).unwrap().split('"').next().unwrap();
    name_the_study_there(&bench.study(), id);
    contains(&bench.run_command("draft", &[&url[..], &["--yes"]].concat()), &["so no other is created"]);
    assert_eq!(bench.count_requests("POST /api/v1/studies/ 201"), 1);

    bench.standin.publish(id);
    let collector = bench.collector();
    let submissions = ["p1", "p2", "p3"].map(|person| bench.standin.take_place(id, person).unwrap());
    bench.finishes(&collector, ("p1", &submissions[0]), 5);
    bench.finishes(&collector, ("p2", &submissions[1]), 5);
    // Half an hour at 12.00 an hour is 6.00, and the list pays 2.00.
    bench.finishes(&collector, ("p3", &submissions[2]), 30);
    bench.standin.enter_code(&submissions[0], "DONE");
    bench.standin.leave(&submissions[1], Status::TimedOut);
    bench.standin.enter_code(&submissions[2], "DONE");
    let status = bench.run_command("status", &[]);
    contains(
        &status,
        &["ACTIVE, 9 places", "TIMED-OUT", "2 to approve", "2 bonuses owed", "paid GBP 0.00, open GBP 10.00"],
    );

    contains(&bench.run_command("approve", &[]), &["finished here and sent there: approve", "Nothing was changed."]);
    assert_eq!(bench.count_requests("bulk-approve"), 0);
    contains(&bench.run_command("approve", &["--yes"]), &["Prolific approves 2 submissions."]);
    contains(&bench.run_command("approve", &["--yes"]), &["Nobody who finished awaits review."]);

    contains(&bench.run_command("bonus", &[]), &["GBP 2.00", "GBP 4.00", "Nothing was changed."]);
    // Prolific pays, and the line breaks before it says so.
    bench.standin.break_off_next_payment();
    let broken = bench.run("bonus", &["--yes"]);
    assert_eq!(broken.status.code(), Some(1));
    contains(&output_text(&broken), &["it is not known whether the bonuses were paid"]);
    contains(&bench.run_command("bonus", &["--yes"]), &["Nobody is owed a bonus."]);
    assert_eq!((bench.standin.bonuses_of("p2"), bench.standin.bonuses_of("p3")), (vec![200], vec![400]));
    contains(&bench.run_command("status", &[]), &["paid GBP 10.00, open GBP 0.00"]);

    contains(&bench.run_command("message", &["thanks", "--to", "finished", "--yes"]), &["Sent to 3 people."]);
    assert_eq!(
        bench.standin.messages()[0],
        ("p1".to_owned(), "Thank you for taking part in How fluent is it?.".to_owned())
    );
    assert_eq!(bench.run("message", &["regards", "--to", "finished"]).status.code(), Some(1));
    contains(&bench.run_command("places", &["--yes"]), &["Nothing is missing."]);
}

#[test]
fn bonuses_that_never_arrived_are_owed_again_only_after_somebody_says_so() {
    let bench = Bench::new();
    let made = bench.run_command("draft", &["--public-url", "https://study.example.org", "--yes"]);
    let id = made.split("prolific_study = \"").nth(1).unwrap().split('"').next().unwrap();
    name_the_study_there(&bench.study(), id);
    bench.standin.publish(id);
    let collector = bench.collector();
    let submission = bench.standin.take_place(id, "p1").unwrap();
    bench.finishes(&collector, ("p1", &submission), 5);
    bench.standin.leave(&submission, Status::Returned);
    // As if the machine had lost its power between saying that it sends and sending.
    let row = collector.slug().to_owned();
    bench.runtime.block_on(async {
        let store = collector.store();
        let session = store.sessions(&row).await.unwrap()[0].session;
        let bonus = store::Bonus { session, why: "lost".to_owned(), coins: 200, currency: "GBP".to_owned() };
        let batch = store.plan_bonuses(&row, &[bonus], "ada", Timestamp::now()).await.unwrap().unwrap();
        assert!(store.send_bonuses(&row, &batch, 1, Timestamp::now()).await.unwrap());
    });
    contains(&bench.run_command("bonus", &["--yes"]), &["Prolific shows it for 0 of them", "Nobody is owed a bonus."]);
    assert_eq!(bench.count_requests("bonus"), 0);
    contains(&bench.run_command("bonus", &["--yes", "--release"]), &["Prolific pays GBP 2.00 to 1 person"]);
    assert_eq!(bench.standin.bonuses_of("p1"), [200]);
    contains(&bench.run_command("bonus", &["--yes", "--release"]), &["Nobody is owed a bonus."]);
}

#[test]
fn a_token_that_others_can_read_is_refused_and_never_shown() {
    let bench = Bench::new();
    std::fs::set_permissions(bench.token(), PermissionsExt::from_mode(0o644)).unwrap();
    let output = bench.run("draft", &["--public-url", "https://study.example.org"]);
    assert_eq!(output.status.code(), Some(1));
    contains(&output_text(&output), &["can be read by others", "chmod 600"]);
    std::fs::set_permissions(bench.token(), PermissionsExt::from_mode(0o600)).unwrap();
    std::fs::write(bench.token(), "secret-of-someone-else").unwrap();
    let output = bench.run("draft", &["--public-url", "https://study.example.org", "--yes"]);
    contains(&output_text(&output), &["does not accept the token"]);
    assert!(!output_text(&output).contains("secret-of-someone-else"));
    let output = bench.run("status", &[]);
    contains(&output_text(&output), &["say which study on Prolific"]);
}
