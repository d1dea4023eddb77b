//! `rejudge rehearse`: made-up participants answer every slot of the plan, and the answers are
//! analysed as real ones will be.

mod on_stage;

use std::path::PathBuf;

use clap::Args;
use dataset::Crowd;

use crate::folder::Folder;
use crate::outcome::{BadInput, Outcome};
use crate::written::write;

/// Let made-up participants do the whole study, from plan to report
#[derive(Debug, Args)]
#[command(after_help = "Example:
  rejudge rehearse studies/meaning-pairs --out rehearsal

Writes judgements.csv, results.json, report.html and report.md, tables for LaTeX and figures. The answers are simulated: they show that the
study can be planned, answered and analysed, and say nothing about the systems.")]
pub(crate) struct Arguments {
    /// The study folder, or its study.toml
    study: PathBuf,
    /// Folder for judgements.csv, results.json and the report with its tables and figures; without it only
    /// the report is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seed of the made-up participants
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Bootstrap replicates of the intervals
    #[arg(long, default_value_t = 1000, value_name = "N")]
    bootstrap: usize,
    /// Print results.json instead of the report
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    stage: on_stage::StageArguments,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let folder = Folder::named(&self.study)?;
        let Some(study) = folder.sound_study() else { return Ok(Outcome::ProblemsFound) };
        if let Some(people) = self.stage.people() {
            let crowd = rehearsal::Crowd::plausible(&study);
            let (path, out) = (&self.study, self.out);
            let asked = on_stage::Asked {
                path,
                folder,
                study,
                crowd: &crowd,
                seed: self.seed,
                replicates: self.bootstrap,
                out,
                json: self.json,
            };
            return self.stage.run(people, asked);
        }
        let plan = plan::make(&study).map_err(|e| BadInput(e.to_string()))?;
        let dataset = dataset::rehearse(&study, &plan, &Crowd::plausible(study.systems.len()), self.seed);
        let options = analysis::Options { seed: self.seed, replicates: self.bootstrap, level: 0.95 };
        let results = analysis::run(&study, &dataset, options);
        let document = report::document(&report::Input { results: &results, study: Some(&study) });
        let numbers = serde_json::to_string_pretty(&results.to_json())?;
        if let Some(folder) = &self.out {
            write(folder, "judgements.csv", dataset::to_csv(&dataset).as_bytes())?;
            write(folder, "results.json", (numbers.clone() + "\n").as_bytes())?;
            for file in report::files(&document)? {
                write(folder, &file.path, &file.bytes)?;
            }
            eprintln!("{} judgements in {}", dataset.judgements.len(), folder.display());
        }
        if self.json {
            println!("{numbers}");
        } else {
            print!("{}", report::markdown(&document));
        }
        Ok(Outcome::Done)
    }
}
