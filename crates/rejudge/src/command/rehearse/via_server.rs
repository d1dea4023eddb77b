//! `rejudge rehearse STUDY --via-server N`: simulated participants through the real server.

mod summary;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use jiff::Timestamp;
use load::{Capacity, Clock, LoadTest, LoadTestOutcome, Pace, Recovery, slug};
use simulation::RaterModel;
use study::Study;

use crate::collected_study::rehearsed_as;
use crate::command::explain_load_error;
use crate::folder::Folder;
use crate::outcome::{BadUsage, Outcome};
use crate::output_files::{write, write_judgements, write_report};
use crate::progress::participant_bar;

/// How a study is rehearsed on the real server.
#[derive(Debug, Args)]
#[command(next_help_heading = "End-to-end test")]
pub(super) struct ViaServerArguments {
    /// Send this many simulated participants through the real server, over HTTP, from the link to the completion code
    #[arg(long, value_name = "N")]
    via_server: Option<u64>,
    /// How many times faster than real time participants and the server's clock run
    #[arg(long, value_name = "X", default_value_t = 60.0, requires = "via_server")]
    speed: f64,
    /// Deterministic mode: no waiting; participants act one at a time, and the same seed gives the same answers
    #[arg(long, requires = "via_server", conflicts_with = "speed")]
    deterministic: bool,
    /// Where answers are stored: a file, or postgres://user@host/database [default: a temporary file]
    #[arg(long, value_name = "PLACE", requires = "via_server")]
    database: Option<String>,
    /// How many participants use a real Chromium (needs chromedriver)
    #[arg(long, value_name = "K", default_value_t = 0, requires = "via_server")]
    browser: u64,
    #[arg(long = "on-stage", hide = true, num_args = 0..=1, default_missing_value = "", value_parser = super::refuse_former_name("--via-server"))]
    old_via_server: Option<String>,
    #[arg(long = "in-turn", hide = true, num_args = 0..=1, default_missing_value = "", value_parser = super::refuse_former_name("--deterministic"))]
    old_deterministic: Option<String>,
}

/// What the other arguments of the command say.
pub(super) struct RehearsalContext<'a> {
    pub(super) path: &'a Path,
    pub(super) folder: Folder,
    pub(super) raters: &'a RaterModel,
    pub(super) seed: u64,
    pub(super) replicates: usize,
    pub(super) out: Option<PathBuf>,
    pub(super) json: bool,
}

impl ViaServerArguments {
    /// How many participants are wanted on the server, if any.
    pub(super) fn people(&self) -> Option<u64> {
        self.via_server
    }

    pub(super) fn run(&self, people: u64, study: Study, given: RehearsalContext<'_>) -> anyhow::Result<Outcome> {
        if !(self.speed > 0.0 && self.speed.is_finite()) || people == 0 {
            return Err(BadUsage("`--via-server` and `--speed` must be greater than 0".to_owned()).into());
        }
        let temporary = tempfile::tempdir()?;
        let file = temporary.path().join("rehearsal.sqlite").display().to_string();
        let name = rehearsed_as(&slug(given.path));
        let pace = if self.deterministic { Pace::Deterministic } else { Pace::Faster(self.speed) };
        let test = LoadTest {
            name: &name,
            study: Arc::new(study),
            files: Arc::new(given.folder),
            database: self.database.as_deref().unwrap_or(&file),
            raters: given.raters,
            seed: given.seed,
            people,
            browsers: self.browser,
            capacity: Capacity::ForEveryone,
            dashboard: None,
        };
        let runtime = tokio::runtime::Runtime::new()?;
        let outcome = runtime.block_on(run_on_server(&test, pace))?;
        let results = test.analyse(&outcome.dataset, given.replicates);
        let recovery = test.check_recovery(&outcome.dataset, &results);
        if let Some(folder) = &given.out {
            write_judgements(folder, &outcome.dataset)?;
            if let Some(remarks) = dataset::remarks_csv(&outcome.dataset) {
                write(folder, "remarks.csv", remarks.as_bytes())?;
            }
            if let Some(answers) = dataset::questionnaire_csv(&outcome.dataset) {
                write(folder, "questionnaire.csv", answers.as_bytes())?;
            }
            let numbers = serde_json::to_string_pretty(&results.to_json())? + "\n";
            write(folder, "results.json", numbers.as_bytes())?;
            let document = report::document(&report::Input { results: &results, study: Some(&test.study) });
            write_report(folder, &document)?;
        }
        if given.json {
            println!("{}", serde_json::to_string_pretty(&summary::to_json((&test, pace), &outcome, &recovery))?);
        } else {
            print!("{}", summary::to_text((&test, pace), &outcome, &recovery));
        }
        Ok(if all_passed(&outcome, &recovery) { Outcome::Done } else { Outcome::ProblemsFound })
    }
}

fn all_passed(outcome: &LoadTestOutcome, recovery: &Recovery) -> bool {
    outcome.storage.has_passed() && outcome.visits.measurements.errors() == 0 && recovery.is_recovered()
}

async fn run_on_server(test: &LoadTest<'_>, pace: Pace) -> anyhow::Result<LoadTestOutcome> {
    let began = match pace {
        Pace::Faster(_) => Timestamp::now(),
        // A fixed day, so that times repeat, too.
        Pace::Deterministic => Timestamp::constant(946_684_800, 0),
    };
    let clock = Clock::starting(began, pace);
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = test.start(clock, listen).await.map_err(explain_load_error)?;
    let (bar, progress) = participant_bar(test.people);
    let outcome = test.run(&server, &progress).await;
    bar.finish_and_clear();
    server.stop().await.map_err(explain_load_error)?;
    outcome.map_err(explain_load_error)
}
