//! `rejudge rehearse`: what a study would find with simulated people, before the first real one is paid.

mod crowd;
mod once;
mod summary;
mod via_server;

use std::path::PathBuf;

use clap::Args;
use simulation::{Design, Options, Progress, Runs, Setup};
use study::Study;

use crate::folder::Folder;
use crate::outcome::{BadInput, BadUsage, Outcome};
use crate::progress::bar;
use crate::written::write;
use crowd::CrowdArguments;
use once::OnceArguments;

/// Find out, with simulated people, whether a study can answer its questions
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge rehearse studies/fluency
  rejudge rehearse studies/fluency --completions 2,4,6 --items 20,50,100 --out rehearsal
  rejudge rehearse studies/meaning-pairs --crowd crowd.toml --runs 5000 --json
  rejudge rehearse studies/meaning-pairs --once --out one-run
  rejudge rehearse studies/meaning-pairs --via-server 30
  rejudge rehearse studies/meaning-pairs --via-server 30 --deterministic --out via-server

Simulated people go through the plan a thousand times, and every run is decided by the study's own claims: how often \
each is confirmed when it is true and when it is not, in which size, at what cost. What people and systems are like \
comes from `--fit-to` an earlier dataset, from the numbers that the repeated study printed, or, when nothing is known, \
from the claims themselves; `--crowd` says otherwise.

`--once` makes a single run and analyses it as the real one will be. `--via-server` sends people through the real server \
over HTTP, from the link to the code, and says whether every answer was kept and whether the analysis finds again \
what was put in.")]
pub(crate) struct Arguments {
    /// The study folder, or its study.toml
    study: PathBuf,
    #[command(flatten)]
    crowd: CrowdArguments,
    /// Simulated runs of each design
    #[arg(long, default_value_t = 1000, value_name = "N")]
    runs: usize,
    /// Seed of the simulated people
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The chance that every true claim is to have of being confirmed
    #[arg(long, default_value_t = 0.8, value_name = "SHARE")]
    power: f64,
    /// Numbers of people to try
    #[arg(long, value_delimiter = ',', value_name = "N,…", conflicts_with = "completions")]
    people: Vec<u32>,
    /// Numbers of items to try
    #[arg(long, value_delimiter = ',', value_name = "N,…")]
    items: Vec<usize>,
    /// Numbers of people per question to try
    #[arg(long, value_delimiter = ',', value_name = "N,…")]
    completions: Vec<u32>,
    #[command(flatten)]
    once: OnceArguments,
    /// Folder for rehearsal.json and the report; with `--once` and `--via-server` for judgements.csv, results.json and the
    /// report
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print rehearsal.json instead of tables; with `--once` results.json, with `--via-server` what came of it
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    via_server: via_server::ViaServerArguments,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.check()?;
        let folder = Folder::named(&self.study)?;
        let Some(study) = folder.sound_study() else { return Ok(Outcome::ProblemsFound) };
        let setup = Setup::new(study).map_err(|e| BadInput(e.to_string()))?;
        let crowd = self.crowd.read(&setup, &folder, self.seed)?;
        if let Some(people) = self.via_server.people() {
            let (replicates, seed) = (self.once.bootstrap, self.seed);
            let given = via_server::Rehearsed {
                path: &self.study,
                folder,
                crowd: &crowd,
                seed,
                replicates,
                out: self.out,
                json: self.json,
            };
            return self.via_server.run(people, setup.study, given);
        }
        if self.once.once {
            return self.once.run(&setup, &crowd, (self.seed, self.out.as_deref(), self.json));
        }
        let options =
            Options { runs: Runs { seed: self.seed, runs: self.runs }, power: self.power, grid: self.grid(&setup) };
        let bar = bar(0, "{bar:30} {pos}/{len} runs {msg}");
        let watch = |progress: Progress| match progress {
            Progress::Next(what, runs) => {
                bar.inc_length(runs as u64);
                bar.set_message(what);
            }
            Progress::Ran => bar.inc(1),
        };
        let rehearsal = simulation::rehearsed(&setup.study, &crowd, &options, &watch);
        bar.finish_and_clear();
        let rehearsal = rehearsal.map_err(|e| BadInput(e.to_string()))?;
        let numbers = serde_json::to_string_pretty(&rehearsal.to_json())?;
        if let Some(folder) = &self.out {
            write(folder, "rehearsal.json", (numbers.clone() + "\n").as_bytes())?;
            for file in report::files(&report::rehearsal(&rehearsal))? {
                write(folder, &file.path, &file.bytes)?;
            }
            eprintln!("report.html, report.md and rehearsal.json in {}", folder.display());
        }
        if self.json {
            println!("{numbers}");
        } else {
            print!("{}", summary::to_text(&rehearsal));
        }
        Ok(Outcome::Done)
    }

    fn check(&self) -> Result<(), BadUsage> {
        if !(self.power > 0.0 && self.power < 1.0) {
            return Err(BadUsage(format!("`--power` must lie between 0 and 1, found {}", self.power)));
        }
        let nought = self.people.contains(&0) || self.completions.contains(&0) || self.items.contains(&0);
        if self.runs == 0 || nought {
            return Err(BadUsage("`--runs`, `--people`, `--items` and `--completions` must be at least 1".to_owned()));
        }
        Ok(())
    }

    /// Every combination of the sizes that were named; usual ones when none was.
    fn grid(&self, setup: &Setup) -> Vec<Design> {
        let planned = Design::of(&setup.study);
        let items = if self.items.is_empty() { vec![planned.items] } else { self.items.clone() };
        let mut grid = Vec::new();
        for items in items {
            let mut completions = self.completions.clone();
            completions.extend(self.people.iter().map(|people| needed(&setup.study, items, *people)));
            if completions.is_empty() && !self.items.is_empty() {
                completions.push(planned.completions);
            }
            grid.extend(completions.into_iter().map(|completions| Design { items, completions }));
        }
        grid
    }
}

/// How many people per question there are when so many take part.
fn needed(study: &Study, items: usize, people: u32) -> u32 {
    let one_each = Design { items, completions: 1 }.applied(study);
    let at_once = plan::make(&one_each).map_or(1, |plan| plan.people().max(1));
    u32::try_from(u64::from(people).div_ceil(at_once)).unwrap_or(u32::MAX)
}

/// Refuses an argument by its former name.
fn renamed(now: &'static str) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static {
    move |_| Err(format!("it is now called `{now}`"))
}
