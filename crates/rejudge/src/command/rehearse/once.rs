//! One simulated run, analysed as the real one will be.

use std::path::Path;

use clap::Args;
use simulation::{Crowd, Setup};

use crate::outcome::Outcome;
use crate::written::write;

/// One simulated run.
#[derive(Debug, Args)]
pub(crate) struct OnceArguments {
    /// Make one run and analyse it like a real one
    #[arg(long)]
    pub(crate) once: bool,
    /// Bootstrap replicates of the intervals of that one run, or of what came of the stage
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) bootstrap: usize,
}

impl OnceArguments {
    pub(crate) fn run(
        &self,
        setup: &Setup,
        crowd: &Crowd,
        (seed, out, json): (u64, Option<&Path>, bool),
    ) -> anyhow::Result<Outcome> {
        let study = &setup.study;
        let dataset = simulation::rehearse(study, &setup.plan, crowd, seed);
        let options = analysis::Options { seed, replicates: self.bootstrap, level: 0.95 };
        let results = analysis::run(study, &dataset, options);
        let document = report::document(&report::Input { results: &results, study: Some(study) });
        let numbers = serde_json::to_string_pretty(&results.to_json())?;
        if let Some(folder) = out {
            write(folder, "judgements.csv", dataset::to_csv(&dataset).as_bytes())?;
            write(folder, "results.json", (numbers.clone() + "\n").as_bytes())?;
            for file in report::files(&document)? {
                write(folder, &file.path, &file.bytes)?;
            }
            eprintln!("{} judgements in {}", dataset.judgements.len(), folder.display());
        }
        if json {
            println!("{numbers}");
        } else {
            print!("{}", report::markdown(&document));
        }
        Ok(Outcome::Done)
    }
}
