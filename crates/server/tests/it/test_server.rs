//! A server to talk to.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use live::{Invitations, LiveStudy};
use reqwest::{Client, redirect};
use server::{Server, Settings};
use session::Session;
use store::{Collector, Store};
use study::{OnDisk, Study};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Where the clock of the tests starts.
const START: i64 = 1_800_000_000_000;

/// A running server, with a clock that stands still until it is moved.
pub(crate) struct TestServer {
    pub(crate) url: String,
    pub(crate) name: String,
    pub(crate) study: Arc<Study>,
    pub(crate) store: Store,
    pub(crate) client: Client,
    clock: Arc<AtomicI64>,
    stop: Option<oneshot::Sender<()>>,
    ended: Option<JoinHandle<()>>,
    _folder: Option<TempDir>,
}

/// One of the worked studies.
pub(crate) fn worked_study(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name)
}

/// A study of one rating, from this platform, with so many people for each of its four questions.
pub(crate) fn small(folder: &Path, platform: &str, completions: u32) -> PathBuf {
    let study = folder.join("small");
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

[[screening]]
id = "native"
question = "Is English your first language?"
options = ["Yes", "No"]
accept = ["Yes"]

[[closing]]
id = "hard"
question = "How hard was it?"
response = {{ kind = "rating", points = 3, minimum = 1 }}

[lists]
questions = 4
completions = {completions}
order = "fixed"

[participants]
from = "{platform}"
time_limit = "30 min"
codes = {{ completed = "DONE", declined = "NO", screened_out = "OUT", late = "LATE" }}
"#
    );
    std::fs::write(study.join("study.toml"), file).unwrap();
    std::fs::write(study.join("items.csv"), "item,one\n1,Uno.\n2,Dos & <b>.\n3,Tres.\n4,Cuatro.\n").unwrap();
    std::fs::write(study.join("dot.png"), b"not really a picture").unwrap();
    for text in ["information", "consent", "instructions", "debrief"] {
        std::fs::write(study.join(format!("{text}.md")), format!("# The {text}\n\nWords of the {text}.\n")).unwrap();
    }
    study
}

/// The small study from Prolific for one person a question, with words of its file replaced.
pub(crate) fn small_with(folder: &Path, changes: &[(&str, &str)]) -> PathBuf {
    let study = small(folder, "prolific", 1);
    let file = study.join("study.toml");
    let mut text = std::fs::read_to_string(&file).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "the study does not say {from}");
        text = text.replacen(from, to, 1);
    }
    std::fs::write(file, text).unwrap();
    study
}

/// The small study with a choice between two texts under a third, with words of its file replaced.
pub(crate) fn small_pairs(folder: &Path, changes: &[(&str, &str)]) -> PathBuf {
    let pairs = [
        ("one = \"One\"", "one = \"One\"\ntwo = \"Two\""),
        ("id = \"item\"", "id = \"item\"\nshow = [{ column = \"note\", label = \"The note\" }]"),
        (
            "response = { kind = \"rating\", points = 5, minimum = 1 }",
            "response = { kind = \"pairwise\", ties = true }",
        ),
    ];
    let study = small_with(folder, &[&pairs[..], changes].concat());
    let long = "The note goes on and on about the house by the lake. ".repeat(30);
    let row = |number: u32| format!("{number},{long},The house is {number} years old.,The house is very old.\n");
    let rows: String = (1..=4).map(row).collect();
    std::fs::write(study.join("items.csv"), format!("item,note,one,two\n{rows}")).unwrap();
    study
}

/// In the place of `[[screening]]`: what the small study asks after a 1 or a 2, and then after words that say so.
const FOLLOW_UPS: &str = "[[criteria]]
id = \"sort\"
question = \"What is wrong with it?\"
definition = \"The most obvious.\"
better = \"neither\"
only_if = { criterion = \"fluency\", below = 3 }
response = { kind = \"choice\", options = [\"grammar\", \"other\"] }

[[criteria]]
id = \"words\"
question = \"What else?\"
definition = \"In your own words.\"
better = \"neither\"
only_if = { criterion = \"sort\", is = [\"other\"] }
response = { kind = \"text\" }

[[screening]]";

/// The small study with questions that follow an answer.
pub(crate) fn small_with_follow_ups(folder: &Path) -> PathBuf {
    small_with(folder, &[("[[screening]]", FOLLOW_UPS), ("questions = 4", "questions = 12")])
}

impl TestServer {
    /// Serves a study from a new SQLite file.
    pub(crate) async fn start(study: &Path) -> TestServer {
        TestServer::set(study, |_| {}).await
    }

    /// The same, with more than a study needs by itself.
    pub(crate) async fn start_study_with(study: &Path, more: impl FnOnce(LiveStudy) -> LiveStudy) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("answers.sqlite").display().to_string();
        let mut served = TestServer::start_with(study, &database, |_| {}, more).await;
        served._folder = Some(folder);
        served
    }

    /// Serves a study from a new SQLite file, with other settings than usual.
    pub(crate) async fn set(study: &Path, change: impl FnOnce(&mut Settings)) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("answers.sqlite").display().to_string();
        let mut served = TestServer::start_on(study, &database, change).await;
        served._folder = Some(folder);
        served
    }

    /// Serves a study from a database, with other settings than usual.
    pub(crate) async fn start_on(path: &Path, database: &str, change: impl FnOnce(&mut Settings)) -> TestServer {
        TestServer::start_with(path, database, change, |running| running).await
    }

    pub(crate) async fn start_with(
        path: &Path,
        database: &str,
        change: impl FnOnce(&mut Settings),
        more: impl FnOnce(LiveStudy) -> LiveStudy,
    ) -> TestServer {
        let study = Arc::new(study::check(&OnDisk(path.to_owned())).study.unwrap());
        let plan = Arc::new(plan::make(&study).unwrap());
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let store = Store::open(database).await.unwrap();
        let clock = Arc::new(AtomicI64::new(START));
        let collector = Collector::open(&store, &name, study.clone(), plan, time_of(&clock)).await.unwrap();
        let ticking = clock.clone();
        let mut settings =
            Settings { accounts: Some(store.clone()), ..Settings::local(Arc::new(move || time_of(&ticking))) };
        change(&mut settings);
        let running = more(LiveStudy::new(collector, Arc::new(OnDisk(path.to_owned()))));
        let server = Server::bind(settings, vec![running]).unwrap();
        let url = format!("http://{}", server.address());
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            server.run(stopped).await.unwrap();
        });
        let client = Client::builder().redirect(redirect::Policy::none()).build().unwrap();
        let (stop, ended) = (Some(stop), Some(ended));
        TestServer { url, name, study, store, client, clock, stop, ended, _folder: None }
    }

    /// The entrance of the study.
    pub(crate) fn entrance(&self) -> String {
        format!("{}/s/{}/", self.url, self.name)
    }

    /// The personal link of someone.
    pub(crate) fn invitation(&self, person: &str) -> String {
        format!("{}i/{}", self.entrance(), Invitations::new(&self.store, &self.name).token(person))
    }

    /// What the server has of the one session there is.
    pub(crate) async fn only_session(&self) -> Session {
        let logs = self.store.session_logs(&self.name).await.unwrap();
        assert_eq!(logs.len(), 1, "one session");
        Session::from_events(logs.values().flatten().map(|(at, event)| (*at, event)))
    }

    /// What time the server thinks it is.
    pub(crate) fn now(&self) -> Timestamp {
        time_of(&self.clock)
    }

    /// Lets a little time pass.
    pub(crate) fn wait_seconds(&self, seconds: i64) {
        self.clock.fetch_add(seconds * 1000, Ordering::Relaxed);
    }

    /// Lets time pass.
    pub(crate) fn wait_minutes(&self, minutes: i64) {
        self.clock.fetch_add(minutes * 60_000, Ordering::Relaxed);
    }

    /// Asks the server to stop, and waits until it has.
    pub(crate) async fn stop(mut self) {
        drop(self.stop.take());
        self.ended.take().unwrap().await.unwrap();
    }
}

fn time_of(clock: &AtomicI64) -> Timestamp {
    Timestamp::from_millisecond(clock.load(Ordering::Relaxed)).unwrap()
}
