//! `rejudge rehearse`: what a study would find with simulated raters, before the first real one is paid.

mod raters;
mod single_run;
mod summary;
mod via_server;

use std::path::PathBuf;

use clap::Args;
use simulation::{Design, Options, Progress, Runs, Setup};
use study::Study;

use crate::folder::Folder;
use crate::outcome::{BadInput, BadUsage, Outcome};
use crate::output_files::{write, write_report};
use crate::progress::bar;
use raters::RaterArguments;
use single_run::OnceArguments;

/// Simulate a study before anyone is paid: power and false-positive rate of every claim, sample size, cost
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge rehearse studies/fluency
  rejudge rehearse studies/fluency --completions 2,4,6 --items 20,50,100 --out rehearsal
  rejudge rehearse studies/meaning-pairs --raters raters.toml --runs 5000 --json
  rejudge rehearse studies/meaning-pairs --once --out one-run
  rejudge rehearse studies/meaning-pairs --via-server 30
  rejudge rehearse studies/meaning-pairs --via-server 30 --deterministic --out via-server

The study is simulated about a thousand times, and in every run its claims are decided exactly as `rejudge analyse` \
will decide them. Power is the share of runs in which a true claim is supported; the false-positive rate is the share \
in which a false one is. Simulated raters and systems are fitted to earlier data (`--fit-to`) or to the results that \
the original study reported; when nothing is known, effects are assumed from the claims. `--raters` overrides any of this.

`--once` simulates a single run and analyses it like real data. `--via-server` sends simulated participants through the \
real server over HTTP, from the link to the completion code, and checks that every answer was stored and that the \
analysis recovers what was simulated.")]
pub(crate) struct Arguments {
    /// The study folder, or its study.toml
    study: PathBuf,
    #[command(flatten)]
    raters: RaterArguments,
    /// Simulated runs of each design; large designs are run less often, but at least 200 times
    #[arg(long, default_value_t = 1000, value_name = "N")]
    runs: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The power that every claim should have
    #[arg(long, default_value_t = 0.8, value_name = "SHARE")]
    power: f64,
    /// Total numbers of participants to try
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
    /// Print JSON instead of tables: rehearsal.json; with `--once` results.json; with `--via-server` the test's outcome
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    via_server: via_server::ViaServerArguments,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.check()?;
        let folder = Folder::from_path(&self.study)?;
        let Some(study) = folder.sound_study() else { return Ok(Outcome::ProblemsFound) };
        let setup = Setup::new(study).map_err(|e| BadInput(e.to_string()))?;
        let raters = self.raters.read(&setup, &folder, self.seed)?;
        if let Some(people) = self.via_server.people() {
            let (replicates, seed) = (self.once.bootstrap, self.seed);
            let given = via_server::RehearsalContext {
                path: &self.study,
                folder,
                raters: &raters,
                seed,
                replicates,
                out: self.out,
                json: self.json,
            };
            return self.via_server.run(people, setup.study, given);
        }
        if self.once.once {
            return self.once.run(&setup, &raters, (self.seed, self.out.as_deref(), self.json));
        }
        let options =
            Options { runs: Runs { seed: self.seed, runs: self.runs }, power: self.power, grid: self.grid(&setup) };
        let bar = bar(1, "{bar:30} {percent:>3} %, {eta} left  {msg}");
        let watch = |progress: Progress| match progress {
            Progress::Total(total) => bar.set_length(total),
            Progress::Next(what) => bar.set_message(what),
            Progress::Done(work) => bar.inc(work),
        };
        let rehearsal = simulation::rehearse(&setup.study, &raters, &options, &watch);
        bar.finish_and_clear();
        let rehearsal = rehearsal.map_err(|e| BadInput(e.to_string()))?;
        let numbers = serde_json::to_string_pretty(&rehearsal.to_json())?;
        if let Some(folder) = &self.out {
            write(folder, "rehearsal.json", (numbers.clone() + "\n").as_bytes())?;
            write_report(folder, &report::rehearsal(&rehearsal, &setup.study))?;
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
        let zero = self.people.contains(&0) || self.completions.contains(&0) || self.items.contains(&0);
        if self.runs == 0 || zero {
            return Err(BadUsage("`--runs`, `--people`, `--items` and `--completions` must be at least 1".to_owned()));
        }
        Ok(())
    }

    /// Every combination of the sizes that were named; usual ones when none was.
    fn grid(&self, setup: &Setup) -> Vec<Design> {
        let planned = Design::from_study(&setup.study);
        let items = if self.items.is_empty() { vec![planned.items] } else { self.items.clone() };
        let mut grid = Vec::new();
        for items in items {
            let mut completions = self.completions.clone();
            completions.extend(self.people.iter().map(|people| completions_for(&setup.study, items, *people)));
            if completions.is_empty() && !self.items.is_empty() {
                completions.push(planned.completions);
            }
            grid.extend(completions.into_iter().map(|completions| Design { items, completions }));
        }
        grid
    }
}

/// How many people per question there are when so many take part.
fn completions_for(study: &Study, items: usize, people: u32) -> u32 {
    let one_each = Design { items, completions: 1 }.apply_to(study);
    let at_once = plan::make(&one_each).map_or(1, |plan| plan.people().max(1));
    u32::try_from(u64::from(people).div_ceil(at_once)).unwrap_or(u32::MAX)
}

/// Refuses an argument by its former name.
fn refuse_former_name(now: &'static str) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static {
    move |_| Err(format!("it is now called `{now}`"))
}
