//! `rejudge rehearse STUDY --on-stage N`: simulated people through the real server.

mod shown;

use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use jiff::Timestamp;
use rehearsal::Crowd;
use study::Study;

use crate::folder::Folder;
use crate::outcome::{BadUsage, Outcome};
use crate::stage::{Clock, Dashboard, Pace, Recovery, Rehearsal, Rehearsed, Room, Watch, slug};
use crate::written::write;

/// How a study is rehearsed on the real server.
#[derive(Debug, Args)]
#[command(next_help_heading = "On stage")]
pub(super) struct StageArguments {
    /// Send so many simulated people through the real server, over HTTP, from the link to the code
    #[arg(long, value_name = "N")]
    on_stage: Option<u64>,
    /// How many times faster than real people they and the server's clock are
    #[arg(long, value_name = "X", default_value_t = 60.0, requires = "on_stage")]
    speed: f64,
    /// Let nobody wait: people act one at a time, and the clock jumps to whoever is next. The same seed then gives the
    /// same answers
    #[arg(long, requires = "on_stage", conflicts_with = "speed")]
    in_turn: bool,
    /// Where their answers are kept: a file, or postgres://user@host/database; else a file that is deleted afterwards
    #[arg(long, value_name = "PLACE", requires = "on_stage")]
    database: Option<String>,
    /// Send so many of them through a real Chromium, where chromedriver is found
    #[arg(long, value_name = "K", default_value_t = 0, requires = "on_stage")]
    browser: u64,
}

/// What the rest of the command says.
pub(super) struct Asked<'a> {
    pub(super) path: &'a std::path::Path,
    pub(super) folder: Folder,
    pub(super) crowd: &'a Crowd,
    pub(super) seed: u64,
    pub(super) replicates: usize,
    pub(super) out: Option<PathBuf>,
    pub(super) json: bool,
}

impl StageArguments {
    /// How many people are wanted on stage, if any.
    pub(super) fn people(&self) -> Option<u64> {
        self.on_stage
    }

    pub(super) fn run(&self, people: u64, study: Study, asked: Asked<'_>) -> anyhow::Result<Outcome> {
        if !(self.speed > 0.0 && self.speed.is_finite()) || people == 0 {
            return Err(BadUsage("`--on-stage` and `--speed` must be above zero".to_owned()).into());
        }
        let temporary = tempfile::tempdir()?;
        let file = temporary.path().join("rehearsal.sqlite").display().to_string();
        let name = format!("{}-rehearsal", slug(asked.path));
        let rehearsal = Rehearsal {
            name: &name,
            study: Arc::new(study),
            folder: asked.folder,
            database: self.database.as_deref().unwrap_or(&file),
            crowd: asked.crowd,
            seed: asked.seed,
            people,
            browsers: self.browser,
            pace: if self.in_turn { Pace::InTurn } else { Pace::Faster(self.speed) },
            room: Room::ForEveryone,
            dashboard: Dashboard::None,
        };
        let runtime = tokio::runtime::Runtime::new()?;
        let rehearsed = runtime.block_on(on_stage(&rehearsal))?;
        let results = rehearsal.analysed(&rehearsed.dataset, asked.replicates);
        let recovery = rehearsal.recovery(&rehearsed.dataset, &results);
        if let Some(folder) = &asked.out {
            write(folder, "judgements.csv", dataset::to_csv(&rehearsed.dataset).as_bytes())?;
            let numbers = serde_json::to_string_pretty(&results.to_json())? + "\n";
            write(folder, "results.json", numbers.as_bytes())?;
            let document = report::document(&report::Input { results: &results, study: Some(&rehearsal.study) });
            for file in report::files(&document)? {
                write(folder, &file.path, &file.bytes)?;
            }
        }
        if asked.json {
            println!("{}", serde_json::to_string_pretty(&shown::to_json(&rehearsal, &rehearsed, &recovery))?);
        } else {
            print!("{}", shown::to_text(&rehearsal, &rehearsed, &recovery));
        }
        Ok(if all_well(&rehearsed, &recovery) { Outcome::Done } else { Outcome::ProblemsFound })
    }
}

fn all_well(rehearsed: &Rehearsed, recovery: &Recovery) -> bool {
    rehearsed.kept.all_well() && rehearsed.played.seen.errors() == 0 && recovery.recovered()
}

async fn on_stage(rehearsal: &Rehearsal<'_>) -> anyhow::Result<Rehearsed> {
    let began = match rehearsal.pace {
        Pace::Faster(_) => Timestamp::now(),
        // A day of its own, so that times repeat, too.
        Pace::InTurn => Timestamp::constant(946_684_800, 0),
    };
    let clock = Clock::starting(began, rehearsal.pace);
    let house = rehearsal.open(clock, SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let watch = if std::io::stderr().is_terminal() { Watch::shown(rehearsal.people) } else { Watch::hidden() };
    let rehearsed = rehearsal.play(&house, &watch).await;
    house.close().await?;
    rehearsed
}
